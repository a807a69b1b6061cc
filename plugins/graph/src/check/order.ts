import { type ControlGraph, EVENT } from '../lower/index.js';
import type { OrderRule } from '../model/index.js';
import type { GraphIndex } from './graph-index.js';
import { BAD, type Monitor } from './monitor.js';

/** What a pattern says of one event, in a state where it is in force. The state 0 is fresh. */
interface Pattern {
  readonly states: number;
  readonly step: (state: number, event: OrderEvent) => number;
  /** A run, or a scope, must not end in this state. */
  readonly open: (state: number) => boolean;
  /** True when every tool counts, not the named ones only. */
  readonly everyTool?: boolean;
  /** Why an event is bad in itself; absent: another one is missing. */
  readonly forbidden?: string;
}

interface OrderEvent {
  readonly kind: 'attempt' | 'success' | 'failure';
  readonly first: boolean;
  readonly second: boolean;
}

const MOST_COUNTED = 4096;

/**
 * The automaton of an order rule (docs/graph/semantics.md, S13): a bad event counts from its attempt, an enabling one from its success. `part` chooses one half of a
 * succession. Null: it counts further than automata do.
 */
export function orderMonitor(
  graph: ControlGraph,
  index: GraphIndex,
  rule: OrderRule,
  part?: 'precedence' | 'response',
): Monitor | null {
  const pattern = patternOf(rule, part);
  if (pattern.states > MOST_COUNTED) return null;
  const { after, until } = rule.scope ?? {};
  const symbolOf = new Map<number, number>();
  const kinds = [EVENT.attempt, EVENT.success, EVENT.failure];
  const named = [rule.first, rule.second, after, until];
  // A symbol is 1 + kind + 3 * (bits of the names that the tool has).
  const mark = (use: number): void => {
    const name = graph.tools[graph.uses[use]?.tool as number];
    const bits = named.reduce((sum, each, bit) => (each !== undefined && each === name ? sum | (1 << bit) : sum), 0);
    const attempt = index.attemptOf[use] as number;
    kinds.forEach((_, kind) => symbolOf.set(attempt + kind, 1 + kind + 3 * bits));
  };
  if (pattern.everyTool) graph.uses.forEach((_, use) => mark(use));
  else for (const name of new Set(named)) if (name !== undefined) index.usesOf(name).forEach(mark);
  // States 0 to `states - 1` are in force; `states` is out of scope.
  const outside = pattern.states;
  const act = (symbol: number, _local: number, global: number): number => {
    const kind = (['attempt', 'success', 'failure'] as const)[(symbol - 1) % 3] as OrderEvent['kind'];
    const bits = Math.floor((symbol - 1) / 3);
    // What opens a scope is not in it, but how it comes out is.
    if (global === outside) return (bits & 4) !== 0 && kind === 'attempt' ? 0 : outside;
    const state = pattern.step(global, { kind, first: (bits & 1) !== 0, second: (bits & 2) !== 0 });
    if (state === BAD || (bits & 8) === 0 || kind !== 'success') return state;
    return pattern.open(state) ? BAD : outside;
  };
  return {
    locals: 1,
    globals: pattern.states + 1,
    startLocal: 0,
    startGlobal: after === undefined ? 0 : outside,
    symbolOf,
    act,
    others: () => 0,
    together: () => 0,
    alone: () => 0,
    endsBadly: (global, failed) =>
      global !== outside && pattern.open(global) && (!failed || rule.even_on_failure === true),
    judgesEnds: Array.from({ length: pattern.states }, (_, state) => state).some((state) => pattern.open(state)),
    facts: (_, global) => (global === outside ? [] : pattern.open(global) ? ['awaited'] : global === 0 ? [] : ['seen']),
    doubtOf: () => undefined,
    ...(pattern.forbidden !== undefined && { forbidden: pattern.forbidden }),
  };
}

const never = (): boolean => false;

function patternOf(rule: OrderRule, part: 'precedence' | 'response' | undefined): Pattern {
  const count = rule.count ?? 1;
  switch (part ?? rule.pattern) {
    case 'absence':
      return {
        states: 1,
        open: never,
        forbidden: 'call_forbidden',
        step: (state, { kind, first }) => (first && kind === 'attempt' ? BAD : state),
      };
    case 'existence':
      return {
        states: 2,
        open: (state) => state === 0,
        step: (state, { kind, first }) => (first && kind === 'success' ? 1 : state),
      };
    case 'at_most':
      return {
        states: count + 1,
        open: never,
        forbidden: 'call_too_many',
        step: (state, { kind, first }) => (!first || kind !== 'attempt' ? state : state === count ? BAD : state + 1),
      };
    case 'precedence':
      return {
        states: 2,
        open: never,
        step: (state, { kind, first, second }) => {
          if (second && kind === 'attempt' && state === 0) return BAD;
          return first && kind === 'success' ? 1 : state;
        },
      };
    case 'alternate_precedence':
      return {
        states: 2,
        open: never,
        step: (state, { kind, first, second }) => {
          if (second && kind === 'attempt') return state === 0 ? BAD : 0;
          return first && kind === 'success' ? 1 : state;
        },
      };
    case 'response':
      return {
        states: 2,
        open: (state) => state === 1,
        step: (state, { kind, first, second }) => {
          if (second && kind === 'success') return 0;
          return first && kind === 'attempt' ? 1 : state;
        },
      };
    case 'bounded_response':
      return bounded(count);
    case 'chain_response':
      return bounded(1);
    case 'not_coexistence':
      return {
        states: 3,
        open: never,
        forbidden: 'both_called',
        step: (state, { kind, first, second }) => {
          if (kind !== 'attempt' || (!first && !second)) return state;
          if (first && second) return BAD;
          const own = first ? 1 : 2;
          return state === 0 || state === own ? own : BAD;
        },
      };
    default:
      throw new Error('a succession is judged as its two halves');
  }
}

/**
 * State n + 1: the answer must be among the next n calls; it is late when the last of them is over. A further `first` while one is awaited does not
 * put the end off.
 */
function bounded(count: number): Pattern {
  return {
    states: count + 2,
    everyTool: true,
    open: (state) => state > 0,
    step: (state, { kind, first, second }) => {
      if (second && kind === 'success') return 0;
      if (kind !== 'attempt') return state === 1 ? BAD : state;
      if (state === 0) return first ? count + 1 : 0;
      return state - 1;
    },
  };
}
