import { BAD, type Monitor } from '../check/index.js';
import type { ControlGraph } from '../lower/index.js';
import type { AgentGraph } from '../model/index.js';
import { Flow } from './flow.js';
import { crossedBy, type OpenPlaces, openPlaces } from './open-places.js';
import { type InsertionPlace, placeKey } from './places.js';

/** More places than this in one cut are no help to anybody; more states than this are not looked at. */
const [MOST_CUT, MOST_STATES] = [64, 200_000];

/** A rule over a graph beside which what is to be inserted stands apart, where nothing leads to it. */
export interface Layered {
  readonly control: ControlGraph;
  readonly monitor: Monitor;
  /** The events by which what is inserted passes, in their order. */
  readonly passing: readonly number[];
  /** Those by which it is refused. */
  readonly refusing: readonly number[];
  /** Whether a state of the rule lacks what an insertion gives. */
  readonly lacks: (local: number, global: number) => boolean;
}

/** Of several smallest cuts the one nearest to the forbidden call, or to what makes it forbidden. */
export type Near = 'call' | 'cause';

/**
 * Where one part of a remedy has to go: a smallest edge cut of the layer of the product in which what it gives is lacking. Sources are the start and what every
 * way into the layer leads to, the sink is a forbidden call; an arc of one unit is a place where something can be inserted, one for all copies of its body.
 * Guards, bounds and the turns of lanes are not looked at: with them the cut may be larger than needed, or not enough, and is tried before it is told.
 *
 * @returns null where no cut is, or it would be too large
 */
export function cutOf(graph: AgentGraph, layered: Layered, near: Near): InsertionPlace[] | null {
  return new Layer(layered, openPlaces(graph)).cut(near);
}

class Layer {
  readonly #flow = new Flow();
  readonly #source: number;
  readonly #sink: number;
  readonly #control: ControlGraph;
  readonly #monitor: Monitor;
  readonly #passing: readonly number[];
  readonly #open: OpenPlaces;
  readonly #asked: Layered['lacks'];
  readonly #lacking = new Map<number, boolean>();
  readonly #states: number;
  /** The node in the flow of a place and a state. Only states in the layer have one. */
  readonly #nodes = new Map<number, number>();
  readonly #units = new Map<
    string,
    { readonly place: InsertionPlace; readonly arc: number; readonly from: number; readonly to: number }
  >();
  readonly #seen = new Set<number>();
  readonly #todo: number[] = [];

  constructor({ control, monitor, passing, lacks }: Layered, open: OpenPlaces) {
    this.#control = control;
    this.#monitor = monitor;
    this.#passing = passing;
    this.#open = open;
    this.#asked = lacks;
    this.#states = monitor.locals * monitor.globals;
    this.#source = this.#flow.node();
    this.#sink = this.#flow.node();
  }

  cut(near: Near): InsertionPlace[] | null {
    if (this.#control.places * this.#states > Number.MAX_SAFE_INTEGER) return null;
    const state = this.#monitor.startLocal + this.#monitor.locals * this.#monitor.startGlobal;
    const start = this.#control.start * this.#states + state;
    this.#reach(start);
    if (this.#lacks(state)) this.#flow.arc(this.#source, this.#nodeOf(start), Infinity);
    for (let at = this.#todo.pop(); at !== undefined; at = this.#todo.pop()) {
      if (this.#seen.size > MOST_STATES) return null;
      this.#leave(at);
    }
    const units = [...this.#units.values()];
    const cut = this.#flow.cut(
      this.#source,
      this.#sink,
      units.map(({ arc }) => arc),
      MOST_CUT,
      near === 'call',
    );
    return cut && units.filter(({ arc }) => cut.includes(arc)).map(({ place }) => place);
  }

  #leave(at: number): void {
    const { first, to, event } = this.#control;
    const place = Math.floor(at / this.#states);
    const state = at % this.#states;
    for (let move = first[place] as number; move < (first[place + 1] as number); move += 1) {
      const after = this.#after(state, event[move] as number);
      if (after === BAD) {
        this.#flow.arc(this.#lacks(state) ? this.#nodeOf(at) : this.#source, this.#sink, Infinity);
        continue;
      }
      const target = (to[move] as number) * this.#states;
      this.#reach(target + after);
      const unit = this.#unitOf(move);
      // A run may come here with what was given, too, where something was inserted.
      const passed = unit ? this.#passed(after) : BAD;
      if (passed !== BAD) this.#reach(target + passed);
      if (!this.#lacks(after)) continue;
      const from = this.#lacks(state) ? this.#nodeOf(at) : this.#source;
      // Where nothing is given, an insertion is no help.
      if (!unit || (passed !== BAD && this.#lacks(passed)))
        this.#flow.arc(from, this.#nodeOf(target + after), Infinity);
      else {
        this.#flow.arc(from, unit.from, Infinity);
        this.#flow.arc(unit.to, this.#nodeOf(target + after), Infinity);
      }
    }
  }

  #lacks(state: number): boolean {
    let lacks = this.#lacking.get(state);
    if (lacks === undefined) {
      const { locals } = this.#monitor;
      lacks = this.#asked(state % locals, Math.floor(state / locals));
      this.#lacking.set(state, lacks);
    }
    return lacks;
  }

  #after(state: number, event: number): number {
    const { locals, symbolOf, act } = this.#monitor;
    const symbol = event < 0 ? undefined : symbolOf.get(event);
    return symbol === undefined ? state : act(symbol, state % locals, Math.floor(state / locals));
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
    const place = crossedBy(this.#control, this.#open, move);
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
}
