import { type Html, html } from '../html/html.js';
import { type Language, say } from '../text/words.js';
import { type Answer, answerName } from './answer.js';
import { type Axis, blocksOf, columnsOf, type Plane, rowsOf, type Stretch } from './plane.js';

const TEXTS = {
  picture: { en: 'Answers by {x} and {y}', pt: 'Respostas por {x} e {y}' },
  from: { en: 'from {value}', pt: 'desde {value}' },
  to: { en: 'up to {value}', pt: 'até {value}' },
  lines: {
    en: 'Lines are where an answer changes; sizes say nothing.',
    pt: 'As linhas são onde uma resposta muda; os tamanhos não dizem nada.',
  },
  calls: { en: 'where the calls lie', pt: 'onde estão as chamadas' },
} as const;

/** In the units of the picture, which are pixels where there is room. */
const [CELL, ROW, LEFT, TOP, BOTTOM] = [92, 56, 100, 26, 56];
/** Stretches on a side beyond which nobody can read it. */
const MOST = 16;
const LONGEST = 13;
/** How near to the side of a cell a mark may lie, as a part of its width. */
const EDGE = 0.14;

/** Answers from mild to strict, for the legend. */
const ORDER: readonly Answer[] = ['allow', 'confirm', 'refuse'];

/** A plane made ready to be drawn: stretches in place of values, units in titles. */
interface Drawing {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly columns: readonly Stretch[];
  readonly rows: readonly Stretch[];
  /** `grid[row][column]`. */
  readonly grid: readonly (readonly Answer[])[];
  /** Of the lowest row. */
  readonly bottom: number;
  readonly language: Language;
}

/**
 * A picture of what is answered over two numeric attributes. Neighbours with the same answers are one, so that its lines are where an
 * answer changes; sizes say nothing. What it shows is said in a table, too, for those who do not see it.
 *
 * @returns null where it would have too many parts to be read
 */
export function region(plane: Plane, language: Language): Html | null {
  const [columns, rows] = [columnsOf(plane), rowsOf(plane)];
  if (columns.length === 0 || rows.length === 0 || columns.length > MOST || rows.length > MOST) return null;
  const grid = rows.map(({ from: row }) => columns.map(({ from: column }) => plane.answers[row]?.[column] ?? 'refuse'));
  const [x, y] = [side(plane.x), side(plane.y)];
  const title = say(TEXTS.picture, language, { x: x.title, y: y.title });
  const drawing = { title, x, y, columns, rows, grid, bottom: TOP + rows.length * ROW, language };
  const [width, height] = [LEFT + columns.length * CELL + 8, drawing.bottom + BOTTOM];
  const marks = marksOf(plane, columns, rows);
  return html`<figure class="region">
    <div class="scroll plot" role="group" aria-label="${title}" tabindex="0">
      <svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">
        <text class="axis" x="4" y="14">${y.title}</text>
        ${cells(drawing)}${ticks(drawing)}${marks.map((mark) => drawn(mark, drawing))}
        <text class="axis" text-anchor="end" x="${width - 8}" y="${height - 6}">${x.title}</text></svg
      >${spoken(drawing)}
    </div>
    ${legend(drawing, marks.length > 0)}
  </figure>`;
}

/** The cells, each block of one answer with its name. */
function cells({ grid, bottom, language }: Drawing): Html[] {
  const rectangles = grid.flatMap((answers, row) =>
    answers.map(
      (answer, column) =>
        html`<rect
          class="cell ${answer}"
          x="${LEFT + column * CELL}"
          y="${bottom - (row + 1) * ROW}"
          width="${CELL}"
          height="${ROW}"
        />`,
    ),
  );
  const names = blocksOf(grid).map(
    ({ answer, columns: { from }, rows: { to } }) =>
      html`<text class="name" x="${LEFT + from * CELL + 10}" y="${bottom - (to + 1) * ROW + 20}"
        >${answerName(answer, language)}</text
      >`,
  );
  return [...rectangles, ...names];
}

/** What each column and each row holds. */
function ticks({ x, y, columns, rows, bottom, language }: Drawing): Html[] {
  const below = columns.flatMap((stretch, at) =>
    lines(stretch, x, language).map(
      (text, line) =>
        html`<text class="tick" text-anchor="middle" x="${LEFT + (at + 0.5) * CELL}" y="${bottom + 16 + line * 14}"
          >${text}</text
        >`,
    ),
  );
  const beside = rows.flatMap((stretch, at) => {
    const texts = lines(stretch, y, language);
    const first = bottom - (at + 0.5) * ROW + 4 - (texts.length - 1) * 7;
    return texts.map(
      (text, line) =>
        html`<text class="tick" text-anchor="end" x="${LEFT - 8}" y="${first + line * 14}">${text}</text>`,
    );
  });
  return [...below, ...beside];
}

