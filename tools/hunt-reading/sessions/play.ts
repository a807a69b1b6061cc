import type { Call, Context, Effect } from '@ostiary/policy';
import { readPolicy } from '../../third-reading/reading.mjs';

/** What becomes of a call that may run. Of one that is to be confirmed `declined` says that the person does not agree. */
export type Outcome = 'ok' | 'failed' | 'running' | 'declined';

/** One call of a session, before it is answered. */
export interface Move {
  readonly call: Call;
  readonly by?: string;
  readonly session?: string;
  /** Milliseconds since the call before. */
  readonly after?: number;
  readonly outcome?: Outcome;
}

export interface Played {
  readonly answer: Effect;
  readonly deciding: readonly string[];
}

interface Event {
  readonly tool: string;
  readonly state: string;
  readonly at: number;
  readonly args: Call['args'];
  readonly call_id: string;
  readonly principal: string;
  readonly session: string;
}

export const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 2, 9);

const statesOf = (answer: Effect, outcome: Outcome): readonly string[] => {
  if (answer === 'refuse') return ['requested', 'refused'];
  if (outcome === 'declined') return answer === 'confirm' ? ['requested'] : ['requested', 'allowed'];
  const begun = answer === 'confirm' ? 'confirmed' : 'allowed';
  return ['requested', begun, ...(outcome === 'running' ? [] : [outcome])];
};

/** Plays sessions by the third reading: each call is answered in the history that those before it left. */
export class Player {
  private readonly policy: ReturnType<typeof readPolicy>;

  constructor(readonly text: string) {
    this.policy = readPolicy(text);
  }

  play(moves: readonly Move[]): readonly Played[] {
    const history: Event[] = [];
    let now = START;
    return moves.map(({ call, by = 'ann', session = 'monday', after = MINUTE, outcome = 'ok' }, index) => {
      now += after;
      const context = {
        principal: { id: by },
        session: { id: session, customer: 'c' },
        now,
        history: [...history],
      } as unknown as Context;
      const { answer, deciding } = this.policy.decide(call, context);
      for (const state of statesOf(answer, outcome))
        history.push({
          tool: call.tool,
          state,
          at: now,
          args: call.args,
          call_id: `c${String(index)}`,
          principal: by,
          session,
        });
      return { answer, deciding: deciding.map(({ rule }) => rule) };
    });
  }

  /** The answer to one call with nothing before it. */
  once(call: Call, context: Context): Effect {
    return this.policy.decide(call, { principal: { id: 'ann' }, session: { id: 'monday' }, now: START, ...context })
      .answer;
  }

  /** The answer to the last of some calls. */
  last(moves: readonly Move[]): Effect {
    return this.play(moves).at(-1)?.answer ?? 'refuse';
  }
}

/** Every list of so many of some items. */
export function* lists<T>(items: readonly T[], length: number): Generator<readonly T[]> {
  if (length === 0) yield [];
  else for (const rest of lists(items, length - 1)) for (const item of items) yield [...rest, item];
}
