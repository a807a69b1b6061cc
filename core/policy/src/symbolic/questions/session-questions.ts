import type { CorePolicy } from '../../core/ir.js';
import type { Effect } from '../../syntax/ast.js';
import type { Draft } from '../evidence/draft.js';
import { minimalSession } from '../evidence/minimal-session.js';
import { type PlayedStep, playSession, type SessionStep } from '../evidence/play.js';
import type { Claim } from '../find/recheck.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { SmtSolver } from '../solver.js';
import type { BoolTerm } from '../terms/term.js';
import { type AgentSession, type AgentSessionOptions, readsAttempts } from '../world/agent-session.js';
import { reach, type UndecidedReason } from '../world/reach.js';
import { World } from '../world/world.js';
import { CallQuestions } from './call-questions.js';

export interface SessionQuestionOptions extends AgentSessionOptions {
  readonly solver: SmtSolver | null;
  readonly limits?: AnalysisLimits | undefined;
  /** The longest session that is looked at, in calls. */
  readonly bound: number;
  /** The shortest one that can show it: 1 unless this says more. */
  readonly from?: number;
  /** The answer of both evaluators under the policy of the session; null of a call that is none. */
  readonly decide: (draft: Draft) => Effect | null;
  /** Where what is decided without the solver goes: see `Recheck`. */
  readonly claims?: Claim[];
}

export type SessionFound =
  /** Minimal, and played step by step. */
  | { readonly kind: 'found'; readonly steps: readonly PlayedStep[] }
  /** `bound` null: in no session of any length. */
  | { readonly kind: 'never'; readonly bound: number | null }
  | { readonly kind: 'undecided'; readonly reason: UndecidedReason };

/** Something of the last call that no history at all makes true: then no session does. */
export interface Invariant {
  readonly tool: string;
  readonly broken: (questions: CallQuestions) => BoolTerm;
}

/**
 * Questions about the sessions an agent can bring about under a policy, which decides what becomes of each of its calls. The
 * shortest sessions are looked at first.
 *
 * @example
 * const sessions = new SessionQuestions([core], { solver, tools: ['pay'], bound: 4, decide });
 * const found = await sessions.find(
 *   (session) => session.factory.and(...session.answers(core).map(({ allow }) => allow)),
 *   (steps) => steps.every(({ answer }) => answer === 'allow'),
 * );
 */
export class SessionQuestions {
  private readonly attempts: boolean;

  /** @param policies the first one decides the calls; what others would answer may be asked for too */
  constructor(
    private readonly policies: readonly CorePolicy[],
    private readonly options: SessionQuestionOptions,
  ) {
    this.attempts = readsAttempts(policies, options.tools);
  }

  /**
   * A session of one call or more for which `goal` holds and which `isReal` confirms when it is played. Nothing can be left out of it so that it is
   * still confirmed.
   *
   * @param invariant asked first: what is true of every history needs no session
   */
  async find(
    goal: (session: AgentSession) => BoolTerm,
    isReal: (steps: readonly PlayedStep[]) => boolean,
    invariant?: Invariant,
  ): Promise<SessionFound> {
    const { bound, from = 1 } = this.options;
    if (invariant && (await this.holdsAlways(invariant))) return { kind: 'never', bound: null };
    for (let count = from; count <= bound; count++) {
      const found = await this.ofLength(count, goal, isReal);
      if (found.kind !== 'never') return found;
    }
    return { kind: 'never', bound };
  }

  /**
   * As `find`, for what takes more calls than are looked through: one call for which `goal` holds, made again and again, with `again`
   * what each is, until `isReal` confirms it.
   *
   * @param most how many calls are made
   * @param answer what the call gets by itself
   */
  async repeat(
    goal: (session: AgentSession) => BoolTerm,
    again: (step: SessionStep, at: number) => SessionStep,
    isReal: (steps: readonly PlayedStep[]) => boolean,
    most: number,
    answer: Effect = 'allow',
  ): Promise<SessionFound> {
    const one = await this.ofLength(1, goal, ([step, ...others]) => step?.answer === answer && others.length === 0);
    const [first] = one.kind === 'found' ? one.steps : [];
    if (!first) return one.kind === 'undecided' ? one : { kind: 'never', bound: this.options.bound };
    const steps = Array.from({ length: most }, (_, i) => again(first.step, i));
    const played = playSession(steps, this.options.decide, this.attempts) ?? [];
    const count = played.findIndex((_, i) => isReal(played.slice(0, i + 1)));
    return count < 0
      ? { kind: 'never', bound: this.options.bound }
      : { kind: 'found', steps: played.slice(0, count + 1) };
  }

  private async holdsAlways({ tool, broken }: Invariant): Promise<boolean> {
    const { solver, limits, claims } = this.options;
    const asker = { ...(claims && { claims }) };
    const questions = new CallQuestions(this.policies, tool, {
      solver,
      ...(limits && { limits }),
      asker: () => asker,
    });
    try {
      const core = await questions.conflict([broken(questions)]);
      return core !== null && core !== 'possible';
    } finally {
      questions.close();
    }
  }

  private async ofLength(
    count: number,
    goal: (session: AgentSession) => BoolTerm,
    isReal: (steps: readonly PlayedStep[]) => boolean,
  ): Promise<SessionFound> {
    const { solver, limits = ANALYSIS_LIMITS, decide, claims } = this.options;
    const world = new World(this.policies);
    const session = world.agentSession(count, this.options);
    const wanted = goal(session);
    const closed = world.close(limits.automata);
    const term = closed.term(wanted);
    const finder = closed.finder([term], solver, limits.finder, claims);
    const keeps = (steps: readonly SessionStep[]): boolean => {
      const played = playSession(steps, decide, this.attempts);
      return played !== null && played.length > 0 && isReal(played);
    };
    try {
      const search = {
        closed,
        finder,
        attempts: limits.attempts,
        realise: (assignment: Parameters<typeof closed.realiseSession>[1]) =>
          closed.realiseSession(session, assignment),
      };
      const found = await reach(search, term, keeps);
      if (found.kind === 'never') return { kind: 'never', bound: count };
      if (found.kind === 'unsettled') return { kind: 'undecided', reason: found.reason };
      const played = playSession(minimalSession(found.draft, keeps), decide, this.attempts);
      return played ? { kind: 'found', steps: played } : { kind: 'undecided', reason: 'not_replayed' };
    } finally {
      finder.close();
    }
  }
}
