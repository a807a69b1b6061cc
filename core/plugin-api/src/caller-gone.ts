/** What is used of the response that Nest hands to a method (`@Res()`). */
export interface OpenResponse {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Made once: one for each request costs its stack, which tells nothing. */
const GONE = new DOMException('The caller has gone, or the process stops.', 'AbortError');

/** A signal that aborts when the connection closes before the answer is finished, or when `stopping` does: what a caller waits for ends then. */
export function callerGone(response: OpenResponse, stopping: AbortSignal): AbortSignal {
  const control = new AbortController();
  const abort = (): void => control.abort(GONE);
  stopping.addEventListener('abort', abort, { once: true });
  // The process outlives every request: nothing of one may stay with its signal.
  response.once('close', () => {
    stopping.removeEventListener('abort', abort);
    abort();
  });
  if (response.destroyed || stopping.aborted) abort();
  return control.signal;
}
