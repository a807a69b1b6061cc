import type { CoreExpr, CorePolicy } from '../../core/ir.js';
import { getOrMake } from '../../maps.js';
import type { CompareOp } from '../../syntax/ast.js';
import { type Draft, settingsOf } from '../evidence/draft.js';
import { minimalWitness } from '../evidence/minimal.js';
import type { Finder } from '../find/finder.js';
import type { Claim } from '../find/recheck.js';
import { ANALYSIS_LIMITS, type AnalysisLimits } from '../limits.js';
import type { SmtSolver } from '../solver.js';
import type { TermFactory } from '../terms/factory.js';
import { TermEvaluator } from '../terms/evaluate.js';
import type { BoolTerm } from '../terms/term.js';
import type { Guarded, SymbolicAnswer } from '../world/answer.js';
import { conditionsOfHistory, toolsOfHistory } from '../world/history-of.js';
import type { Asked, SymbolicCall } from '../world/call.js';
import type { ClosedWorld } from '../world/closed.js';
import { everythingOpen } from '../world/openness.js';
import { reach, type Reached, reasonOf, type UndecidedReason } from '../world/reach.js';
import type { SymbolicSession } from '../world/session.js';
import type { VariedCall, Variation } from '../world/varied-call.js';
import { type ComparedAttribute, World } from '../world/world.js';
import { AnswerTerms } from './answer-terms.js';

export interface QuestionOptions {
  readonly solver: SmtSolver | null;
  readonly limits?: AnalysisLimits;
  /**
   * The most calls that come before: then each is one that the catalogue accepts. Without it the history is any history, which is
   * more than calls are varied with.
   */
  readonly steps?: number;
  /** Whether attributes of the principal and the session may be absent although the catalogue requires them, and be of no type. */
  readonly unfit?: boolean;
  /** Whether calls that a person has confirmed are asked about, too. */
  readonly confirmed?: boolean;
  /** For whom it is asked: what one asks changes nothing of what another one is answered. One and the same unless given. */
  readonly asker?: () => Asker;
}

/** One for whom questions are asked. */
export interface Asker {
  /** Where what was decided for it without the solver goes: see `Recheck`. */
  readonly claims?: Claim[];
}

/** A call, then each that varies it. */
export type Drafts = readonly [Draft, ...Draft[]];

export type Found =
  /** Minimal, and confirmed. */
  | { readonly kind: 'found'; readonly drafts: Drafts }
  | { readonly kind: 'never' }
  | { readonly kind: 'undecided'; readonly reason: UndecidedReason };

export type Exists =
  | { readonly kind: 'found' | 'never' }
  | { readonly kind: 'undecided'; readonly reason: UndecidedReason };

/**
 * Questions about all well-formed calls of one tool, and about calls that vary them, asked of any number of policies in one world.
 * Terms are made first; the first search closes the world, and from then on they are only combined.
 *
 * @example
 * const questions = new CallQuestions([core], 'pay', { solver });
 * const { allow } = questions.answer(core);
 * const found = await questions.find(allow, ([draft]) => decide(draft) === 'allow');
 */
export class CallQuestions {
  readonly x: SymbolicCall;
  private readonly world: World;
  private readonly session: SymbolicSession | undefined;
  private readonly roots: BoolTerm[] = [];
  private readonly answers = new Map<Asked, Map<CorePolicy, SymbolicAnswer>>();
  private search: { readonly closed: ClosedWorld; readonly first: Finder } | null = null;
  private readonly finders = new Map<Asker, Finder>();
  private readonly limits: AnalysisLimits;

  constructor(
    private readonly policies: readonly CorePolicy[],
    readonly tool: string,
    private readonly options: QuestionOptions,
  ) {
    this.limits = options.limits ?? ANALYSIS_LIMITS;
    this.world = new World(policies);
    const args = new Set(policies.flatMap((core) => [...everythingOpen(core, tool, []).args]));
    const reads = policies.some((core) => readsHistory(core, tool));
    const steps = reads ? (options.steps ?? null) : 0;
    const [first] = policies;
    if (!first) throw new RangeError('questions about no policy');
    const open = {
      ...everythingOpen(first, tool, []),
      args,
      confirmed: options.confirmed ?? false,
      history: steps === null,
      ...(options.unfit && { unfit: new Set(['principal', 'session'] as const) }),
    };
    this.x = this.world.call({ tool, args: {} }, {}, open);
    const tools = [...new Set(policies.flatMap((core) => toolsOfHistory(core, tool)))];
    this.session = reads && steps !== null ? this.world.session(steps, { tools }) : undefined;
  }

