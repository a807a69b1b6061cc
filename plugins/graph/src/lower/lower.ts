import type { AgentGraph, GraphEdge, GraphNode, Join, ToolEffects } from '../model/index.js';
import { type BodyIndex, edgesOf, incomingOf, indexBody } from './body.js';
import { argumentVariables, callsOf, failsItself, lowerCalls, PASSES_ON, writesOf } from './calls.js';
import { lowerChoice } from './choices.js';
import { type ControlGraph, type Doubt, EVENT, PLACE } from './control.js';
import { Draft } from './draft.js';
import { type Variables, variablesOf } from './guards.js';

export interface LowerOptions {
  /** What a join of kind `unknown` is taken for, by the name of its node; `any` where it is not listed. */
  readonly joins?: ReadonlyMap<string, 'any' | 'all' | 'active'>;
  /** More places than this are not made: bodies beyond are opaque. */
  readonly places?: number;
}

const MOST_PLACES = 8_000_000;

/**
 * The elementary form of a graph under what the catalogue says of its tools. Bodies are inlined where they are run; a body that is missing, that runs
 * itself, or that no longer fits is an opaque node (S9). Linear in the size of what comes out.
 * @throws RangeError when an edge names no node: readers refuse such a graph.
 */
export function lowerGraph(graph: AgentGraph, effects: ToolEffects, options: LowerOptions = {}): ControlGraph {
  return new Lowering(graph, effects, options).run();
}

/** Names of nodes whose join is `unknown` and where it can matter, each once. */
export function unknownJoins(control: ControlGraph): string[] {
  const incoming = new Map<number, number>();
  for (let instance = 0; instance < control.instances.length; instance += 1) {
    const { body, base } = control.instances[instance] as ControlGraph['instances'][number];
    const unknown = new Map(
      body.nodes.flatMap(({ id, join }, index) => (join === 'unknown' ? [[id, base + index]] : [])),
    );
    if (unknown.size === 0) continue;
    for (const { target, on } of body.edges) {
      const node = on === 'error' ? undefined : unknown.get(target);
      if (node !== undefined) incoming.set(node, (incoming.get(node) ?? 0) + 1);
    }
  }
  return [...incoming]
    .filter(([, edges]) => edges > 1)
    .map(
      ([node]) =>
        `${control.instances[control.nodeInstance[node] as number]?.prefix ?? ''}${control.nodes[node]?.id ?? ''}`,
    );
}

interface Job {
  readonly index: BodyIndex;
  readonly instance: number;
  readonly base: number;
  readonly edgeBase: number;
  /** Where a run of this body ends in failure. */
  readonly abort: number;
}

class Lowering {
  readonly #draft = new Draft();
  readonly #graph: AgentGraph;
  readonly #effects: ToolEffects;
  readonly #options: LowerOptions;
  readonly #variables: Variables;
  readonly #bodies = new Map<string, BodyIndex>();
  readonly #jobs: Job[] = [];
  /** Where a token arrives at a node, by its number. */
  readonly #entry: number[] = [];
  readonly #lanes: boolean;
  /** In supersteps a node is left only when all are done: to arrive and to leave are two places. */
  readonly #apart: boolean;
  #anyTool: readonly string[] | null = null;

