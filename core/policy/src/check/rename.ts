import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Name } from '../syntax/ast.js';
import { isIdentifier } from '../syntax/tokens.js';
import { quoteString } from '../text/escapes.js';

/**
 * The edit that puts `better` in the place of a name; undefined when there is none, or when it would need quotes that
 * the name does not have. The span of a quoted name holds its quotes.
 */
export function rename(name: Name, better: string | undefined): Diagnostic['fix'] {
  if (better === undefined) return undefined;
  const quoted = name.span.end - name.span.start !== name.text.length;
  if (!quoted && !isIdentifier(better)) return undefined;
  return { span: name.span, text: quoted ? quoteString(better) : better };
}

/** Names as a message shows them. */
export const listNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
