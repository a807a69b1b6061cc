import type { Monitor } from './monitor.js';

/** With more local states than this nobody tries them all. */
const MOST_LOCALS = 256;

/** Which events of one lane end something that another has. */
export class Heard {
  readonly #monitor: Monitor;
  readonly #known = new Map<number, boolean>();

  constructor(monitor: Monitor) {
    this.#monitor = monitor;
  }

  byOthers(event: number): boolean {
    const symbol = event < 0 ? undefined : this.#monitor.symbolOf.get(event);
    if (symbol === undefined) return false;
    let heard = this.#known.get(symbol);
    if (heard === undefined) {
      heard = this.#isHeard(symbol);
      this.#known.set(symbol, heard);
    }
    return heard;
  }

  #isHeard(symbol: number): boolean {
    const { locals, others } = this.#monitor;
    if (locals > MOST_LOCALS) return true;
    for (let actor = 0; actor < locals; actor += 1)
      for (let local = 0; local < locals; local += 1) if (others(symbol, local, actor) !== local) return true;
    return false;
  }
}
