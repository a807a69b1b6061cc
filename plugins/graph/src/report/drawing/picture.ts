import { html, type Html, type Language, LIT_STEPS, visible } from '@ostiary/report';
import { short } from '../show/names.js';
import type { Scene } from '../show/scene.js';
import { place, type PlacedBody, type PlacedEdge, type PlacedNode } from './layout.js';
import { HEAD, LINE, nodeLines } from './measure.js';
import { outline, r, tip, way } from './shapes.js';

/** A graph as SVG, its size in pixels. It says nothing by colour alone, and needs no script. */
export interface Picture {
  readonly svg: Html;
  readonly width: number;
  readonly height: number;
}

/** Code points of a whole name. */
const NAME = 300;

/** Draws a scene. `id` is that of the picture in its document; `title` and `description` are for those who do not see it. */
export function picture(scene: Scene, id: string, title: string, description: string, language: Language): Picture {
  const body = place(scene.top, language);
  const { width, height } = body;
  const svg = html`<svg
    class="picture"
    role="img"
    aria-labelledby="${id}-title ${id}-desc"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
  >
    <title id="${id}-title">${title}</title>
    <desc id="${id}-desc">${description}</desc>
    ${drawnBody(body, language)}
  </svg>`;
  return { svg, width, height };
}

/** Edges lie below nodes, those of the path above the others. */
function drawnBody({ nodes, edges }: PlacedBody, language: Language): Html {
  const lit = ({ scene }: PlacedEdge): boolean => scene.steps.length > 0;
  return html`${edges.filter((edge) => !lit(edge)).map(drawnEdge)}${edges.filter(lit).map(drawnEdge)}${nodes.map((node) => drawnNode(node, language))}`;
}

/** The classes by which a walk lights up what is at its steps. */
function steps(numbers: readonly number[]): string {
  return numbers.length === 0
    ? ''
    : ['', 'lit', ...numbers.filter((number) => number <= LIT_STEPS).map((number) => `on-${number}`)].join(' ');
}

function drawnNode({ scene, inside, x, y, width, height }: PlacedNode, language: Language): Html {
  const { node, last } = scene;
  const { name, kind } = nodeLines(scene, language);
  const classes = `g-node${steps(scene.steps)}${last ? ' last' : ''}${node.disabled === true ? ' off' : ''}`;
  const whole = html`<title>${visible(short(node.title ?? node.id, NAME))}</title>`;
  const [left, top] = [x - width / 2, y - height / 2];
  if (inside === null)
    return html`<g class="${classes}"
      >${whole}${outline(node.kind, x, y, width, height)}<text class="name" x="${r(x)}" y="${r(y - 2)}">${name}</text
      ><text class="kind" x="${r(x)}" y="${r(y + 14)}">${kind}</text>${badge(scene.steps, left, top)}</g
    >`;
  return html`<g class="${classes}"
      >${whole}<rect class="box" x="${r(left)}" y="${r(top)}" width="${r(width)}" height="${r(height)}" rx="8" /><text
        class="name"
        x="${r(x)}"
        y="${r(top + 18)}"
        >${name}</text
      ><text class="kind" x="${r(x)}" y="${r(top + 18 + LINE)}">${kind}</text>${badge(scene.steps, left, top)}</g
    ><g transform="translate(${r(x - inside.width / 2)} ${r(top + HEAD)})">${drawnBody(inside, language)}</g>`;
}

/** The numbers of the steps at a node, at its corner. */
function badge(numbers: readonly number[], x: number, y: number): Html | null {
  if (numbers.length === 0) return null;
  const text = numbers.length > 3 ? `${numbers.slice(0, 3).join(', ')} …` : numbers.join(', ');
  const width = Math.max(20, text.length * 6.6 + 10);
  return html`<g class="g-badge"
    ><rect x="${r(x - 8)}" y="${r(y - 10)}" width="${r(width)}" height="20" rx="10" /><text
      x="${r(x - 8 + width / 2)}"
      y="${r(y + 4)}"
      >${text}</text
    ></g
  >`;
}

function drawnEdge({ scene, points, lines, label }: PlacedEdge): Html {
  const { edge, insert } = scene;
  const kind = `${edge.on === 'error' ? ' error' : ''}${edge.provenance === 'may' ? ' may' : ''}`;
  return html`<g class="g-edge${kind}${steps(scene.steps)}"
    ><path class="way" d="${way(points)}" /><path class="tip" d="${tip(points)}" />${
      label === null
        ? null
        : html`<rect
              class="${insert === null ? 'behind' : 'slot'}"
              x="${r(label.x - label.width / 2)}"
              y="${r(label.y - label.height / 2)}"
              width="${r(label.width)}"
              height="${r(label.height)}"
              rx="4"
            />${lines.map(
              ({ text, cut }, at) =>
                html`<text
                  class="${cut ? 'cut' : 'says'}"
                  x="${r(label.x)}"
                  y="${r(label.y - label.height / 2 + 14 + at * LINE)}"
                  >${text}</text
                >`,
            )}`
    }</g
  >`;
}
