import {
  type AgentGraph,
  type GraphEdge,
  type GraphNode,
  type ToolEffects,
  type BodyIndex,
  EDGE_TRAIT,
  edgesOf,
  indexBody,
  NODE_TRAIT,
} from '../model/index.js';
import { approvedByGoing, failedPlace, lowerPause, mayGoUnasked } from './around.js';
import { Arrivals, type JoinReading } from './arrivals.js';
import { type Attempt, attemptsOf } from './bodies.js';
import { argumentVariables, callsOf, failsItself, lowerCalls, lowerOneCall, writesOf } from './calls.js';
import { lowerChoice } from './choices.js';
import { type ControlGraph, EVENT, type Instance, PLACE } from './control.js';
import { Draft, type MoveTraits } from './draft.js';
import { executionsAtOnce, hasOwnHistory } from './executions.js';
import { type Variables, variablesOf } from './guards.js';
import type { Job } from './job.js';
import { OpaqueNodes } from './opaque.js';

type Around = Pick<Instance, 'prefix' | 'around' | 'parent' | 'failed' | 'isRetried'>;

export interface LowerOptions {
  /** What a join of kind `unknown` is taken for, by the name of its node; `any` where it is not listed. */
  readonly joins?: JoinReading;
  /** More places than this are not made: bodies beyond are opaque. */
  readonly places?: number;
  /** Of a body whose models have a history of their own one execution at a time is followed (`executionsAtOnce`). */
  readonly alone?: true;
}

/** What keeps an edge from being one of which all that can be said is where it leads. */
const ANY_TRAIT = EDGE_TRAIT.error | EDGE_TRAIT.may | EDGE_TRAIT.asks;
const MOST_PLACES = 8_000_000;
/** Items of one `map` that run at the same time, in lanes of their own. */
const ITEMS_AT_ONCE = 2;

/**
 * The elementary form of a graph under what the catalogue says of its tools. Bodies are inlined where they are run; a body that is missing, that runs
 * itself, or that no longer fits is an opaque node (S9). Linear in the size of what comes out.
 * @throws RangeError when an edge names no node: readers refuse such a graph.
 */
export function lowerGraph(graph: AgentGraph, effects: ToolEffects, options: LowerOptions = {}): ControlGraph {
  return new Lowering(graph, effects, options).run();
}

class Lowering {
  readonly #draft: Draft;
  readonly #graph: AgentGraph;
  readonly #effects: ToolEffects;
  readonly #variables: Variables;
  readonly #bodies = new Map<string, BodyIndex>();
  readonly #jobs: Job[] = [];
  readonly #arrivals: Arrivals;
  readonly #opaque: OpaqueNodes;
  readonly #lanes: boolean;
  readonly #alone: boolean;
  /** Some check or confirmation passes by a field of its result. */
  readonly #fields: boolean;
  /** In supersteps a node is left only when all are done: to arrive and to leave are two places. */
  readonly #apart: boolean;

