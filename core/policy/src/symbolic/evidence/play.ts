import type { Effect } from '../../syntax/ast.js';
import type { Context, HistoryEvent } from '../../evaluate/types.js';
import type { EventName } from '../encode/event.js';
import type { OpenAttribute } from '../encode/open-object.js';
import type { Draft } from './draft.js';

/** What became of a call that ran: null while it still does. */
export type Ending = 'ok' | 'failed' | null;

/** A call of a session without the history before it, and what becomes of it should it be let run. */
export interface SessionStep extends Draft {
  /** Whether a person confirms it where that is asked for. */
  readonly agreed: boolean;
  readonly ending: Ending;
  /** What of it may be changed. */
  readonly attributes: readonly OpenAttribute[];
}

/** A step as it happened: its call in the history of those before it, and the answer. */
export interface PlayedStep {
  readonly draft: Draft;
  readonly answer: Effect;
  /** Allowed, or confirmed by a person. */
  readonly runs: boolean;
  readonly step: SessionStep;
}

/**
 * Makes the calls one after the other, each in the history that those before it left under the answers they got.
 *
 * @param decide the answer of the evaluators; null: they differ, or the catalogue does not accept the call
 * @param attempts whether the history says of each call that it was asked for; nothing but a condition on `requested` can tell
 * @returns null when some call is not decided, or has no time or one before the last
 */
export function playSession(
  steps: readonly SessionStep[],
  decide: (draft: Draft) => Effect | null,
  attempts: boolean,
): readonly PlayedStep[] | null {
  const played: PlayedStep[] = [];
  const history: HistoryEvent[] = [];
  for (const [i, step] of steps.entries()) {
    const { call, agreed, ending } = step;
    const { now } = step.context;
    if (now === undefined || now < (history.at(-1)?.at ?? now)) return null;
    const draft: Draft = { call, context: { ...step.context, history: [...history] } };
    const answer = decide(draft);
    if (answer === null) return null;
    const runs = answer === 'allow' || (answer === 'confirm' && agreed);
    const states: readonly (HistoryEvent['state'] | null)[] = [
      attempts || answer === 'confirm' ? 'requested' : null,
      ({ allow: 'allowed', confirm: null, refuse: 'refused' } as const)[answer],
      answer === 'confirm' && agreed ? 'confirmed' : null,
      runs ? ending : null,
    ];
    for (const state of states)
      if (state !== null)
        history.push({
          tool: call.tool,
          state,
          at: now,
          args: call.args,
          call_id: `c${String(i + 1)}`,
          ...namesOf(step.context),
        });
    played.push({ draft, answer, runs, step });
  }
  return played;
}

/** Those of some names that are text. */
export function namesIn(names: Readonly<Partial<Record<EventName, unknown>>>): Pick<HistoryEvent, EventName> {
  return Object.fromEntries(Object.entries(names).filter(([, value]) => typeof value === 'string'));
}

/** Who makes a call, and where, as its events say it. */
export const namesOf = ({ principal, session }: Context): Pick<HistoryEvent, EventName> =>
  namesIn({ principal: principal?.['id'], session: session?.['id'], customer: session?.['customer'] });