  constructor(graph: AgentGraph, effects: ToolEffects, options: LowerOptions) {
    this.#graph = graph;
    this.#effects = effects;
    this.#options = options;
    this.#variables = variablesOf(graph.variables);
    this.#apart = graph.execution === 'supersteps';
    for (const { name } of effects.values()) this.#draft.tool(name);
    const bodies = [graph, ...(graph.subgraphs ?? [])];
    this.#lanes = bodies.some(({ nodes }) =>
      nodes.some(({ kind, concurrency }) => kind === 'fork' || (concurrency ?? 'exclusive') !== 'exclusive'),
    );
  }

  run(): ControlGraph {
    for (const body of this.#graph.subgraphs ?? []) this.#bodies.set(body.name, indexBody(body));
    const index = indexBody(this.#graph);
    const start = this.#enter(index, { prefix: '', around: -1, parent: -1, done: -1, failed: -1 });
    // A run begins before its first node, so that it can end there.
    const begin = this.#draft.place(index.indexOf.get(this.#graph.start) as number);
    this.#draft.move(begin, start);
    for (let job = this.#jobs.pop(); job; job = this.#jobs.pop()) {
      const { nodes } = job.index.body;
      for (let node = 0; node < nodes.length; node += 1) this.#lowerNode(job, node);
    }
    return this.#draft.done(begin, this.#lanes);
  }

  /** Makes an instance of a body, and gives the place where its start node is entered. */
  #enter(
    index: BodyIndex,
    around: { prefix: string; around: number; parent: number; done: number; failed: number },
  ): number {
    const draft = this.#draft;
    const abort = draft.places;
    const { id, base, edgeBase } = draft.instance(
      { body: index.body, base: draft.nodes.length, ...around, abort },
      index,
    );
    draft.placeIn(id, around.around, PLACE.abort);
    if (around.failed >= 0) draft.move(abort, around.failed);
    for (let node = 0; node < index.body.nodes.length; node += 1) {
      const entry = draft.place(base + node);
      if (index.body.nodes[node]?.kind !== 'end') draft.begin(entry);
      this.#entry.push(entry);
    }
    this.#jobs.push({ index, instance: id, base, edgeBase, abort });
    return this.#entry[base + (index.indexOf.get(index.body.start) as number)] as number;
  }

  #lowerNode(job: Job, local: number): void {
    const draft = this.#draft;
    const { index, base, edgeBase, abort, instance } = job;
    const shape = index.body.nodes[local] as GraphNode;
    const node = base + local;
    const name = `${draft.instances[instance]?.prefix ?? ''}${shape.id}`;
    const entry = this.#entry[node] as number;
    if (shape.kind === 'end' && !shape.terminate) {
      this.#over(job, entry, PLACE.end);
      return;
    }
    if (shape.kind === 'end' || shape.kind === 'fail') {
      // What ends other lanes too waits for its turn.
      const last = draft.place(node);
      draft.move(entry, last);
      this.#over(job, last, shape.kind === 'fail' ? PLACE.abort : PLACE.terminate);
      return;
    }
    const idle = shape.disabled === true || PASSES_ON.has(shape.kind);
    const out = idle && !this.#apart ? entry : draft.place(node);
    if (idle && out !== entry) draft.move(entry, out);
    if (!idle) this.#execute(job, local, shape, name, entry, out);
    const edges = edgesOf(index, local, 'success').map((edge) => this.#arrival(job, edge));
    if (edges.length === 0) {
      this.#over(job, out, PLACE.end);
      return;
    }
    const named = (edge: number): string => `${draft.instances[instance]?.prefix ?? ''}${draft.edges[edge]?.id ?? ''}`;
    const concurrency = shape.kind === 'fork' ? 'all' : (shape.concurrency ?? 'exclusive');
    const answers = shape.kind === 'human' && shape.disabled !== true;
    lowerChoice(
      {
        draft,
        variables: this.#variables,
        node,
        named,
        abort,
        answers,
        over: (place) => this.#over(job, place, PLACE.end),
      },
      out,
      edges.map(({ at, to }) => ({ edge: draft.edges[edgeBase + at] as GraphEdge, at: edgeBase + at, to })),
      concurrency,
    );
  }

  /** The lane ends here; inside a body it goes on behind the node that runs it. */
  #over({ instance, abort }: Job, place: number, kind: number): void {
    const draft = this.#draft;
    const around = draft.instances[instance];
    draft.become(place, kind);
    if (kind === PLACE.abort) draft.move(place, abort);
    else if (around && around.done >= 0) draft.move(place, around.done);
  }

  /** The join of a node: a place for each edge that comes in, where one has to wait for the others. */
  readonly #waits = new Map<number, Map<number, number>>();

  #joinOf(name: string, join: Join | undefined): 'any' | 'all' | 'active' {
    if (join === 'unknown') return this.#options.joins?.get(name) ?? 'any';
    return join ?? 'any';
  }

  /** Makes the waiting places of a node once, with the first edge to it. */
  #groupOf(job: Job, local: number, shape: GraphNode, name: string): ReadonlyMap<number, number> | null {
    if (shape.join === undefined || shape.join === 'any' || (job.index.incoming[local] as number) < 2) return null;
    const kind = this.#joinOf(name, shape.join);
    if (kind === 'any' || (kind === 'active' && !this.#lanes)) return null;
    const node = job.base + local;
    const known = this.#waits.get(node);
    if (known) return known;
    const draft = this.#draft;
    const entry = this.#entry[node] as number;
    const group = draft.joins.length;
    const waits = new Map<number, number>();
    for (const edge of incomingOf(job.index, local)) {
      const place = draft.place(node, PLACE.join, group);
      waits.set(edge, place);
      // With one lane an `all` is never complete; with several this move is what a lane does at most.
      if (this.#lanes) draft.move(place, entry);
    }
    draft.joins.push({ node, kind, waits: [...waits.values()], to: entry });
    this.#waits.set(node, waits);
    return waits;
  }

  /** Where an edge leads: a waiting place of a join, or the node itself. */
  #arrival(job: Job, edge: number): { at: number; to: number } {
    const local = job.index.target[edge] as number;
    const shape = job.index.body.nodes[local] as GraphNode;
    const entry = this.#entry[job.base + local] as number;
    if (shape.join === undefined || shape.join === 'any') return { at: edge, to: entry };
    const name = `${this.#draft.instances[job.instance]?.prefix ?? ''}${shape.id}`;
    return { at: edge, to: this.#groupOf(job, local, shape, name)?.get(edge) ?? entry };
  }

  /** What a node does between its arrival and the choice of its edges. */
  #execute(job: Job, local: number, shape: GraphNode, name: string, entry: number, out: number): void {
    const draft = this.#draft;
    const node = job.base + local;
    const over = (): number => {
      const at = draft.place(node);
      this.#over(job, at, PLACE.end);
      return at;
    };
    const before = shape.interrupt === 'before' || shape.interrupt === 'both';
    const after = shape.interrupt === 'after' || shape.interrupt === 'both';
    let done = this.#approvedByGoing(job, local, shape, out);
    if (after) {
      const pause = draft.place(node);
      // Behind the node nothing is left to refuse: the run goes on, whatever is answered.
      draft.move(pause, done, { event: draft.event(EVENT.approve, -2, node) });
      draft.move(pause, done, { event: draft.event(EVENT.reject, -2, node) });
      done = pause;
    }
    let failed = this.#failed(job, local, shape, out);
    const pauses = before || callsOf(shape).some(({ requires_confirmation: asked }) => asked === true);
    if (pauses) {
      // What was approved for this execution alone is gone with it.
      const left = (to: number): number => {
        const at = draft.place(node);
        draft.move(at, to, { event: draft.event(EVENT.left, node, node) });
        return at;
      };
      done = left(done);
      failed = left(failed);
    }
    let begin = entry;
    if (before) {
      begin = draft.place(node);
      this.#pause(node, entry, begin, out, over(), argumentVariables(callsOf(shape)));
    }
    const opaque = this.#opaque(job, shape);
    if (opaque) this.#lowerOpaque(node, shape, name, opaque, begin, done, failed);
    else if (shape.kind === 'subgraph' || shape.kind === 'map')
      this.#lowerBody(job, node, shape, name, begin, done, failed);
    else lowerCalls({ draft, effects: this.#effects, node, shape, name, done, failed }, begin);
  }

  /** A person at a pause in front of a node: on with an approval or an edit; refused, past the node or to the end of its lane. */
  #pause(node: number, at: number, on: number, past: number, over: number, edited: readonly string[]): void {
    const draft = this.#draft;
    draft.move(at, on, { event: draft.event(EVENT.approve, -1, node) });
    draft.move(at, on, { event: draft.event(EVENT.edit, -1, node, edited) });
    const reject = draft.event(EVENT.reject, -1, node);
    draft.move(at, past, { event: reject });
    draft.move(at, over, { event: reject });
  }

  /** A person whose edges tell no answer approves by going on, where the node lists what that confirms (S6). */
  #approvedByGoing(job: Job, local: number, shape: GraphNode, out: number): number {
    if (shape.kind !== 'human' || shape.confirms === undefined) return out;
    const { index } = job;
    if (
      edgesOf(index, local, 'success').some((edge) =>
        ['approve', 'edit', 'reject'].includes(index.body.edges[edge]?.outcome ?? ''),
      )
    )
      return out;
    const draft = this.#draft;
    const node = job.base + local;
    const at = draft.place(node);
    draft.move(at, out, { event: draft.event(EVENT.approve, -2, node) });
    return at;
  }

  /** Where a node goes that has failed for good (S3). */
  #failed(job: Job, local: number, shape: GraphNode, out: number): number {
    if (shape.on_error === 'continue') return out;
    const edges = shape.on_error === 'edge' ? edgesOf(job.index, local, 'error') : [];
    if (edges.length === 0) return job.abort;
    const draft = this.#draft;
    const at = draft.place(job.base + local);
    const sure = edges.some((edge) => job.index.body.edges[edge]?.provenance !== 'may');
    for (const edge of edges) {
      const shown = job.index.body.edges[edge] as GraphEdge;
      const to = this.#entry[job.base + (job.index.target[edge] as number)] as number;
      const traits = {
        edge: job.edgeBase + edge,
        step: true,
        ...(shown.max_times !== undefined && { bound: draft.bounds.push(shown.max_times) - 1 }),
      };
      if (shown.provenance !== 'may') draft.move(at, to, traits);
      else {
        const asked = draft.place(job.base + local);
        const doubt = draft.doubt({
          code: 'may_edge',
          at: `${draft.instances[job.instance]?.prefix ?? ''}${shown.id}`,
        });
        draft.doubtful(asked);
        draft.move(at, asked);
        draft.move(asked, to, { ...traits, doubt });
        if (!sure) draft.move(asked, job.abort, { doubt });
      }
    }
    return at;
  }

  /** Why a node is opaque; null when it is not (S9). */
  #opaque(job: Job, shape: GraphNode): Doubt['code'] | null {
    if (shape.kind === 'code') return shape.may_call === undefined ? null : 'unread_code';
    if (shape.kind !== 'subgraph' && shape.kind !== 'map') return null;
    const body = shape.subgraph === undefined ? undefined : this.#bodies.get(shape.subgraph);
    if (body === undefined) return 'missing_body';
    for (let at = job.instance; at >= 0; at = this.#draft.instances[at]?.parent ?? -1)
      if (this.#draft.instances[at]?.body === body.body) return 'recursive_body';
    return this.#draft.places + 6 * body.body.nodes.length > (this.#options.places ?? MOST_PLACES)
      ? 'body_too_large'
      : null;
  }

  #lowerOpaque(
    node: number,
    shape: GraphNode,
    name: string,
    code: Doubt['code'],
    begin: number,
    done: number,
    failed: number,
  ): void {
    const draft = this.#draft;
    const doubt = draft.doubt({ code, at: name });
    const hub = draft.place(node);
    draft.move(begin, hub, { event: draft.event(EVENT.chaos, node, node, ['*']) });
    draft.doubtful(hub);
    draft.move(hub, done, { doubt });
    const tools = shape.may_call === undefined || shape.may_call === '*' ? this.#everyTool() : shape.may_call;
    for (const tool of tools) {
      const events = draft.call({ tool: draft.tool(tool), node, repeated: false }, ['*']);
      const middle = draft.place(node, PLACE.atomic);
      draft.doubtful(middle);
      draft.move(hub, middle, { event: events.attempt, doubt, turn: true });
      draft.move(middle, hub, { event: events.success, doubt });
      if (this.#effects.get(tool)?.classes.includes('infallible') !== true)
        draft.move(middle, hub, { event: events.failure, doubt });
    }
    draft.move(hub, failed, { doubt });
  }

  /** What `*` stands for: the catalogue's tools, and those the graph itself names. */
  #everyTool(): readonly string[] {
    const bodies = [this.#graph, ...(this.#graph.subgraphs ?? [])];
    this.#anyTool ??= [
      ...new Set([
        ...this.#effects.keys(),
        ...bodies.flatMap(({ nodes }) => nodes.flatMap((node) => callsOf(node).map((call) => call.name))),
      ]),
    ];
    return this.#anyTool;
  }

  #lowerBody(
    job: Job,
    node: number,
    shape: GraphNode,
    name: string,
    begin: number,
    done: number,
    failed: number,
  ): void {
    const draft = this.#draft;
    const index = this.#bodies.get(shape.subgraph as string) as BodyIndex;
    let over = draft.place(node);
    const writes = writesOf(shape);
    const wrote = writes.length > 0 ? { event: draft.event(EVENT.write, node, node, writes) } : {};
    const again = this.#again(node, shape, name, begin, failed);
    const own = failsItself(shape);
    if (own) draft.move(begin, again);
    if (shape.kind === 'subgraph') {
      draft.move(over, done, wrote);
      if (own) draft.move(over, again);
      const start = this.#enter(index, {
        prefix: `${name}/`,
        around: node,
        parent: job.instance,
        done: over,
        failed: again,
      });
      draft.move(begin, start, { step: true });
      return;
    }
    if (shape.parallel) draft.parallel.push(node);
    const head = over;
    draft.move(begin, head);
    draft.move(head, done, wrote);
    if (own) draft.move(head, again);
    over = draft.place(node);
    const start = this.#enter(index, {
      prefix: `${name}/`,
      around: node,
      parent: job.instance,
      done: head,
      failed: again,
    });
    draft.move(head, over, {
      event: draft.event(EVENT.item, node, node, [...this.#bodyWrites(index), ...writes]),
      turn: true,
    });
    draft.move(over, start, { step: true });
  }

  /** A body that is run again after a failure. A bound on it is not counted: going round is then somebody else's choice. */
  #again(node: number, shape: GraphNode, name: string, begin: number, failed: number): number {
    if (shape.retry === undefined) return failed;
    const draft = this.#draft;
    const at = draft.place(node);
    draft.move(at, begin, { turn: true });
    if (shape.retry.max === undefined) return at;
    const asked = draft.place(node);
    draft.doubtful(asked);
    const doubt = draft.doubt({ code: 'unbounded_retry', at: name });
    draft.move(asked, at, { doubt });
    draft.move(asked, failed, { doubt });
    return asked;
  }

  /** The variables that a body writes, and the bodies in it. */
  #bodyWrites(index: BodyIndex): string[] {
    const seen = new Set<BodyIndex>([index]);
    const names = new Set<string>();
    for (const { body } of seen)
      for (const node of body.nodes) {
        if (node.disabled) continue;
        for (const name of writesOf(node)) names.add(name);
        if (node.kind === 'code' && node.may_call !== undefined) names.add('*');
        if (node.kind !== 'subgraph' && node.kind !== 'map') continue;
        const inner = node.subgraph === undefined ? undefined : this.#bodies.get(node.subgraph);
        if (inner) seen.add(inner);
        else names.add('*');
      }
    return [...names];
  }
}
