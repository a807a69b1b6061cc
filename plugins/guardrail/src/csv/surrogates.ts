/** A character for private use that begins a spelling; it is spelled itself, so that every text has one spelling. */
const MARK = '\uf8ff';
/** Where the halves of surrogate pairs are spelled: as many characters for private use, `MARK` not among them. */
const SPELLINGS = 0xe000;
const FIRST_HALF = 0xd800;

/**
 * The text with halves of surrogate pairs spelled out, so that it can be sent in UTF-8: csv-parse works on bytes, and a half
 * would come back as U+FFFD, which is another text than the one in the request.
 */
export function spellOut(text: string): string {
  if (text.isWellFormed() && !text.includes(MARK)) return text;
  return text.replace(/\p{Cs}|\uf8ff/gu, (unit) =>
    unit === MARK ? MARK + MARK : MARK + String.fromCharCode(unit.charCodeAt(0) - FIRST_HALF + SPELLINGS),
  );
}

/** The text that was spelled out. */
export function spelled(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(/\uf8ff([\ue000-\ue7ff\uf8ff])/g, (_spelling, unit: string) =>
    unit === MARK ? MARK : String.fromCharCode(unit.charCodeAt(0) - SPELLINGS + FIRST_HALF),
  );
}
