import { BAD, factMonitor, factTargets, type Monitor, type Reading } from '../check/index.js';
import { type ControlGraph, EVENT, PLACE } from '../lower/index.js';
import type { AgentGraph, ToolEffects } from '../model/index.js';
import { Flow } from './flow.js';
import { bodiesOf, type InsertionPlace, isOpenTo, joinsOf, placeKey } from './places.js';
import type { Part } from './remedy.js';

/** More places than this in one cut are no help to anybody. */
const MOST_CUT = 64;

/**
 * Where one part of a remedy has to go: a smallest edge cut of the layer of the product in which its fact does not hold. Sources are the start and what every
 * end of the fact leads to, the sink is a call that lacks it; an arc of one unit is a place where something can be inserted, one for all copies of its body.
 * Guards, bounds and the turns of lanes are not looked at: with them the cut may be larger than needed, or not enough, and is tried before it is told.
 *
 * @param probe a reading of the graph beside which the part stands, where nothing leads to it
 * @returns null where no cut is, or it would be too large
 */
export function cutOf(
  graph: AgentGraph,
  probe: Reading,
  effects: ToolEffects,
  { fact, target }: Part,
): InsertionPlace[] | null {
  const { graph: control, index } = probe;
  const calls = factTargets(control, index, fact)[target];
  const monitor = calls && factMonitor(control, index, effects, fact, calls, false);
  if (!monitor) return null;
  return new Layer(control, monitor, passingEvents(control, graph), openPlaces(graph)).cut();
}

/** The events by which what is inserted passes, in their order. */
function passingEvents(control: ControlGraph, graph: AgentGraph): number[] {
  const own = new Set(graph.nodes.map(({ id }) => id));
  const inserted = control.nodes.findIndex(
    ({ id, kind }, node) => control.nodeInstance[node] === 0 && !own.has(id) && (kind === 'tool' || kind === 'human'),
  );
  const { eventKind, eventNode, eventOf, edges } = control;
  return [...eventKind.keys()].filter((event) => {
    if (eventNode[event] !== inserted) return false;
    if (eventKind[event] === EVENT.took) return edges[eventOf[event] as number]?.outcome === 'pass';
    return [EVENT.attempt, EVENT.success, EVENT.approve].includes(eventKind[event] as 1 | 2 | 4);
  });
}

/** The open places of each body, by the edge or the start. */
interface Open {
  readonly edges: ReadonlyMap<object, InsertionPlace>;
  readonly starts: ReadonlyMap<object, InsertionPlace>;
}

function openPlaces(graph: AgentGraph): Open {
  const edges = new Map<object, InsertionPlace>();
  const starts = new Map<object, InsertionPlace>();
  for (const { name, body } of bodiesOf(graph)) {
    const joins = joinsOf(body);
    for (const edge of body.edges) if (isOpenTo(edge, joins)) edges.set(edge, { body: name, edge: edge.id });
    const start = body.nodes.find(({ id }) => id === body.start);
    if (start) starts.set(start, { body: name, start: true });
  }
  return { edges, starts };
}

class Layer {
  readonly #flow = new Flow();
  readonly #source: number;
  readonly #sink: number;
  readonly #control: ControlGraph;
  readonly #monitor: Monitor;
  readonly #passing: readonly number[];
  readonly #open: Open;
  readonly #lacks: Uint8Array;
  /** The node in the flow of a place and a state. Only states without the fact have one. */
  readonly #nodes = new Map<number, number>();
  readonly #units = new Map<
    string,
    { readonly place: InsertionPlace; readonly arc: number; readonly from: number; readonly to: number }
  >();
  readonly #seen = new Set<number>();
  readonly #todo: number[] = [];

