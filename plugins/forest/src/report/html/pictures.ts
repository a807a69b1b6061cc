import { html, type Html, say, type Language } from '@ostiary/report';
import { type AnswerPlane, nameText, type ShownBounds } from '../../audit/index.js';
import { figure } from '../show/row.js';
import { TEXTS } from '../text/words.js';
import { acrossName, LEFT, tick, uprightName } from './axes.js';

/** Units of a picture. */
const [WIDE, BAR] = [560, 64];
/** Two numbers that stand nearer than this are one text. */
const NEAR = 90;

/**
 * A range as a bar with its proved ends, and the limit that it is held against.
 * @param colour of the bar, a class of the style sheet
 */
export function rangeBar(bounds: ShownBounds, limit: number | null, colour: string, language: Language): Html | null {
  const { at_least: low, at_most: high } = bounds;
  if (low === null || high === null) return null;
  const ends = [low, high, ...(limit === null ? [] : [limit])];
  const [least, most] = [Math.min(...ends, 0), Math.max(...ends, low >= 0 && high <= 1 ? 1 : high)];
  const at = (value: number): number => 20 + ((value - least) / (most - least || 1)) * (WIDE - 40);
  const text = (value: number, y: number, words: string): Html =>
    html`<text class="tick" x="${round(at(value))}" y="${y}" text-anchor="${anchor(value, least, most)}"
      >${words}</text
    >`;
  // The ends of the line stand below it where no proved end stands there.
  const free = [least, most].filter((end) => [low, high].every((value) => Math.abs(at(value) - at(end)) >= NEAR));
  const label = say(TEXTS.range, language);
  return html`<div class="region">
    <div class="plot scroll" role="group" tabindex="0" aria-label="${label}">
      <svg
        viewBox="0 0 ${WIDE} ${BAR}"
        width="${WIDE}"
        height="${BAR}"
        role="img"
        aria-label="${`${label}: ${figure(low)} – ${figure(high)}`}"
      >
        <rect class="tick" x="20" y="31" width="${WIDE - 40}" height="2" />
        <rect
          class="${colour}"
          x="${round(at(low))}"
          y="24"
          width="${round(Math.max(3, at(high) - at(low)))}"
          height="16"
          rx="3"
        />
        ${
          limit === null
            ? null
            : html`<rect
                  class="refuse"
                  x="${round(at(limit) - 1.5)}"
                  y="16"
                  width="3"
                  height="32"
                />${text(limit, 12, say(TEXTS.limit, language, { n: figure(limit) }))}`
        }
        ${
          at(high) - at(low) < NEAR
            ? text(low, 58, low === high ? figure(low) : `${figure(low)} – ${figure(high)}`)
            : [text(low, 58, figure(low)), text(high, 58, figure(high))]
        }
        ${free.map((end) => text(end, 58, figure(end)))}
      </svg>
    </div>
  </div>`;
}

