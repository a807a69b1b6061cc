import type { Call, Context, HistoryEvent } from '@ostiary/policy';
import type { ActionInput, ContextInput, EventInput } from './inputs.js';

/** A call as a request carries it. */
export function actionOf(call: Call): ActionInput {
  return {
    tool: call.tool,
    arguments: call.args,
    ...(call.unknownArguments && { unknown_arguments: call.unknownArguments }),
  };
}

/** A context as a request carries it, so that a witness can be sent back as it stands. The inverse of `contextOf`. */
export function contextInputOf({ principal, session, history, labels, now, rates }: Context): ContextInput {
  const inSession = {
    ...session,
    ...(history && { history: history.map(eventInputOf) }),
    ...(labels?.session && { labels: labels.session }),
  };
  return {
    ...(principal && { principal }),
    ...((session ?? history ?? labels?.session) && { session: inSession }),
    ...(labels?.args && { labels: labels.args }),
    ...(now !== undefined && { now: new Date(now).toISOString() }),
    ...(rates && { rates }),
  };
}

function eventInputOf({ args, at, ...rest }: HistoryEvent): EventInput {
  return { ...rest, at: new Date(at).toISOString(), arguments: args };
}
