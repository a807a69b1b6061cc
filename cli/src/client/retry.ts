import { setTimeout as sleep } from 'node:timers/promises';

/** How often a request is sent when nothing answers, and how often when the service says when to come back. */
const [TRIES_WITHOUT_ANSWER, TRIES_WITH_ANSWER] = [4, 8];

/** A service that wants longer is not waited for. */
const LONGEST_WAIT_S = 60;

interface Waiting {
  /** Seconds. */
  readonly for: number;
}

interface Means {
  readonly send: (request: Request) => Promise<Response>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Told before each wait. */
  readonly onWait: (waiting: Waiting) => void;
}

/**
 * `fetch` that sends a request again: after as many seconds as `Retry-After` says, and when the line breaks, if it does no harm to send it
 * twice. A POST is safe to repeat with an `Idempotency-Key` only. See docs/adr/0148.
 */
export function retrying({ send = fetch, wait = sleep, onWait = () => undefined }: Partial<Means> = {}): (
  request: Request,
) => Promise<Response> {
  return async (request) => {
    const repeatable = request.method !== 'POST' || request.headers.has('Idempotency-Key');
    for (let tries = 1; ; tries++) {
      let answer: Response | undefined;
      try {
        answer = await send(request.clone());
      } catch (error) {
        if (!repeatable || tries >= TRIES_WITHOUT_ANSWER) throw error;
      }
      const seconds = answer === undefined ? 2 ** (tries - 1) / 2 : waitAsked(answer);
      if (answer !== undefined && (seconds === null || tries >= TRIES_WITH_ANSWER)) return answer;
      await answer?.body?.cancel();
      onWait({ for: seconds ?? 0 });
      await wait(1_000 * (seconds ?? 0));
    }
  };
}

/** Seconds after which to come back; null when the answer is to be taken as it is. */
function waitAsked({ ok, headers }: Response): number | null {
  if (ok) return null;
  const asked = headers.get('Retry-After');
  return asked !== null && /^\d+$/.test(asked) && Number(asked) <= LONGEST_WAIT_S ? Number(asked) : null;
}
