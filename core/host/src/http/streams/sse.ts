import { once } from 'node:events';
import type { Response } from 'express';

/** What a client waits before it comes back. */
const RETRY_MS = 2_000;
/** A stream on which nothing happens says so this often: proxies close idle connections. */
export const HEARTBEAT_MS = 15_000;
export const HEARTBEAT = ': still here\n\n';

/** Sends the header of an event stream and how soon to come back. */
export async function beginStream(response: Response, signal: AbortSignal): Promise<void> {
  response.status(200).setHeaders(
    new Map([
      ['Content-Type', 'text/event-stream; charset=utf-8'],
      ['Cache-Control', 'no-store, no-transform'],
      ['X-Accel-Buffering', 'no'],
    ]),
  );
  response.flushHeaders();
  await writeText(response, `retry: ${RETRY_MS}\n\n`, signal);
}

/** Writes, and waits while the reader is slow. */
export async function writeText(response: Response, text: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || response.write(text)) return;
  await once(response, 'drain', { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Returns one event as text/event-stream. The data is one line of JSON. */
export function frameOf(event: {
  readonly id?: string | number;
  readonly type?: string;
  readonly data: unknown;
}): string {
  const id = event.id === undefined ? '' : `id: ${oneLine(String(event.id))}\n`;
  const type = event.type === undefined ? '' : `event: ${oneLine(event.type)}\n`;
  return `${id}${type}data: ${JSON.stringify(event.data)}\n\n`;
}

/** A line break would begin a field of its own. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\0]/g, ' ');
}
