import { nearestNames } from '@ostiary/policy';
import type {
  AgentGraph,
  Assume,
  AssumeProblemSlug,
  Assumption,
  GraphBody,
  GraphEdge,
  GraphNode,
  ReadGraph,
  ReadProblem,
  ToolEffect,
  ToolEffects,
} from '../model/index.js';
import { withoutEdge } from './without-edge.js';

/** A graph and its tools as they are assumed to be, with all assumptions in force: of the reader's those that nothing else is said of. */
export interface Assumed {
  readonly read: ReadGraph;
  readonly effects: ToolEffects;
}

export type AssumeResult =
  | ({ readonly ok: true } & Assumed)
  | { readonly ok: false; readonly problems: readonly ReadProblem[] };

/**
 * Changes a graph and the roles of its tools as a request assumes. What names nothing that is there, changes nothing, or says a second thing of what another one
 * says already, is a problem: it would silently do nothing. Pure.
 */
export function applyAssume(read: ReadGraph, effects: ToolEffects, assumes: readonly Assume[]): AssumeResult {
  const applying = new Applying(read, effects);
  assumes.forEach((assume, at) => applying.take(assume, at));
  return applying.done();
}

const CODE = 'assumed_by_request';
/** What a reader assumes, by the kind that says otherwise. */
const SETTLES: ReadonlyMap<Assume['kind'], string> = new Map([
  ['choice_by', 'router_opaque'],
  ['choice_takes', 'router_may_return_list'],
  ['join_is', 'join_unknown'],
]);

class Applying {
  readonly #read: ReadGraph;
  readonly #problems: ReadProblem[] = [];
  readonly #assumptions: Assumption[] = [];
  readonly #effects: Map<string, ToolEffect>;
  readonly #said = new Map<string, number>();
  readonly #calls: ReadonlySet<string>;
  /** Nodes by the code of what is settled for them. */
  readonly #settled = new Map<string, Set<string>>();
  #graph: AgentGraph;

  constructor(read: ReadGraph, effects: ToolEffects) {
    this.#read = read;
    this.#graph = read.graph;
    this.#effects = new Map(effects);
    const bodies = [read.graph, ...(read.graph.subgraphs ?? [])];
    this.#calls = new Set(
      bodies.flatMap(({ nodes }) => nodes.flatMap(({ tools = [] }) => tools.map(({ name }) => name))),
    );
  }

  done(): AssumeResult {
    if (this.#problems.length > 0) return { ok: false, problems: this.#problems };
    const assumptions = [...this.#read.assumptions.flatMap((one) => this.#stillOpen(one)), ...this.#assumptions];
    return { ok: true, read: { ...this.#read, graph: this.#graph, assumptions }, effects: this.#effects };
  }

  take(assume: Assume, at: number): void {
    const about = 'tool' in assume ? 'tool' : 'edge' in assume ? 'edge' : 'node' in assume ? 'node' : null;
    const name = about === null ? '' : ((assume as Readonly<Record<string, unknown>>)[about] as string);
    const key = JSON.stringify([assume.kind, name]);
    const before = this.#said.get(key);
    if (before !== undefined) return this.#problem('graph_assume_doubled', at, { first: `/assume/${String(before)}` });
    this.#said.set(key, at);
    if (!this.#change(assume, name, at, about)) return;
    this.#assumptions.push({ code: CODE, params: paramsOf(assume), ...this.#where(about, name) });
    const code = SETTLES.get(assume.kind);
    if (code !== undefined) this.#settled.set(code, (this.#settled.get(code) ?? new Set()).add(name));
  }

  /** What a reader assumed of nodes of which the request says something else is not assumed any more. */
  #stillOpen(one: Assumption): readonly Assumption[] {
    const settled = this.#settled.get(one.code);
    if (!settled || !one.nodes) return [one];
    const nodes = one.nodes.filter((node) => !settled.has(node));
    return nodes.length === 0 ? [] : [{ ...one, nodes }];
  }

  #change(assume: Assume, name: string, at: number, about: 'tool' | 'edge' | 'node' | null): boolean {
    switch (assume.kind) {
      case 'tool_is':
      case 'passes_by':
        return this.#tool(assume, at);
      case 'execution_is':
        this.#graph = { ...this.#graph, execution: assume.execution };
        return true;
      case 'context_is':
        this.#graph = { ...this.#graph, context: assume.context };
        return true;
      default: {
        const found = this.#find(name, about === 'edge' ? 'edges' : 'nodes');
        if (found === null) return this.#unknown(about ?? 'node', name, at);
        const after = changed(this.#body(found.body), found.id, assume);
        if (after === null) {
          this.#problem('graph_assume_idle', at, { name });
          return false;
        }
        this.#put(found.body, after);
        return true;
      }
    }
  }

  #tool(assume: Assume & { readonly tool: string }, at: number): boolean {
    const { tool } = assume;
    const known = this.#effects.get(tool);
    if (assume.kind === 'tool_is') {
      if (!known && !this.#calls.has(tool)) return this.#unknown('tool', tool, at);
      this.#effects.set(tool, { ...known, name: tool, classes: assume.classes });
      return true;
    }
    if (assume.kind !== 'passes_by') return false;
    if (!known) return this.#unknown('tool', tool, at);
    const { checks, confirms } = known;
    if (!checks && !confirms) {
      this.#problem('graph_assume_idle', at, { name: tool });
      return false;
    }
    const { passes } = assume;
    this.#effects.set(tool, {
      ...known,
      ...(checks && { checks: checks.map((role) => ({ ...role, passes })) }),
      ...(confirms && { confirms: confirms.map((role) => ({ ...role, passes })) }),
    });
    return true;
  }

  #unknown(about: 'tool' | 'edge' | 'node', name: string, at: number): false {
    const names =
      about === 'tool' ? [...this.#effects.keys(), ...this.#calls] : this.#names(about === 'edge' ? 'edges' : 'nodes');
    const [nearest] = nearestNames(name, names);
    this.#problem(
      'graph_assume_unknown',
      at,
      { what: about, name, ...(nearest !== undefined && { nearest }) },
      `/${about}`,
    );
    return false;
  }

  #problem(slug: AssumeProblemSlug, at: number, params: ReadProblem['params'], member = ''): void {
    this.#problems.push({ slug, place: { pointer: `/assume/${String(at)}${member}` }, params });
  }

  /** Names as bindings have them; the graph itself wins where two have one. */
  #find(name: string, of: 'nodes' | 'edges'): { body: string; id: string } | null {
    if (this.#graph[of].some(({ id }) => id === name)) return { body: '', id: name };
    for (const body of this.#graph.subgraphs ?? []) {
      const id = name.startsWith(`${body.name}/`) ? name.slice(body.name.length + 1) : null;
      if (id !== null && body[of].some((each) => each.id === id)) return { body: body.name, id };
    }
    return null;
  }

  #names(of: 'nodes' | 'edges'): string[] {
    return [
      ...this.#graph[of].map(({ id }) => id),
      ...(this.#graph.subgraphs ?? []).flatMap((body) => body[of].map(({ id }) => `${body.name}/${id}`)),
    ];
  }

  #body(name: string): GraphBody {
    return name === '' ? this.#graph : ((this.#graph.subgraphs ?? []).find((body) => body.name === name) as GraphBody);
  }

  #put(name: string, body: GraphBody): void {
    const { nodes, edges } = body;
    this.#graph =
      name === ''
        ? { ...this.#graph, nodes, edges }
        : {
            ...this.#graph,
            subgraphs: (this.#graph.subgraphs ?? []).map((each) =>
              each.name === name ? { ...each, nodes, edges } : each,
            ),
          };
  }

  #where(about: 'tool' | 'edge' | 'node' | null, name: string): Pick<Assumption, 'place' | 'nodes' | 'edges'> {
    const { nodes, edges } = this.#read.places;
    const place = (about === 'edge' ? edges : nodes).get(name) ?? { pointer: '' };
    if (about === 'edge') return { place, edges: [name] };
    if (about === 'node') return { place, nodes: [name] };
    return { place: { pointer: '' } };
  }
}