  constructor(control: ControlGraph, monitor: Monitor, passing: readonly number[], open: Open) {
    this.#control = control;
    this.#monitor = monitor;
    this.#passing = passing;
    this.#open = open;
    this.#source = this.#flow.node();
    this.#sink = this.#flow.node();
    this.#lacks = Uint8Array.from({ length: monitor.locals }, (_, local) =>
      monitor.facts(local, 0).length === 0 ? 1 : 0,
    );
  }

  cut(): InsertionPlace[] | null {
    const start = this.#control.start * this.#monitor.locals + this.#monitor.startLocal;
    this.#reach(start);
    if (this.#lacks[this.#monitor.startLocal] === 1) this.#flow.arc(this.#source, this.#nodeOf(start), Infinity);
    for (let at = this.#todo.pop(); at !== undefined; at = this.#todo.pop()) this.#leave(at);
    const units = [...this.#units.values()];
    const cut = this.#flow.cut(
      this.#source,
      this.#sink,
      units.map(({ arc }) => arc),
      MOST_CUT,
    );
    return cut && units.filter(({ arc }) => cut.includes(arc)).map(({ place }) => place);
  }

  #leave(at: number): void {
    const { first, to, event } = this.#control;
    const place = Math.floor(at / this.#monitor.locals);
    const state = at % this.#monitor.locals;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      const after = this.#after(state, event[move] as number);
      if (after === BAD) {
        this.#flow.arc(this.#nodeOf(at), this.#sink, Infinity);
        continue;
      }
      const target = (to[move] as number) * this.#monitor.locals;
      this.#reach(target + after);
      const unit = this.#unitOf(move);
      // A run may come here with the fact, too, where something was inserted.
      const passed = unit ? this.#passed(after) : BAD;
      if (passed !== BAD) this.#reach(target + passed);
      if (this.#lacks[after] === 0) continue;
      const from = this.#lacks[state] === 1 ? this.#nodeOf(at) : this.#source;
      if (!unit) this.#flow.arc(from, this.#nodeOf(target + after), Infinity);
      else {
        this.#flow.arc(from, unit.from, Infinity);
        this.#flow.arc(unit.to, this.#nodeOf(target + after), Infinity);
      }
    }
  }

  #after(state: number, event: number): number {
    const symbol = event < 0 ? undefined : this.#monitor.symbolOf.get(event);
    return symbol === undefined ? state : this.#monitor.act(symbol, state, 0);
  }

  #passed(state: number): number {
    return this.#passing.reduce((at, event) => (at === BAD ? BAD : this.#after(at, event)), state);
  }

  #reach(at: number): void {
    if (this.#seen.has(at)) return;
    this.#seen.add(at);
    this.#todo.push(at);
  }

  #nodeOf(at: number): number {
    let node = this.#nodes.get(at);
    if (node === undefined) {
      node = this.#flow.node();
      this.#nodes.set(at, node);
    }
    return node;
  }

  /** The unit that a move crosses: its edge, or the start of the body it enters. */
  #unitOf(move: number): { readonly from: number; readonly to: number } | null {
    const place = this.#placeOf(move);
    if (!place) return null;
    const key = placeKey(place);
    let unit = this.#units.get(key);
    if (!unit) {
      const from = this.#flow.node();
      const to = this.#flow.node();
      unit = { place, from, to, arc: this.#flow.arc(from, to, 1) };
      this.#units.set(key, unit);
    }
    return unit;
  }

  #placeOf(move: number): InsertionPlace | undefined {
    const { edge, edges, step, nodes, node, from, to, begins, start, kind } = this.#control;
    const taken = edge[move] as number;
    if (taken >= 0) return step[move] === 1 ? this.#open.edges.get(edges[taken] as object) : undefined;
    const target = to[move] as number;
    const [source, entered] = [node[from[move] as number] as number, node[target] as number];
    if (begins[target] !== 1 || kind[from[move] as number] === PLACE.join) return undefined;
    if (source === entered && from[move] !== start) return undefined;
    return this.#open.starts.get(nodes[entered] as object);
  }
}
