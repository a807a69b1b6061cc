import { html, type Html } from '@ostiary/report';
import type { NodeKind } from '../../model/index.js';
import type { Point } from './layout.js';

/** A number as it is written: half a tenth of a pixel is nothing that anybody sees. */
export const r = (number: number): number => Math.round(number * 10) / 10;

const polygon = (points: readonly (readonly [number, number])[]): string =>
  `M${points.map(([x, y]) => `${r(x)} ${r(y)}`).join('L')}Z`;

/** The outline of a node, by what it is. */
export function outline(kind: NodeKind, x: number, y: number, width: number, height: number): Html {
  const [left, top, right, bottom] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  const rounded = (radius: number): Html =>
    html`<rect class="box" x="${r(left)}" y="${r(top)}" width="${r(width)}" height="${r(height)}" rx="${radius}" />`;
  const path = (points: readonly (readonly [number, number])[]): Html =>
    html`<path class="box" d="${polygon(points)}" />`;
  switch (kind) {
    case 'start':
    case 'end':
      return rounded(22);
    case 'fail':
      return html`${rounded(22)}<rect
          class="more"
          x="${r(left + 4)}"
          y="${r(top + 4)}"
          width="${r(width - 8)}"
          height="${r(height - 8)}"
          rx="18"
        />`;
    case 'llm':
    case 'agent':
      return rounded(14);
    case 'router':
      return path([
        [left, y],
        [left + 11, top],
        [right - 11, top],
        [right, y],
        [right - 11, bottom],
        [left + 11, bottom],
      ]);
    case 'fork':
      return path([
        [left + 13, top],
        [right - 13, top],
        [right, bottom],
        [left, bottom],
      ]);
    case 'join':
      return path([
        [left, top],
        [right, top],
        [right - 13, bottom],
        [left + 13, bottom],
      ]);
    case 'human':
      return path([
        [left + 9, top],
        [right, top],
        [right - 9, bottom],
        [left, bottom],
      ]);
    case 'subgraph':
    case 'map':
      return html`${rounded(4)}<path
          class="more"
          d="M${r(left + 5)} ${r(top)}V${r(bottom)}M${r(right - 5)} ${r(top)}V${r(bottom)}"
        />`;
    case 'tool':
    case 'code':
    case 'wait':
      return rounded(5);
  }
}

/** A way through points, rounded where it turns. */
export function way(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${r(first.x)} ${r(first.y)}`];
  for (const [at, { x, y }] of rest.entries()) {
    const next = rest[at + 1];
    if (next === undefined) parts.push(`L${r(x)} ${r(y)}`);
    else parts.push(`Q${r(x)} ${r(y)} ${r((x + next.x) / 2)} ${r((y + next.y) / 2)}`);
  }
  return parts.join('');
}

/** The tip at the end of a way. */
export function tip(points: readonly Point[]): string {
  const end = points.at(-1);
  const before = points.at(-2);
  if (end === undefined || before === undefined) return '';
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const [bx, by] = [end.x - dx * 9, end.y - dy * 9];
  return polygon([
    [end.x, end.y],
    [bx - dy * 4, by + dx * 4],
    [bx + dy * 4, by - dx * 4],
  ]);
}
