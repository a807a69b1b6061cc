import type { ControlGraph } from '../../lower/index.js';
import { BAD, type Monitor, Symbols } from '../monitor.js';
import type { Atoms } from './atoms.js';
import type { Moment } from './change.js';
import type { Untils } from './until.js';
import { type Bits, isTainted } from './value.js';

/**
 * The automaton that follows taint. What is shared is a set of bits, the global state; a lane has for itself the history of the node that it is in, and where
 * the tainted decision that it runs under ends.
 * `hopeful`: whatever is not known is taken for clean; else for tainted.
 */
export function taintStates(
  graph: ControlGraph,
  atoms: Atoms,
  untils: Untils,
  momentOf: (move: number) => Moment | null,
  facts: (tainted: Bits, decided: boolean) => readonly string[],
  hopeful: boolean,
  tell: NonNullable<Monitor['reasons']>,
): Monitor | null {
  const locals = 2 * untils.count;
  if (!atoms.fits || graph.places * locals * 2 > Number.MAX_SAFE_INTEGER) return null;
  const symbols = new Symbols<Moment>();
  const symbolOf = new Map<number, number>();
  for (let move = 0; move < graph.event.length; move += 1) {
    const moment = momentOf(move);
    if (moment) symbolOf.set(move, symbols.of(moment));
  }
  const meaningOf = (symbol: number): Moment => symbols.meanings[symbol] as Moment;
  const after = ({ changes }: Moment, local: number, global: number, hoping: boolean): number => {
    let tainted: Bits = global | ((local & 1) === 1 ? atoms.own : 0);
    let until = local >> 1;
    for (const change of changes) {
      switch (change.do) {
        case 'judge':
          if (!(hoping && change.unsure) && isTainted(change.value, tainted, until > 0, hoping)) return BAD;
          break;
        case 'flow': {
          const { adds = 0, sets = 0 } = change;
          if (isTainted(change.value, tainted, until > 0, hoping)) tainted |= adds | sets;
          else tainted &= ~sets;
          break;
        }
        case 'scatter': {
          const spreads = isTainted(change.value, tainted, until > 0, hoping);
          if (spreads && !hoping) tainted |= change.sets;
          else if (!spreads && hoping) tainted &= ~change.sets;
          break;
        }
        case 'decide':
          if (until === 0 && isTainted(change.value, tainted, false, hoping)) until = change.until;
          break;
        case 'meet':
          if (until === change.until) until = 0;
          break;
        case 'over':
          if (until > 0 && untils.isWithin(until, change.instance)) until = 0;
      }
    }
    const own = (tainted & atoms.own) === 0 ? 0 : 1;
    return own + 2 * until + locals * (tainted & ~atoms.own);
  };
  const both = (left: number, right: number): number => {
    const [a, b] = [left >> 1, right >> 1];
    return ((left | right) & 1) + 2 * (a === 0 || b === 0 ? a + b : Math.min(a, b));
  };
  return {
    locals,
    globals: atoms.states,
    startLocal: 0,
    startGlobal: 0,
    symbolOf,
    act: (symbol, local, global) => after(meaningOf(symbol), local, global, hopeful),
    others: (_, local) => local,
    together: both,
    alone: both,
    ofLane: true,
    endsBadly: () => false,
    judgesEnds: false,
    facts: (local, global) => facts(global | ((local & 1) === 1 ? atoms.own : 0), local > 1),
    reasons: tell,
    doubtOf: (symbol, global, local) => {
      const moment = meaningOf(symbol);
      return moment.open && after(moment, local, global, true) !== after(moment, local, global, false)
        ? moment.open
        : undefined;
    },
  };
}
