import { count, html, type Html, type Language, say, table, value } from '@ostiary/report';
import type { GroupGaps, GroupMove } from '../../audit/index.js';
import { figure } from '../show/row.js';
import { TEXTS } from '../text/words.js';

/** Units of the picture: its width, the margin at both sides, the height of a bar with its words, the room for limits above. */
const [WIDE, MARGIN, HIGH, TOP] = [560, 20, 44, 16];
/** Bars of a picture; the table below has all. */
const BARS = 12;

/** How far scores move when only the protected features change, as bars and in figures; then the groups as they are. */
export function groupsPart(gaps: GroupGaps, limit: number | null, language: Language): Html {
  const { groups, moves, score, left } = gaps;
  const words = (text: (typeof TEXTS)[keyof typeof TEXTS]): string => say(text, language);
  const n = (number: number): string => count(number, language);
  const numeric = (title: string) => ({ title, numeric: true });
  const spread = ({ least, mean, most }: Pick<GroupMove, 'least' | 'mean' | 'most'>): string[] =>
    [least, mean, most].map((each) => each.toFixed(4));
  return html`<div class="stack">
    ${movesPicture(moves, limit, language)}
    <p class="aside">${say(TEXTS.movesNote, language, { score })}</p>
    ${table({
      label: words(TEXTS.moves),
      columns: [
        { title: words(TEXTS.move) },
        ...[TEXTS.recordCount, TEXTS.down, TEXTS.mean, TEXTS.up, TEXTS.flips].map((each) => numeric(words(each))),
        { title: words(TEXTS.furthest) },
      ],
      rows: moves.map((move) => [
        value(`${move.from} → ${move.to}`),
        n(move.records),
        ...spread(move),
        move.flips === null ? '–' : n(move.flips),
        value(move.record),
      ]),
    })}
    <p class="aside">${say(TEXTS.groupsNote, language, { score })}</p>
    ${table({
      label: words(TEXTS.groups),
      columns: [
        { title: words(TEXTS.group) },
        ...[TEXTS.recordCount, TEXTS.leastScore, TEXTS.mean, TEXTS.mostScore].map((each) => numeric(words(each))),
      ],
      rows: groups.map((group) => [value(group.name), n(group.records), ...spread(group)]),
    })}
    ${left === 0 ? null : html`<p class="aside">${say(TEXTS.recordsLeft, language, { n: n(left) })}</p>`}
  </div>`;
}

/** A bar for each pair of groups: from the record whose score falls most to the one whose score rises most, with the mean as a mark. */
function movesPicture(moves: readonly GroupMove[], limit: number | null, language: Language): Html {
  const shown = moves.slice(0, BARS);
  const reach = Math.max(...shown.flatMap(({ least, most }) => [-least, most]), limit ?? 0, 1e-9);
  const at = (change: number): number => Math.round(10 * (WIDE / 2 + (change / reach) * (WIDE / 2 - MARGIN))) / 10;
  const high = TOP + shown.length * HIGH + 26;
  const label = say(TEXTS.moves, language);
  const told = shown.map(({ from, to, least, most }) => `${from} → ${to}: ${figure(least)} – ${figure(most)}`);
  // Beside each bar, and not through the words above it.
  const line = (change: number, kind: string, middle: number): Html =>
    html`<rect class="${kind}" x="${at(change) - 1}" y="${middle - 10}" width="2" height="20" />`;
  const limits = limit === null || limit === 0 ? [] : [-limit, limit];
  return html`<div class="region">
    <div class="plot scroll" role="group" tabindex="0" aria-label="${label}">
      <svg
        viewBox="0 0 ${WIDE} ${high}"
        width="${WIDE}"
        height="${high}"
        role="img"
        aria-label="${`${label}: ${told.join('; ')}`}"
      >
        ${shown.map(({ from, to, least, mean, most }, index) => {
          const middle = TOP + index * HIGH + 32;
          const beyond = limit !== null && Math.max(-least, most) > limit;
          return html`<text x="${MARGIN}" y="${middle - 13}">${short(`${from} → ${to}`)}</text
            >${line(0, 'tick', middle)}${limits.map((each) => line(each, 'refuse', middle))}<rect
              class="${limit === null ? 'confirm' : beyond ? 'refuse' : 'allow'}"
              x="${at(least)}"
              y="${middle - 5}"
              width="${Math.max(2, Math.round(10 * (at(most) - at(least))) / 10)}"
              height="10"
              rx="3"
            /><circle class="mark" cx="${at(mean)}" cy="${middle}" r="5" />`;
        })}
        <text class="tick" x="${MARGIN}" y="${high - 6}">${figure(-reach)}</text>
        <text class="tick" x="${WIDE / 2}" y="${high - 6}" text-anchor="middle">0</text>
        <text class="tick" x="${WIDE - MARGIN}" y="${high - 6}" text-anchor="end">${figure(reach)}</text>
        ${
          limits.length === 0
            ? null
            : limits.map(
                (each) => html`<text class="tick" x="${at(each)}" y="11" text-anchor="middle">${figure(each)}</text>`,
              )
        }
      </svg>
    </div>
  </div>`;
}

const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text);