/** A mark where a call lies, as wide as its label. */
function drawn({ label, across, up }: Mark, { bottom }: Drawing): Html {
  const [x, y] = [LEFT + across * CELL, bottom - up * ROW];
  const width = 18 + (label.length - 1) * 6;
  return html`<rect class="mark" x="${x - width / 2}" y="${y - 9}" width="${width}" height="18" rx="9" /><text
      class="mark-text"
      text-anchor="middle"
      x="${x}"
      y="${y + 4}"
      >${label}</text
    >`;
}

function legend({ grid, language }: Drawing, marked: boolean): Html {
  const answers = ORDER.filter((answer) => grid.some((row) => row.includes(answer))).map(
    (answer) =>
      html`<li>
        <svg class="swatch" viewBox="0 0 24 24" aria-hidden="true">
          <rect class="${answer}" width="24" height="24" rx="5" />
        </svg>
        ${answerName(answer, language)}
      </li>`,
  );
  const where = html`<li>
    <svg class="swatch" viewBox="0 0 24 24" aria-hidden="true"><circle class="mark" cx="12" cy="12" r="8" /></svg>
    ${say(TEXTS.calls, language)}
  </li>`;
  return html`<ul class="legend">
    ${answers}${marked ? where : null}
    <li class="muted">${say(TEXTS.lines, language)}</li>
  </ul>`;
}

/** The same as a table that is heard, not seen. */
function spoken({ title, grid, columns, rows, x, y, language }: Drawing): Html {
  const head = columns.map((stretch) => html`<th scope="col">${x.title} ${lines(stretch, x, language).join(' ')}</th>`);
  const body = rows.map(
    (stretch, at) =>
      html`<tr>
        <th scope="row">${y.title} ${lines(stretch, y, language).join(' ')}</th>
        ${(grid[at] ?? []).map((answer) => html`<td>${answerName(answer, language)}</td>`)}
      </tr>`,
  );
  return html`<div class="hidden">
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

/** A side whose values share a unit says it once, in its title. */
function side({ title, values }: Axis): Axis {
  const unit = / ([A-Z]{3}|[^\d\s]+)$/.exec(values[0] ?? '')?.[1];
  if (unit === undefined || !values.every((value) => value.endsWith(` ${unit}`))) return { title, values };
  return { title: `${title} (${unit})`, values: values.map((value) => value.slice(0, -unit.length - 1)) };
}

/** What a stretch holds, in one or two lines. */
function lines({ from, to }: Stretch, { values }: Axis, language: Language): string[] {
  const text = (at: number): string => {
    const value = values[at] ?? '';
    return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
  };
  const [first, last] = [from === 0, to === values.length - 1];
  if (first && last) return [];
  if (from === to && !first && !last) return [text(from)];
  return [
    ...(first ? [] : [say(TEXTS.from, language, { value: text(from) })]),
    ...(last ? [] : [say(TEXTS.to, language, { value: text(to) })]),
  ];
}

/** Where calls lie, in cells from the lower left corner. */
interface Mark {
  readonly label: string;
  readonly across: number;
  readonly up: number;
}

/** Calls in one place share a mark. */
function marksOf({ marks }: Plane, columns: readonly Stretch[], rows: readonly Stretch[]): Mark[] {
  const places = new Map<string, Mark>();
  for (const { label, column, row } of marks) {
    const at = columns.findIndex(({ from, to }) => from <= column && column <= to);
    const up = rows.findIndex(({ from, to }) => from <= row && row <= to);
    const stretch = columns[at];
    if (stretch === undefined || up < 0) continue;
    const part = (column - stretch.from + 0.5) / (stretch.to - stretch.from + 1);
    // A whole mark is within its cell.
    const across = at + Math.min(Math.max(part, EDGE), 1 - EDGE);
    // Below the name of the answer, which stands in the upper half.
    const place = places.get(`${across} ${up}`) ?? { label: '', across, up: up + 0.29 };
    places.set(`${across} ${up}`, { ...place, label: place.label === '' ? label : `${place.label}, ${label}` });
  }
  return [...places.values()];
}