const anchor = (value: number, least: number, most: number): string => {
  const share = (value - least) / (most - least || 1);
  return share < 0.1 ? 'start' : share > 0.9 ? 'end' : 'middle';
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Units of a stretch in a picture, and of a side at least. */
const [CELL, LEAST] = [12, 96];
/** Colours of labels, in the order in which they are met: also their words stand beside them. */
const COLOURS = ['allow', 'refuse', 'confirm'] as const;

/** What the model answers as two features change: the record and the witness are marked. */
export function planePicture({ x, y, labels, pair, grid }: AnswerPlane, language: Language): Html {
  const [columns, rows] = [grid[0]?.length ?? 0, grid.length];
  const [left, top] = [LEFT, 8];
  // A flag has two stretches: there must be room for the names at its side, and for both marks.
  const [cellWide, cellHigh] = [Math.max(CELL, LEAST / columns), Math.max(CELL, LEAST / rows)];
  const [wide, high] = [columns * cellWide, rows * cellHigh];
  const cells = grid.flatMap((row, up) =>
    stretches(row).map(
      ({ from, to, label }) =>
        html`<rect
          class="${COLOURS[label % COLOURS.length] ?? 'confirm'}"
          x="${round(left + from * cellWide)}"
          y="${round(top + (rows - 1 - up) * cellHigh)}"
          width="${round((to - from + 1) * cellWide)}"
          height="${round(cellHigh)}"
        />`,
    ),
  );
  const mark = (column: number, row: number, words: string): Html =>
    html`<circle
        class="mark"
        cx="${left + (column + 0.5) * cellWide}"
        cy="${top + (rows - row - 0.5) * cellHigh}"
        r="5"
      /><text
        class="name"
        x="${left + (column + 0.5) * cellWide + (column > columns / 2 ? -9 : 9)}"
        y="${top + (rows - row - 0.5) * cellHigh + 4}"
        text-anchor="${column > columns / 2 ? 'end' : 'start'}"
        >${words}</text
      >`;
  return html`<div class="region">
    <div class="plot scroll" role="group" tabindex="0" aria-label="${say(TEXTS.plane, language)}">
      <svg
        viewBox="0 0 ${left + wide + 20} ${top + high + 44}"
        width="${left + wide + 20}"
        height="${top + high + 44}"
        role="img"
        aria-label="${`${nameText(x)}, ${nameText(y)}: ${occurring(grid)
          .map((at) => labels[at] ?? '')
          .join(', ')}`}"
      >
        ${cells}
        ${x.from === null || y.from === null ? null : mark(x.from, y.from, say(pair ? TEXTS.secondMark : TEXTS.from, language))}
        ${mark(x.to, y.to, say(pair ? TEXTS.firstMark : TEXTS.to, language))}
        ${tick(x.ends[0] ?? '', left, top + high + 14, 'start')}
        ${tick(x.ends.at(-1) ?? '', left + wide, top + high + 14, 'end')}
        ${tick(y.ends[0] ?? '', left - 6, top + high, 'end')} ${tick(y.ends.at(-1) ?? '', left - 6, top + 10, 'end')}
        ${acrossName(x, left + wide / 2, top + high + 32)} ${uprightName(y, top + high / 2)}
      </svg>
    </div>
    <ul class="legend">
      ${occurring(grid).map(
        (at) =>
          html`<li>
            <span class="answer ${COLOURS[at % COLOURS.length] ?? 'confirm'}"
              >${say(TEXTS.answer, language, { label: labels[at] ?? '' })}</span
            >
          </li>`,
      )}
    </ul>
  </div>`;
}

/** Places of the labels that occur, ascending. */
const occurring = (grid: AnswerPlane['grid']): number[] => [...new Set(grid.flat())].toSorted((a, b) => a - b);

/** Neighbours of one label are one rectangle. */
function stretches(row: readonly number[]): { readonly from: number; readonly to: number; readonly label: number }[] {
  const found: { from: number; to: number; label: number }[] = [];
  for (const [at, label] of row.entries()) {
    const last = found.at(-1);
    if (last !== undefined && last.label === label) last.to = at;
    else found.push({ from: at, to: at, label });
  }
  return found;
}

const BINS = 24;

/** How distances are distributed: a bar for each stretch of them. */
export function histogram(distances: readonly number[], language: Language): Html | null {
  const finite = distances.filter(Number.isFinite);
  if (finite.length < 2) return null;
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  if (least === most) return null;
  const counts = Array.from({ length: BINS }, () => 0);
  for (const each of finite) {
    const bin = Math.min(BINS - 1, Math.floor(((each - least) / (most - least)) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const words = say(TEXTS.distancesNote, language, { n: finite.length, low: figure(least), high: figure(most) });
  return bars({ counts, least, most }, words, say(TEXTS.distances, language));
}

/**
 * Bars of how often what was met, from one end to the other.
 * @param words that say the picture
 * @param title of what it is about
 */
export function bars(
  { counts, least, most }: { readonly counts: readonly number[]; readonly least: number; readonly most: number },
  words: string,
  title: string,
): Html {
  const [high, wide] = [110, (WIDE - 40) / counts.length];
  const peak = Math.max(...counts);
  return html`<div class="region">
    <div class="plot scroll" role="group" tabindex="0" aria-label="${title}">
      <svg viewBox="0 0 ${WIDE} ${high + 24}" width="${WIDE}" height="${high + 24}" role="img" aria-label="${words}">
        ${counts.map((each, at) => {
          const tall = each === 0 ? 0 : Math.max(1, Math.round((each / peak) * (high - 16)));
          return html`<rect
              class="confirm"
              x="${round(20 + at * wide)}"
              y="${high - tall}"
              width="${round(wide - 2)}"
              height="${tall}"
            />${each === 0 ? null : html`<text class="tick" x="${round(20 + (at + 0.5) * wide - 1)}" y="${high - tall - 3}" text-anchor="middle">${each}</text>`}`;
        })}
        <text class="tick" x="20" y="${high + 16}">${figure(least)}</text>
        <text class="tick" x="${WIDE - 20}" y="${high + 16}" text-anchor="end">${figure(most)}</text>
      </svg>
    </div>
  </div>`;
}