  constructor(graph: AgentGraph, effects: ToolEffects, options: LowerOptions) {
    this.#draft = new Draft(graph);
    this.#graph = graph;
    this.#effects = effects;
    this.#variables = variablesOf(graph.variables);
    this.#apart = graph.execution === 'supersteps';
    this.#alone = options.alone === true;
    this.#fields = [...effects.values()].some(({ checks = [], confirms = [] }) =>
      [...checks, ...confirms].some(({ passes }) => typeof passes === 'object' && 'field' in passes),
    );
    for (const { name } of effects.values()) this.#draft.tool(name);
    const bodies = [graph, ...(graph.subgraphs ?? [])];
    this.#lanes = bodies.some((body) => (indexBody(body).nodesHave & (NODE_TRAIT.several | NODE_TRAIT.parallel)) !== 0);
    this.#arrivals = new Arrivals(this.#draft, this.#lanes, options.joins);
    this.#opaque = new OpaqueNodes(this.#draft, graph, effects, this.#bodies, options.places ?? MOST_PLACES);
  }

  run(): ControlGraph {
    for (const body of this.#graph.subgraphs ?? []) this.#bodies.set(body.name, indexBody(body));
    const index = indexBody(this.#graph);
    const { start } = this.#enter(index, {
      prefix: '',
      around: -1,
      parent: -1,
      done: -1,
      failed: -1,
      isRetried: false,
    });
    // A run begins before its first node, so that it can end there.
    const begin = this.#draft.place(index.indexOf.get(this.#graph.start) as number);
    this.#draft.move(begin, start);
    for (let job = this.#jobs.pop(); job; job = this.#jobs.pop()) {
      const { length } = job.index.nodeTraits;
      for (let node = 0; node < length; node += 1) if (!this.#lowerPlain(job, node)) this.#lowerNode(job, node);
    }
    return this.#draft.done(begin, this.#lanes);
  }

  /** Makes an instance of a body, and gives the place where its start node is entered, and the event that it is. */
  #enter(
    index: BodyIndex,
    around: Around & { readonly done: number; readonly items?: number },
  ): { readonly start: number; readonly begun: number } {
    const draft = this.#draft;
    const abort = draft.places;
    const { id, base, edgeBase } = draft.instance(
      { body: index.body, base: draft.nodes.length, ...around, abort },
      index,
    );
    draft.placeIn(id, around.around, PLACE.abort);
    if (around.failed >= 0) draft.move(abort, around.failed);
    const entered = draft.entries(index, base);
    this.#jobs.push({ index, instance: id, base, edgeBase, entered, abort });
    return { start: entered + (index.indexOf.get(index.body.start) as number), begun: draft.begun(id, around.around) };
  }

  /**
   * A node that passes on, or makes one call, and of whose edges all that can be said is where they lead. Most nodes of large graphs are such, and neither the node nor
   * its edges are looked at but by their traits. It makes what `#lowerNode` would. False: not such a node, and nothing was made.
   */
  #lowerPlain(job: Job, local: number): boolean {
    const { index, base, abort } = job;
    const traits = index.nodeTraits[local] as number;
    const idle = (traits & NODE_TRAIT.idle) !== 0;
    if ((!idle && (traits & NODE_TRAIT.oneCall) === 0) || !this.#asksNothing(job, local)) return false;
    const draft = this.#draft;
    const entry = job.entered + local;
    let out = entry;
    if (!idle || this.#apart) out = draft.place(base + local);
    if (!idle)
      lowerOneCall(draft, this.#effects, base + local, index.body.nodes[local] as GraphNode, {
        entry,
        done: out,
        failed: abort,
      });
    else if (out !== entry) draft.move(entry, out);
    this.#crossAll(job, local, out);
    return true;
  }

  #crossAll({ index, entered, edgeBase }: Job, local: number, out: number): void {
    const { first, order, target } = index;
    const to = first[local + 1] as number;
    for (let at = first[local] as number; at < to; at += 1) {
      const edge = order[at] as number;
      this.#draft.cross(out, entered + (target[edge] as number), edgeBase + edge);
    }
  }

  #lowerNode(job: Job, local: number): void {
    const draft = this.#draft;
    const { index, base, edgeBase, abort, instance } = job;
    const shape = index.body.nodes[local] as GraphNode;
    const node = base + local;
    const entry = job.entered + local;
    if (shape.kind === 'end' && !shape.terminate) {
      this.#over(job, entry, PLACE.end);
      return;
    }
    if (shape.kind === 'end' || shape.kind === 'fail') {
      // What ends other lanes too waits for its turn.
      const last = draft.place(node);
      // In supersteps the other nodes of the step run first.
      const arrived = this.#apart ? draft.place(node) : entry;
      const falls = (event: number): MoveTraits =>
        shape.kind === 'fail' ? { event: draft.event(event, node, node) } : {};
      if (arrived !== entry) draft.move(entry, arrived, falls(EVENT.falls));
      // Where another one ends the run it is not executed.
      if (arrived !== entry && shape.kind === 'fail') draft.beginsLater(entry, arrived);
      draft.move(arrived, last, falls(EVENT.fell));
      this.#over(job, last, shape.kind === 'fail' ? PLACE.abort : PLACE.terminate);
      return;
    }
    const idle = ((index.nodeTraits[local] as number) & NODE_TRAIT.idle) !== 0;
    // A node without a way on is executed too, before its lane ends.
    const leads = (index.first[local] as number) < (index.first[local + 1] as number);
    const out = idle && !this.#apart && leads ? entry : draft.place(node);
    if (idle && out !== entry) draft.move(entry, out);
    // Nobody has answered where a person's node has failed, or was refused in front.
    const unasked = mayGoUnasked(job, local, shape) ? draft.place(node) : out;
    if (!idle) this.#execute(job, local, shape, entry, out, unasked);
    if (this.#asksNothing(job, local)) {
      this.#crossAll(job, local, out);
      return;
    }
    const edges = edgesOf(index, local, 'success').map((edge) => this.#arrivals.of(job, edge));
    if (edges.length === 0) {
      this.#over(job, out, PLACE.end);
      return;
    }
    const named = (edge: number): string => `${draft.instances[instance]?.prefix ?? ''}${draft.edges[edge]?.id ?? ''}`;
    const concurrency = shape.kind === 'fork' ? 'all' : (shape.concurrency ?? 'exclusive');
    const choose = (from: number, answers: boolean): void =>
      lowerChoice(
        {
          draft,
          variables: this.#variables,
          node,
          named,
          abort,
          answers,
          fields: this.#fields,
          over: (place) => this.#over(job, place, PLACE.end),
        },
        from,
        edges.map(({ at, to }) => ({ edge: draft.edges[edgeBase + at] as GraphEdge, at: edgeBase + at, to })),
        concurrency,
      );
    choose(out, shape.kind === 'human' && shape.disabled !== true);
    if (unasked !== out) choose(unasked, false);
  }

  /** Whether a node has edges, and all that can be said of them is where they lead. */
  #asksNothing({ index }: Job, local: number): boolean {
    const { first, order, target, nodeTraits, edgeTraits } = index;
    const from = first[local] as number;
    const to = first[local + 1] as number;
    if (from === to) return false;
    if (to > from + 1 && ((nodeTraits[local] as number) & NODE_TRAIT.several) !== 0) return false;
    for (let at = from; at < to; at += 1) {
      const edge = order[at] as number;
      if (((edgeTraits[edge] as number) & ANY_TRAIT) !== 0) return false;
      if (((nodeTraits[target[edge] as number] as number) & NODE_TRAIT.waits) !== 0) return false;
    }
    return true;
  }

  /** The lane ends here; inside a body it goes on behind the node that runs it. */
  #over({ instance, abort }: Job, place: number, kind: number): void {
    const draft = this.#draft;
    const around = draft.instances[instance];
    draft.become(place, kind);
    if (kind === PLACE.abort) draft.move(place, abort);
    else if (around && around.done >= 0) draft.move(place, around.done);
  }

  /** What a node does between its arrival and the choice of its edges. */
  #execute(job: Job, local: number, shape: GraphNode, entry: number, out: number, unasked: number): void {
    const draft = this.#draft;
    const name = `${draft.instances[job.instance]?.prefix ?? ''}${shape.id}`;
    const node = job.base + local;
    const over = (): number => {
      const at = draft.place(node);
      this.#over(job, at, PLACE.end);
      return at;
    };
    const before = shape.interrupt === 'before' || shape.interrupt === 'both';
    const after = shape.interrupt === 'after' || shape.interrupt === 'both';
    let done = approvedByGoing(draft, job, local, shape, out);
    if (after) {
      const pause = draft.place(node);
      // Behind the node nothing is left to refuse: the run goes on whatever is answered, or its lane ends with a refusal.
      draft.move(pause, done, { event: draft.event(EVENT.approve, -2, node) });
      const reject = draft.event(EVENT.reject, -2, node);
      draft.move(pause, done, { event: reject });
      draft.move(pause, over(), { event: reject });
      done = pause;
    }
    let failed = failedPlace(draft, job, local, shape, unasked);
    const pauses = before || callsOf(shape).some(({ requires_confirmation: asked }) => asked === true);
    if (pauses) {
      // What was approved for this execution alone is gone with it.
      const left = (to: number, kind: number = PLACE.plain): number => {
        const at = draft.place(node, kind);
        draft.move(at, to, { event: draft.event(EVENT.left, node, node) });
        return at;
      };
      done = left(done);
      // To fail is of the step of the call that failed.
      failed = left(failed, PLACE.atomic);
    }
    let begin = entry;
    if (before) {
      begin = draft.place(node);
      lowerPause(draft, node, entry, begin, unasked, over(), argumentVariables(callsOf(shape)));
    }
    const opaque = this.#opaque.why(job.instance, shape);
    if (opaque) this.#opaque.lower(node, shape, name, opaque, begin, done, failed);
    else if (shape.kind === 'subgraph' || shape.kind === 'map')
      this.#lowerBody(job, local, shape, name, begin, done, failed);
    else lowerCalls({ draft, effects: this.#effects, node, shape, name, done, failed }, begin);
  }

  #lowerBody(
    job: Job,
    local: number,
    shape: GraphNode,
    name: string,
    begin: number,
    done: number,
    failed: number,
  ): void {
    const { node, size } = { node: job.base + local, size: 6 * this.#bodyOf(shape).body.nodes.length };
    for (const attempt of attemptsOf(this.#draft, node, shape, name, begin, failed, size))
      this.#lowerAttempt(job, local, shape, name, attempt, done);
  }

  #bodyOf({ subgraph }: GraphNode): BodyIndex {
    return this.#bodies.get(subgraph as string) as BodyIndex;
  }

  #lowerAttempt(
    job: Job,
    local: number,
    shape: GraphNode,
    name: string,
    { begin, failed, isRetried }: Attempt,
    done: number,
  ): void {
    const draft = this.#draft;
    const node = job.base + local;
    const index = this.#bodyOf(shape);
    const over = draft.place(node);
    const writes = writesOf(shape);
    const wrote = writes.length > 0 ? { event: draft.event(EVENT.write, node, node, writes) } : {};
    const own = failsItself(shape);
    // A node without calls has written where it fails by itself (S2).
    if (own) draft.move(begin, failed, wrote);
    /** Each execution that may run at the same time has a body of its own; a run enters the first that is free. */
    const executions = this.#executionsOf(job, local, shape, index);
    const around = { prefix: `${name}/`, around: node, parent: job.instance, failed, isRetried };
    const enter = (from: number, back: number): void => {
      for (let left = executions; left > 0; left -= 1) {
        const { start, begun } = this.#enter(index, { ...around, done: back });
        draft.move(from, start, { step: true, event: begun });
      }
    };
    if (shape.kind === 'subgraph') {
      draft.move(over, done, wrote);
      if (own) draft.move(over, failed, wrote);
      enter(begin, over);
      return;
    }
    if (shape.parallel) {
      for (let left = executions; left > 0; left -= 1)
        this.#lowerItems({ node, shape, index, begin, done, around, wrote });
      return;
    }
    draft.move(begin, over);
    draft.move(over, done, wrote);
    if (own) draft.move(over, failed, wrote);
    const turn = draft.place(node);
    draft.move(over, turn, {
      event: draft.event(EVENT.item, node, node, writes),
      turn: true,
    });
    enter(turn, over);
  }

  /** In supersteps two tokens at one node run it once. */
  #executionsOf(job: Job, local: number, shape: GraphNode, { body }: BodyIndex): number {
    if (!this.#lanes || this.#apart || (this.#alone && hasOwnHistory(this.#graph, shape, body))) return 1;
    return executionsAtOnce(job.index, local, (node) => this.#arrivals.waits(job, node));
  }

  /** A `map` whose items run at the same time, as lanes that fork off while the node waits for them. */
  #lowerItems(map: {
    readonly node: number;
    readonly shape: GraphNode;
    readonly index: BodyIndex;
    readonly begin: number;
    readonly done: number;
    readonly around: Around;
    readonly wrote: MoveTraits;
  }): void {
    const draft = this.#draft;
    const { node, shape, index, begin, done, around, wrote } = map;
    const number = draft.parallel.length;
    const group = -2 - number;
    const head = draft.place(node, PLACE.items, group);
    const held = draft.place(node, PLACE.held, group);
    const copies: number[] = [];
    draft.parallel.push({ node, head, held, copies });
    draft.move(begin, head);
    draft.move(head, done, wrote);
    draft.move(held, done, wrote);
    if (failsItself(shape)) draft.move(head, around.failed, wrote);
    const writes = writesOf(shape);
    for (let copy = 0; copy < ITEMS_AT_ONCE; copy += 1) {
      copies.push(draft.instances.length);
      const { start, begun } = this.#enter(index, { ...around, done: held, items: number });
      const begins = draft.place(node, PLACE.fork, group);
      draft.move(head, begins, { event: draft.event(EVENT.item, node, node, writes), turn: true });
      draft.move(begins, head);
      draft.move(begins, start, { step: true, event: begun });
    }
  }
}
