import type { SmtAnswer, SmtOptions, SmtStep } from '@ostiary/policy/symbolic';

/** One request to the worker. A context comes into being with the first check of its number. */
export type WorkerRequest =
  | { readonly kind: 'check'; readonly context: number; readonly step: SmtStep; readonly options: SmtOptions }
  /** Forgets every context: whoever borrowed the child before may have left some. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'close'; readonly context: number };

/** `unreadable` is an {@link SmtScriptError} on its way to the parent. */
export type WorkerReply =
  | { readonly kind: 'done' }
  | { readonly kind: 'answer'; readonly answer: SmtAnswer }
  | { readonly kind: 'unreadable'; readonly detail: string };
