/** Code points of a text, which is what `size()` and the lengths of a catalogue count. Half a surrogate pair counts as one. */
export function characterCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count++;
  return count;
}

/** Whether a text has from `min` to `max` code points; counts them only where the number of code units does not tell. */
export function isOfLength(text: string, min: number, max: number): boolean {
  if (text.length < min || text.length > 2 * max) return false;
  if (text.length <= max && text.length >= 2 * min) return true;
  const count = characterCount(text);
  return min <= count && count <= max;
}
