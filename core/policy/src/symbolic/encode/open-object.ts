import { liesIn } from '../../evaluate/paths.js';
import type { RecordType, Type } from '@ostiary/catalogue';
import { copyJson } from '@ostiary/json';
import { followFields } from '../../check/environment.js';
import { deceptionOf, isAbsent, isRecord, ownMember, readerOf } from '../../values/read.js';
import type { Attribute, BoolTerm } from '../terms/term.js';
import { fresh } from './fresh.js';
import type { Fresh, ModelReader } from './realisable.js';
import type { EncodingState } from './state.js';
import type { RawObject } from '../../values/value.js';

export type ObjectRoot = 'args' | 'principal' | 'session';

export interface OpenAttribute {
  readonly root: ObjectRoot;
  readonly path: readonly string[];
  readonly required: boolean;
  /** At which it was read; none for an object that is only passed through. */
  readonly types: readonly Type[];
  /** Raw wire values of the catalogue. */
  readonly examples: readonly unknown[];
}

/** An attribute that is open: absent, or any well-formed value. */
export interface OpenNode {
  readonly path: readonly string[];
  /** Given that the object it lies in is there. */
  readonly present: BoolTerm;
  /** Given that it is there: it is of no type. */
  readonly illTyped: BoolTerm;
  /** The value, by the type it is read at; empty for an object that is only passed through. */
  readonly values: Map<string, { readonly type: Type; readonly fresh: Fresh }>;
}

type Followed =
  | { readonly kind: 'given'; readonly raw: unknown; readonly siblings: RawObject }
  /** The nodes of the path from the first that is open on: never empty. */
  | { readonly kind: 'open'; readonly nodes: readonly OpenNode[]; readonly last: OpenNode }
  /** `blocked`: by something that is no object. */
  | { readonly kind: 'never'; readonly blocked: boolean };

/** What an object is like before anything is asked of it. */
export interface ObjectSource {
  readonly root: ObjectRoot;
  /** The object as it is; undefined when there is none. */
  readonly given: unknown;
  /** Whether an attribute that is not given may be there all the same. */
  readonly isOpen: (path: readonly string[]) => boolean;
  /** The catalogue's word on it. */
  readonly record: RecordType | undefined;
  /** Whether open attributes may also be of no type, or absent although the catalogue requires them. */
  readonly unfit: boolean;
}

/** The arguments of a call, a principal or a session: attributes that are given, and unknowns for those that are open. */
export class OpenObject {
  private readonly nodes = new Map<string, OpenNode>();

  constructor(
    protected readonly state: EncodingState,
    /** The name of the symbolic call, whose attributes these are. */
    private readonly of: string,
    protected readonly source: ObjectSource,
  ) {}

  get root(): ObjectRoot {
    return this.source.root;
  }

  follow(path: readonly string[], around: readonly Type[] = []): Followed {
    let object: unknown = this.source.given;
    for (const [index, name] of path.entries()) {
      if (!isRecord(object)) return { kind: 'never', blocked: !isAbsent(object) };
      const type = around[index - 1];
      if (type && deceptionOf(type)(object)) return { kind: 'never', blocked: true };
      const raw = ownMember(object, name);
      if (isAbsent(raw)) {
        if (!this.source.isOpen(path.slice(0, index + 1))) return { kind: 'never', blocked: false };
        const nodes = path.slice(index).map((_, step) => this.node(path.slice(0, index + step + 1)));
        return { kind: 'open', nodes, last: nodes.at(-1) ?? this.node(path) };
      }
      if (index === path.length - 1) return { kind: 'given', raw, siblings: object };
      object = raw;
    }
    return { kind: 'never', blocked: false };
  }

  valueOf(node: OpenNode, type: Type): Fresh {
    const key = JSON.stringify(type);
    const known = node.values.get(key);
    if (known) return known.fresh;
    const attribute = this.attribute(node.path);
    // Two readings at two types are not tied together.
    if (node.values.size > 0) this.state.loose.add(attribute);
    const examples = this.field(node.path)?.examples ?? [];
    const value = this.state.own(attribute, () => fresh(this.state, type, { examples }));
    node.values.set(key, { type, fresh: value });
    return value;
  }

  declaredType(path: readonly string[]): Type | null {
    const { record } = this.source;
    return (record && followFields(record, path)?.type) ?? null;
  }

  /** The attributes that were asked for and are open. */
  openAttributes(): readonly OpenAttribute[] {
    return [...this.nodes.values()]
      .filter((node) => node.values.size > 0 || node.present.kind === 'var')
      .map(({ path, values }) => ({
        root: this.source.root,
        path,
        types: [...values.values()].map(({ type }) => type),
        required: this.isRequired(path),
        examples: this.field(path)?.examples ?? [],
      }));
  }

  /** Notes open objects that are read both whole and by their fields: the two readings are not tied together. */
  loosenOverlaps(): void {
    for (const whole of this.nodes.values()) {
      if (whole.values.size === 0) continue;
      const inside = [...this.nodes.values()].filter(({ path }) => liesIn(path, whole.path));
      for (const { path } of inside.length > 0 ? [whole, ...inside] : []) this.state.loose.add(this.attribute(path));
    }
  }

  /** The object with every open attribute filled in or left out as the model says. */
  complete(model: ModelReader): unknown {
    const object = copyJson(this.source.given);
    for (const node of this.nodes.values()) write(object, node, model);
    return object;
  }

  private node(path: readonly string[]): OpenNode {
    const key = JSON.stringify(path);
    const known = this.nodes.get(key);
    if (known) return known;
    const { state } = this;
    const attribute = this.attribute(path);
    const truth = (prefix: string): BoolTerm => state.own(attribute, () => state.freshBool(prefix));
    const node: OpenNode = {
      path,
      values: new Map(),
      present: this.isRequired(path) ? state.factory.true : truth('h'),
      illTyped: this.source.unfit ? truth('wrong') : state.factory.false,
    };
    this.nodes.set(key, node);
    return node;
  }

  attribute(path: readonly string[]): Attribute {
    return this.state.attribute(this.of, [this.source.root, ...path].join('.'));
  }

  private isRequired(path: readonly string[]): boolean {
    return !this.source.unfit && (this.field(path)?.required ?? false);
  }

  /** The catalogue's word on an attribute. */
  private field(path: readonly string[]): RecordType['fields'][string] | null {
    const { record } = this.source;
    const around = path.length === 1 ? record : this.declaredType(path.slice(0, -1));
    const name = path.at(-1) ?? '';
    return around?.kind === 'record' && Object.hasOwn(around.fields, name) ? (around.fields[name] ?? null) : null;
  }
}

function write(root: unknown, { path, present, illTyped, values }: OpenNode, model: ModelReader): void {
  if (!model.bool(present)) return;
  let object = root;
  for (const name of path.slice(0, -1)) object = isRecord(object) ? ownMember(object, name) : undefined;
  // The object around it was decided to be absent.
  if (!isRecord(object)) return;
  const [value] = values.values();
  const types = [...values.values()].map(({ type }) => type);
  const raw = model.bool(illTyped) ? misfit(types) : value ? value.fresh.decode(model) : {};
  Object.defineProperty(object, path.at(-1) ?? '', {
    value: raw,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A raw value that none of the types reads. */
function misfit(types: readonly Type[]): unknown {
  const raw = [true, {}, 'x', []].find((each) => types.every((type) => typeof readerOf(type)(each, {}) === 'symbol'));
  return raw ?? true;
}
