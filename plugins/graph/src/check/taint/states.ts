import type { ControlGraph } from '../../lower/index.js';
import { BAD, type Monitor, Symbols } from '../monitor.js';
import type { Atoms } from './atoms.js';
import type { Moment } from './change.js';
import type { Untils } from './until.js';
import { type Bits, ELSEWHERE, EVERYTHING, isTainted } from './value.js';

/** Lanes that are counted whose nodes have a tainted history for themselves; of more it is not known when they are over. */
const MOST_COUNTED = 3;

/**
 * The automaton that follows taint. What is shared is a set of bits, the global state; a lane has for itself the history of the node that it is in, and where
 * the tainted decision that it runs under ends. Where it matters whether anything at all is tainted, the global state counts, too, how many lanes have such a history tainted.
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
  const counts = !hopeful && graph.lanes && symbols.meanings.some(asksOfAll) && atoms.someHaveOwn;
  const after = ({ changes }: Moment, local: number, global: number, hoping: boolean): number => {
    let tainted = taintedIn(atoms, local & 1, global);
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
    const before = Math.floor(global / atoms.states);
    const count = counts && before < MOST_COUNTED ? Math.max(0, before + own - (local & 1)) : before;
    return own + 2 * until + locals * ((tainted & (atoms.own - 1)) + atoms.states * count);
  };
  const both = (left: number, right: number): number => {
    const [a, b] = [left >> 1, right >> 1];
    return ((left | right) & 1) + 2 * (a === 0 || b === 0 ? a + b : Math.min(a, b));
  };
  return {
    locals,
    globals: counts ? atoms.states * (MOST_COUNTED + 1) : atoms.states,
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
    facts: (local, global) => facts(taintedIn(atoms, local & 1, global) & ~ELSEWHERE, local > 1),
    reasons: tell,
    doubtOf: (symbol, global, local) => {
      const moment = meaningOf(symbol);
      return moment.open && after(moment, local, global, true) !== after(moment, local, global, false)
        ? moment.open
        : undefined;
    },
  };
}

/** All that is tainted for a lane. `own`: 1 where its node has a tainted history for itself. */
export function taintedIn(atoms: Atoms, own: number, global: number): Bits {
  const elsewhere = global >= atoms.states ? ELSEWHERE : 0;
  return (global % atoms.states) | (own === 1 ? atoms.own : 0) | elsewhere;
}

/** Whether something happens then that is not known as soon as anything is tainted. */
const asksOfAll = (moment: Moment | null): boolean =>
  moment?.changes.some((change) => 'value' in change && change.value.maybe === EVERYTHING) === true;
