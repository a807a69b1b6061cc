import type { Call, Context, HistoryEvent } from '@ostiary/policy';
import type { ActionInput, ContextInput, EventInput } from './inputs.js';

/** The call in the evaluators' terms. */
export function callOf({ tool, arguments: args, unknown, unknown_arguments: unknownArguments }: ActionInput): Call {
  return { tool, args, ...(unknown && { unknown }), ...(unknownArguments && { unknownArguments }) };
}

/** The context in the evaluators' terms: instants in milliseconds, history in time order (ties in the order given). */
export function contextOf(input: ContextInput | undefined): Context {
  if (input === undefined) return {};
  const { principal, session, labels, now, rates } = input;
  const { history, labels: sessionLabels, ...attributes } = session ?? {};
  return {
    ...(principal && { principal }),
    ...(session && { session: attributes }),
    ...(history && { history: history.map(eventOf).toSorted((a, b) => a.at - b.at) }),
    ...((labels ?? sessionLabels) && {
      labels: { ...(sessionLabels && { session: sessionLabels }), ...(labels && { args: labels }) },
    }),
    ...(now !== undefined && { now: Date.parse(now) }),
    ...(rates && { rates }),
  };
}

function eventOf({ arguments: args, at, ...rest }: EventInput): HistoryEvent {
  return { ...rest, at: Date.parse(at), args };
}
