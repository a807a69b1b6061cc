import { clean, type Format, type Screen, widthOf } from './screen.js';
import { wrap } from './wrap.js';

export interface Cell {
  readonly text: string;
  readonly colour?: Format;
}

/** The last column stands beside the others where it has so many columns of the screen, else below them. */
const ROOM = 32;
/** How far what stands below is moved in. */
const HANG = 4;

/**
 * Rows below each other in columns, tabs between them in a pipe. For a person, what the last column has no room for goes on below itself,
 * or all of it stands below its row.
 */
export function showTable(rows: readonly (readonly (string | Cell)[])[], screen: Screen): void {
  const cells = rows.map((row) => row.map((cell): Cell => (typeof cell === 'string' ? { text: cell } : cell)));
  if (!screen.human) {
    for (const row of cells)
      screen.line(
        row
          .map((cell) => painted(cell, screen))
          .join('\t')
          .trimEnd(),
      );
    return;
  }
  const lead = Math.max(0, ...cells.map(({ length }) => length - 1));
  const widths = Array.from({ length: lead }, (_, at) =>
    Math.max(...cells.map((row) => widthOf(clean(row[at]?.text ?? '')))),
  );
  const indent = widths.reduce((sum, width) => sum + width + 2, 0);
  const fits = cells.every((row) => indent + widthOf(clean(row[lead]?.text ?? '')) <= screen.columns);
  const room = screen.columns - indent;
  const beside = fits || room >= ROOM;
  for (const row of cells) {
    const head = widths
      .map((width, at) => {
        const cell = row[at] ?? { text: '' };
        return painted(cell, screen) + ' '.repeat(width - widthOf(clean(cell.text)) + 2);
      })
      .join('');
    const last = row[lead] ?? { text: '' };
    const lines = wrap(clean(last.text), beside ? room : screen.columns - HANG).map((text) =>
      painted({ ...last, text }, screen),
    );
    const [first = '', ...others] = beside ? lines : ['', ...(last.text === '' ? [] : lines)];
    const [title = '', ...more] = beside ? [head + first] : wrap(head.trimEnd(), screen.columns - HANG);
    screen.line(title.trimEnd());
    for (const line of more) screen.line(' '.repeat(HANG) + line);
    for (const line of others) screen.line(' '.repeat(beside ? indent : HANG) + line);
  }
}

function painted({ text, colour }: Cell, screen: Screen): string {
  const shown = clean(text);
  return colour === undefined ? shown : screen.paint(colour, shown);
}
