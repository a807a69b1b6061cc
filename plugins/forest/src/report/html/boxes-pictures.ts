import { count, html, type Html, type Language, say } from '@ostiary/report';
import { nameText, type Portrait, type PortraitPlane } from '../../audit/index.js';
import { figure } from '../show/row.js';
import { BOX_TEXTS } from '../text/boxes.js';
import { acrossName, LEFT, tick, uprightName } from './axes.js';
import { bars } from './pictures.js';

/** Units of a picture: its sides, and the room above and below. */
const [SIDE, HIGH, TOP, BELOW] = [400, 300, 8, 46];
/** No box is drawn narrower. */
const THIN = 2;

/** Boxes over two features: each lets through what lies below it, so that where many lie it is darker. */
export function boxesPicture({ x, y, boxes, left }: PortraitPlane, language: Language): Html {
  const [width, height] = [LEFT + SIDE + 24, TOP + HIGH + BELOW];
  const label = say(BOX_TEXTS.planeLabel, language, {
    n: count(boxes.length, language),
    x: nameText(x),
    y: nameText(y),
    at: [x, y].map(({ at }) => (at === null ? '–' : figure(at))).join(', '),
  });
  const across = (share: number): number => round(LEFT + share * SIDE);
  const up = (share: number): number => round(TOP + (1 - share) * HIGH);
  return html`<div class="region">
    <div class="plot scroll" role="group" tabindex="0" aria-label="${say(BOX_TEXTS.plane, language)}">
      <svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
        <rect class="tick" x="${LEFT}" y="${TOP + HIGH}" width="${SIDE}" height="1" />
        <rect class="tick" x="${LEFT}" y="${TOP}" width="1" height="${HIGH}" />
        ${boxes.map(
          ([from, to, low, high]) =>
            html`<rect
              class="refuse"
              opacity="0.3"
              x="${across(from)}"
              y="${round(up(high) - Math.max(0, THIN - (up(low) - up(high))))}"
              width="${round(Math.max(THIN, across(to) - across(from)))}"
              height="${round(Math.max(THIN, up(low) - up(high)))}"
            />`,
        )}
        ${
          x.at === null || y.at === null
            ? null
            : html`<circle class="mark" cx="${across(x.at)}" cy="${up(y.at)}" r="5" />
                <text
                  class="axis"
                  x="${across(x.at) + (x.at > 0.7 ? -9 : 9)}"
                  y="${up(y.at) + (y.at > 0.95 ? 14 : -6)}"
                  text-anchor="${x.at > 0.7 ? 'end' : 'start'}"
                  >${say(BOX_TEXTS.record, language)}</text
                >`
        }
        ${tick(x.low, LEFT, TOP + HIGH + 16, 'start')} ${tick(x.high, LEFT + SIDE, TOP + HIGH + 16, 'end')}
        ${tick(y.low, LEFT - 6, TOP + HIGH, 'end')} ${tick(y.high, LEFT - 6, TOP + 11, 'end')}
        ${acrossName(x, LEFT + SIDE / 2, TOP + HIGH + 36)} ${uprightName(y, TOP + HIGH / 2)}
      </svg>
    </div>
    ${left === 0 ? null : html`<p class="aside">${say(BOX_TEXTS.left, language, { n: count(left, language) })}</p>`}
  </div>`;
}

/** How far the boxes of a record are. */
export function spreadPicture({ counts, least, most }: NonNullable<Portrait['spread']>, language: Language): Html {
  const n = count(
    counts.reduce((sum, each) => sum + each, 0),
    language,
  );
  const words = say(BOX_TEXTS.spreadNote, language, { n, low: figure(least), high: figure(most) });
  return bars({ counts, least, most }, words, say(BOX_TEXTS.spread, language));
}

const round = (value: number): number => Math.round(value * 10) / 10;
