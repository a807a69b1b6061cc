import { BASE } from './base.js';
import { GRAPH } from './graph.js';
import { LAYOUT } from './layout.js';
import { PIECES } from './pieces.js';
import { PRINT } from './print.js';
import { DARK, LIGHT, type Tokens } from './tokens.js';

function variables(tokens: Tokens): string {
  return Object.entries(tokens)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');
}

/** The one style sheet of all reports; paper is light. */
export const SHEET =
  `:root{color-scheme:light dark;${variables(LIGHT)}}\n` +
  `@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}` +
  BASE +
  PIECES +
  GRAPH +
  LAYOUT +
  PRINT.replace('LIGHT', variables(LIGHT));

/** Digest of {@link SHEET} as a content security policy names it. A test tells the new one after a change. */
export const SHEET_HASH = 'sha256-0UarFDuf/rx01bLRVQBgjxg4qnXB8fB0f9L+j1TUr7k=';
