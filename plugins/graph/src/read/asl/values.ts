import type { GuardExpr, Variable } from '../../model/index.js';
import { Compared } from '../source/compared.js';
import type { Comparator } from '../source/expressions.js';
import type { TextQuestion } from '../source/text-classes.js';
import { entriesOf, isList, isRecord, textMember } from '../source/tree.js';
import { type Scope, variableOf } from './paths.js';

/** What a value of the data can be. A timestamp is a text that is a time. `other`: a list or a record. */
const TYPES = ['absent', 'null', 'boolean', 'number', 'string', 'timestamp', 'other'] as const;
export type ValueType = (typeof TYPES)[number];
export const TEXTS: readonly ValueType[] = ['string', 'timestamp'];

type Kind = 'string' | 'number' | 'boolean' | 'time';
const TYPE_OF: Readonly<Record<Kind, readonly ValueType[]>> = {
  string: TEXTS,
  number: ['number'],
  boolean: ['boolean'],
  time: ['timestamp'],
};

/**
 * What conditions ask of the data of one document. A comparison is true of values of its own type only, whichever way it goes: which type a value has is a variable of its
 * own (`$.x.#type`), written whenever the value is. Where all that is asked at a path is whether it is a text that is named, none is needed: another type is as a text that no condition names.
 */
export class Values {
  readonly #compared = new Compared();
  readonly #kinds = new Map<string, Kind>();
  readonly #types = new Set<string>();
  /** Paths of which more is asked than whether they are this text or that. */
  readonly #typed: ReadonlySet<string>;

  /** @param document all of it: whether a type matters at a path is asked before the conditions are read one by one */
  constructor(document: unknown) {
    this.#typed = typedPaths(document);
  }

  /** To be asked when all conditions are read. */
  variables(): readonly Variable[] {
    return [
      ...this.#compared.variables(),
      ...[...this.#types].map((path) => ({ name: typeName(path), type: 'string' as const, values: TYPES })),
    ];
  }

  /** That the value at a path has one of these types, or has none of them. What it lies in is then a record or a list. */
  is(path: string, scope: Scope, types: readonly ValueType[], has = true): GuardExpr {
    return joined([...this.#around(path, scope), this.#type(path, scope, types, has)]);
  }

  compare(path: string, scope: Scope, op: Comparator, value: number | boolean): GuardExpr | null {
    const kind = typeof value === 'number' ? 'number' : 'boolean';
    const said = this.#compared.compare(this.#name(path, scope, kind), op, { value });
    return said && joined([...this.#standing(path, scope, kind), said]);
  }

  /** A time, in milliseconds since 1970. */
  time(path: string, scope: Scope, op: Comparator, value: number): GuardExpr | null {
    const said = this.#compared.compare(this.#name(path, scope, 'time'), op, { value });
    return said && joined([...this.#standing(path, scope, 'time'), said]);
  }

  text(path: string, scope: Scope, question: TextQuestion): GuardExpr | null {
    const said = this.#compared.text(this.#name(path, scope, 'string'), question);
    return said && joined([...this.#standing(path, scope, 'string'), said]);
  }

  other(path: string, scope: Scope, op: Comparator, other: string, kind: Kind): GuardExpr | null {
    const type = kind === 'string' ? 'string' : kind === 'boolean' ? 'bool' : 'real';
    const said = this.#compared.other(this.#name(path, scope, kind), op, this.#name(other, scope, kind), type);
    return said && joined([...this.#standing(path, scope, kind), ...this.#standing(other, scope, kind), said]);
  }

  /** The types that a write changes because what it is in is there afterwards: a record of a path that was absent. */
  touchedBy(name: string): readonly string[] {
    return [...this.#types].flatMap((path) => (name.startsWith(`${path}.`) ? [typeName(path)] : []));
  }

  /** The value of one kind at a path. Values of two kinds are told apart by a type, so they are two variables. */
  #name(path: string, scope: Scope, kind: Kind): string {
    const name = scope.name(path);
    const first = this.#kinds.get(name) ?? kind;
    this.#kinds.set(name, first);
    return first === kind ? name : `${name}.#${kind}`;
  }

  #standing(path: string, scope: Scope, kind: Kind): readonly GuardExpr[] {
    const around = this.#around(path, scope);
    return kind === 'string' && !this.#typed.has(path)
      ? around
      : [...around, this.#type(path, scope, TYPE_OF[kind], true)];
  }

  #around(path: string, scope: Scope): readonly GuardExpr[] {
    const parts = path.split('.');
    return parts.flatMap((_, length) => {
      const outer = parts.slice(0, length).join('.');
      return this.#typed.has(outer) ? [this.#type(outer, scope, ['other'], true)] : [];
    });
  }

  #type(path: string, scope: Scope, types: readonly ValueType[], has: boolean): GuardExpr {
    const name = scope.name(path);
    this.#types.add(name);
    const variable = typeName(name);
    const [only = 'other'] = types;
    if (types.length === 1) return { op: has ? '=' : '!=', variable, value: only };
    const of: GuardExpr = { op: 'in', variable, values: types };
    return has ? of : { op: 'not', of };
  }
}

const typeName = (path: string): string => `${path}.#type`;

function joined(of: readonly GuardExpr[]): GuardExpr {
  const [only] = of;
  return only && of.length === 1 ? only : { op: 'and', of };
}

function typedPaths(document: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const open: unknown[] = [document];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (isList(here)) open.push(...here);
    if (!isRecord(here)) continue;
    const path = textMember(here, 'Variable');
    for (const [name, value] of entriesOf(here)) {
      open.push(value);
      if (path === undefined || !/^(?:Is|Numeric|Boolean|Timestamp|String(?!Equals$))/.test(name)) continue;
      for (const one of [path, name.endsWith('Path') ? value : undefined]) {
        const named = typeof one === 'string' ? variableOf(one) : null;
        if (named !== null) found.add(named);
      }
    }
    const condition = textMember(here, 'Condition');
    // Of a JSONata comparison the type always counts.
    for (const [, own = ''] of condition?.matchAll(/\$states\.input((?:\.[A-Za-z_]\w*)*)/g) ?? []) found.add(`$${own}`);
    for (const [own] of condition?.matchAll(/\$(?!states\b)[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g) ?? []) found.add(own);
  }
  return found;
}
