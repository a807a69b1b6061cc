import type { PreparedPolicy } from '@ostiary/guard';
import { within } from '@ostiary/policy';
import {
  ANALYSIS_LIMITS,
  type Asker,
  CallQuestions,
  type Claim,
  type QuestionOptions,
  Recheck,
} from '@ostiary/policy/symbolic';
import type { Bound } from '../../model/finding.js';
import { AboutTool } from './about-tool.js';
import type { HuntOptions } from './hunted-policy.js';
import { kept } from './kept.js';
import { ReplayedPolicy } from './replayed-policy.js';

/** A policy of which questions are asked: by one asker after the other, none of whom has a say in what another one is answered. */
export class AskedPolicy extends ReplayedPolicy {
  /** Who asks at present. */
  private asker = newAsker();
  private readonly recheck: Recheck;
  private readonly unfit = new Map<string, AboutTool>();
  private readonly shared = new Map<string, AboutTool>();
  private confirmed: boolean | null = null;

  constructor(policy: PreparedPolicy, options: HuntOptions) {
    super(policy, options);
    const { solver, limits = ANALYSIS_LIMITS } = options;
    this.recheck = new Recheck(solver, limits.finder.rlimit);
  }

  /** Questions of one class about one tool. @param steps see `QuestionOptions` */
  questions(tool: string, steps?: number, others: readonly Pick<PreparedPolicy, 'core'>[] = []): CallQuestions {
    return this.own(this.opened(tool, [this.policy, ...others], steps === undefined ? {} : { steps }));
  }

  /** Questions about single calls of a tool, with any history, for terms that classes do not share. */
  ownQuestions(tool: string): CallQuestions {
    return this.own(this.opened(tool, [this.policy], { confirmed: this.asksConfirmed }));
  }

  /** Questions about single calls of a tool, with any history, under this policy and another version of it. */
  questionsOfVersions(tool: string, other: Pick<PreparedPolicy, 'core'>): CallQuestions {
    const confirmed = this.asksConfirmed || asksConfirmed(other);
    return this.own(this.opened(tool, [this.policy, other], { confirmed }));
  }

  private opened(
    tool: string,
    policies: readonly Pick<PreparedPolicy, 'core'>[],
    more: Pick<QuestionOptions, 'steps' | 'unfit' | 'confirmed'>,
  ): CallQuestions {
    const { solver, limits } = this.options;
    const cores = policies.map(({ core }) => core);
    return new CallQuestions(cores, tool, { solver, ...(limits && { limits }), ...more, asker: () => this.asker });
  }

  /** Questions about single calls of a tool, with any history, which classes share. */
  about(tool: string): AboutTool {
    return kept(this.shared, tool, () => {
      const guards = this.rulesOf(tool).flatMap((rule) => {
        const guard = this.guardOf(rule, tool);
        return guard ? [[rule, guard] as const] : [];
      });
      const questions = this.opened(tool, [this.policy], { confirmed: this.asksConfirmed });
      return new AboutTool(this.policy.core, questions, guards);
    });
  }

  /** The same of calls around which things may be missing that the catalogue requires, or be of no type: nothing admits them. */
  aboutUnfit(tool: string): AboutTool {
    return kept(this.unfit, tool, () => {
      const questions = this.opened(tool, [this.policy], { unfit: true, confirmed: this.asksConfirmed });
      return new AboutTool(this.policy.core, questions, []);
    });
  }

  /**
   * What is asked here is answered as if it were all that is asked: no model and no lemma of other questions has a say in it. What was
   * opened for it is let go of. What was decided without the solver is put to it before anybody hears of it. See docs/adr/0159.
   *
   * @throws Contradicted the solver says otherwise
   */
  async apart<T>(ask: () => Promise<T>): Promise<Rechecked<T>> {
    const before = this.asker;
    const asker = newAsker();
    this.asker = asker;
    try {
      const made = await ask();
      const own = await this.recheck.unconfirmed(asker.claims);
      return { made, unconfirmed: [...asker.facts.values()].reduce((sum, each) => sum + each, own) };
    } finally {
      this.asker = before;
      for (const questions of asker.own) questions.close();
      for (const { questions } of [...this.shared.values(), ...this.unfit.values()]) questions.forget(asker);
    }
  }

  /** Where what is decided without the solver goes, for whom asks at present. */
  get claims(): Claim[] {
    return this.asker.claims;
  }

  /** What rests on something is no surer than that. */
  used<T>(name: string, { made, unconfirmed }: Rechecked<T>): T {
    if (unconfirmed > 0) this.asker.facts.set(name, unconfirmed);
    return made;
  }

  /** What the answers to `questions` hold for. */
  boundOf({ bound }: CallQuestions): Bound {
    return bound === null ? { kind: 'exact' } : { kind: 'bounded', k: bound };
  }

  close(): void {
    this.recheck.close();
    for (const questions of this.asker.own) questions.close();
    for (const { questions } of [...this.shared.values(), ...this.unfit.values()]) questions.close();
  }

  /** Whether some rule asks whether a person has confirmed the call. */
  private get asksConfirmed(): boolean {
    this.confirmed ??= asksConfirmed(this.policy);
    return this.confirmed;
  }

  private own(questions: CallQuestions): CallQuestions {
    this.asker.own.push(questions);
    return questions;
  }
}

/** What was made, and how much of what it rests on was decided without the solver, which, asked again, did not know. */
export interface Rechecked<T> {
  readonly made: T;
  readonly unconfirmed: number;
}

/** One for whom questions are asked, and those that are asked by nobody else. */
interface HuntAsker extends Asker {
  readonly own: CallQuestions[];
  readonly claims: Claim[];
  /** Of what it used that several use, how much is unconfirmed. */
  readonly facts: Map<string, number>;
}

const newAsker = (): HuntAsker => ({ own: [], claims: [], facts: new Map() });

const asksConfirmed = ({ core }: Pick<PreparedPolicy, 'core'>): boolean =>
  core.rules.some(({ variants }) => variants.some(({ guard }) => within(guard).some(({ op }) => op === 'confirmed')));
