import { type Screen, widthOf } from './screen.js';

/** Lines of at most `width` columns, broken between words; what is painted takes none for its colour. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Longer lines are hard to follow, however wide the window is. */
const MAX_COLUMNS = 120;

/** A text for a person, its further lines `hang` columns in; in a pipe it stays one line. */
export function writeHanging(text: string, hang: number, screen: Screen): void {
  if (!screen.human) return screen.line(text);
  const lead = /^ */.exec(text)?.[0] ?? '';
  const [first = '', ...others] = wrap(text.slice(lead.length), Math.min(screen.columns, MAX_COLUMNS) - hang);
  screen.line(`${lead}${first}`);
  for (const line of others) screen.line(' '.repeat(hang) + line);
}
