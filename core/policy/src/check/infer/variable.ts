import type { StringFormat, Type } from '@ostiary/catalogue';
import type { Span } from '../../syntax/ast.js';
import { bothSpellings, type Spelling } from './spelling.js';

type Kind = 'bool' | 'number' | 'money' | 'duration' | 'time' | 'string' | 'list' | 'record' | 'map' | 'any';

/** A constant that a list is asked to contain, and where. */
export interface Contained {
  readonly text: string;
  readonly span: Span;
}

type Pair = readonly [TypeVariable, TypeVariable];

/** What is known so far of one type; the fields of records and the element of lists are variables of their own. */
export class Clues {
  kind: Kind | null = null;
  /** What it is when nothing says more. */
  fallback: 'number' | 'duration' | null = null;
  format: StringFormat | null = null;
  element: TypeVariable | null = null;
  fields: Map<string, TypeVariable> | null = null;
  /** Known beforehand; nothing changes it. */
  fixed: Type | null = null;
  /** Used as a value, so not `any`. */
  used = false;
  /** Written as a string, which a time is too. */
  spelled = false;
  /** What constants beside it say about its format. */
  spelling: Spelling | null = null;
  /** The path it was first read by, for reports. */
  subject: string | null = null;
  /** Its size was asked: a list, unless something says a string. */
  sized = false;
  /** The first text that `contains` looks for in it. */
  contained: Contained | null = null;
  /** Used as a list by more than `contains`, which people also ask of a text. */
  listed = false;
}

/**
 * What is known so far of one type. Two that must be equal are joined (union-find). A clue that contradicts an earlier
 * one is dropped here: the checker meets the contradiction again with types fixed, and reports it in its place.
 */
export class TypeVariable extends Clues {
  private link: TypeVariable | null = null;

  static of(type: Type): TypeVariable {
    const variable = new TypeVariable();
    variable.fixed = type;
    variable.kind = type.kind === 'int' || type.kind === 'decimal' ? 'number' : type.kind;
    switch (type.kind) {
      case 'string':
        variable.format = type.format;
        break;
      case 'list':
      case 'map':
        variable.element = TypeVariable.of(type.of);
        break;
      case 'record':
        variable.fields = new Map();
        for (const [name, field] of Object.entries(type.fields)) variable.fields.set(name, TypeVariable.of(field.type));
        break;
      default:
    }
    return variable;
  }

  static number(): TypeVariable {
    const variable = new TypeVariable();
    variable.kind = 'number';
    return variable;
  }

  /** A string literal. */
  static spelled(spelling: Spelling): TypeVariable {
    const variable = new TypeVariable();
    variable.spelled = true;
    variable.spelling = spelling;
    return variable;
  }

  /** Takes in a constant or pattern that it is held against. */
  spell(spelling: Spelling | null): void {
    const root = this.root();
    if (spelling) root.spelling = root.spelling ? bothSpellings(root.spelling, spelling) : spelling;
  }

