import type { ControlGraph, ItemsGroup } from '../lower/index.js';
import type { Execution } from '../model/index.js';
import type { GuardCells } from './cells.js';
import { type ItemPlaces, pairItems } from './item-places.js';
import type { Monitor } from './monitor.js';
import type { Moves } from './moves.js';
import type { State } from './state.js';

/**
 * States that are the same but for which item of a `map` is in which of the lanes for its items: a search that looks at one of them has looked at all.
 *
 * Why that is sound. Let p exchange the places of two lanes for items of one `map`, place by place, and leave all others as they are. It is used only where `pairItems` has
 * found, move by move, that nothing tells the two lanes apart: p leads moves to moves with the same guard, bound, mode, doubt and cost, whose events are the same to the rule and
 * write the same variables; it leads joins, bodies and the items of a `map` inside to others of the same kind, and keeps the order of places within a lane. All that
 * `Moves` asks of a place is among these, so that what can happen in p(s) is p of what can happen in s, for the same cost and with the same end. There is one exception:
 * where several lanes for items are free an item begins in the first. But an exchange of two free lanes leaves a state as it is, so that where it
 * begins in the other makes a state that is alike. Hence s and p(s) are bisimilar, and so are states of one orbit of all such exchanges, which this class maps to one of them (or, where a
 * fork is being answered, leaves as it is). Of bisimilar states all runs have the same costs and ends. A search that keeps one state of each kind finds a run just when there is
 * one, and as short a one; what it followed are states as they are, so that the run is one of the graph. And when what it has seen is closed, all that
 * is alike to it is closed as well, which is all that a proof says.
 * See docs/adr/0164. Source: Clarke, Enders, Filkorn and Jha 1996, "Exploiting symmetry in temporal logic model checking"; Ip and Dill 1996, "Better verification through symmetry".
 */
export class AlikeItems {
  /** Those inside others come first, so that what is compared is already of one kind. */
  readonly #maps: readonly ItemPlaces[];
  readonly #places: number;
  readonly #locals: number;
  readonly #ordered: boolean;

  private constructor(maps: readonly ItemPlaces[], places: number, locals: number, ordered: boolean) {
    this.#maps = maps;
    this.#places = places;
    this.#locals = locals;
    this.#ordered = ordered;
  }

  /**
   * Null where nothing is alike. Not in supersteps, where bodies take their steps by their number; and not for a rule that asks for something to happen, whose loops are told as they are.
   */
  static of(graph: ControlGraph, cells: GuardCells, monitor: Monitor, execution: Execution): AlikeItems | null {
    const awaits = monitor.judgesEnds && monitor.endsOnly !== true;
    if (graph.parallel.length === 0 || execution === 'supersteps' || awaits) return null;
    const maps = graph.parallel.flatMap((map: ItemsGroup) => pairItems(graph, cells, monitor, map) ?? []).toReversed();
    return maps.length === 0 ? null : new AlikeItems(maps, graph.places, monitor.locals, execution === 'sequential');
  }

  /** The one that stands for all that are alike to a state. */
  of(state: State): State {
    let { tokens } = state;
    // A fork that is being answered is no place of its lane.
    if (tokens.some((token) => token >= this.#places * this.#locals)) return state;
    for (const map of this.#maps) tokens = this.#arranged(tokens, map);
    return tokens === state.tokens ? state : { ...state, tokens };
  }

  /**
   * All states that come of exchanging items in one, itself among them. What holds of each of these alone needs no word of why they are alike.
   *
   * @param moves whose forks are that are being answered
   */
  orbit(state: State, moves: Moves): readonly State[] {
    const found = new Map([[moves.key(state), state]]);
    for (const one of found.values())
      for (const map of this.#maps)
        for (let lane = 1; lane < map.inLane.length; lane += 1) {
          const tokens = this.#exchanged(one.tokens, map, lane, moves);
          const other = tokens && { ...one, tokens };
          if (other) found.set(moves.key(other), other);
        }
    return [...found.values()];
  }

  /** With the items in a lane and in the one before it exchanged; null where something in them has no counterpart. */
  #exchanged(
    tokens: readonly number[],
    { base, laneOf, inFirst, inLane }: ItemPlaces,
    lane: number,
    moves: Moves,
  ): readonly number[] | null {
    let whole = true;
    const exchanged = tokens.map((token) =>
      moves.movedTo(token, (place) => {
        const from = laneOf[place - base] ?? -1;
        if (from !== lane && from !== lane - 1) return place;
        const to = inLane[from === lane ? lane - 1 : lane]?.[inFirst[place - base] as number] ?? -1;
        whole &&= to >= 0;
        return to;
      }),
    );
    return whole ? (this.#ordered ? exchanged : exchanged.toSorted(byNumber)) : null;
  }

  /** With the items of one `map` in the order of what they are; the same array where they are already, or something in them has no counterpart. */
  #arranged(tokens: readonly number[], { base, laneOf, inFirst, inLane }: ItemPlaces): readonly number[] {
    const locals = this.#locals;
    const items: Item[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as number;
      const place = Math.floor(token / locals) - base;
      const from = place < 0 || place >= laneOf.length ? -1 : (laneOf[place] as number);
      if (from < 0) continue;
      const first = inFirst[place] as number;
      if (first < 0) return tokens;
      let item = items[0]?.from === from ? items[0] : items.find((each) => each.from === from);
      if (!item) items.push((item = { from, at: [], as: [] }));
      item.at.push(at);
      item.as.push(first * locals + (token % locals));
    }
    // In a fixed order of lanes an item is what it is by its turn.
    if (items.length > 1 && !this.#ordered) items.sort(byContent);
    if (items.every(({ from }, to) => from === to)) return tokens;
    const arranged = [...tokens];
    for (const [to, { at, as }] of items.entries())
      for (const [each, token] of as.entries()) {
        const place = inLane[to]?.[Math.floor(token / locals)] as number;
        arranged[at[each] as number] = place * locals + (token % locals);
      }
    return this.#ordered ? arranged : arranged.toSorted(byNumber);
  }
}

/** What is in one of the lanes: which lane, where its tokens are among all, and what they are in the first lane. */
interface Item {
  readonly from: number;
  readonly at: number[];
  readonly as: number[];
}

const byNumber = (a: number, b: number): number => a - b;

/** Items by their first difference; one that has more comes first. */
function byContent({ as: left }: Item, { as: right }: Item): number {
  for (let at = 0; at < left.length && at < right.length; at += 1)
    if (left[at] !== right[at]) return (left[at] as number) - (right[at] as number);
  return right.length - left.length;
}
