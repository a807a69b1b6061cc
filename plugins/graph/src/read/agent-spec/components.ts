import { pointerChild } from '@ostiary/catalogue';
import { nearestTo, type Problems } from '../source/problems.js';
import { entriesOf, isList, isRecord, itemsOf, kindOf, member, textMember } from '../source/tree.js';

/** A component of Agent Spec, found where it stands: inline, or under `$referenced_components` of whatever it is referred to from. */
export interface Component {
  readonly type: string;
  readonly name: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** The components of one document. References are of the whole document, as the SDK reads them. */
export class Components {
  readonly #referenced = new Map<string, { readonly value: unknown; readonly pointer: string }>();

  constructor(
    tree: unknown,
    readonly problems: Problems,
  ) {
    this.#collect(tree, '');
  }

  /** The component that a member is, or refers to. What is no component, or refers to none, is a problem. */
  at(of: unknown, field: string, pointer: string): Component | undefined {
    const value = member(of, field);
    const at = pointerChild(pointer, field);
    if (value === undefined || value === null) {
      this.problems.add('graph_field_missing', pointer, { field });
      return undefined;
    }
    return this.resolve(value, at);
  }

  /** The components of a list; none where there is no list, which is a problem when one is asked for. */
  listAt(of: unknown, field: string, pointer: string, { required = false } = {}): readonly Component[] {
    const value = member(of, field);
    const at = pointerChild(pointer, field);
    if (!isList(value)) {
      if (required || (value !== undefined && value !== null))
        this.problems.add('graph_value', at, { expected: 'a list', found: kindOf(value) });
      return [];
    }
    return value.flatMap((item, index) => this.resolve(item, pointerChild(at, index)) ?? []);
  }

  resolve(value: unknown, pointer: string): Component | undefined {
    const found = this.find(value, pointer);
    if (found) return found;
    const id = textMember(value, '$component_ref');
    if (id !== undefined && !this.#referenced.has(id))
      this.problems.add('graph_reference_dangling', pointer, { id, ...nearestTo(id, this.#referenced.keys()) });
    else this.problems.add('graph_value', pointer, { expected: 'a component', found: kindOf(value) });
    return undefined;
  }

  /** As {@link resolve}; what is wrong is not told. */
  find(value: unknown, pointer = ''): Component | undefined {
    const id = textMember(value, '$component_ref');
    const found = id === undefined ? { value, pointer } : this.#referenced.get(id);
    const type = textMember(found?.value, 'component_type');
    if (!found || type === undefined) return undefined;
    return { type, name: textMember(found.value, 'name') || type, ...found };
  }

  #collect(value: unknown, pointer: string): void {
    for (const [at, item] of itemsOf(value).entries()) this.#collect(item, pointerChild(pointer, at));
    for (const [name, one] of entriesOf(value)) {
      const inside = pointerChild(pointer, name);
      if (name !== '$referenced_components') this.#collect(one, inside);
      else
        for (const [id, component] of entriesOf(one)) {
          const first = this.#referenced.get(id);
          const at = pointerChild(inside, id);
          if (first) this.problems.add('graph_id_doubled', at, { id, first: first.pointer });
          else this.#referenced.set(id, { value: component, pointer: at });
          if (isRecord(component)) this.#collect(component, at);
        }
    }
  }
}

/** The names of a component's inputs or outputs. */
export const titlesOf = (component: unknown, field: 'inputs' | 'outputs'): readonly string[] =>
  itemsOf(member(component, field)).flatMap((property) => textMember(property, 'title') ?? []);
