import type { Response } from 'express';
import { beginStream, frameOf, HEARTBEAT, HEARTBEAT_MS, writeText } from '../../http/streams/sse.js';
import type { Database } from '../../storage/database.js';
import type { JobSignals } from '../signals.js';
import { eventsAfter, type StoredEvent } from '../store/events.js';
import { findJob } from '../store/read.js';
import type { JobRecord } from '../store/job-record.js';
import { isTerminal } from '../transitions.js';

const BATCH = 500;

interface StreamOptions {
  /** Number of the last event the reader has. */
  readonly after: number;
  /** Aborts when the reader is gone or the process stops. */
  readonly signal: AbortSignal;
}

/**
 * Sends the stored events of a job after number `after`, then those to come, and ends after the last one.
 * The stored sequence is the only source: a signal just says that it is time to look, so nothing is missed or sent twice.
 */
export async function streamEvents(
  database: Database,
  signals: JobSignals,
  job: JobRecord,
  response: Response,
  options: StreamOptions,
): Promise<void> {
  const { signal } = options;
  const watch = signals.watch(job.id);
  let after = options.after;
  let ended = isTerminal(job.status);
  let spokeAt = performance.now();
  try {
    await beginStream(response, signal);
    while (!signal.aborted) {
      const events = await eventsAfter(database.forAccount(job.accountId), job.id, after, BATCH);
      if (events.length > 0) {
        await writeText(response, events.map((event) => frame(job.id, event)).join(''), signal);
        spokeAt = performance.now();
        after = events.at(-1)?.seq ?? after;
        ended = isTerminal(events.at(-1)?.status ?? 'queued');
      }
      if (ended && events.length < BATCH) return;
      if (events.length === BATCH) continue;
      let quiet = HEARTBEAT_MS - (performance.now() - spokeAt);
      if (quiet <= 0) {
        await writeText(response, HEARTBEAT, signal);
        spokeAt = performance.now();
        // A reader that asked for events past the last one, or whose job was purged, would wait for ever.
        const now = await findJob(database.forAccount(job.accountId), job.accountId, job.id);
        ended = now === null || isTerminal(now.status);
        if (ended) continue;
        quiet = HEARTBEAT_MS;
      }
      await watch.next(Math.min(quiet, signals.pollMs), signal);
    }
  } finally {
    watch.close();
    response.end();
  }
}

function frame(jobId: string, { seq, type, status, at, data }: StoredEvent): string {
  return frameOf({ id: seq, type, data: { seq, type, at: at.toISOString(), job_id: jobId, status, ...data } });
}