  get factory(): TermFactory {
    return this.world.state.factory;
  }

  /** How many calls come before at most, when that is what the answers hold for; null: they hold for all. */
  get bound(): number | null {
    return this.session?.steps.length ?? null;
  }

  vary(variation: Variation): VariedCall {
    return this.world.vary(this.x, variation);
  }

  /** What a policy answers to a call; the call that is varied unless another is named. */
  answer(core: CorePolicy, of: Asked = this.x): AnswerTerms {
    const symbolic = this.symbolic(core, of);
    const answer = AnswerTerms.of(this.factory, core, of.inputs.confirmed, symbolic);
    this.roots.push(...answer.rules.flatMap(({ holds, undefined: unknown }) => [holds, unknown]));
    return answer;
  }

  /** Where a condition on the call holds. */
  truth(core: CorePolicy, condition: CoreExpr, of: Asked = this.x): Guarded {
    return this.rooted(this.symbolic(core, of).about(condition));
  }

  /** That events have all that is read of them, in the conditions asked about so far: one that lacks something leaves them undefined. */
  wholeEvents(): BoolTerm {
    const { factory, wholeEvents } = this.world.state;
    const whole = factory.and(...wholeEvents);
    this.roots.push(whole);
    return whole;
  }

  /** That the session and every argument of the call carry a label. */
  carries(label: string): BoolTerm {
    const { inputs } = this.x;
    const everywhere = inputs.labels.everywhere(inputs.open.args, label);
    this.roots.push(everywhere);
    return everywhere;
  }

  compare(one: Asked, other: Asked, attribute: ComparedAttribute, cmp: CompareOp): Guarded {
    return this.rooted(this.world.compare(one, other, attribute, cmp));
  }

  /**
   * Calls for which `goal` holds and which `isReal` confirms: the one that is varied, and those of `varied`, in that order. Nothing can
   * be left out of the first one so that they are still confirmed.
   */
  async find(goal: BoolTerm, isReal: (drafts: Drafts) => boolean, varied: readonly VariedCall[] = []): Promise<Found> {
    const found = await this.reached(goal, isReal, varied);
    if (found.kind === 'never') return found;
    if (found.kind === 'unsettled') return { kind: 'undecided', reason: found.reason };
    const { draft, all } = found.draft;
    const { inputs, open } = this.x;
    const settings = (of: Draft) => settingsOf(of, inputs.openAttributes(), open, undefined);
    const openHistory = open.history || this.session !== undefined;
    return { kind: 'found', drafts: all(minimalWitness(draft, settings, openHistory, (next) => isReal(all(next)))) };
  }

  /** Whether there is such a call, for whom it is enough to know: as `find`, and nothing is made minimal. */
  async exists(goal: BoolTerm, isReal: (draft: Draft) => boolean): Promise<Exists> {
    const { closed, finder } = this.closed();
    const asked = await finder.settle([closed.term(goal)]);
    if (asked.kind === 'none') {
      finder.claim(asked);
      return { kind: 'never' };
    }
    if (asked.kind === 'unknown') return { kind: 'undecided', reason: reasonOf(asked.reason) };
    if (closed.isExact([closed.term(goal)])) return { kind: 'found' };
    const found = await this.reached(goal, ([draft]) => isReal(draft), []);
    if (found.kind === 'unsettled') return { kind: 'undecided', reason: found.reason };
    return { kind: found.kind === 'never' ? 'never' : 'found' };
  }

