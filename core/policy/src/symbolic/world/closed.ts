import type { CorePolicy } from '../../core/ir.js';
import { buildHistory } from '../evidence/build-history.js';
import type { Draft } from '../evidence/draft.js';
import type { SessionStep } from '../evidence/play.js';
import { Model } from '../evidence/model.js';
import { Unrealisable } from '../encode/realisable.js';
import type { EncodingState } from '../encode/state.js';
import { type Finder, type FinderLimits, makeFinder } from '../find/finder.js';
import type { Claim } from '../find/recheck.js';
import type { SmtSolver } from '../solver.js';
import type { StringResolution } from '../strings/resolve.js';
import type { Assignment } from '../terms/evaluate.js';
import type { TermFactory } from '../terms/factory.js';
import type { Substitution } from '../terms/substitute.js';
import { coneOf, withVariables, type WithVariables } from '../terms/cone.js';
import type { BoolTerm, Variable } from '../terms/term.js';
import type { AgentSession } from './agent-session.js';
import { type Answers, type Guarded, ofEach } from './answer.js';
import type { SymbolicCall } from './call.js';
import type { SymbolicSession } from './session.js';
import type { VariedCall } from './varied-call.js';

/** A world of which everything is known that is asked: its terms can be searched, and models of it built as real calls. */
export class ClosedWorld {
  /** What holds of every well-formed call. */
  readonly constraints: readonly BoolTerm[];
  /** Preferences for models that can be built; not needed for soundness. */
  readonly plain: readonly BoolTerm[];
  /** The variables of each constraint, once they were asked for. */
  private constrained: readonly WithVariables[] | null = null;

  constructor(
    private readonly state: EncodingState,
    private readonly lists: Substitution,
    private readonly tests: Substitution,
    private readonly strings: StringResolution,
  ) {
    this.constraints = [...state.constraints, ...strings.constraints].map((term) => this.term(term));
    this.plain = [...state.plain, ...strings.preferences, ...state.uneventful].map((term) => this.term(term));
  }

  get factory(): TermFactory {
    return this.state.factory;
  }

  /** A term of the open world, with all that was left unsaid about strings and lists. */
  term(open: BoolTerm): BoolTerm {
    return this.tests.bool(this.lists.bool(open));
  }

  guarded({ holds, undefined: unknown }: Guarded): Guarded {
    return { holds: this.term(holds), undefined: this.term(unknown) };
  }

  answers(open: Answers): Answers {
    return ofEach((effect) => this.term(open[effect]));
  }

  /**
   * Whether a model of `terms` is a real call as far as they go: none of the variables they depend on, by the constraints too, allows
   * for more than there is.
   */
  isExact(terms: readonly BoolTerm[]): boolean {
    return this.cone(terms).every(
      ({ approximates, attribute }) =>
        approximates === null && (attribute === null || !this.state.loose.has(attribute)),
    );
  }

  /** The variables that `terms` depend on, by the constraints too. */
  cone(terms: readonly BoolTerm[]): Variable[] {
    this.constrained ??= this.constraints.map(withVariables);
    return [...coneOf(terms, this.constrained).variables];
  }

  /** @param claims see `makeFinder` */
  finder(roots: readonly BoolTerm[], solver: SmtSolver | null, limits: FinderLimits, claims?: Claim[]): Finder {
    return makeFinder([...roots, ...this.plain], this.constraints, solver, limits, claims);
  }

  /** What makes the calls of a model into calls of another one that varies them; null when the model cannot be built. */
  changer(varied: VariedCall, assignment: Assignment): ((from: Draft) => Draft) | null {
    return this.built(assignment, (model) => varied.changer(model));
  }

  /**
   * The call a model stands for, and what is around it, as raw wire values; null when none can be built.
   *
   * @param after the session that the call comes after
   */
  realise(
    core: CorePolicy,
    { inputs, openHistory }: SymbolicCall,
    assignment: Assignment,
    after?: SymbolicSession,
  ): Draft | null {
    return this.built(assignment, (model) => {
      const { call, context } = inputs.complete(model);
      if (after) return { call, context: { ...context, history: after.realise(model) } };
      const wanted = openHistory?.wanted(model) ?? null;
      if (!openHistory || wanted === null) return { call, context };
      const read = { ...core, slots: openHistory.slots };
      return { call, context: { ...context, history: buildHistory(read, wanted, call, context) } };
    });
  }

  /** The steps a model stands for; null when they cannot be built. */
  realiseSession(session: AgentSession, assignment: Assignment): readonly SessionStep[] | null {
    return this.built(assignment, (model) => session.realise(model));
  }

  private built<T>(assignment: Assignment, build: (model: Model) => T): T | null {
    try {
      return build(new Model(assignment, this.strings.decoding));
    } catch (error) {
      if (error instanceof Unrealisable) return null;
      throw error;
    }
  }
}
