import { decideOnce, interpretOnce, type PreparedPolicy, type Words } from '@ostiary/guard';
import type { Tool } from '@ostiary/catalogue';
import { type CoreExpr, type CoreRule, type Decision, variantFor } from '@ostiary/policy';
import {
  type AnalysisLimits,
  AnswerTerms,
  CallQuestions,
  callableTools,
  type Draft,
  type SmtSolver,
} from '@ostiary/policy/symbolic';
import type { Bound, Step } from '../model/finding.js';
import { EXACT } from './answered.js';

export interface HuntOptions {
  readonly solver: SmtSolver | null;
  readonly limits?: AnalysisLimits;
  /** The longest session that is looked at, in calls. */
  readonly sessionBound: number;
  /** The version of the policy that was accepted, to compare with. */
  readonly accepted: PreparedPolicy | null;
}

/** Answers that come before any rule is asked: the call is none that the catalogue accepts. */
const UNADMITTED: readonly string[] = [
  'tool_unknown',
  'argument_unknown',
  'argument_missing',
  'argument_ill_typed',
  'currency_unknown',
];

/** What a hunt asks about: one policy, its tools, and the questions that several classes share. */
export class Hunt {
  /** Those that may be called, and one name for each kind of others. */
  readonly tools: readonly string[];
  private readonly open = new Set<CallQuestions>();
  private readonly shared = new Map<string, { readonly questions: CallQuestions; readonly answer: AnswerTerms }>();

  constructor(
    readonly policy: PreparedPolicy,
    readonly options: HuntOptions,
  ) {
    this.tools = callableTools(policy.core, options.limits?.automata).tools;
  }

  /** The rules about a tool, in the order of the policy. */
  rulesOf(tool: string): readonly CoreRule[] {
    return this.policy.core.rules.filter((rule) => this.guardOf(rule, tool) !== null);
  }

  /** Null: the rule is not about the tool. */
  guardOf({ variants }: CoreRule, tool: string): CoreExpr | null {
    return variantFor(variants, tool)?.guard ?? null;
  }

  /** The catalogue's entry. */
  entry(tool: string): Tool | null {
    return this.policy.catalogue?.tools.find(({ name }) => name === tool) ?? null;
  }

  /** Questions of one class about one tool. @param steps see `QuestionOptions` */
  questions(tool: string, steps?: number, others: readonly PreparedPolicy[] = []): CallQuestions {
    const { solver, limits } = this.options;
    const policies = [this.policy, ...others].map(({ core }) => core);
    const made = new CallQuestions(policies, tool, {
      solver,
      ...(limits && { limits }),
      ...(steps !== undefined && { steps }),
    });
    this.open.add(made);
    return made;
  }

  /** Questions about single calls of a tool, with any history, which classes share. */
  about(tool: string): { readonly questions: CallQuestions; readonly answer: AnswerTerms } {
    const known = this.shared.get(tool);
    if (known) return known;
    const questions = this.questions(tool);
    const made = { questions, answer: questions.answer(this.policy.core) };
    this.shared.set(tool, made);
    return made;
  }

  /** The answer of both evaluators; null when they differ, or when the call is not one that the catalogue accepts. */
  decide({ call, context }: Draft, policy: PreparedPolicy = this.policy): Decision | null {
    const [compiled, plain] = [decideOnce(policy, call, context), interpretOnce(policy, call, context)];
    const same =
      compiled.slug === plain.slug &&
      compiled.answer === plain.answer &&
      idsOf(compiled).join() === idsOf(plain).join();
    return same && !UNADMITTED.includes(compiled.slug) ? compiled : null;
  }

  /** A draft as a step of a witness. @throws RangeError when it does not replay: it was confirmed before */
  step(draft: Draft, label: Words | null = null, policy: PreparedPolicy = this.policy): Step {
    const decision = this.decide(draft, policy);
    if (!decision) throw new RangeError('a witness that does not replay');
    const { answer, slug } = decision;
    return { ...draft, answer, slug, deciding: idsOf(decision), label };
  }

  /** What the answers to `questions` hold for. */
  boundOf({ bound }: CallQuestions): Bound {
    return bound === null ? EXACT : { kind: 'bounded', k: bound };
  }

  close(): void {
    for (const questions of this.open) questions.close();
  }
}

const idsOf = ({ deciding }: Decision): readonly string[] => deciding.map(({ rule }) => rule);
