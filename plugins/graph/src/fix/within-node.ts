import { BAD } from '../check/index.js';
import { type ControlGraph, nodeName, PLACE } from '../lower/index.js';
import type { AgentGraph } from '../model/index.js';
import type { Layered } from './layer.js';
import { crossedBy, openPlaces } from './open-places.js';

/** A rule with more states than bits in a word is not looked at. */
const MOST_STATES = 32;

/**
 * Whether a lane that enters a node can do there what is forbidden wherever something is inserted: by moves that ask for no value, past no place where something could be, and whatever was
 * established before. So does a node that calls once more after a failure what needs an approval for each call, and an agent whose check may fail just before the call. With any
 * insertions a run that comes to the node comes to it still, where all that is inserted passes: no set of them mends the rule.
 *
 * @param entered the name of the node
 */
export function breaksWithin(graph: AgentGraph, layered: Layered, entered: string): boolean {
  const { control, monitor } = layered;
  if (monitor.locals * monitor.globals > MOST_STATES) return false;
  const node = control.nodes.findIndex((_, each) => nodeName(control, each) === entered);
  // The first place of a node is where it is entered.
  const entry = control.node.indexOf(node);
  return node >= 0 && control.begins[entry] === 1 && new Within(layered, openPlaces(graph)).isForced(entry);
}

class Within {
  readonly #layered: Layered;
  readonly #open: ReturnType<typeof openPlaces>;
  /** Per place, sets of states (as bits) it was looked at with. */
  readonly #seen = new Map<number, Set<number>>();
  readonly #todo: { readonly place: number; readonly states: number }[] = [];

  constructor(layered: Layered, open: ReturnType<typeof openPlaces>) {
    this.#layered = layered;
    this.#open = open;
  }

  isForced(entry: number): boolean {
    const { control, monitor } = this.#layered;
    const all = monitor.locals * monitor.globals;
    this.#reach(entry, all === MOST_STATES ? -1 : (1 << all) - 1);
    for (let at = this.#todo.pop(); at !== undefined; at = this.#todo.pop()) {
      const kind = control.kind[at.place];
      if (kind !== PLACE.plain && kind !== PLACE.atomic) continue;
      for (let move = control.first[at.place] as number; move < (control.first[at.place + 1] as number); move += 1)
        if (asksNothing(control, move) && !crossedBy(control, this.#open, move) && this.#goes(move, at.states))
          return true;
    }
    return false;
  }

  /** Whether a move is forbidden in all of the states; else it is gone on from where it leads. */
  #goes(move: number, states: number): boolean {
    const { control, monitor } = this.#layered;
    const symbol = monitor.symbolOf.get(control.event[move] as number);
    let after = states;
    if (symbol !== undefined) {
      after = 0;
      for (let rest = states; rest !== 0; rest &= rest - 1) {
        const state = 31 - Math.clz32(rest & -rest);
        const next = monitor.act(symbol, state % monitor.locals, Math.floor(state / monitor.locals));
        if (next !== BAD) after |= 1 << next;
      }
    }
    if (after === 0) return true;
    this.#reach(control.to[move] as number, after);
    return false;
  }

  #reach(place: number, states: number): void {
    const seen = this.#seen.get(place) ?? new Set();
    this.#seen.set(place, seen);
    if (seen.has(states)) return;
    seen.add(states);
    this.#todo.push({ place, states });
  }
}

const asksNothing = ({ guard, bound }: ControlGraph, move: number): boolean =>
  (guard[move] as number) < 0 && bound[move] === -1;
