import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  callerGone,
  type EventStreams,
  type EventStreamOptions,
  principalOf,
  type StreamEvent,
} from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { Stopping } from '../../plugins/stopping.js';
import { beginStream, frameOf, HEARTBEAT, HEARTBEAT_MS, writeText } from './sse.js';
import { StreamLimiter } from './stream-limiter.js';

/** Sends events of any source as text/event-stream, within the limits that the streams of jobs have too. */
@Injectable()
export class EventStreamSender implements EventStreams {
  constructor(
    @Inject(StreamLimiter) private readonly limiter: StreamLimiter,
    @Inject(Stopping) private readonly stopping: Stopping,
  ) {}

  async send(request: object, response: object, { subject, events }: EventStreamOptions): Promise<void> {
    const [asked, answer] = [request as Request, response as Response];
    const who = principalOf(request)?.keyId ?? `ip:${asked.ip ?? 'unknown'}`;
    const leave = await this.limiter.take(who, subject);
    const signal = callerGone(answer, this.stopping.signal);
    try {
      await beginStream(answer, signal);
      await forward(events(signal), answer, signal);
    } finally {
      leave();
      answer.end();
    }
  }
}

/** Writes events as they come, and a heartbeat where none does, until the source ends or `signal` aborts. */
async function forward(source: AsyncIterable<StreamEvent>, response: Response, signal: AbortSignal): Promise<void> {
  const events = source[Symbol.asyncIterator]();
  const gone = new Promise<'gone'>((resolve) => {
    if (signal.aborted) resolve('gone');
    signal.addEventListener('abort', () => resolve('gone'), { once: true });
  });
  try {
    for (let next = events.next(); ;) {
      const quiet = new AbortController();
      const silence = sleep(HEARTBEAT_MS, 'silent' as const, { ref: false, signal: quiet.signal });
      const came = await Promise.race([next, gone, silence]);
      quiet.abort();
      silence.catch(() => undefined);
      if (came === 'gone') return;
      if (came === 'silent') {
        await writeText(response, HEARTBEAT, signal);
        continue;
      }
      if (came.done === true) return;
      await writeText(response, frameOf(came.value), signal);
      next = events.next();
    }
  } finally {
    // Not awaited: a source may wait for something that never comes. Its signal has told it to stop.
    Promise.resolve(events.return?.()).catch(() => undefined);
  }
}
