import { stripVTControlCharacters, styleText } from 'node:util';
import type { Language } from '../text/words.js';

type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;
export type Format = Style | readonly Style[];

/** Where a command writes, and how: for a person at a terminal, or in plain lines for whatever reads a pipe. */
export interface Screen {
  readonly human: boolean;
  readonly json: boolean;
  readonly colour: boolean;
  readonly columns: number;
  readonly language: Language;
  /** One line; what stands in it of files is cleaned. */
  line(text?: string): void;
  paint(format: Format, text: string): string;
}

interface Wishes {
  readonly json: boolean;
  readonly language: Language;
}

/** A pipe is no window, and what is left of 0 columns cannot be written on. */
const DEFAULT_COLUMNS = 80;

/**
 * The screen of this process. Colour and lines of its width are for a terminal only; NO_COLOR and TERM=dumb take the
 * colour off.
 */
export function openScreen({ json, language }: Wishes): Screen {
  const { stdout, env } = process;
  const human = stdout.isTTY && !json;
  const colour = human && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return {
    human,
    json,
    colour,
    columns: human ? stdout.columns || DEFAULT_COLUMNS : Infinity,
    language,
    line: (text = '') => void stdout.write(`${text}\n`),
    paint: (format, text) => (colour ? styleText([format].flat(), text, { validateStream: false }) : text),
  };
}

/**
 * Text of a file or a name as a terminal may show it: control characters, which could move the cursor or forge output,
 * and marks that turn the direction of writing stand as one visible sign each.
 */
export function clean(text: string): string {
  return text.replaceAll(/[^\P{C}\t\u{E000}-\u{F8FF}]/gu, '\u{FFFD}');
}

/** Columns that a text takes: wide letters take two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of stripVTControlCharacters(text)) width += columnsOf(char);
  return width;
}

/** Columns of one character. Letters of East Asia and pictures take two, marks that stand on others none. */
export function columnsOf(char: string): number {
  if (/^\p{M}$/u.test(char)) return 0;
  return /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]$/u.test(
    char,
  )
    ? 2
    : 1;
}