/** The body with one of its edges or nodes changed; null where there is nothing to change. */
function changed(body: GraphBody, id: string, assume: Assume): GraphBody | null {
  const node = (change: (shape: GraphNode) => GraphNode): GraphBody => ({
    ...body,
    nodes: body.nodes.map((each) => (each.id === id ? change(each) : each)),
  });
  const edge = (change: (shape: GraphEdge) => GraphEdge): GraphBody => ({
    ...body,
    edges: body.edges.map((each) => (each.id === id ? change(each) : each)),
  });
  switch (assume.kind) {
    case 'edge_never':
      return withoutEdge(body, id);
    case 'edge_there':
      return body.edges.some((each) => each.id === id && each.provenance === 'may')
        ? edge((shape) => ({ ...shape, provenance: 'declared' }))
        : null;
    case 'edge_at_most':
      return edge((shape) => ({ ...shape, max_times: assume.times }));
    case 'choice_by': {
      const open = ({ source, guard }: GraphEdge): boolean => source === id && guard !== undefined && 'opaque' in guard;
      if (!body.edges.some(open)) return null;
      return {
        ...body,
        edges: body.edges.map((each) => (open(each) ? { ...each, guard: { choice: assume.by } } : each)),
      };
    }
    case 'choice_takes':
      return node((shape) => ({
        ...shape,
        kind: shape.kind === 'fork' ? 'router' : shape.kind,
        concurrency: assume.concurrency,
      }));
    case 'join_is':
      return body.edges.filter(({ target }) => target === id).length > 1
        ? node((shape) => ({ ...shape, join: assume.join }))
        : null;
    case 'node_retries':
      return node((shape) => ({
        ...shape,
        retry: { ...shape.retry, ...(assume.max !== undefined && { max: assume.max }) },
      }));
    default:
      return null;
  }
}

/** What a sentence on an assumption names. */
function paramsOf(assume: Assume): Assumption['params'] {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(assume))
    params[name] =
      typeof value === 'string' || typeof value === 'number'
        ? value
        : Array.isArray(value)
          ? value.join(', ')
          : JSON.stringify(value);
  return params;
}
