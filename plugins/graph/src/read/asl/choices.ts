import type { Guard, GuardExpr, Variable } from '../../model/index.js';
import { shown } from '../source/problems.js';
import { isRecord, itemsOf, member, textMember, type TreeRecord } from '../source/tree.js';
import { comparisonsOf } from './jsonata.js';
import { type Scope, variableOf } from './paths.js';

type Kind = 'string' | 'real' | 'bool';
type Order = '<' | '<=' | '>' | '>=';

/** What the conditions of a machine say of the types of its data: each compares values of one type, and is false of all others. */
export class Types {
  readonly #kinds = new Map<string, Kind | 'several'>();

  add(variable: string, kind: Kind): void {
    const known = this.#kinds.get(variable);
    this.#kinds.set(variable, known === undefined || known === kind ? kind : 'several');
  }

  variables(): readonly Variable[] {
    return [...this.#kinds].flatMap(([name, kind]) => (kind === 'several' ? [] : [{ name, type: kind }]));
  }
}

const COMPARATORS = new Map<string, readonly [Kind, '=' | Order]>([
  ['StringEquals', ['string', '=']],
  ['NumericEquals', ['real', '=']],
  ['NumericLessThan', ['real', '<']],
  ['NumericLessThanEquals', ['real', '<=']],
  ['NumericGreaterThan', ['real', '>']],
  ['NumericGreaterThanEquals', ['real', '>=']],
  ['BooleanEquals', ['bool', '=']],
]);

/** Reads conditions into guards; what it cannot say stays opaque, with its text. */
export class Conditions {
  constructor(
    private readonly scope: Scope,
    private readonly types: Types,
  ) {}

  guard(rule: TreeRecord): Guard {
    const condition = textMember(rule, 'Condition');
    const { Next: _, Assign: _assign, Output: _output, Comment: _comment, ...said } = rule;
    const text = shown(condition ?? JSON.stringify(said));
    const expr = condition === undefined ? this.rule(rule) : comparisonsOf(condition, (...all) => this.jsonata(...all));
    return expr ? { expr, text } : { opaque: text };
  }

  private rule(rule: unknown): GuardExpr | null {
    if (!isRecord(rule)) return null;
    for (const [name, op] of [
      ['And', 'and'],
      ['Or', 'or'],
    ] as const) {
      if (!Object.hasOwn(rule, name)) continue;
      const of = itemsOf(rule[name]).map((inner) => this.rule(inner));
      const known = of.filter((inner) => inner !== null);
      return known.length === of.length && known.length > 0 ? { op, of: known } : null;
    }
    if (Object.hasOwn(rule, 'Not')) {
      const of = this.rule(rule['Not']);
      return of && { op: 'not', of };
    }
    return this.comparison(rule);
  }

  private comparison(rule: TreeRecord): GuardExpr | null {
    const path = variableOf(textMember(rule, 'Variable') ?? '');
    const found = Object.keys(rule).find(
      (key) => key !== 'Variable' && key !== 'Next' && key !== 'Comment' && key !== 'Assign',
    );
    if (path === null || found === undefined) return null;
    const variable = this.scope.name(path);
    const value = member(rule, found);
    if (found === 'IsPresent' && typeof value === 'boolean') return not(!value, { op: 'present', variable });
    if (found === 'IsNumeric' && typeof value === 'boolean') return not(!value, this.is(variable, 'real'));
    if (found === 'IsBoolean' && typeof value === 'boolean') return not(!value, this.is(variable, 'bool'));
    if (found === 'StringMatches' && typeof value === 'string') return this.matches(variable, value);
    const [kind, op] = COMPARATORS.get(found.replace(/Path$/, '')) ?? [];
    if (kind === undefined || op === undefined) return null;
    if (found.endsWith('Path'))
      return this.other(variable, kind, op, typeof value === 'string' ? variableOf(value) : null);
    return this.compare(variable, kind, op, value);
  }

  private compare(variable: string, kind: Kind, op: '=' | Order, value: unknown): GuardExpr | null {
    if (kind === 'string') {
      if (typeof value !== 'string') return null;
      this.types.add(variable, kind);
      return { op: '=', variable, value };
    }
    if (kind === 'bool' ? typeof value !== 'boolean' : typeof value !== 'number') return null;
    this.types.add(variable, kind);
    const said: GuardExpr =
      op === '=' ? { op, variable, value: value as number | boolean } : { op, variable, value: value as number };
    return { op: 'and', of: [this.is(variable, kind), said] };
  }

  private other(variable: string, kind: Kind, op: '=' | Order, path: string | null): GuardExpr | null {
    if (path === null || kind === 'bool') return null;
    const other = this.scope.name(path);
    this.types.add(variable, kind);
    this.types.add(other, kind);
    if (kind === 'string') return { op, variable, other };
    return { op: 'and', of: [this.is(variable, kind), this.is(other, kind), { op, variable, other }] };
  }

  /** `*` stands for anything. Only what is a text without one, or one text between two, can be said. */
  private matches(variable: string, pattern: string): GuardExpr | null {
    const [, inner] = /^\*([^*\\]+)\*$/.exec(pattern) ?? [];
    if (inner !== undefined) {
      this.types.add(variable, 'string');
      return { op: 'contains', variable, value: inner };
    }
    return /[*\\]/.test(pattern) ? null : this.compare(variable, 'string', '=', pattern);
  }

  /**
   * A comparison of numbers is false of what is no number, whichever way it goes: whether it is one is a variable of its own, which is written
   * whenever the value is.
   */
  private is(variable: string, kind: 'real' | 'bool'): GuardExpr {
    const type = `${variable}.#${kind === 'real' ? 'number' : 'boolean'}`;
    this.types.add(type, 'bool');
    return { op: '=', variable: type, value: true };
  }

  private jsonata(path: string, op: '=' | '!=' | Order, value: string | number | boolean): GuardExpr | null {
    const variable = this.scope.name(path);
    const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'real' : 'bool';
    if (op === '=') {
      this.types.add(variable, kind);
      return { op, variable, value };
    }
    if (op !== '!=') return kind === 'real' ? this.compare(variable, kind, op, value) : null;
    this.types.add(variable, kind);
    return {
      op: 'and',
      of: [
        { op: 'present', variable },
        { op, variable, value },
      ],
    };
  }
}

const not = (negated: boolean, of: GuardExpr): GuardExpr => (negated ? { op: 'not', of } : of);
