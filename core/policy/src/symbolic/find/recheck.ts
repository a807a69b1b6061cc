import type { SmtAnswer, SmtContext, SmtSolver } from '../solver.js';
import { ScriptWriter } from '../smtlib.js';
import { arePlainlyContrary } from '../terms/plainly-contrary.js';
import { coneOf, withVariables, type WithVariables } from '../terms/cone.js';
import type { BoolTerm } from '../terms/term.js';
import { getOrMake } from '../../maps.js';

/** That terms cannot hold together, by the constraints: found without the solver. */
export interface Claim {
  /** INVARIANT: one and the same array for all claims of one world. */
  readonly constraints: readonly BoolTerm[];
  readonly terms: readonly BoolTerm[];
}

/** The solver found what was claimed not to be there: a fault of this program, or of the solver. */
export class Contradicted extends Error {
  constructor(readonly script: string) {
    super('the solver found what a search without it had ruled out');
    this.name = 'Contradicted';
  }
}

/** Claims that are put to the solver as one question: is there something of any of them? */
const TOGETHER = 64;

/** Questions to one context: what was asked before is in the way of what is asked next. */
const QUESTIONS = 8;

/**
 * Asks the solver once more what was decided without it. Claims of one world are asked together, as one disjunction, and in a context that
 * many such questions share: where the solver says that nothing of any is there, each is confirmed. Where it does not know, or finds
 * something, each is asked by itself, in a context of its own.
 *
 * See docs/adr/0159.
 */
export class Recheck {
  /** By world: whether each claim was confirmed. */
  private readonly known = new WeakMap<readonly BoolTerm[], Map<string, boolean>>();
  private shared: SharedContext | null = null;

  /** @param rlimit of one check; see `SmtOptions.rlimit` */
  constructor(
    private readonly solver: SmtSolver | null,
    private readonly rlimit: number,
  ) {}

  /**
   * How many of the claims, those that are made twice counted once, the solver did not settle within its limit.
   *
   * @throws Contradicted
   */
  async unconfirmed(claims: readonly Claim[]): Promise<number> {
    let count = 0;
    for (const [constraints, own] of Map.groupBy(claims, (claim) => claim.constraints)) {
      const known = this.known.get(constraints) ?? new Map<string, boolean>();
      this.known.set(constraints, known);
      const byKey = new Map(
        own.filter(({ terms }) => !arePlainlyContrary(terms)).map((claim) => [keyOf(claim), claim]),
      );
      const fresh = [...byKey].filter(([key]) => !known.has(key));
      for (let at = 0; at < fresh.length; at += TOGETHER) {
        const some = fresh.slice(at, at + TOGETHER);
        const together = await this.together(some.map(([, claim]) => claim));
        for (const [key, claim] of some) known.set(key, together || (await this.alone(claim)));
      }
      for (const key of byKey.keys()) if (known.get(key) !== true) count += 1;
    }
    return count;
  }

  /** Lets go of the context. */
  close(): void {
    this.shared?.close();
    this.shared = null;
  }

  /** Whether the solver says that nothing of any of the claims is there. */
  private async together(claims: readonly Claim[]): Promise<boolean> {
    if (!this.solver) return false;
    if (this.shared?.isFull) this.close();
    this.shared ??= new SharedContext(this.solver.open());
    return (await this.shared.ask(claims, this.rlimit)).status === 'unsat';
  }

  private async alone({ constraints, terms }: Claim): Promise<boolean> {
    if (!this.solver) return false;
    const writer = new ScriptWriter();
    writer.assert([...constraints, ...terms]);
    const text = writer.step();
    const context = this.solver.open();
    try {
      const { status } = await context.check({ text, variables: [], assumptions: [] }, { rlimit: this.rlimit });
      if (status === 'sat') throw new Contradicted(text);
      return status === 'unsat';
    } finally {
      context.close();
    }
  }
}

/** One context for claims of several worlds, none of which has a part in what is said of another. */
class SharedContext {
  private readonly worlds = new Map<readonly BoolTerm[], WorldScript>();
  private asked = 0;

  constructor(private readonly context: SmtContext) {}

  get isFull(): boolean {
    return this.asked >= QUESTIONS;
  }

  /** @param claims of one world */
  ask(claims: readonly Claim[], rlimit: number): Promise<SmtAnswer> {
    this.asked += 1;
    const constraints = claims[0]?.constraints ?? [];
    const world = getOrMake(this.worlds, constraints, () => new WorldScript(constraints, this.worlds.size));
    return this.context.check({ variables: [], ...world.step(claims) }, { rlimit });
  }

  close(): void {
    this.context.close();
  }
}

/** What a context was told of one world. */
class WorldScript {
  private readonly is: string;
  private readonly writer: ScriptWriter;
  private rest: readonly WithVariables[];
  private declared = false;

  constructor(constraints: readonly BoolTerm[], number: number) {
    this.is = `w${String(number)}`;
    this.writer = new ScriptWriter(`${this.is}.`, this.is);
    this.rest = constraints.map(withVariables);
  }

  /** Asks whether something of any of some claims is there, by the constraints that have to do with them, directly or by others. */
  step(claims: readonly Claim[]): { readonly text: string; readonly assumptions: readonly string[] } {
    const groups = claims.map(({ terms }) => terms);
    const head = this.declared ? '' : `(declare-const ${this.is} Bool)\n`;
    this.declared = true;
    this.writer.assert(this.around(groups.flat()));
    const some = this.writer.assumeSome(groups);
    return { text: head + this.writer.step(), assumptions: [this.is, some] };
  }

  /** Of the constraints that were not told yet. What is not there by some of them alone is not there by all. */
  private around(terms: readonly BoolTerm[]): readonly BoolTerm[] {
    const { inside, outside } = coneOf(terms, this.rest);
    this.rest = outside;
    return inside;
  }
}

const keyOf = ({ terms }: Claim): string =>
  terms
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join();
