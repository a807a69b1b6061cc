import type { Guard, GuardExpr } from '../../model/index.js';
import type { Comparator } from '../source/expressions.js';
import { shown } from '../source/problems.js';
import type { TextQuestion } from '../source/text-classes.js';
import { isRecord, itemsOf, member, textMember, type TreeRecord } from '../source/tree.js';
import { comparisonsOf } from './jsonata.js';
import { type Scope, variableOf } from './paths.js';
import { TEXTS, type ValueType, type Values } from './values.js';

type Order = Exclude<Comparator, '!='>;
type Kind = 'string' | 'number' | 'boolean' | 'time';

/** The comparison operators of Amazon States Language ("Choice state: data-test expression"), by their names without `Path`. */
const COMPARATORS: ReadonlyMap<string, readonly [Kind, Order]> = new Map<string, readonly [Kind, Order]>([
  ['BooleanEquals', ['boolean', '=']],
  ...ordersOf('String', 'string'),
  ...ordersOf('Numeric', 'number'),
  ...ordersOf('Timestamp', 'time'),
]);

function ordersOf(prefix: string, kind: Kind): readonly (readonly [string, readonly [Kind, Order]])[] {
  return [
    [`${prefix}Equals`, [kind, '=']],
    [`${prefix}LessThan`, [kind, '<']],
    [`${prefix}LessThanEquals`, [kind, '<=']],
    [`${prefix}GreaterThan`, [kind, '>']],
    [`${prefix}GreaterThanEquals`, [kind, '>=']],
  ];
}

const TYPE_TESTS: ReadonlyMap<string, readonly ValueType[]> = new Map([
  ['IsNull', ['null']],
  ['IsNumeric', ['number']],
  ['IsString', TEXTS],
  ['IsBoolean', ['boolean']],
  ['IsTimestamp', ['timestamp']],
]);

/** How deep conditions may be nested and still be read. */
const DEEPEST = 24;
/** A rule's members beside its one comparison. */
const BESIDE = new Set(['Variable', 'Next', 'Comment', 'Assign', 'Output']);

/** Reads conditions into guards; what it cannot say stays opaque, with its text. */
export class Conditions {
  constructor(
    private readonly scope: Scope,
    private readonly values: Values,
  ) {}

  guard(rule: TreeRecord): Guard {
    const condition = textMember(rule, 'Condition');
    const { Next: _, Assign: _assign, Output: _output, Comment: _comment, ...said } = rule;
    const text = shown(condition ?? JSON.stringify(said));
    const expr =
      condition === undefined ? this.rule(rule, 0) : comparisonsOf(condition, (...all) => this.jsonata(...all));
    return expr ? { expr, text } : { opaque: text };
  }

  private rule(rule: unknown, depth: number): GuardExpr | null {
    if (!isRecord(rule) || depth > DEEPEST) return null;
    // Which of two things it says the language leaves open.
    const [name, ...others] = Object.keys(rule).filter((key) => !BESIDE.has(key));
    if (name === undefined || others.length > 0) return null;
    if (name === 'And' || name === 'Or') {
      const of = itemsOf(rule[name]).map((inner) => this.rule(inner, depth + 1));
      const known = of.filter((inner) => inner !== null);
      return known.length === of.length && known.length > 0 ? { op: name === 'And' ? 'and' : 'or', of: known } : null;
    }
    if (name === 'Not') {
      const of = this.rule(rule['Not'], depth + 1);
      return of && { op: 'not', of };
    }
    const path = variableOf(textMember(rule, 'Variable') ?? '');
    return path === null ? null : this.comparison(path, name, member(rule, name));
  }

  private comparison(path: string, name: string, value: unknown): GuardExpr | null {
    const { scope, values } = this;
    const tested = TYPE_TESTS.get(name);
    if (tested && typeof value === 'boolean') return not(!value, values.is(path, scope, tested));
    if (name === 'IsPresent' && typeof value === 'boolean')
      return not(!value, values.is(path, scope, ['absent'], false));
    if (name === 'StringMatches' && typeof value === 'string') {
      const question = matched(value);
      return question && values.text(path, scope, question);
    }
    const [kind, op] = COMPARATORS.get(name.replace(/Path$/, '')) ?? [];
    if (kind === undefined || op === undefined) return null;
    if (name.endsWith('Path')) {
      const other = typeof value === 'string' ? variableOf(value) : null;
      return other === null ? null : values.other(path, scope, op, other, kind);
    }
    if (kind === 'string') {
      if (typeof value !== 'string') return null;
      return values.text(path, scope, op === '=' ? { pieces: [value] } : { order: op, than: value });
    }
    if (kind === 'time') {
      const time = typeof value === 'string' ? timeOf(value) : null;
      return time === null ? null : values.time(path, scope, op, time);
    }
    if (typeof value !== kind) return null;
    return values.compare(path, scope, op, value as number | boolean);
  }

  /** To JSONata nothing that is absent equals or differs from anything, and what is of another type differs. */
  private jsonata(path: string, op: Comparator, value: string | number | boolean): GuardExpr | null {
    const { scope, values } = this;
    if (op !== '=' && op !== '!=') return typeof value === 'number' ? values.compare(path, scope, op, value) : null;
    const same =
      typeof value === 'string'
        ? values.text(path, scope, { pieces: [value] })
        : values.compare(path, scope, '=', value);
    if (op === '=' || !same) return same;
    return {
      op: 'and',
      of: [values.is(path, scope, ['absent'], false), { op: 'not', of: same }],
    };
  }
}

/** `*` stands for anything, `\*` for itself and `\\` for a backslash; another one behind a backslash is no pattern. */
function matched(pattern: string): TextQuestion | null {
  const pieces = [''];
  for (let at = 0; at < pattern.length; at += 1) {
    const last = pieces.length - 1;
    if (pattern[at] === '*') pieces.push('');
    else if (pattern[at] !== '\\') pieces[last] += pattern[at] ?? '';
    else {
      at += 1;
      if (pattern[at] !== '*' && pattern[at] !== '\\') return null;
      pieces[last] += pattern[at] ?? '';
    }
  }
  return { pieces };
}

/** RFC 3339 with an upper-case T and Z, as the language asks for; null where it is finer than milliseconds. */
function timeOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isFinite(time) ? time : null;
}

const not = (negated: boolean, of: GuardExpr): GuardExpr => (negated ? { op: 'not', of } : of);
