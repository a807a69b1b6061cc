// Apart from the rest of the package, which loads zod: every solver process would pay for that in memory and at its start.

interface Envelope {
  readonly id: number;
  readonly payload: unknown;
}

/**
 * Called once by a solver's entry module: answers requests of the parent one at a time, in order.
 * A throw in `handle` is answered as an error and the child lives on; the child ends when its parent does.
 */
export function serveSolver(handle: (payload: unknown) => Promise<unknown>): void {
  let tail: Promise<void> = Promise.resolve();
  const send = (message: object) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', (message: Envelope) => {
    tail = tail.then(async () => {
      try {
        send({ id: message.id, ok: true, value: await handle(message.payload) });
      } catch (error) {
        send({ id: message.id, ok: false, error: error instanceof Error ? error.message : String(error) });
      }
    });
  });
  process.on('disconnect', () => process.exit(0));
  send({ ready: true });
}
