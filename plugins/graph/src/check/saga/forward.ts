import { PIVOT_PASSED, type SagaAutomaton, UNDOING } from './automaton.js';
import { isCall } from './commits.js';
import type { SagaEvent } from './events.js';
import { retriesOpen, type Subject } from './undoing.js';

const NO = 0;
const MAYBE = 1;
const YES = 2;

/** SG4: whether a pivot was passed, and whether the step has failed for good since and not succeeded. */
export function stuckForward(events: ReadonlyMap<number, SagaEvent>): SagaAutomaton<SagaEvent> {
  return {
    states: 6,
    events,
    step: (state, event) => {
      const pivot = state % 2;
      const failed = Math.floor(state / 2);
      const passed = isCall(event, 'success', 'pivot') ? 1 : pivot;
      if (isCall(event, 'success', 'step')) return { to: passed };
      if (pivot === 0 || !isCall(event, 'failure', 'step') || event.last === 'no') return { to: passed + 2 * failed };
      const now = Math.max(failed, event.last === 'yes' ? YES : MAYBE);
      return { to: passed + 2 * now, open: now === MAYBE ? retriesOpen(event) : undefined };
    },
    ends: (state) => ([null, 'maybe', 'sure'] as const)[Math.floor(state / 2)] ?? null,
    facts: (state) => (state % 2 === 1 ? [PIVOT_PASSED] : []),
  };
}

/** SG6: whether the step was committed; then no write that may fail. */
export function irreversibleTooEarly(
  { tool, followed }: Subject,
  events: ReadonlyMap<number, SagaEvent>,
): SagaAutomaton<SagaEvent> {
  return {
    states: 2,
    events,
    step: (state, event) => {
      if (state === 1 && isCall(event, 'attempt', 'fallible')) return { to: 1, bad: 'sure' };
      if (state === 1 && isCall(event, 'attempt', 'unclassified'))
        return { to: 1, bad: 'maybe', open: { code: 'unclassified_tool', at: event.tool, params: {} } };
      const happened = followed.mayHaveHappened && isCall(event, 'failure', 'step');
      return { to: happened || isCall(event, 'success', 'step') ? YES - 1 : state };
    },
    facts: (state) => (state === NO ? [] : [tool]),
  };
}

/** SG8: whether undoing has begun. */
export function begunWhileUndoing(events: ReadonlyMap<number, SagaEvent>): SagaAutomaton<SagaEvent> {
  return {
    states: 2,
    events,
    step: (state, event) => {
      if (state === 1 && isCall(event, 'attempt', 'step')) return { to: 1, bad: 'sure' };
      const begins = isCall(event, 'attempt', 'undo') || isCall(event, 'attempt', 'undo_other');
      return { to: begins ? 1 : state };
    },
    facts: (state) => (state === 1 ? [UNDOING] : []),
  };
}
