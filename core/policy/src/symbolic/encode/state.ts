import type { StringType } from '@ostiary/catalogue';
import type { StringEquality } from '../strings/resolve.js';
import { StringVariable } from '../strings/variable.js';
import type { Grid } from './grid.js';
import { TermFactory } from '../terms/factory.js';
import type { BoolTerm, Bounds, IntTerm } from '../terms/term.js';

/** What encoding one question collects besides the terms it returns. */
export class EncodingState {
  readonly factory = new TermFactory();
  readonly constraints: BoolTerm[] = [];
  readonly strings: StringVariable[] = [];
  readonly equalities: StringEquality[] = [];
  /** What was not encoded exactly but left free, for people. Free values only ever add behaviour. */
  readonly approximations = new Set<string>();
  /** The open attribute each variable belongs to, by variable name; variables of no attribute are missing. */
  readonly owners = new Map<string, string>();
  private readonly counters = new Map<string, number>();
  /** How finely unknown decimals of any scale are looked for. Set before the first is made. */
  grid: Grid = { after: 0, before: 17 };
  /** What a model may as well say: that numbers left free are what they would be on the grid. */
  readonly plain: BoolTerm[] = [];
  private owner: string | null = null;

  /** Runs `make`; the variables it makes belong to the open attribute `owner`. */
  own<T>(owner: string, make: () => T): T {
    const before = this.owner;
    this.owner = owner;
    try {
      return make();
    } finally {
      this.owner = before;
    }
  }

  /** A name no other variable has; `prefix` is letters. */
  freshName(prefix: string): string {
    const count = this.counters.get(prefix) ?? 0;
    this.counters.set(prefix, count + 1);
    const name = `${prefix}${String(count)}`;
    if (this.owner !== null) this.owners.set(name, this.owner);
    return name;
  }

  freshBool(prefix: string): BoolTerm {
    return this.factory.boolVar(this.freshName(prefix));
  }

  freshInt(prefix: string, bounds: Bounds): IntTerm {
    return this.factory.intVar(this.freshName(prefix), bounds);
  }

  freshString(type: StringType, examples: readonly string[]): StringVariable {
    const variable = new StringVariable(this.freshName('s'), type, examples, this.factory);
    this.strings.push(variable);
    return variable;
  }

  /** A truth value left free, because `reason` has no exact encoding. */
  havoc(reason: string): BoolTerm {
    this.approximations.add(reason);
    return this.freshBool('free');
  }

  /** Whether two unknown strings are equal. */
  equality(left: StringVariable, right: StringVariable): BoolTerm {
    if (left === right) return this.factory.true;
    const known = this.equalities.find(
      (each) => (each.left === left && each.right === right) || (each.left === right && each.right === left),
    );
    if (known) return known.holds;
    if (left.type.format !== right.type.format) this.approximations.add('equality of strings of different formats');
    const holds = this.freshBool('same');
    this.equalities.push({ left, right, holds });
    return holds;
  }
}
