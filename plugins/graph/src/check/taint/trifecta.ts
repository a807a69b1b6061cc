import { EVENT } from '../../lower/index.js';
import { classified, type Decider, type ToolEffect, type ToolEffects } from '../../model/index.js';
import { BAD, type Monitor, type Reason, Symbols } from '../monitor.js';
import type { Reading } from '../reading.js';
import { approvalsOf, type Approving } from './approvals.js';
import { roleOf } from './labels.js';
import { isWayOut } from './parts.js';

const LEGS = ['untrusted', 'private', 'way_out'] as const;
const ALL = 7;
const APPROVED = 8;

/** What a call is to the three: surely, or perhaps. */
interface Legs {
  readonly sure: number;
  readonly perhaps: number;
}

interface Meaning extends Approving {
  readonly legs?: Legs;
  readonly open?: Decider;
}

/**
 * The automaton of `trifecta`: which of the three a run has attempted, and whether anything was approved (S11). Null where it follows more confirmations than automata
 * do. `hopeful`: what is not known does no harm; else it does.
 */
export function trifectaMonitor(reading: Reading, effects: ToolEffects, hopeful: boolean): Monitor | null {
  const { graph } = reading;
  const approvals = approvalsOf(reading, effects);
  if (approvals === null) return null;
  const locals = 2 ** approvals.waiting;
  const symbols = new Symbols<Meaning>();
  const symbolOf = new Map<number, number>();
  for (let move = 0; move < graph.event.length; move += 1) {
    const tool = graph.eventKind[move] === EVENT.attempt ? graph.uses[graph.eventOf[move] as number]?.tool : undefined;
    const name = tool === undefined ? undefined : (graph.tools[tool] as string);
    const legs = name === undefined ? { sure: 0, perhaps: 0 } : legsOf(classified(effects, name));
    const approving = approvals.moves.get(move);
    if (legs.sure + legs.perhaps === 0 && !approving) continue;
    const open =
      legs.perhaps !== 0
        ? {
            code: classified(effects, name as string) ? 'labels_unknown' : 'unclassified_tool',
            at: name as string,
            params: {},
          }
        : approving?.mayApprove
          ? {
              code: 'confirmation_pass_unknown',
              at: String(graph.tools[graph.uses[graph.eventOf[move] as number]?.tool as number]),
              params: {},
            }
          : undefined;
    symbolOf.set(move, symbols.of({ ...approving, legs, ...(open && { open }) }));
  }
  const after = (symbol: number, local: number, global: number, hoping: boolean): number => {
    const {
      legs = { sure: 0, perhaps: 0 },
      approves,
      mayApprove,
      waits = 0,
      passes = 0,
      ends = 0,
    } = symbols.meanings[symbol] as Meaning;
    const had = global & ALL;
    const has = had | legs.sure | (hoping ? 0 : legs.perhaps);
    if (had !== ALL && has === ALL && (global & APPROVED) === 0) return BAD;
    const approved = approves === true || (mayApprove === true && hoping) || (local & passes) !== 0;
    const waiting = ((local & ~ends) | waits) & ~passes;
    return waiting + locals * (has | (global & APPROVED) | (approved ? APPROVED : 0));
  };
  return {
    locals,
    globals: 2 * APPROVED,
    startLocal: 0,
    startGlobal: 0,
    symbolOf,
    act: (symbol, local, global) => after(symbol, local, global, hopeful),
    others: (symbol, local) => local & ~((symbols.meanings[symbol] as Meaning).ends ?? 0),
    together: (left, right) => left | right,
    alone: (left, right) => left & right,
    endsBadly: () => false,
    judgesEnds: false,
    facts: (_, global) => [
      ...LEGS.filter((__, leg) => (global & (1 << leg)) !== 0),
      ...((global & APPROVED) === 0 ? [] : ['approved']),
    ],
    reasons: (run) => {
      const reasons: Reason[] = [];
      run.forEach(({ state, step: { moves } }, at) => {
        for (const move of moves) {
          const symbol = symbolOf.get(move);
          if (symbol === undefined) continue;
          const { sure, perhaps } = (symbols.meanings[symbol] as Meaning).legs ?? { sure: 0, perhaps: 0 };
          const fresh = (sure | (hopeful ? 0 : perhaps)) & ~state.global;
          const node = graph.node[graph.from[move] as number] as number;
          const leg = LEGS.find((_, bit) => (fresh & (1 << bit)) !== 0);
          if (leg) reasons.push({ at, node, why: { code: `has_${leg}`, params: {} } });
        }
      });
      const last = reasons.at(-1);
      return last ? [...reasons, { ...last, why: { code: 'has_all_three', params: {} } }] : [];
    },
    doubtOf: (symbol, global, local) => {
      const { open } = symbols.meanings[symbol] as Meaning;
      return open && after(symbol, local, global, true) !== after(symbol, local, global, false) ? open : undefined;
    },
  };
}

function legsOf(effect: ToolEffect | undefined): Legs {
  if (effect === undefined) return { sure: 0, perhaps: ALL };
  const roles = [roleOf(effect, 'untrusted'), roleOf(effect, 'private')];
  const bits = (is: (role: string | undefined) => boolean): number =>
    roles.reduce((sum, role, leg) => (is(role) ? sum | (1 << leg) : sum), 0);
  return {
    sure: bits((role) => role === 'source') | (isWayOut(effect) ? 4 : 0),
    perhaps: bits((role) => role === 'maybe_source' || role === 'unknown'),
  };
}
