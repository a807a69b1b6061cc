import type { Decider } from '../../model/index.js';
import { type Bad, PIVOT_PASSED, type SagaAutomaton } from './automaton.js';
import {
  COMMIT,
  commits,
  committed,
  type Followed,
  isCall,
  isStanding,
  isSure,
  opened,
  standingsOf,
} from './commits.js';
import type { SagaEvent } from './events.js';

/** What is known of the step that is asked about. */
export interface Subject {
  readonly tool: string;
  readonly followed: Followed;
}

const done = ({ tool }: Subject, commit: number): readonly string[] => (isStanding(commit) ? [tool] : []);

const NO = 0;
const MAYBE = 1;
const YES = 2;

/** Whether an event fails the saga: undoing begins, or a step has failed its node for good. */
function fails(event: SagaEvent): number {
  if (isCall(event, 'attempt', 'undo') || isCall(event, 'attempt', 'undo_other')) return YES;
  if (event.kind !== 'failure' || event.goesOn === true) return NO;
  if (!event.roles.includes('step') && !event.roles.includes('other')) return NO;
  return event.last === 'yes' ? YES : event.last === 'maybe' ? MAYBE : NO;
}

export const retriesOpen = ({ node }: SagaEvent): Decider => ({ code: 'unbounded_retry', at: node, params: {} });

/** SG1: how the step stands, whether the run fails, whether a pivot was passed. */
export function staysDone(subject: Subject, events: ReadonlyMap<number, SagaEvent>): SagaAutomaton<SagaEvent> {
  const ways = standingsOf(subject.followed);
  const split = (state: number): [commit: number, failing: number, pivot: number] => [
    state % ways,
    Math.floor(state / ways) % 3,
    Math.floor(state / (3 * ways)),
  ];
  return {
    states: 6 * ways,
    events,
    step: (state, event) => {
      const [commit, failing, pivot] = split(state);
      const next = committed(commit, event, subject.followed);
      const failed = fails(event);
      const passed = isCall(event, 'success', 'pivot') ? 1 : pivot;
      return {
        to: next + ways * (Math.max(failing, failed) + 3 * passed),
        open:
          opened(commit, next, subject.tool) ?? (failed === MAYBE && failing === NO ? retriesOpen(event) : undefined),
      };
    },
    ends: (state, failed) => {
      const [commit, failing, pivot] = split(state);
      if (pivot === 1 || !isStanding(commit) || (failing === NO && !failed)) return null;
      return isSure(commit) && (failing === YES || failed) ? 'sure' : 'maybe';
    },
    facts: (state) => {
      const [commit, , pivot] = split(state);
      return [...done(subject, commit), ...(pivot === 1 ? [PIVOT_PASSED] : [])];
    },
  };
}

/** SG2 for a pair: how both stand, and which of them was committed last. */
export function wrongOrder(
  subject: Subject,
  other: Subject,
  events: ReadonlyMap<number, SagaEvent>,
): SagaAutomaton<SagaEvent> {
  const ways = standingsOf(subject.followed);
  const itsWays = standingsOf(other.followed);
  const square = ways * itsWays;
  return {
    states: 2 * square,
    events,
    step: (state, event) => {
      const own = state % ways;
      const its = Math.floor(state / ways) % itsWays;
      let later = Math.floor(state / square);
      const bad: Bad | undefined =
        isCall(event, 'attempt', 'undo') && isStanding(own) && isStanding(its) && later === 1
          ? isSure(own) && isSure(its)
            ? 'sure'
            : 'maybe'
          : undefined;
      if (commits(own, event, subject.followed)) later = 0;
      if (commits(its, event, other.followed)) later = 1;
      const next = committed(own, event, subject.followed);
      const itsNext = committed(its, event, other.followed);
      return {
        to: next + ways * itsNext + square * later,
        bad,
        open: opened(own, next, subject.tool) ?? opened(its, itsNext, other.tool),
      };
    },
    facts: (state) => [...done(subject, state % ways), ...done(other, Math.floor(state / ways) % itsWays)],
  };
}

/** SG3: how the step stands; 1: a pivot was passed with it committed; 2: it was passed, and the step was not committed, or again since. */
export function undoneTooLate(subject: Subject, events: ReadonlyMap<number, SagaEvent>): SagaAutomaton<SagaEvent> {
  const ways = standingsOf(subject.followed);
  return {
    states: 3 * ways,
    events,
    step: (state, event) => {
      const commit = state % ways;
      let stage = Math.floor(state / ways);
      const late = stage === 1 && isCall(event, 'attempt', 'undo');
      const bad: Bad | undefined = !late || !isStanding(commit) ? undefined : isSure(commit) ? 'sure' : 'maybe';
      if (stage === 1 && commits(commit, event, subject.followed)) stage = 2;
      const next = committed(commit, event, subject.followed);
      // A pivot that is the step itself is committed, and then passed.
      if (stage === 0 && isCall(event, 'success', 'pivot')) stage = isStanding(next) ? 1 : 2;
      return { to: next + ways * stage, bad, open: opened(commit, next, subject.tool) };
    },
    facts: (state) => [...done(subject, state % ways), ...(state >= ways ? [PIVOT_PASSED] : [])],
  };
}

/** SG5: how the step stands, and whether undoing it was attempted since it was committed last. `harmful`: the compensations that must not run in vain. */
export function undoneWithoutNeed(
  subject: Subject,
  harmful: ReadonlySet<string>,
  events: ReadonlyMap<number, SagaEvent>,
): SagaAutomaton<SagaEvent> {
  const ways = standingsOf(subject.followed);
  return {
    states: 2 * ways,
    events,
    step: (state, event) => {
      const commit = state % ways;
      const before = Math.floor(state / ways);
      const undoes = isCall(event, 'attempt', 'undo');
      const bad = undoes && harmful.has(event.tool) ? inVain(commit, before === 1) : undefined;
      const attempted = undoes ? 1 : commits(commit, event, subject.followed) ? 0 : before;
      const next = committed(commit, event, subject.followed);
      return {
        to: next + ways * attempted,
        bad,
        open: bad === 'maybe' ? twice(subject) : opened(commit, next, subject.tool),
      };
    },
    facts: (state) => done(subject, state % ways),
  };
}

const twice = ({ tool }: Subject): Decider => ({ code: 'committed_twice', at: tool, params: {} });

function inVain(commit: number, attempted: boolean): Bad | undefined {
  if (commit === COMMIT.none) return 'sure';
  if (commit === COMMIT.open) return 'maybe';
  return attempted ? (commit === COMMIT.twice ? 'maybe' : 'sure') : undefined;
}
