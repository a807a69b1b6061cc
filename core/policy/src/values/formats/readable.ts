/**
 * What no format but `text` takes: control characters, halves of surrogate pairs, and characters that some readers drop
 * (zero-width spaces and joiners, soft hyphens, direction marks, variation selectors).
 */
const DOUBTFUL = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
const PRINTABLE_ASCII = /^[ -~]*$/;

/** Whether every reader sees the same characters in a text. See docs/adr/0086. */
export function isReadable(text: string): boolean {
  return PRINTABLE_ASCII.test(text) || !DOUBTFUL.test(text);
}

/** ASCII letters in lower case; all else as it stands. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}