  named(subject: string): this {
    this.root().subject ??= subject;
    return this;
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

  /** Whether more than its presence and its size was asked of it, which texts and lists of all kinds have. */
  private get isTelling(): boolean {
    const root = this.root();
    return root.kind !== null || root.used || root.spelled;
  }

  /** Says the kind, unless another was said before. */
  suggest(kind: Kind): this {
    const root = this.root();
    root.used = true;
    root.kind ??= kind;
    return this;
  }

  /** Says what it is when nothing else does. */
  otherwise(kind: 'number' | 'duration'): this {
    const root = this.root();
    root.used = true;
    root.fallback ??= kind;
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

  /** What its items are. `contained`: the text it is asked to contain, when that is all that is asked. */
  item(contained: Contained | null = null): TypeVariable {
    const root = this.root();
    root.suggest('list');
    root.contained ??= contained;
    root.listed ||= contained === null;
    root.element ??= new TypeVariable();
    return root.element;
  }

  /** The field `name`; made when this is no record of fixed fields. Null on a fixed type without it. */
  field(name: string): TypeVariable | null {
    const root = this.root();
    if (root.kind === 'map') return root.element;
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
    const pending: Pair[] = [[this, other]];
    // Not by recursion: types may lie in one another as deep as a policy has statements.
    for (let pair = pending.pop(); pair; pair = pending.pop()) pair[0].root().merge(pair[1].root(), pending);
  }

  /** Joins another root to this one; what lies in both is left in `pending`. */
  private merge(other: TypeVariable, pending: Pair[]): void {
    this.used = other.used = true;
    if (this === other) return;
    if (this.kind !== null && other.kind !== null && this.kind !== other.kind) return;
    const into = this.absorbs(other) ? this : other;
    const from = into === this ? other : this;
    const [first, second] = other.fixed && !this.fixed ? [other, this] : [this, other];
    from.link = into;
    into.kind ??= from.kind;
    into.spelled ||= from.spelled;
    into.sized ||= from.sized;
    into.contained ??= from.contained;
    into.listed ||= from.listed;
    into.fallback ??= from.fallback;
    into.spell(from.spelling);
    into.subject ??= from.subject;
    // The clue of the first stands, whichever of them has become the root.
    into.format = first.format ?? second.format;
    if (first.element && second.element) pending.push([first.element, second.element]);
    into.element = first.element ?? second.element;
    into.takeFields(from.fields, into === first, pending);
  }

  /** Fixed types stay as they are; of two others the one with more fields takes in the one with fewer. */
  private absorbs(other: TypeVariable): boolean {
    if (this.fixed || other.fixed) return this.fixed !== null;
    return (this.fields?.size ?? 0) >= (other.fields?.size ?? 0);
  }

  private takeFields(fields: Map<string, TypeVariable> | null, isFirst: boolean, pending: Pair[]): void {
    if (!fields) return;
    this.fields ??= new Map();
    for (const [name, variable] of fields) {
      const own = this.fields.get(name);
      if (own) pending.push(isFirst ? [own, variable] : [variable, own]);
      else if (!this.fixed) this.fields.set(name, variable);
    }
  }

  /**
   * Takes from `other` what nothing is known of here; what is known stays. `spend` is told of every record's fields
   * before they are taken, and may throw.
   */
  fillFrom(other: TypeVariable, spend: (fields: number) => void): void {
    const filled = new Map<TypeVariable, Set<TypeVariable>>();
    const pending: Pair[] = [[this, other]];
    for (let pair = pending.pop(); pair; pair = pending.pop()) {
      const [root, source] = [pair[0].root(), pair[1].root()];
      const sources = filled.get(root) ?? new Set();
      if (root === source || sources.has(source)) continue;
      filled.set(root, sources.add(source));
      root.fillKind(source);
      if (root.kind === 'list' && source.kind === 'list') root.fillItems(source, pending);
      if (!source.fields || (root.kind !== null && root.kind !== 'record')) continue;
      spend(source.fields.size);
      root.kind = 'record';
      root.fields ??= new Map();
      for (const [name, variable] of source.fields) {
        const own = root.fields.get(name);
        if (own?.isTelling || (own?.hasClue && !variable.isTelling)) own.fillSpelling(variable, pending);
        else root.fields.set(name, variable);
      }
    }
  }

  /** What was used and said no kind takes that of the other, and its format. */
  private fillKind({ kind, format }: Clues): void {
    if (this.kind !== null || !this.used || kind === null) return;
    if (this.spelled && kind !== 'string' && kind !== 'time') return;
    if (kind !== 'list' && kind !== 'record' && kind !== 'map')
      [this.kind, this.format] = [kind, this.format ?? format];
  }

  private fillItems({ element }: TypeVariable, pending: Pair[]): void {
    if (element && this.element?.isTelling) this.element.fillSpelling(element, pending);
    else this.element = element ?? this.element;
  }

  /** A constant of the other that is not in normal form speaks against a format here, too. */
  private fillSpelling(other: TypeVariable, pending: Pair[]): void {
    this.spell(other.clues.spelling);
    pending.push([this, other]);
  }

  /** What is known of it and all joined with it. */
  get clues(): Readonly<Clues> {
    return this.root();
  }
}
