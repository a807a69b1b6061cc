import type { SmtAnswer, SmtOptions, SmtScript } from './solver.js';

/** One request to the worker. */
export interface CheckRequest {
  readonly script: SmtScript;
  readonly options: SmtOptions;
}

/** `unreadable` is an {@link SmtScriptError} on its way to the parent. */
export type CheckReply =
  | { readonly kind: 'answer'; readonly answer: SmtAnswer }
  | { readonly kind: 'unreadable'; readonly detail: string };
