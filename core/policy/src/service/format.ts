import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { parsePolicy, type ParseOptions } from '../syntax/parser.js';
import { printPolicy } from '../syntax/print/printer.js';

export interface Formatted {
  /** The text in its one layout; null when it does not parse, since nothing may get lost. */
  readonly text: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Lays a policy out anew. Formatting a formatted text changes nothing. */
export function formatPolicy(source: string, options: ParseOptions = {}): Formatted {
  const { tree, diagnostics } = parsePolicy(source, options);
  const broken = !tree || diagnostics.some(({ severity }) => severity === 'error');
  return { text: broken ? null : printPolicy(tree, source), diagnostics };
}
