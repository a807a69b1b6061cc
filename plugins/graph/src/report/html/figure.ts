import { html, type Html, type Language, plain, say } from '@ostiary/report';
import { picture } from '../drawing/picture.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import type { GraphIndex } from '../show/graph-index.js';
import { named } from '../show/names.js';
import { type Scene, type SceneBody, type SceneEdge, type SceneNode, sceneOf } from '../show/scene.js';
import { TEXTS } from '../text/words.js';

/** Width of a picture beside which there is room for text. */
const NARROW = 470;
/** Steps that a description names. */
const NAMED = 30;

export interface Figure {
  readonly figure: Html;
  readonly narrow: boolean;
}

/** The graph around the path of a verdict, or as a whole; null where it is too large to be read. */
export function figureOf(
  verdict: ReportedVerdict | null,
  id: string,
  index: GraphIndex,
  { language }: GraphReport,
): Figure | null {
  const scene = sceneOf(index, verdict);
  if (scene === null) return null;
  const title = say(verdict === null ? TEXTS.picture : TEXTS.picturePath, language);
  const { svg, width } = picture(scene, id, title, describe(scene, verdict, language), language);
  const left =
    scene.shown === scene.all
      ? null
      : html`<figcaption>${say(TEXTS.leftOut, language, { n: scene.shown, all: scene.all })}</figcaption>`;
  const figure = html`<figure class="graph ${verdict?.verdict === 'possible' ? 'open' : 'shut'}">
    <div class="scroll plot" role="group" aria-label="${title}" tabindex="0">${svg}</div>
    ${left} ${legend(scene, language)}
  </figure>`;
  return { figure, narrow: width <= NARROW };
}

function describe(scene: Scene, verdict: ReportedVerdict | null, language: Language): string {
  const edges = edgesIn(scene.top).length;
  const path = verdict?.path ?? [];
  if (path.length === 0) return say(TEXTS.pictureAlone, language, { nodes: scene.shown, edges });
  const steps = path.slice(0, NAMED).map(({ node }, at) => `${at + 1} ${plain(named(node))}`);
  const rest = path.length > NAMED ? ['…'] : [];
  return say(TEXTS.pictureDesc, language, { nodes: scene.shown, edges, path: [...steps, ...rest].join(', ') });
}

const nodesIn = ({ nodes }: SceneBody): SceneNode[] =>
  nodes.flatMap((node) => [node, ...(node.inside === null ? [] : nodesIn(node.inside))]);
const edgesIn = ({ nodes, edges }: SceneBody): SceneEdge[] => [
  ...edges,
  ...nodes.flatMap(({ inside }) => (inside === null ? [] : edgesIn(inside))),
];

/** What the lines and shapes of this picture mean, those that are there. */
function legend({ top }: Scene, language: Language): Html | null {
  const [nodes, edges] = [nodesIn(top), edgesIn(top)];
  const line = (kind: string, words: string): Html =>
    html`<li>
      <svg viewBox="0 0 36 14" aria-hidden="true">
        <g class="${kind}"><path class="way" d="M1 7H35" /></g>
      </svg>
      ${words}
    </li>`;
  const items = [
    ...(nodes.some(({ steps }) => steps.length > 0) ? [line('run', say(TEXTS.legendPath, language))] : []),
    ...(edges.some(({ edge }) => edge.on === 'error') ? [line('error', say(TEXTS.legendError, language))] : []),
    ...(edges.some(({ edge }) => edge.provenance === 'may') ? [line('may', say(TEXTS.legendMay, language))] : []),
    ...(nodes.some(({ node: { kind } }) => kind === 'fork' || kind === 'join')
      ? [
          html`<li>
            <svg viewBox="0 0 36 14" aria-hidden="true">
              <path class="way" d="M5 2L12 2L16 12L1 12ZM20 2L35 2L31 12L24 12Z" />
            </svg>
            ${say(TEXTS.legendLanes, language)}
          </li>`,
        ]
      : []),
    ...(edges.some(({ insert }) => insert !== null)
      ? [
          html`<li>
            <svg viewBox="0 0 36 14" aria-hidden="true">
              <rect class="slot" x="1" y="1" width="34" height="12" rx="4" />
            </svg>
            ${say(TEXTS.legendCut, language)}
          </li>`,
        ]
      : []),
  ];
  return items.length === 0
    ? null
    : html`<ul class="legend">
        ${items}
      </ul>`;
}
