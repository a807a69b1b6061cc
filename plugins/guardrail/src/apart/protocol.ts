import type { ProblemOptions, SolverGone } from '@ostiary/plugin-api';
import type { BatchInput } from '../modes/batch/request.js';
import type { GuardrailInput } from '../modes/guardrail/request.js';

/** What a child is to do. Dates and requests cross as they are: the channel copies structures. */
export type Task =
  | { readonly kind: 'check'; readonly mode: 'guardrail'; readonly request: GuardrailInput }
  | { readonly kind: 'check'; readonly mode: 'batch'; readonly request: BatchInput }
  | { readonly kind: 'solve'; readonly mode: 'guardrail'; readonly request: GuardrailInput; readonly job: JobFacts }
  | { readonly kind: 'solve'; readonly mode: 'batch'; readonly request: BatchInput; readonly job: JobFacts };

export interface JobFacts {
  readonly jobId: string;
  readonly accountId: string;
  readonly attempt: number;
  /** When the child was asked; its clock stands there. */
  readonly now: Date;
}

/** Something only the service can do. Arguments and answers are data. */
export interface Ask {
  readonly kind: 'ask';
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The parent begins a task, then answers what it is asked, until the child is done. */
export type ToChild =
  | { readonly kind: 'begin'; readonly task: Task }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'fault';
      readonly id: number;
      readonly message: string;
      /** Set when a solver the child had borrowed is gone. */
      readonly gone: SolverGone['reason'] | null;
    };

export type FromChild =
  | Ask
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly slug: string; readonly options: ProblemOptions }
  | { readonly kind: 'failed'; readonly message: string };
