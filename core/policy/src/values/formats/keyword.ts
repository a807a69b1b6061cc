const PLAIN = /^[a-z0-9_.:/-]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The normal form of `keyword`: NFKC_Casefold (UAX 44: compatibility composed, case folded, default ignorable
 * characters such as zero-width joiners removed), then white space trimmed and inner runs collapsed to one space.
 * So `DROP`, ` drop ` and `dr<ZWSP>op` are one value. Letters of another script stay what they are.
 */
export function normaliseKeyword(text: string): string {
  if (PLAIN.test(text)) return text;
  return foldText(text)
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/^ | $/g, '');
}

/** NFKC_Casefold; white space stays as it is, and what folds to white space becomes it. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text;
  let form = text;
  // Folding can undo composition and the other way round; the chain of such steps is short, and ends in a fixed point.
  for (let previous = ''; previous !== form;) {
    previous = form;
    form = foldCase(form.normalize('NFKC').replace(IGNORABLE, '')).normalize('NFKC');
  }
  return form;
}

/**
 * Full case folding. JavaScript has none: upper then lower case comes to the same partition of the letters, but for
 * the dotless i (which folding leaves alone) and the final sigma (which `toLowerCase` chooses by its neighbours).
 */
function foldCase(text: string): string {
  return text.replace(/[^ı]+/gu, (run) => run.toUpperCase().toLowerCase()).replaceAll('ς', 'σ');
}
