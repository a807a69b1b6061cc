import { differenceIsZero, differenceOf, LinearSum } from './linear.js';
import type { About, BoolTerm, Bounds, IntTerm, LinearPart, Variable } from './term.js';

type Shape<T> = T extends { readonly id: number } ? Omit<T, 'id'> : never;

const NOTHING: About = { attribute: null, approximates: null, word: false };

/** Makes terms, shares equal ones, and folds what is already decided by constants or bounds. */
export class TermFactory {
  private readonly bools = new Map<string, BoolTerm>();
  private readonly ints = new Map<string, IntTerm>();
  private lastId = 0;
  readonly true: BoolTerm = this.bool('true', { sort: 'Bool', kind: 'const', value: true });
  readonly false: BoolTerm = this.bool('false', { sort: 'Bool', kind: 'const', value: false });

  constBool(value: boolean): BoolTerm {
    return value ? this.true : this.false;
  }

  /** A name stands for one variable of the factory. */
  boolVar(name: string, about: About = NOTHING): BoolTerm {
    return this.bool(`v${name}`, { sort: 'Bool', kind: 'var', name, ...about });
  }

  not(of: BoolTerm): BoolTerm {
    if (of.kind === 'const') return this.constBool(!of.value);
    if (of.kind === 'not') return of.of;
    return this.bool(`!${String(of.id)}`, { sort: 'Bool', kind: 'not', of });
  }

  and(...of: readonly BoolTerm[]): BoolTerm {
    return this.junction('and', of);
  }

  or(...of: readonly BoolTerm[]): BoolTerm {
    return this.junction('or', of);
  }

  implies(left: BoolTerm, right: BoolTerm): BoolTerm {
    return this.or(this.not(left), right);
  }

  iff(left: BoolTerm, right: BoolTerm): BoolTerm {
    return this.choose(left, right, this.not(right));
  }

  choose(condition: BoolTerm, yes: BoolTerm, no: BoolTerm): BoolTerm {
    if (yes === no) return yes;
    return this.or(this.and(condition, yes), this.and(this.not(condition), no));
  }

  int(value: bigint | number): IntTerm {
    const exact = BigInt(value);
    return this.integer(`#${String(exact)}`, { sort: 'Int', kind: 'const', value: exact, lo: exact, hi: exact });
  }

  /** The bounds are facts: the encoder asserts them, and folding relies on them. */
  intVar(name: string, { lo, hi }: Bounds, about: About = NOTHING): IntTerm {
    return this.integer(`v${name}`, { sort: 'Int', kind: 'var', name, lo, hi, ...about });
  }

  /** A variable like another one, of its own name. */
  renamed(variable: Variable, name: string): Variable {
    const { attribute, approximates, word } = variable;
    const about = { attribute, approximates, word };
    const made = variable.sort === 'Bool' ? this.boolVar(name, about) : this.intVar(name, variable, about);
    if (made.kind !== 'var') throw new TypeError('a variable is a variable');
    return made;
  }

  add(...of: readonly IntTerm[]): IntTerm {
    const sum = new LinearSum();
    for (const term of of) sum.add(term, 1n);
    return this.fromSum(sum);
  }

  /** How many of some things it holds for. */
  count<T>(of: readonly T[], holds: (each: T) => BoolTerm): IntTerm {
    return this.add(...of.map((each) => this.ite(holds(each), this.int(1), this.int(0))));
  }

  sub(left: IntTerm, right: IntTerm): IntTerm {
    return this.fromSum(differenceOf(left, right));
  }

  scale(factor: bigint, of: IntTerm): IntTerm {
    const sum = new LinearSum();
    sum.add(of, factor);
    return this.fromSum(sum);
  }

  /** Quotient rounded towards minus infinity; `by` is positive. */
  div(of: IntTerm, by: bigint): IntTerm {
    if (by === 1n) return of;
    if (of.kind === 'const') return this.int(floorDiv(of.value, by));
    const lo = of.lo === null ? null : floorDiv(of.lo, by);
    const hi = of.hi === null ? null : floorDiv(of.hi, by);
    if (lo !== null && lo === hi) return this.int(lo);
    return this.integer(`/${String(of.id)}/${String(by)}`, { sort: 'Int', kind: 'div', of, by, lo, hi });
  }

