import type { Respelling } from './respelled.js';
import { words } from '../hunt/text.js';

/** A text in another case, or with white space around it. */
export const CASE_VARIANTS: readonly Respelling[] = [
  { label: words('in capitals', 'em maiúsculas'), of: (word) => word.toUpperCase() },
  { label: words('in lower case', 'em minúsculas'), of: (word) => word.toLowerCase() },
  { label: words('with a space after it', 'com um espaço no fim'), of: (word) => `${word} ` },
  { label: words('with a space before it', 'com um espaço no início'), of: (word) => ` ${word}` },
];
