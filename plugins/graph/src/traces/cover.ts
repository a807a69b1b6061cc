import type { AgentGraph, Assumption, GraphBody, GraphNode, Place } from '../model/index.js';
import { type Execution, executionsOf } from './executions.js';
import type { Traces } from './read-traces.js';
import { Roads } from './roads.js';

/** What recorded runs show of a graph. Nodes and edges of a sub-graph are `<sub-graph>/<id>`. */
export interface TraceCoverage {
  /** Traces with something the graph could have, and those of them that it can do. */
  readonly traces: number;
  readonly matched: number;
  /** Traces in which nothing names a node or a tool. */
  readonly unread: number;
  readonly edges: number;
  readonly edges_seen: number;
  readonly edges_never_seen: readonly string[];
  readonly nodes: number;
  readonly nodes_never_seen: readonly string[];
  /** What was recorded and the graph has not, each once, with its first place. */
  readonly lacking: readonly Lacking[];
}

export interface Lacking {
  readonly code: LackingCode;
  /** The node or the tool; of a way where it leads from, and `to` where. */
  readonly name: string;
  readonly to: string | null;
  /** How often it was seen, and the first trace that has it. */
  readonly times: number;
  readonly trace: string;
  readonly place: Place;
}

export const LACKING_CODES = ['node_unknown', 'tool_unknown', 'tool_not_of_node', 'no_edge', 'other_start'] as const;
export type LackingCode = (typeof LACKING_CODES)[number];

/** Of each kind, so many are told. */
const MOST_TOLD = 1_000;

/** Compares recorded runs with a graph: what of it was never seen, and what was seen that it lacks. Pure; linear in the spans and, for each, in the ways past what is not shown. */
export function coverTraces(graph: AgentGraph, traces: Traces): TraceCoverage {
  return new Cover(graph).run(traces);
}

/**
 * Runs that were recorded do what the graph has no way for: what is proved of it is then at best possible. Null where the graph has all of them.
 */
export function lackingAssumption({ lacking }: TraceCoverage): Assumption | null {
  if (lacking.length === 0) return null;
  const [first] = lacking;
  const nodes = lacking.flatMap(({ code, name, to }) => (code === 'no_edge' && to !== null ? [name, to] : []));
  return {
    code: 'traces_show_more',
    place: { pointer: '' },
    params: { count: lacking.length },
    nodes: nodes.length > 0 ? [...new Set(nodes)] : [first?.name ?? ''],
    caps: true,
  };
}

interface Found {
  readonly body: string;
  readonly node: GraphNode;
}

class Cover {
  readonly #bodies: ReadonlyMap<string, { readonly body: GraphBody; readonly roads: Roads }>;
  readonly #byName = new Map<string, Found[]>();
  readonly #byTool = new Map<string, Found[]>();
  readonly #lanes: boolean;
  readonly #edges = new Set<string>();
  readonly #nodes = new Set<string>();
  readonly #lacking = new Map<string, Lacking>();
  #lacks = 0;

