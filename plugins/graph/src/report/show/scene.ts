import type { Fix, GraphEdge, GraphNode } from '../../model/index.js';
import type { ReportedVerdict } from '../input.js';
import { type GraphIndex, type IndexedBody, partings } from './graph-index.js';
import { neighbourhood } from './neighbourhood.js';

/** What is drawn of a graph, whoever draws it. See docs/adr/0150. */
export interface Scene {
  readonly top: SceneBody;
  /** Nodes that are drawn. */
  readonly shown: number;
  /** Nodes of the bodies that are drawn, left out ones included. */
  readonly all: number;
}

export interface SceneBody {
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
}

export interface SceneNode {
  /** An id of our own: `n12`. */
  readonly key: string;
  /** Its name, as paths and recorded runs have it. */
  readonly path: string;
  readonly node: GraphNode;
  /** The numbers of the steps that are at it. */
  readonly steps: readonly number[];
  /** The body it runs, drawn in it. */
  readonly inside: SceneBody | null;
  /** How many nodes are in the body it runs, where that is not drawn. */
  readonly folded: number | null;
  /** Whether the path ends at it. */
  readonly last: boolean;
  /** The fix that goes in front of it. */
  readonly insert: Fix | null;
}

export interface SceneEdge {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly edge: GraphEdge;
  readonly steps: readonly number[];
  /** The fix that goes on it. */
  readonly insert: Fix | null;
}

/** Nodes of one body beyond which only what is around the path is drawn, and nodes of a picture. */
const [CROWD, MOST] = [40, 300];
/** Edges of one body that are drawn; those of the path come first. */
const EDGES = 400;

/**
 * What to draw. With a verdict: its path, in each body it comes through, with what is around it; sub-graphs it does not enter are folded. Without one: the
 * whole graph, its sub-graphs folded where there are many nodes.
 *
 * @returns null when the whole graph is too large to be read
 */
export function sceneOf(index: GraphIndex, verdict: ReportedVerdict | null): Scene | null {
  if (verdict === null && index.top.body.nodes.length > MOST) return null;
  const painter = new Painter(index, verdict);
  const top = painter.body(index.top, '');
  return { top, shown: painter.shown, all: painter.all };
}

class Painter {
  shown = 0;
  all = 0;
  readonly #index: GraphIndex;
  readonly #focused: boolean;
  readonly #nodes = new Map<string, number[]>();
  readonly #edges = new Map<string, number[]>();
  readonly #inserts = new Map<string, Fix>();
  readonly #fronts = new Map<string, Fix>();
  /** Paths of nodes whose bodies the run enters. */
  readonly #entered = new Set<string>();
  readonly #last: string | undefined;
  readonly #running = new Set<string | null>();

  constructor(index: GraphIndex, verdict: ReportedVerdict | null) {
    this.#index = index;
    this.#focused = verdict !== null;
    const path = verdict?.path ?? [];
    this.#last = path.at(-1)?.node;
    for (const [at, { node, edge }] of path.entries()) {
      put(this.#nodes, node, at + 1);
      if (edge !== undefined) put(this.#edges, edge, at + 1);
      this.#enter(node);
    }
    if (verdict?.fix) this.#fix(verdict.fix);
  }

  #fix(fix: Fix): void {
    for (const edge of fix.insert_on) {
      this.#inserts.set(edge, fix);
      this.#enter(edge);
    }
    for (const node of fix.cut_size === 0 ? fix.before_tool : fix.insert_before) {
      this.#fronts.set(node, fix);
      this.#enter(node);
    }
  }

  #enter(path: string): void {
    for (const end of partings(path)) this.#entered.add(path.slice(0, end));
  }

  body(within: IndexedBody, prefix: string): SceneBody {
    const { body } = within;
    this.#running.add(within.name);
    this.all += body.nodes.length;
    const touched = (id: string): boolean => this.#nodes.has(`${prefix}${id}`) || this.#entered.has(`${prefix}${id}`);
    const cut = (id: string): boolean => this.#inserts.has(`${prefix}${id}`);
    const kept =
      this.#focused && body.nodes.length > CROWD
        ? neighbourhood(
            body,
            body.nodes.filter(({ id }) => touched(id)).map(({ id }) => id),
            cut,
          )
        : null;
    const drawn = kept === null ? body.nodes : body.nodes.filter(({ id }) => kept.has(id));
    const keys = new Map<string, string>();
    for (const { id } of drawn) keys.set(id, `n${this.shown++}`);
    const nodes = drawn.map((node) => this.#node(node, keys.get(node.id) ?? '', prefix));
    const edges = body.edges.flatMap((edge): SceneEdge[] => {
      const [from, to] = [keys.get(edge.source), keys.get(edge.target)];
      if (from === undefined || to === undefined) return [];
      const path = `${prefix}${edge.id}`;
      return [{ from, to, path, edge, steps: this.#edges.get(path) ?? [], insert: this.#inserts.get(path) ?? null }];
    });
    this.#running.delete(within.name);
    return { nodes, edges: fewest(edges) };
  }

  #node(node: GraphNode, key: string, prefix: string): SceneNode {
    const path = `${prefix}${node.id}`;
    const within = this.#index.bodyOf(node);
    const count = within?.body.nodes.length ?? 0;
    // A body that runs itself is drawn once.
    const open =
      within !== null &&
      !this.#running.has(within.name) &&
      this.shown + count <= MOST &&
      (this.#focused ? this.#entered.has(path) : this.shown + count <= CROWD);
    return {
      key,
      path,
      node,
      steps: this.#nodes.get(path) ?? [],
      inside: open ? this.body(within, `${path}/`) : null,
      folded: open || within === null ? null : count,
      last: path === this.#last,
      insert: this.#fronts.get(path) ?? null,
    };
  }
}

function put(map: Map<string, number[]>, key: string, step: number): void {
  const steps = map.get(key);
  if (steps === undefined) map.set(key, [step]);
  else steps.push(step);
}

/** Edges that matter first, in their order. */
function fewest(edges: readonly SceneEdge[]): readonly SceneEdge[] {
  if (edges.length <= EDGES) return edges;
  const matters = ({ steps, insert }: SceneEdge): boolean => steps.length > 0 || insert !== null;
  const kept = new Set([...edges.filter(matters), ...edges.filter((edge) => !matters(edge))].slice(0, EDGES));
  return edges.filter((edge) => kept.has(edge));
}
