import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { parseJson } from '@ostiary/json';
import type { PartKind, PartOutcome, PartsProgress, Progress } from '@ostiary/plugin-api';
import { monotonicFactory } from 'ulid';
import type { z } from 'zod';
import { randomFraction } from '../../../ids/new-id.js';
import { AttemptAborted } from '../../../compute/attempt-aborted.js';
import type { Database } from '../../../storage/database.js';
import type { JobSignals } from '../../signals.js';
import { partResult, partsFrom, storeParts, type NewPart, type PartState } from '../../store/parts.js';
import { PartFailed } from './part-failed.js';
import type { PartFileName, PartFiles } from './part-files.js';
import { keepJson, keptJson, REQUEST_FILE, RESULT_FILE } from './part-json.js';

/** Parts that are stored and not yet handed on, at most: as many as a large deployment works on at once. */
const WINDOW = 64;
/** In rising order, so that of parts of the same age the lower number comes first. */
const partId = monotonicFactory(randomFraction);

export interface PartsDeps {
  readonly database: Database;
  readonly signals: JobSignals;
  readonly files: PartFiles;
  /** Gives the slot of the worker back: from here on this job only waits and joins. */
  readonly leaveSlot: () => void;
  /** Says that jobs of the key were queued. */
  readonly queued: () => void;
  readonly progress: (update: Progress) => void;
}

interface WholeJob {
  readonly id: string;
  readonly accountId: string;
  readonly attempt: number;
}

/** Does the parts of one attempt at a job. Parts of later calls are numbered on from those before. See docs/adr/0114. */
export class PartsOfJob {
  private stored = 0;
  private handedOn = 0;
  private reading = false;
  /** Done in the parts that were handed on. */
  private doneBefore = 0;
  private readonly digests = new Map<number, string>();
  /** Files of parts that are being read. */
  private readonly opened = new Set<Readable>();

  constructor(
    private readonly deps: PartsDeps,
    private readonly whole: WholeJob,
    private readonly control: AbortController,
  ) {}

  /** See `SolveContext.parts`. */
  async *ask<Result extends z.ZodType>(
    { result }: PartKind<z.ZodType, Result>,
    requests: Iterable<unknown> | AsyncIterable<unknown>,
    progress: PartsProgress,
  ): AsyncGenerator<PartOutcome<z.output<Result>>> {
    // Numbers tell parts apart over attempts: two lists at once would be numbered in another order each time.
    if (this.reading) throw new Error('ctx.parts was asked again before the parts asked for were read to their end');
    this.reading = true;
    const { signals, leaveSlot } = this.deps;
    const { signal } = this.control;
    const source = new Source(requests);
    const watch = signals.watch(this.whole.id);
    leaveSlot();
    try {
      for (;;) {
        signal.throwIfAborted();
        await this.storeNext(source);
        if (source.ended && this.handedOn === this.stored) break;
        const states = await this.look(progress);
        for (const state of states) {
          if (state.status !== 'succeeded' || state.part !== this.handedOn) break;
          const outcome = await this.outcomeOf(state, result);
          this.handedOn += 1;
          this.doneBefore += state.progress?.done ?? 0;
          yield outcome;
          signal.throwIfAborted();
        }
        if (states[0]?.status !== 'succeeded') await watch.next(signals.pollMs, signal);
      }
      this.reading = false;
    } finally {
      watch.close();
      // What was opened and not read to its end, because the job was stopped, would keep its file open.
      for (const file of this.opened) file.destroy();
      await source.close();
    }
  }

  /** Stores parts until as many are under way as may be. */
  private async storeNext(source: Source): Promise<void> {
    const { database, files, queued } = this.deps;
    const fresh: NewPart[] = [];
    while (this.stored - this.handedOn < WINDOW) {
      const next = await source.next();
      if (next.done === true) break;
      const json = JSON.stringify(next.value);
      const digest = createHash('sha256').update(json).digest('base64url');
      const part = this.stored;
      const file = { wholeId: this.whole.id, part, attempt: 0, name: REQUEST_FILE };
      fresh.push({ id: `slv_${partId()}`, part, request: (await keepJson(files, file, json)) ?? '', digest });
      this.digests.set(part, digest);
      this.stored += 1;
    }
    if (fresh.length === 0) return;
    if (!(await storeParts(database.forAccount(this.whole.accountId), this.whole, fresh))) this.stop('fenced');
    queued();
  }

  /** Reads how far the parts are; tells it, and ends when one of them ended otherwise than well. */
  private async look({ phase, total, unit }: PartsProgress): Promise<readonly PartState[]> {
    const states = (
      await partsFrom(this.deps.database.forAccount(this.whole.accountId), this.whole.id, this.handedOn)
    ).filter(({ part }) => part < this.stored);
    for (const { part, digest, status, error } of states) {
      if (digest !== this.digests.get(part))
        throw new Error(
          `part ${part} is another one than an earlier attempt asked for: requests must be the same each time`,
        );
      if (status === 'failed' && error !== null) throw new PartFailed(part, error);
      // Parts end with their whole, and at its deadline: that is told by its own clock a moment sooner or later.
      if (status === 'expired') this.stop('deadline');
      if (status === 'cancelled') this.stop('fenced');
    }
    if (states.length < this.stored - this.handedOn) this.stop('fenced');
    const done = states.reduce((sum, state) => sum + (state.progress?.done ?? 0), this.doneBefore);
    this.deps.progress({ phase, done, total, ...(unit === undefined ? {} : { unit }) });
    return states;
  }

  private async outcomeOf<Result extends z.ZodType>(
    { part, attempt }: PartState,
    schema: Result,
  ): Promise<PartOutcome<z.output<Result>>> {
    const { database, files } = this.deps;
    const fileOf = (name: string) => ({ wholeId: this.whole.id, part, attempt, name });
    const inRow = await partResult(database.forAccount(this.whole.accountId), this.whole.id, part);
    const json = await keptJson(files, fileOf(RESULT_FILE), inRow);
    this.digests.delete(part);
    return { part, result: schema.parse(parseJson(json)), open: (name) => this.openFile(fileOf(name)) };
  }

  private async openFile(name: PartFileName): Promise<Readable> {
    const file = await this.deps.files.open(name);
    this.opened.add(file);
    file.once('close', () => this.opened.delete(file));
    return file;
  }

  private stop(why: AttemptAborted['why']): never {
    const reason = new AttemptAborted(why);
    this.control.abort(reason);
    throw reason;
  }
}

/** What a mode asks for, one at a time. */
class Source {
  ended = false;
  private readonly requests: Iterator<unknown> | AsyncIterator<unknown>;

  constructor(requests: Iterable<unknown> | AsyncIterable<unknown>) {
    this.requests = Symbol.asyncIterator in requests ? requests[Symbol.asyncIterator]() : requests[Symbol.iterator]();
  }

  async next(): Promise<IteratorResult<unknown>> {
    if (this.ended) return { done: true, value: undefined };
    const next = await this.requests.next();
    this.ended = next.done === true;
    return next;
  }

  async close(): Promise<void> {
    if (!this.ended) await this.requests.return?.();
  }
}
