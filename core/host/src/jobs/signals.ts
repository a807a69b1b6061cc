import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { JobRecord } from './store/job-record.js';

/** How often those who wait look by themselves, milliseconds: where every change is heard, and where other processes make some unheard. */
const LOOK_MS = { hearing: 15_000, deaf: 1_000 };
/** Event of the emitter for changes of any job. */
const ANY_JOB = 'changed';

/** A job in a terminal state, with the JSON text of its result if that is kept inline. */
export interface EndedJob {
  readonly job: JobRecord;
  readonly result: string | null;
}

/**
 * Tells those who wait in this process that a job has changed. A signal may be lost or doubled: whoever waits reads the job
 * again, and also after a while without one. Only the end made in this process brings the job along.
 * See docs/adr/0054.
 */
@Injectable()
export class JobSignals {
  private readonly emitter = new EventEmitter().setMaxListeners(0);
  private lookMs = LOOK_MS.hearing;

  /** Longest time that those who wait let pass without reading the job, milliseconds. */
  get pollMs(): number {
    return this.lookMs;
  }

  /** Says whether the changes that other processes make are heard here. Whoever waits then looks once: some may have been missed. */
  hearOthers(heard: boolean): void {
    this.lookMs = heard ? LOOK_MS.hearing : LOOK_MS.deaf;
    this.emitter.emit(ANY_JOB, true);
  }

  /** `ended` false says it surely goes on, so that those who wait for the end need not look. */
  changed(jobId: string, ended = true): void {
    this.emitter.emit(`changed ${jobId}`, ended);
  }

  /** INVARIANT: nothing leaves a terminal state, so what is brought along here is what a read would find. */
  ended(end: EndedJob): void {
    this.emitter.emit('ended', end.job.id);
    this.emitter.emit(`changed ${end.job.id}`, true, end);
  }

  /** Listens to the end of any job that is made in this process. */
  onEnded(listener: (jobId: string) => void): void {
    this.emitter.on('ended', listener);
  }

  cancelRequested(jobId: string): void {
    this.emitter.emit('cancel', jobId);
  }

  onCancelRequested(listener: (jobId: string) => void): void {
    this.emitter.on('cancel', listener);
  }

  /** Starts to listen at once; `next` resolves at the first change since it was last called, or after `ms`. */
  watch(jobId: string, options: { readonly endsOnly: boolean } = { endsOnly: false }): JobWatch {
    return new JobWatch(this.emitter, `changed ${jobId}`, options.endsOnly);
  }
}

/** One listener on one job. A change between two calls of `next` is remembered. */
export class JobWatch {
  /** The end of the job, once it was heard in this process. */
  end: EndedJob | undefined;
  private seen = false;
  private wake: (() => void) | undefined;
  private readonly hear = (ended: boolean, end?: EndedJob): void => {
    if (this.endsOnly && !ended) return;
    this.end ??= end;
    this.seen = true;
    this.wake?.();
  };

  constructor(
    private readonly emitter: EventEmitter,
    private readonly name: string,
    private readonly endsOnly: boolean,
  ) {
    emitter.on(name, this.hear);
    emitter.on(ANY_JOB, this.hear);
  }

  /** Resolves at a change (true), or after `ms` or on abort (false). */
  async next(ms: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.seen && signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          this.wake = undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal?.addEventListener('abort', done, { once: true });
        this.wake = done;
      });
    }
    const { seen } = this;
    this.seen = false;
    return seen;
  }

  close(): void {
    this.emitter.off(this.name, this.hear);
    this.emitter.off(ANY_JOB, this.hear);
    this.wake?.();
  }
}
