/** Names and ends of the two features that a picture lies over. */
import { html, type Html } from '@ostiary/report';
import { nameText } from '../../audit/index.js';
import type { FeatureFact } from '../../table/index.js';

type Named = Pick<FeatureFact, 'name' | 'unit'>;

/** Units of a picture that its ends and the name of the upright feature take at its left. */
export const LEFT = 92;

/** As many letters as there is room for at the left. */
const short = (text: string, most = 13): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export const tick = (text: string, x: number, y: number, side: 'start' | 'end'): Html =>
  html`<text class="tick" x="${x}" y="${y}" text-anchor="${side}">${short(text)}</text>`;

/** Below a picture there is room for the unit, too. @param middle of the picture */
export const acrossName = (feature: Named, middle: number, y: number): Html =>
  html`<text class="axis" x="${middle}" y="${y}" text-anchor="middle">${short(nameText(feature), 44)}</text>`;

/** At the left of a picture the unit stands below the name. @param middle of the picture */
export const uprightName = ({ name, unit }: Named, middle: number): Html =>
  html`<text class="axis" x="${LEFT - 6}" y="${middle}" text-anchor="end">${short(name)}</text>${
      unit === null
        ? null
        : html`<text class="axis" x="${LEFT - 6}" y="${middle + 15}" text-anchor="end">${short(`(${unit})`)}</text>`
    }`;
