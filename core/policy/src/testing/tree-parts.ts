import type { Name, Span } from '../syntax/ast.js';
import { pick, type Rng, several } from './random.js';

export const NOWHERE: Span = { start: 0, end: 0 };
export const named = (text: string): Name => ({ text, span: NOWHERE });

/** Text with everything in it that a printer could stumble over. */
export const randomText = (rng: Rng): string =>
  several(rng, 0, 6, () =>
    pick(rng, ['a', 'Z', ' ', '"', '\\', '\n', '\t', '\u0000', '\u202e', 'é', '\u{1f600}', '*', '//', '$']),
  ).join('');
