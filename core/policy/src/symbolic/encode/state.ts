import type { StringType } from '@ostiary/catalogue';
import type { StringEquality } from '../strings/resolve.js';
import { StringVariable } from '../strings/variable.js';
import type { Grid } from '../../breaks/grid.js';
import { TermFactory } from '../terms/factory.js';
import type { About, Attribute, BoolTerm, Bounds, IntTerm } from '../terms/term.js';
import type { UnknownList } from './sym.js';
import { getOrMake } from '../../maps.js';

/** What encoding collects besides the terms it returns: the unknowns of a world, and what holds of them. */
export class EncodingState {
  readonly factory = new TermFactory();
  readonly constraints: BoolTerm[] = [];
  readonly strings: StringVariable[] = [];
  readonly lists: UnknownList[] = [];
  readonly equalities: StringEquality[] = [];
  /** Preferred when a model is sought: such models can be built. Not needed for soundness. */
  readonly plain: BoolTerm[] = [];
  /** The same, and given up before the rest: that nothing happened. */
  readonly uneventful: BoolTerm[] = [];
  /** That events of unknown histories have all that is read of them. Histories without that are possible, too. */
  readonly wholeEvents: BoolTerm[] = [];
  /** Attributes whose variables, all together, allow for more than there is. */
  readonly loose = new Set<Attribute>();
  private readonly counters = new Map<string, number>();
  private readonly attributes = new Map<string, Attribute>();
  /** How finely unknown decimals of any scale are looked for. Set before the first is made. */
  grid: Grid = { after: 0, before: 17 };
  private owner: Attribute | null = null;
  private readonly made = new Map<string, IntTerm>();

  attribute(call: string, path: string): Attribute {
    return getOrMake(this.attributes, `${call} ${path}`, () => ({ call, path }));
  }

  /** Whom the variables made now belong to. */
  get owned(): Attribute | null {
    return this.owner;
  }

  /** Runs `make`; the variables it makes belong to `owner`. */
  own<T>(owner: Attribute | null, make: () => T): T {
    const before = this.owner;
    this.owner = owner;
    try {
      return make();
    } finally {
      this.owner = before;
    }
  }

  /** A name no other variable has; `prefix` is letters. */
  private freshName(prefix: string): string {
    const count = this.counters.get(prefix) ?? 0;
    this.counters.set(prefix, count + 1);
    return `${prefix}${String(count)}`;
  }

  /** @param approximates why the variable allows for more than there is */
  freshBool(prefix: string, approximates: string | null = null): BoolTerm {
    return this.factory.boolVar(this.freshName(prefix), this.about(approximates));
  }

  freshInt(prefix: string, bounds: Bounds, approximates: string | null = null): IntTerm {
    return this.factory.intVar(this.freshName(prefix), bounds, this.about(approximates));
  }

  freshString(type: StringType, examples: readonly string[]): StringVariable {
    const variable = new StringVariable(this.freshName('s'), type, examples, this.owner, this.factory);
    this.strings.push(variable);
    return variable;
  }

  /** A truth value left free, because `reason` has no exact encoding. Free values only ever add behaviour. */
  havoc(reason: string): BoolTerm {
    return this.freshBool('free', reason);
  }

  /** A number that is made once for each `key`. */
  once(key: string, make: () => IntTerm): IntTerm {
    return getOrMake(this.made, key, make);
  }

  /** Whether two unknown strings are equal. */
  equality(left: StringVariable, right: StringVariable): BoolTerm {
    if (left === right) return this.factory.true;
    const known = this.equalities.find(
      (each) => (each.left === left && each.right === right) || (each.left === right && each.right === left),
    );
    if (known) return known.holds;
    const holds = this.own(null, () => this.freshBool('same', 'equality of strings without cells in common'));
    this.equalities.push({ left, right, holds });
    return holds;
  }

  private about(approximates: string | null): About {
    return { attribute: this.owner, approximates, word: false };
  }
}
