import { clean, columnsOf, type Format, type Screen } from './screen.js';

interface Marked {
  /** The text the span lies in. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Of the mark. */
  readonly colour: Format;
}

const TAB = '  ';

/** The source line with what is meant underlined, cut to the window around it when it is longer. */
export function excerpt({ text, start, end, line, colour }: Marked, screen: Screen): readonly string[] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', start);
  const whole = text.slice(from, next < 0 ? text.length : next).replace(/\r$/, '');
  const gutter = String(line);
  const room = roomFor(gutter.length, screen);
  const cells = cellsOf(whole);
  const first = cells.findIndex(({ at }) => at >= start - from);
  const begin = first < 0 ? cells.length : first;
  const beyond = cells.findIndex(({ at }) => at >= end - from);
  const stop = Math.max(begin + 1, beyond < 0 ? cells.length : beyond);
  const { left, right } = window(cells, begin, stop, room);
  const shown = cells.slice(left, right);
  const lead = left > 0 ? '…' : '';
  const source = `${lead}${shown.map(({ text: cell }) => cell).join('')}${right < cells.length ? '…' : ''}`;
  const before = lead.length + widthOfCells(cells.slice(left, begin));
  const under = Math.max(1, widthOfCells(cells.slice(begin, Math.min(stop, right))));
  const bar = screen.paint('dim', '|');
  return [
    `  ${screen.paint('dim', gutter)} ${bar} ${source}`,
    `  ${' '.repeat(gutter.length)} ${bar} ${' '.repeat(before)}${screen.paint(colour, '^'.repeat(under))}`,
  ];
}

/** Lines from a text, each with a mark before it, cut to the window; beyond `most` of them they are left out. */
export function lines(
  {
    text,
    from,
    to,
    most,
  }: { readonly text: string; readonly from: number; readonly to: number; readonly most: number },
  screen: Screen,
): readonly string[] {
  const gutter = String(to).length;
  const room = roomFor(gutter, screen);
  const all = text.split(/\r?\n/).slice(from - 1, to);
  const shown = all.slice(0, most).map((line, at) => {
    const cells = cellsOf(line);
    const { right } = window(cells, 0, 0, room);
    const cut = cells.slice(0, right).map(({ text: cell }) => cell);
    const number = String(from + at).padStart(gutter);
    return `  ${screen.paint('dim', number)} ${screen.paint('bold', '>')} ${cut.join('')}${right < cells.length ? '…' : ''}`;
  });
  return all.length > most ? [...shown, `  ${' '.repeat(gutter)} ${screen.paint('bold', '>')} …`] : shown;
}

function roomFor(gutter: number, { columns }: Screen): number {
  return Math.max(20, Math.min(columns, 240) - gutter - 5);
}

/** A character of the line, as it is shown and where it stands in code units. */
interface Cell {
  readonly text: string;
  readonly at: number;
  readonly width: number;
}

function cellsOf(line: string): readonly Cell[] {
  let at = 0;
  return Array.from(line, (char) => {
    const text = char === '\t' ? TAB : clean(char);
    const cell = { text, at, width: char === '\t' ? TAB.length : columnsOf(text) };
    at += char.length;
    return cell;
  });
}

const widthOfCells = (cells: readonly Cell[]): number => cells.reduce((sum, { width }) => sum + width, 0);

/** The cells that fit: what is marked, and as much before it as behind it, from the start of the line if that fits. */
function window(cells: readonly Cell[], begin: number, stop: number, room: number): { left: number; right: number } {
  if (widthOfCells(cells) <= room) return { left: 0, right: cells.length };
  const inner = room - 2;
  const last = Math.min(stop, cells.length);
  let left = Math.min(begin, cells.length);
  if (widthOfCells(cells.slice(0, last)) <= inner) left = 0;
  else {
    let spare = Math.floor((inner - Math.min(inner, widthOfCells(cells.slice(begin, last)))) / 2);
    while (left > 0 && spare >= (cells[left - 1]?.width ?? 1)) spare -= cells[--left]?.width ?? 1;
  }
  let right = left;
  for (let width = 0; right < cells.length; right++) {
    width += cells[right]?.width ?? 1;
    if (width > inner) break;
  }
  return { left, right };
}
