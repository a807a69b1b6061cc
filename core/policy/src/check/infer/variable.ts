import type { Field, RecordType, StringFormat, Type } from '@ostiary/catalogue';
import { baseOf } from '../types.js';

type Kind = 'bool' | 'number' | 'money' | 'duration' | 'time' | 'string' | 'list' | 'record' | 'any';

/**
 * What is known so far of one type. Two that must be equal are joined (union-find). A clue that contradicts an earlier
 * one is dropped here: the checker meets the contradiction again with types fixed, and reports it in its place.
 */
export class TypeVariable {
  private link: TypeVariable | null = null;
  private kind: Kind | null = null;
  private scale = 0;
  private format: StringFormat | null = null;
  private element: TypeVariable | null = null;
  private fields: Map<string, TypeVariable> | null = null;
  private fixed: Type | null = null;
  /** Used as a value, so not `any`. */
  private used = false;
  /** Written as a string, which a time is too. */
  private spelled = false;
  /** Its size was asked: a list, unless something says a string. */
  private sized = false;
  /** Set while its type is being made: a type inside itself is cut off there. */
  private busy = false;

  static of(type: Type): TypeVariable {
    const variable = new TypeVariable();
    variable.fixed = type;
    switch (type.kind) {
      case 'int':
      case 'decimal':
        variable.kind = 'number';
        variable.scale = type.kind === 'int' ? 0 : type.scale;
        break;
      case 'string':
        variable.kind = 'string';
        variable.format = type.format;
        break;
      case 'list':
        variable.kind = 'list';
        variable.element = TypeVariable.of(type.of);
        break;
      case 'record':
        variable.kind = 'record';
        variable.fields = new Map();
        for (const [name, field] of Object.entries(type.fields)) variable.fields.set(name, TypeVariable.of(field.type));
        break;
      default:
        variable.kind = type.kind;
    }
    return variable;
  }

  static number(scale: number): TypeVariable {
    const variable = new TypeVariable();
    variable.kind = 'number';
    variable.scale = scale;
    return variable;
  }

  /** A string literal. */
  static spelled(): TypeVariable {
    const variable = new TypeVariable();
    variable.spelled = true;
    return variable;
  }

  /** The variable that stands for all joined with this one; the way to it is shortened in passing. */
  private root(): TypeVariable {
    if (!this.link) return this;
    let root = this.link;
    while (root.link) {
      root.link = root.link.link ?? root.link;
      root = root.link;
    }
    this.link = root;
    return root;
  }

  /** Whether anything but presence was asked of it. */
  get hasClue(): boolean {
    const root = this.root();
    return root.kind !== null || root.used || root.spelled || root.sized;
  }

  /** Says the kind, unless another was said before. */
  suggest(kind: Kind): this {
    const root = this.root();
    root.used = true;
    root.kind ??= kind;
    return this;
  }

  /** Ordered though spelled as a string: a time. */
  suggestOrder(): void {
    const root = this.root();
    if (root.kind === null && root.spelled) root.kind = 'time';
  }

  suggestSize(): void {
    this.root().sized = true;
  }

  item(): TypeVariable {
    const root = this.root();
    root.suggest('list');
    root.element ??= new TypeVariable();
    return root.element;
  }

  /** The field `name`; made when this is no record of fixed fields. Null on a fixed type without it. */
  field(name: string): TypeVariable | null {
    const root = this.root();
    const known = root.fields?.get(name);
    if (known) return known;
    if (root.fixed || (root.kind !== null && root.kind !== 'record')) return null;
    root.kind = 'record';
    root.fields ??= new Map();
    const made = new TypeVariable();
    root.fields.set(name, made);
    return made;
  }

  join(other: TypeVariable): void {
    const a = this.root();
    const b = other.root();
    a.used = b.used = true;
    if (a === b) return;
    if (a.kind !== null && b.kind !== null && a.kind !== b.kind) return;
    const [into, from] = b.fixed && !a.fixed ? [b, a] : [a, b];
    from.link = into;
    into.kind ??= from.kind;
    into.spelled ||= from.spelled;
    into.sized ||= from.sized;
    if (!into.fixed) into.scale = Math.max(into.scale, from.scale);
    into.format ??= from.format;
    if (into.element && from.element) into.element.join(from.element);
    else into.element ??= from.element;
    into.joinFields(from.fields);
  }

  private joinFields(fields: Map<string, TypeVariable> | null): void {
    if (!fields) return;
    this.fields ??= new Map();
    for (const [name, variable] of fields) {
      const own = this.fields.get(name);
      if (own) own.join(variable);
      else if (!this.fixed) this.fields.set(name, variable);
    }
  }

  /** Takes from `other` what nothing is known of here; what is known stays. */
  fillFrom(other: TypeVariable): void {
    const root = this.root();
    const source = other.root();
    if (root === source || root.busy || !source.fields || (root.kind !== null && root.kind !== 'record')) return;
    root.kind = 'record';
    root.fields ??= new Map();
    root.busy = true;
    for (const [name, variable] of source.fields) {
      const own = root.fields.get(name);
      if (!own || !own.hasClue) root.fields.set(name, variable);
      else own.fillFrom(variable);
    }
    root.busy = false;
  }

  /** The type that all clues together give. */
  solve(): Type {
    const root = this.root();
    if (root.fixed) return baseOf(root.fixed);
    if (root.busy) return { kind: 'any' };
    root.busy = true;
    const type = root.solveKind();
    root.busy = false;
    return type;
  }

  private solveKind(): Type {
    const root = this.root();
    switch (root.kind) {
      case null:
        if (root.used || root.spelled) return { kind: 'string', format: root.format ?? 'text' };
        return root.sized ? { kind: 'list', of: { kind: 'any' } } : { kind: 'any' };
      case 'number':
        return root.scale === 0 ? { kind: 'int' } : { kind: 'decimal', scale: Math.min(root.scale, 9) };
      case 'string':
        return { kind: 'string', format: root.format ?? 'text' };
      case 'list':
        return { kind: 'list', of: root.element?.solve() ?? { kind: 'any' } };
      case 'record':
        return root.solveRecord();
      case 'bool':
      case 'money':
      case 'duration':
      case 'time':
      case 'any':
        return { kind: root.kind };
    }
  }

  /** The fields as a record type, whose fields may all be absent and which may hold others. */
  solveRecord(): RecordType {
    const fields = Object.create(null) as Record<string, Field>;
    for (const [name, variable] of this.root().fields ?? []) fields[name] = { type: variable.solve(), required: false };
    return { kind: 'record', fields, open: true };
  }
}