  constructor(graph: AgentGraph) {
    const all = [
      { name: '', body: graph as GraphBody },
      ...(graph.subgraphs ?? []).map((body) => ({ name: body.name, body })),
    ];
    this.#bodies = new Map(all.map(({ name, body }) => [name, { body, roads: new Roads(body) }]));
    for (const {
      name: body,
      body: { nodes },
    } of all)
      for (const node of nodes) {
        for (const name of new Set([node.id, node.title ?? node.id, named(body, node.id)]))
          put(this.#byName, name, { body, node });
        for (const { name } of node.tools ?? []) put(this.#byTool, name, { body, node });
      }
    this.#lanes = all.some(({ body }) =>
      body.nodes.some(({ kind, concurrency }) => kind === 'fork' || (concurrency ?? 'exclusive') !== 'exclusive'),
    );
  }

  run(traces: Traces): TraceCoverage {
    let [matched, unread] = [0, 0];
    for (const [trace, spans] of traces) {
      const before = this.#lacks;
      const executions = executionsOf(spans);
      if (executions.length === 0) {
        unread += 1;
        continue;
      }
      this.#trace(trace, executions);
      if (this.#lacks === before) matched += 1;
    }
    const bodies = [...this.#bodies].map(([name, { body }]) => ({ name, body }));
    const edges = bodies.flatMap(({ name, body }) => body.edges.map(({ id }) => named(name, id)));
    const nodes = bodies.flatMap(({ name, body }) =>
      body.nodes.flatMap((node) => (SHOWN.has(node.kind) && node.disabled !== true ? [named(name, node.id)] : [])),
    );
    return {
      traces: traces.size - unread,
      matched,
      unread,
      edges: edges.length,
      edges_seen: edges.filter((edge) => this.#edges.has(edge)).length,
      edges_never_seen: edges.filter((edge) => !this.#edges.has(edge)),
      nodes: nodes.length,
      nodes_never_seen: nodes.filter((node) => !this.#nodes.has(node)),
      lacking: [...this.#lacking.values()],
    };
  }

  #trace(trace: string, executions: readonly Execution[]): void {
    const toolsOnly = executions.every(({ node }) => node === null);
    /** What ran in one run of one body, in its order. */
    const runs = new Map<string, { found: Found; execution: Execution }[]>();
    for (const execution of executions) {
      const found = this.#find(trace, execution);
      if (found === null) continue;
      this.#nodes.add(named(found.body, found.node.id));
      this.#tools(trace, execution, found);
      const key = JSON.stringify([found.body, execution.within?.span.id ?? null]);
      const known = runs.get(key) ?? [];
      const last = known.at(-1);
      // Calls of one agent that nobody named a node for are one execution of it.
      if (
        execution.node === null &&
        last &&
        last.execution.node === null &&
        last.found.node === found.node &&
        isLoop(found.node)
      )
        continue;
      known.push({ found, execution });
      runs.set(key, known);
    }
    for (const run of runs.values()) this.#run(trace, run, toolsOnly);
  }

  #find(trace: string, { node, span, tools }: Execution): Found | null {
    if (node !== null) {
      const found = this.#byName.get(node)?.[0] ?? null;
      if (found === null) this.#lack('node_unknown', node, null, trace, span.place);
      return found;
    }
    const tool = tools[0]?.tool ?? '';
    const callers = this.#byTool.get(tool) ?? [];
    if (callers.length === 0) this.#lack('tool_unknown', tool, null, trace, span.place);
    // Which of several nodes called it is not known.
    return callers.length === 1 ? (callers[0] as Found) : null;
  }

  #tools(trace: string, { node, tools }: Execution, found: Found): void {
    if (node === null || found.node.may_call !== undefined) return;
    for (const { tool, place } of tools)
      if (tool !== null && !(found.node.tools ?? []).some(({ name }) => name === tool))
        this.#lack('tool_not_of_node', named(found.body, found.node.id), tool, trace, place);
  }

  #run(trace: string, run: readonly { found: Found; execution: Execution }[], toolsOnly: boolean): void {
    run.forEach(({ found, execution }, at) => {
      const { roads } = this.#bodies.get(found.body) as { roads: Roads };
      const see = (edges: readonly string[]): void => edges.forEach((edge) => this.#edges.add(named(found.body, edge)));
      const before = at === 0 ? [] : this.#before(run, at);
      if (before.length === 0) {
        const way = roads.fromStart(found.node.id, toolsOnly);
        if (way) see(way);
        else this.#lack('other_start', named(found.body, found.node.id), null, trace, execution.span.place);
        return;
      }
      const ways = before.map((each) =>
        roads.way(each.found.node.id, ({ id }) => id === found.node.id, toolsOnly, each.execution.span.failed),
      );
      // Of several lanes each comes from the start.
      const way =
        ways.find((each) => each !== null) ?? (this.#lanes ? roads.fromStart(found.node.id, toolsOnly) : null);
      const [last] = before;
      if (way) see(way);
      // A node that is tried again ran again without an edge.
      else if (
        last &&
        !(last.found.node === found.node && (found.node.retry !== undefined || last.execution.span.failed))
      )
        this.#lack(
          'no_edge',
          named(found.body, last.found.node.id),
          named(found.body, found.node.id),
          trace,
          execution.span.place,
        );
    });
    const last = run.at(-1);
    if (!last) return;
    const { roads } = this.#bodies.get(last.found.body) as { roads: Roads };
    const way = roads.way(
      last.found.node.id,
      ({ kind }) => kind === 'end' || kind === 'fail',
      false,
      last.execution.span.failed,
    );
    for (const edge of way ?? []) this.#edges.add(named(last.found.body, edge));
  }

  /** What it may have followed: of the round before, where rounds are recorded; what was over before it began, where there are lanes; else what ran last. */
  #before(
    run: readonly { found: Found; execution: Execution }[],
    at: number,
  ): readonly { found: Found; execution: Execution }[] {
    const earlier = run.slice(Math.max(0, at - MOST_BEFORE), at).toReversed();
    const { start, step } = (run[at] as { execution: Execution }).execution.span;
    if (step !== null && earlier.every(({ execution }) => execution.span.step !== null)) {
      const last = Math.max(
        ...earlier.map(({ execution }) => execution.span.step as number).filter((each) => each < step),
      );
      return earlier.filter(({ execution }) => execution.span.step === last);
    }
    if (!this.#lanes) return earlier.slice(0, 1);
    const over = earlier.filter(({ execution: { span } }) => span.end === null || span.end <= start);
    return over.length > 0 ? over : earlier;
  }

  #lack(code: LackingCode, name: string, to: string | null, trace: string, place: Place): void {
    this.#lacks += 1;
    const key = JSON.stringify([code, name, to]);
    const known = this.#lacking.get(key);
    if (known) this.#lacking.set(key, { ...known, times: known.times + 1 });
    else if (this.#lacking.size < MOST_TOLD) this.#lacking.set(key, { code, name, to, times: 1, trace, place });
  }
}

/** Nodes that one may have followed: the latest. */
const MOST_BEFORE = 256;

/** Kinds of nodes that recorders show. */
const SHOWN: ReadonlySet<string> = new Set(['llm', 'agent', 'tool', 'human', 'subgraph', 'map', 'code']);

const isLoop = ({ kind, tools, tool_choice: choice }: GraphNode): boolean =>
  kind === 'agent' || choice === 'loop' || (tools ?? []).length > 1;

const named = (body: string, id: string): string => (body === '' ? id : `${body}/${id}`);

function put(map: Map<string, Found[]>, name: string, found: Found): void {
  const known = map.get(name);
  if (known) known.push(found);
  else map.set(name, [found]);
}
