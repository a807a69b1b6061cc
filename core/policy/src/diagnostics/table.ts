import type { Declaration, ParamsOf } from './declare.js';
import { clocks } from './messages/clocks.js';
import { declarations } from './messages/declarations.js';
import { foreign } from './messages/foreign.js';
import { history } from './messages/history.js';
import { lexical } from './messages/lexical.js';
import { names } from './messages/names.js';
import { syntax } from './messages/syntax.js';
import { types } from './messages/types.js';

/** Every diagnostic there is. docs/language/diagnostics.md has one section for each; a test compares both ways. */
export const DIAGNOSTICS = {
  ...lexical,
  ...syntax,
  ...names,
  ...types,
  ...history,
  ...declarations,
  ...clocks,
  ...foreign,
};

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/**
 * What a report of `Code` must say: the parameters of its message. Those that only the hint names may be left out,
 * and the hint with them.
 */
export type DiagnosticParams<Code extends DiagnosticCode> = Readonly<
  Record<ParamsOf<(typeof DIAGNOSTICS)[Code]['message']['en']>, string> & Record<string, string>
>;

/** The declaration of `code`, or null when there is none of that name. */
export function declarationOf(code: string): Declaration | null {
  return Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code as DiagnosticCode] : null;
}
