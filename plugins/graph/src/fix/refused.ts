import { BAD, type Reading, rivals, type Way } from '../check/index.js';
import type { AgentGraph } from '../model/index.js';
import type { Refusal } from './insert.js';
import type { Layered } from './layer.js';
import { crossedBy, openPlaces } from './open-places.js';
import type { Remedy } from './remedy.js';

/** Pairs of what two lanes know: the one of the first times the number of local states, and that of the second. */
type Pairs = ReadonlySet<number>;

/**
 * Whether persons mend a rule nowhere, for one lane may refuse what another is about to do. False where it is not known.
 *
 * @param refusal what becomes of the lane of somebody who says no
 * @param probe a reading of the graph beside the one part of the remedy, and the layer in it
 */
export function isHopeless(
  graph: AgentGraph,
  { parts, tool }: Pick<Remedy, 'parts' | 'tool'>,
  refusal: Refusal,
  probe: Reading,
  layered: Layered | null,
): boolean {
  if (layered === null || tool === null || refusal !== 'end') return false;
  if (!parts.every(({ what }) => what.every(({ kind }) => kind === 'person'))) return false;
  const ways = rivals(probe, tool);
  return ways !== null && isRefused(graph, layered, ways);
}

/**
 * Whether two lanes break a rule wherever something is inserted, for somebody refuses in one of them what the other was about to do. See docs/adr/0172.
 *
 * Take any set of places, and lead both lanes to where they parted, all that is inserted there answered with yes. Is something inserted on the rest of one way, then the other lane goes to its
 * call, answered with yes, and the first to the first thing inserted, where the answer is no: it is looked at whether the call is forbidden then, whatever was established before. Is nothing
 * inserted on either way, then one call is made after the other.
 *
 * @param layered of the graph beside what is inserted, of which `ways` are
 */
function isRefused(graph: AgentGraph, layered: Layered, ways: readonly [Way, Way]): boolean {
  const { monitor, refusing } = layered;
  if (refusing.length !== 1 || monitor.globals !== 1) return false;
  const taken = ways.flatMap(({ forks }) => [...forks.values()].flat());
  if (taken.some((move) => monitor.symbolOf.has(layered.control.event[move] as number))) return false;
  const made = new Refused(graph, layered, ways);
  return made.isBrokenByRefusal(0) && made.isBrokenByRefusal(1) && made.isBrokenByCalls();
}

class Refused {
  readonly #layered: Layered;
  readonly #ways: readonly [Way, Way];
  readonly #open: ReturnType<typeof openPlaces>;

  constructor(graph: AgentGraph, layered: Layered, ways: readonly [Way, Way]) {
    this.#layered = layered;
    this.#ways = ways;
    this.#open = openPlaces(graph);
  }

  /** Whether a call is forbidden once the other lane has come to any place on its way and somebody refuses there. */
  isBrokenByRefusal(caller: 0 | 1): boolean {
    const refuser = caller === 0 ? 1 : 0;
    const { control, refusing } = this.#layered;
    let pairs = this.#start();
    for (const [at, move] of this.#ways[caller].moves.entries()) {
      pairs = this.#moved(pairs, caller, at);
      // On its own way something may be inserted, or not.
      if (crossedBy(control, this.#open, move)) pairs = new Set([...pairs, ...this.#passed(pairs, caller)]);
    }
    for (const [at, move] of this.#ways[refuser].moves.entries()) {
      pairs = this.#moved(pairs, refuser, at);
      if (!crossedBy(control, this.#open, move)) continue;
      if (!this.#isForbidden(this.#after(pairs, refuser, refusing[0] as number), caller)) return false;
    }
    return true;
  }

  /** Whether the second of two calls is forbidden where nothing is inserted on either way. */
  isBrokenByCalls(): boolean {
    const { control } = this.#layered;
    const [one, other] = this.#ways;
    let pairs = this.#start();
    for (const at of one.moves.keys()) pairs = this.#moved(pairs, 0, at);
    for (const move of [one.call, ...one.rest]) pairs = this.#after(pairs, 0, control.event[move] as number);
    for (const at of other.moves.keys()) pairs = this.#moved(pairs, 1, at);
    return this.#isForbidden(pairs, 1);
  }

  /** Behind the fork both know the same, whatever that is. */
  #start(): Pairs {
    const { locals, parted = (local: number) => local } = this.#layered.monitor;
    return new Set(Array.from({ length: locals }, (_, local) => parted(local) * (locals + 1)));
  }

  /** What a lane does by the move `at` of its way, of which the first is that at the fork. */
  #moved(pairs: Pairs, lane: 0 | 1, at: number): Pairs {
    const { control, monitor } = this.#layered;
    const { parted } = monitor;
    const { moves, forks } = this.#ways[lane];
    const move = moves[at] as number;
    const leaves = at > 0 && parted !== undefined && forks.has(move);
    const own = leaves ? this.#each(pairs, lane, (local, other) => [parted(local), other]) : pairs;
    return this.#after(own, lane, control.event[move] as number);
  }

  #passed(pairs: Pairs, lane: 0 | 1): Pairs {
    return this.#layered.passing.reduce((after, event) => this.#after(after, lane, event), pairs);
  }

  /** What is left where a lane does what is forbidden goes no further: the rule is broken there. */
  #after(pairs: Pairs, lane: 0 | 1, event: number): Pairs {
    const { symbolOf, act, others } = this.#layered.monitor;
    const symbol = event < 0 ? undefined : symbolOf.get(event);
    if (symbol === undefined) return pairs;
    return this.#each(pairs, lane, (local, other) => [act(symbol, local, 0), others(symbol, other, local)]);
  }

  #isForbidden(pairs: Pairs, lane: 0 | 1): boolean {
    return this.#after(pairs, lane, this.#layered.control.event[this.#ways[lane].call] as number).size === 0;
  }

  /** `change`: of what the lane knows and what the other does; {@link BAD} where it did what is forbidden. */
  #each(pairs: Pairs, lane: 0 | 1, change: (local: number, other: number) => readonly [number, number]): Pairs {
    const { locals } = this.#layered.monitor;
    const made = new Set<number>();
    for (const pair of pairs) {
      const [first, second] = [Math.floor(pair / locals), pair % locals];
      const [local, other] = lane === 0 ? change(first, second) : change(second, first);
      if (local !== BAD) made.add(lane === 0 ? local * locals + other : other * locals + local);
    }
    return made;
  }
}
