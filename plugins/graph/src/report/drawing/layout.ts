import { Graph, layout } from '@dagrejs/dagre';
import type { Language } from '@ostiary/report';
import type { SceneBody, SceneEdge, SceneNode } from '../show/scene.js';
import { edgeLines, HEAD, type Line, linesSize, nodeSize, type Size } from './measure.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A body with the places of what is in it, from its upper left corner. Places of nodes and labels are those of their middles. See docs/adr/0150. */
export interface PlacedBody extends Size {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

export interface PlacedNode extends Point, Size {
  readonly scene: SceneNode;
  readonly inside: PlacedBody | null;
}

export interface PlacedEdge {
  readonly scene: SceneEdge;
  readonly points: readonly Point[];
  readonly lines: readonly Line[];
  readonly label: (Point & Size) | null;
}

/** Room around a body, between its rows and its columns. */
const [MARGIN, ROWS, COLUMNS] = [16, 34, 26];

/**
 * Places in layers from above to below, by dagre (after Gansner et al. 1993, "A technique for drawing directed graphs"). Each body is laid out by itself, since
 * no edge leaves one, and is then a node of the body around it. The same scene gives the same places: nothing in it is random, and ids are ours.
 */
export function place({ nodes, edges }: SceneBody, language: Language): PlacedBody {
  if (nodes.length === 0) return { width: 2 * MARGIN, height: 2 * MARGIN, nodes: [], edges: [] };
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', ranksep: ROWS, nodesep: COLUMNS, edgesep: 14, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  const insides = new Map<string, PlacedBody | null>();
  for (const node of nodes) {
    const inside = node.inside === null ? null : place(node.inside, language);
    insides.set(node.key, inside);
    const own = nodeSize(node, language);
    graph.setNode(node.key, {
      width: Math.max(own.width, inside?.width ?? 0),
      height: inside === null ? own.height : inside.height + HEAD,
    });
  }
  const lines = edges.map((edge) => edgeLines(edge, language));
  for (const [at, { from, to, steps }] of edges.entries())
    // What is on the path is kept straight.
    graph.setEdge(
      from,
      to,
      { ...linesSize(lines[at] ?? []), labelpos: 'c', weight: steps.length > 0 ? 6 : 1 },
      `e${at}`,
    );
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    nodes: nodes.map((scene) => ({
      ...(graph.node(scene.key) as Point & Size),
      scene,
      inside: insides.get(scene.key) ?? null,
    })),
    edges: edges.map((scene, at) => {
      const found = graph.edge(scene.from, scene.to, `e${at}`) as { readonly points?: readonly Point[] } & Partial<
        Point & Size
      >;
      const own = lines[at] ?? [];
      const { x = 0, y = 0 } = found;
      return {
        scene,
        points: scene.from === scene.to ? loop(graph.node(scene.from) as Point & Size) : (found.points ?? []),
        lines: own,
        label: own.length === 0 ? null : { x, y, ...linesSize(own) },
      };
    }),
  };
}

/** An edge from a node to itself, at its right side, where dagre leaves room for it. */
function loop({ x, y, width }: Point & Size): Point[] {
  const [side, out] = [x + width / 2, x + width / 2 + 20];
  return [
    { x: side, y: y - 10 },
    { x: out, y: y - 10 },
    { x: out, y: y + 10 },
    { x: side, y: y + 10 },
  ];
}
