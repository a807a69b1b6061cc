import type { Decider, SagaCode } from '../../model/index.js';
import { BAD, type Monitor, Symbols } from '../monitor.js';

/** `maybe`: it is forbidden in one reading of what nobody knows. */
export type Bad = 'sure' | 'maybe';

/** What an event does to a saga. */
export interface Outcome {
  readonly to: number;
  readonly bad?: Bad | undefined;
  /** What is not known from here on, or about this event. */
  readonly open?: Decider | undefined;
}

/** One rule of a saga about one step as an automaton; its state is that of the run, whichever lane it comes about in. State 0 is the start. */
export interface SagaAutomaton<Event> {
  readonly states: number;
  /** What is left of a state by this number is of its lane alone; absent: nothing is. */
  readonly locals?: number;
  /** What events of the graph are to it; what is not here is nothing to it. */
  readonly events: ReadonlyMap<number, Event>;
  readonly step: (state: number, event: Event) => Outcome;
  /** What a run does that ends in this state; absent: ends are not looked at. */
  readonly ends?: (state: number, failed: boolean) => Bad | null;
  /** The steps that are committed, and what else holds. */
  readonly facts: (state: number) => readonly string[];
}

/** Facts that are no names of steps. */
export const PIVOT_PASSED = 'pivot_passed';
export const UNDOING = 'undoing';

/** The automaton as searches and proofs ask it. `hopeful`: what nobody knows is taken for what helps. */
export function monitorOf<Event>(
  { states, locals = 1, events, step, ends, facts }: SagaAutomaton<Event>,
  code: SagaCode,
  hopeful: boolean,
): Monitor {
  const symbols = new Symbols<Event>();
  const symbolOf = new Map([...events].map(([event, meaning]) => [event, symbols.of(meaning)]));
  const forbidden = (bad: Bad | null | undefined): boolean => bad === 'sure' || (bad === 'maybe' && !hopeful);
  const outcome = (symbol: number, state: number): Outcome => step(state, symbols.meanings[symbol] as Event);
  return {
    locals,
    globals: states / locals,
    startLocal: 0,
    startGlobal: 0,
    symbolOf,
    act: (symbol, local, global) => {
      const { to, bad } = outcome(symbol, local + locals * global);
      return forbidden(bad) ? BAD : to;
    },
    others: (_, local) => local,
    together: (left, right) => Math.max(left, right),
    alone: (left, right) => Math.max(left, right),
    ...(locals > 1 && { ofLane: true as const }),
    endsBadly: (global, failed) => forbidden(ends?.(global, failed)),
    judgesEnds: ends !== undefined,
    endsOnly: true,
    facts: (local, global) => facts(local + locals * global),
    codes: {
      gained: (fact) => (fact === PIVOT_PASSED || fact === UNDOING ? fact : 'committed'),
      lost: 'undone',
      forbidden: code,
    },
    doubtOf: (symbol, global, local) => outcome(symbol, local + locals * global).open,
  };
}