  /** What `div` leaves: 0 <= result < by. */
  mod(of: IntTerm, by: bigint): IntTerm {
    return this.sub(of, this.scale(by, this.div(of, by)));
  }

  ite(condition: BoolTerm, yes: IntTerm, no: IntTerm): IntTerm {
    if (condition.kind === 'const') return condition.value ? yes : no;
    if (yes === no) return yes;
    return this.integer(`?${String(condition.id)},${String(yes.id)},${String(no.id)}`, {
      sort: 'Int',
      kind: 'ite',
      condition,
      then: yes,
      else: no,
      lo: yes.lo === null || no.lo === null ? null : yes.lo < no.lo ? yes.lo : no.lo,
      hi: yes.hi === null || no.hi === null ? null : yes.hi > no.hi ? yes.hi : no.hi,
    });
  }

  le(left: IntTerm, right: IntTerm): BoolTerm {
    const rest = this.sub(right, left);
    if (rest.lo !== null && rest.lo >= 0n) return this.true;
    if (rest.hi !== null && rest.hi < 0n) return this.false;
    return this.bool(`>=${String(rest.id)}`, { sort: 'Bool', kind: 'nonneg', of: rest });
  }

  lt(left: IntTerm, right: IntTerm): BoolTerm {
    return this.le(this.add(left, this.int(1)), right);
  }

  eq(left: IntTerm, right: IntTerm): BoolTerm {
    const sum = differenceOf(left, right).signed();
    const decided = differenceIsZero(sum);
    if (decided === 'always' || decided === 'never') return this.constBool(decided === 'always');
    if (decided !== null) {
      const { condition, whenThen, whenElse } = decided;
      return this.choose(condition, this.constBool(whenThen), this.constBool(whenElse));
    }
    const rest = this.fromSum(sum);
    return this.bool(`=${String(rest.id)}`, { sort: 'Bool', kind: 'zero', of: rest });
  }

  private junction(kind: 'and' | 'or', of: readonly BoolTerm[]): BoolTerm {
    const neutral = kind === 'and';
    const parts = new Set<BoolTerm>();
    const stack = [...of].toReversed();
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      if (part.kind === kind) {
        for (const inner of part.of.toReversed()) stack.push(inner);
      } else if (part.kind === 'const') {
        if (part.value !== neutral) return this.constBool(!neutral);
      } else {
        parts.add(part);
      }
    }
    for (const part of parts) if (part.kind === 'not' && parts.has(part.of)) return this.constBool(!neutral);
    // INVARIANT: in the order given, so that a term says the same whatever else was made before it.
    const list = [...parts];
    const [only] = list;
    if (!only) return this.constBool(neutral);
    if (list.length === 1) return only;
    return this.bool(`${kind}${list.map((part) => part.id).join()}`, { sort: 'Bool', kind, of: list });
  }

  private fromSum(sum: LinearSum): IntTerm {
    const terms: readonly LinearPart[] = sum.parts();
    const [only] = terms;
    if (!only) return this.int(sum.constant);
    if (terms.length === 1 && only.factor === 1n && sum.constant === 0n) return only.of;
    const key = `+${String(sum.constant)}${terms.map((part) => `,${String(part.factor)}*${String(part.of.id)}`).join('')}`;
    return this.integer(key, { sort: 'Int', kind: 'linear', constant: sum.constant, terms, ...sum.bounds() });
  }

  private bool(key: string, shape: Shape<BoolTerm>): BoolTerm {
    const known = this.bools.get(key);
    if (known) return known;
    const term: BoolTerm = { ...shape, id: ++this.lastId };
    this.bools.set(key, term);
    return term;
  }

  private integer(key: string, shape: Shape<IntTerm>): IntTerm {
    const known = this.ints.get(key);
    if (known) return known;
    const term: IntTerm = { ...shape, id: ++this.lastId };
    this.ints.set(key, term);
    return term;
  }
}

/** Division rounded down, for a divisor above zero. */
export function floorDiv(left: bigint, by: bigint): bigint {
  const quotient = left / by;
  return left % by < 0n ? quotient - 1n : quotient;
}
