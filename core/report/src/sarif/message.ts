import { plain } from '../text/plain.js';

/**
 * A message as plain text. Braces are placeholders unless they are doubled (SARIF 2.1.0, 3.11.5); brackets with a target behind them are a
 * link (3.11.6), which no text of others may be.
 */
export function message(text: string): { readonly text: string } {
  return { text: plain(text).replaceAll(/[{}]/g, '$&$&').replaceAll('](', '] (') };
}