  /**
   * Which terms are the same whatever the call: for each the place of the first that is, its own when none before it is; null when
   * that was not settled. Each search tells two terms apart or makes them one, so there are about as many as terms.
   */
  async sameAs(terms: readonly BoolTerm[]): Promise<readonly (number | null)[]> {
    const { closed, finder } = this.closed();
    const { factory } = this;
    const own = terms.map((term) => closed.term(term));
    const apart: TermEvaluator[] = [];
    const firsts: number[] = [];
    const found: (number | null)[] = [];
    for (const [at, term] of own.entries()) {
      let same: number | null = at;
      for (const first of firsts) {
        const other = own[first] ?? term;
        if (apart.some((each) => each.bool(other) !== each.bool(term))) continue;
        const asked = await finder.settle([factory.not(factory.iff(other, term))]);
        if (asked.kind === 'found') apart.push(new TermEvaluator(asked.assignment));
        else if (asked.kind === 'none') {
          finder.claim(asked);
          same = first;
        } else same = null;
        if (same !== at) break;
      }
      if (same === at) firsts.push(at);
      found.push(same);
    }
    return found;
  }

  /**
   * Whether the terms can hold together: those that cannot, when they cannot (none of them can be left out); null when it is not
   * settled. Nothing is replayed.
   */
  async conflict(terms: readonly BoolTerm[]): Promise<readonly BoolTerm[] | 'possible' | null> {
    const { closed, finder } = this.closed();
    const own = new Map(terms.map((term) => [closed.term(term), term]));
    const asked = await finder.settle([...own.keys()]);
    if (asked.kind !== 'none') return asked.kind === 'found' ? 'possible' : null;
    let none = asked;
    let kept = asked.core.filter((term) => own.has(term));
    for (const term of kept) {
      const fewer = kept.filter((each) => each !== term);
      const settled = await finder.settle(fewer);
      if (settled.kind === 'none') [kept, none] = [fewer, settled];
    }
    finder.claim(none);
    return kept.flatMap((term) => own.get(term) ?? []);
  }

  /** Says that terms cannot hold together, which was found in another way. */
  claim(terms: readonly BoolTerm[]): void {
    const { closed, finder } = this.closed();
    finder.claim({ kind: 'none', core: terms.map((term) => closed.term(term)), by: 'cells' });
  }

  /** Lets go of what was kept for one asker. */
  forget(asker: Asker): void {
    this.finders.get(asker)?.close();
    this.finders.delete(asker);
  }

  close(): void {
    for (const asker of this.finders.keys()) this.forget(asker);
  }

  private symbolic(core: CorePolicy, of: Asked): SymbolicAnswer {
    const known = getOrMake(this.answers, of, () => new Map<CorePolicy, SymbolicAnswer>());
    return getOrMake(known, core, () => this.world.answer(core, of, this.session));
  }

  private async reached(
    goal: BoolTerm,
    isReal: (drafts: Drafts) => boolean,
    varied: readonly VariedCall[],
  ): Promise<Reached<Realised>> {
    const { closed, finder } = this.closed();
    const [core] = this.policies;
    if (!core) return { kind: 'never' };
    const realise = (assignment: Parameters<ClosedWorld['realise']>[2]): Realised | null => {
      const draft = closed.realise(core, this.x, assignment, this.session);
      const changers = varied.map((each) => closed.changer(each, assignment));
      if (!draft || !changers.every((each) => each !== null)) return null;
      return { draft, all: (from) => [from, ...changers.map((change) => change(from))] };
    };
    const search = { closed, finder, attempts: this.limits.attempts, realise };
    return reach(search, closed.term(goal), ({ draft, all }) => isReal(all(draft)));
  }

  private rooted(guarded: Guarded): Guarded {
    this.roots.push(guarded.holds, guarded.undefined);
    return guarded;
  }

  private closed(): { readonly closed: ClosedWorld; readonly finder: Finder } {
    this.search ??= this.made();
    const { closed, first } = this.search;
    const asker = this.options.asker?.() ?? NOBODY;
    const finder = getOrMake(this.finders, asker, () => first.apart(asker.claims));
    return { closed, finder };
  }

  private made(): { readonly closed: ClosedWorld; readonly first: Finder } {
    const closed = this.world.close(this.limits.automata);
    const roots = this.roots.map((term) => closed.term(term));
    return { closed, first: closed.finder(roots, this.options.solver, this.limits.finder) };
  }
}

/** A call that was built, and how those that vary it are made of one like it. */
interface Realised {
  readonly draft: Draft;
  readonly all: (from: Draft) => Drafts;
}

/** For whom questions are asked of which nobody keeps the claims. */
const NOBODY: Asker = {};

const readsHistory = (core: CorePolicy, tool: string): boolean => conditionsOfHistory(core, tool).length > 0;
