import { isReadable } from './readable.js';

const PLAIN = /^[a-z0-9_.:/-]*$/;
/** White space that is a control character too: a tab, line breaks of all kinds. */
const SPACING_CONTROLS = /[\t-\r\x85]/g;
/** RFC 2047: some readers of mail headers decode it. */
const ENCODED_WORD = /=\?.*\?=/s;

/**
 * The normal form of `keyword`: NFKC_Casefold (UAX 44: compatibility composed, case folded), then white space trimmed
 * and inner runs collapsed to one space. So `DROP` and ` drop ` are one value. Letters of another script stay what they
 * are. Null for invisible characters and encoded words.
 */
export function normaliseKeyword(text: string): string | null {
  if (PLAIN.test(text)) return text;
  const spaced = text.replace(SPACING_CONTROLS, ' ');
  if (!isReadable(spaced)) return null;
  const form = foldText(spaced)
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/^ | $/g, '');
  return isReadable(form) && !ENCODED_WORD.test(form) ? form : null;
}

/** NFKC_Casefold of a readable text; white space stays as it is, and what folds to white space becomes it. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text;
  let form = text;
  // Folding can undo composition and the other way round; the chain of such steps is short, and ends in a fixed point.
  for (let previous = ''; previous !== form;) {
    previous = form;
    form = foldCase(form.normalize('NFKC')).normalize('NFKC');
  }
  return form;
}

/**
 * Full case folding. JavaScript has none: upper then lower case comes to the same partition of the letters, but for
 * the dotless i (which folding leaves alone) and the final sigma (which `toLowerCase` chooses by its neighbours). Cherokee
 * folds to its capitals, which are the older letters.
 */
function foldCase(text: string): string {
  return text
    .replace(/[^ı]+/gu, (run) => run.toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ')
    .replace(/[\u13f8-\u13fd\uab70-\uabbf]+/g, (run) => run.toUpperCase());
}
