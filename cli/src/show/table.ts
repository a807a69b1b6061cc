import { clean, type Format, type Screen, widthOf } from './screen.js';

export interface Cell {
  readonly text: string;
  readonly colour?: Format;
}

/** Rows below each other in columns, the last of which is as wide as it is; tabs between them in a pipe. */
export function showTable(rows: readonly (readonly (string | Cell)[])[], screen: Screen): void {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell)));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => widthOf(clean(row[at]?.text ?? '')))));
  for (const row of cells) {
    const shown = row.map((cell, at) => {
      const text = clean(cell.text);
      const pad = screen.human && at < row.length - 1 ? ' '.repeat((widths[at] ?? 0) - widthOf(text)) : '';
      return ('colour' in cell && cell.colour !== undefined ? screen.paint(cell.colour, text) : text) + pad;
    });
    screen.line(shown.join(screen.human ? '  ' : '\t').trimEnd());
  }
}
