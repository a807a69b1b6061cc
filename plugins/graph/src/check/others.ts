import type { Beside } from './beside.js';
import { BAD, type Monitor } from './monitor.js';
import { type Layout, lowestBit, maskOf } from './transitions.js';

/**
 * Which states a lane's own state can become by what other lanes do, as bits per state; itself among them. `symbols`: what they can do beside it.
 * A state is `local + locals * global`.
 */
export function spoiledBy(monitor: Monitor, symbols: Iterable<number>): number[] {
  const { locals, globals } = monitor;
  const own = [...symbols];
  return Array.from({ length: locals * globals }, (_, state) => {
    const seen = new Set([state]);
    for (const each of seen) {
      const local = each % locals;
      const global = Math.floor(each / locals);
      // Others may have come to know what it knows.
      if (monitor.parted) seen.add(monitor.parted(local) + locals * global);
      for (const symbol of own)
        for (let actor = 0; actor < locals; actor += 1) {
          const after = monitor.act(symbol, actor, global);
          // Where it is forbidden the run is over, and found so in the lane that did it.
          if (after !== BAD) seen.add(monitor.others(symbol, local, actor) + locals * Math.floor(after / locals));
        }
    }
    return [...seen].reduce((bits, each) => bits | (1 << each), 0);
  });
}

/** What becomes of two lanes that are one from here on, per pair of states; null where it is one of the two. */
export function meetingsOf({ locals, globals, alone, together }: Monitor): readonly number[] | null {
  const states = locals * globals;
  const table = Array.from({ length: states * states }, () => 0);
  let plain = true;
  for (let left = 0; left < states; left += 1)
    for (let right = 0; right < states; right += 1) {
      // What is of the run is the same for both at any time.
      if (Math.floor(left / locals) !== Math.floor(right / locals)) continue;
      const base = left - (left % locals);
      for (const met of [alone(left % locals, right % locals), together(left % locals, right % locals)]) {
        table[left * states + right] = (table[left * states + right] as number) | (1 << (base + met));
        if (base + met !== left && base + met !== right) plain = false;
      }
    }
  return plain ? null : table;
}

/** All that other lanes can make of sets of states, for the monitors of one pass. */
export class Others {
  readonly #beside: Beside;
  readonly #monitors: readonly Monitor[];
  readonly #layout: Layout;
  /** Per class of places and monitor; null where nothing beside changes anything. */
  readonly #spoils = new Map<number, readonly (readonly number[] | null)[]>();
  readonly #meetings: readonly (readonly number[] | null)[];

  constructor(beside: Beside, monitors: readonly Monitor[], layout: Layout) {
    this.#beside = beside;
    this.#monitors = monitors;
    this.#layout = layout;
    this.#meetings = monitors.map(meetingsOf);
  }

  /** Adds to the sets of a place (`words` words of them) what other lanes can make of its states. */
  settle(sets: Uint32Array, place: number): void {
    const { words, word, shift, states } = this.#layout;
    const spoils = this.#spoilsOf(this.#beside.classOf(place));
    for (let id = 0; id < spoils.length; id += 1) {
      const spoil = spoils[id];
      const meets = this.#meetings[id];
      if (!spoil && !meets) continue;
      const own = states[id] as number;
      const at = place * words + (word[id] as number);
      const from = shift[id] as number;
      let bits = ((sets[at] as number) >>> from) & maskOf(own);
      for (let before = 0; before !== bits;) {
        before = bits;
        if (spoil) for (let rest = bits; rest !== 0; rest &= rest - 1) bits |= spoil[lowestBit(rest)] as number;
        if (meets)
          for (let left = bits; left !== 0; left &= left - 1)
            for (let right = bits; right !== 0; right &= right - 1)
              bits |= meets[lowestBit(left) * own + lowestBit(right)] as number;
      }
      sets[at] = (sets[at] as number) | (bits << from);
    }
  }

  #spoilsOf(kind: number): readonly (readonly number[] | null)[] {
    let known = this.#spoils.get(kind);
    if (!known) {
      known = this.#monitors.map((monitor) => {
        const spoiled = spoiledBy(monitor, this.#beside.symbols(kind, monitor.symbolOf));
        return spoiled.every((bits, state) => bits === 1 << state) ? null : spoiled;
      });
      this.#spoils.set(kind, known);
    }
    return known;
  }
}
