import { parseJson } from '@ostiary/json';
import type { InputFile, ProblemOptions, SolverGone } from '@ostiary/plugin-api';

/** What a child is to do for a mode. */
export type Task<Mode extends string = string, Request = unknown> =
  | { readonly kind: 'check'; readonly mode: Mode; readonly request: Request }
  | { readonly kind: 'solve'; readonly mode: Mode; readonly request: Request; readonly job: JobFacts };

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

/**
 * A task on its way. The channel copies structures, and of a number that JavaScript cannot hold it would make a plain
 * object: what a caller sent, and what is answered with parts of it, crosses as JSON text.
 */
export type SentTask = Omit<Task, 'request'> & { readonly request: string };

/** Makes a task ready for the channel. */
export function sentTask(task: Task): SentTask {
  return { ...task, request: JSON.stringify(task.request) };
}

/** The task as it was before it was sent, its numbers with all their digits. */
export function receivedTask(task: SentTask): Task {
  return { ...task, request: parseJson(task.request) } as Task;
}

/** What the service says of a file; its bytes are read in the child, from where they lie. */
export type RemoteFile = Pick<InputFile, 'size' | 'sha256' | 'mediaType'> & { readonly path: string };

/** The parent begins a task, then answers what it is asked, until the child is done. */
export type ToChild =
  | { readonly kind: 'begin'; readonly task: SentTask }
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
  /** The value as JSON text; null when there is none. */
  | { readonly kind: 'done'; readonly value: string | null }
  | { readonly kind: 'problem'; readonly slug: string; readonly options: ProblemOptions }
  | { readonly kind: 'failed'; readonly message: string };
