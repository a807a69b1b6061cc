import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ArtefactKind } from './artefact-kind.js';
import type { Clock } from './clock.js';
import type { ServiceReference } from './service-reference.js';
import type { InputFile, InputRef } from './input.js';
import type { Logger } from './logger.js';
import type { Language } from './problems.js';
import type { Secret } from './secret.js';
import type { Principal } from './principal.js';
import type { SolverSession } from './solver.js';

/** How far a job is, as its owner is told. */
export interface Progress {
  /** What the job is doing, one word. */
  readonly phase: string;
  /** How much of it is done, in `unit`s. */
  readonly done: number;
  /** How much there is to do; null when nobody knows. */
  readonly total: number | null;
  /** What is counted, e.g. `rows`. */
  readonly unit?: string;
}

/** Bytes of one artefact as they are made. Nothing is listed before `close`; an attempt that dies leaves nothing behind. */
export interface ArtefactWriter {
  /** Resolves when the sink takes more (back-pressure). */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Makes the artefact visible; returns its id, size in bytes and sha256 (hex). */
  close(): Promise<{ readonly id: string; readonly size: number; readonly sha256: string }>;
}

/**
 * The configuration of the plugin, validated and with its defaults.
 * @param schema the `config` of that plugin's declaration, which gives the type
 */
export type ConfigReader = <Config extends z.ZodType>(schema: Config) => z.output<Config>;

/** What a plugin's own code is given wherever the host runs it: `prepare` and `solve` of modes, health checks, chores. */
export interface PluginContext {
  /**
   * A private provider of the plugin.
   * @throws Error for a class that is not among its `providers`
   */
  own<T>(provider: abstract new (...args: never[]) => T): T;
  /**
   * What another plugin offers and this one names in `consumes`, or this one offers itself.
   * @throws Error for any other service
   */
  service<T>(service: ServiceReference<T>): T;
  /**
   * A service that the plugin names in `consumesOptional`, or null when no enabled plugin offers it.
   * @throws Error for any other service
   */
  optional<T>(service: ServiceReference<T>): T | null;
  readonly config: ConfigReader;
  /** The log; each record names the plugin. */
  readonly log: Logger;
  readonly clock: Clock;
  /** Aborts when the work is to end: the process stops, or whoever asked for the work does not want it any more. */
  readonly signal: AbortSignal;
  /** Who asked for the work; absent where nobody did, and in a job, which may outlive the key that submitted it. */
  readonly principal?: Principal;
}

/** What `prepare` is given besides the request. */
export interface PrepareContext extends PluginContext {
  readonly principal: Principal;
  /** The service's time when the request came in. */
  readonly now: Date;
  /** Of `Accept-Language`: for texts of the result, which is made once for all who read it. */
  readonly language: Language;
  readonly accountId: string;
  /** A value that the mode names in `neverStored`, or null when the request has none there. */
  unstored(pointer: string): Secret | null;
  /** The file that a field of the request names, which an `input` schema read. */
  readonly input: (reference: InputRef) => Promise<InputFile>;
  /**
   * A session with a solver process, as `SolveContext.solver` gives it, for work that would hold up other requests.
   * It has the memory and the solver time of the request's profile, and ends with `prepare`.
   */
  solver(id: string): Promise<SolverSession>;
}

/** What the parts of a job are asked and give back: a `PartDefinition` is one. */
export interface PartKind<Request extends z.ZodType, Result extends z.ZodType> {
  readonly $type: 'ostiary.part';
  readonly request: Request;
  readonly result: Result;
}

/** Bytes of a file of a part. Nothing can be read before `close`. */
export interface PartFileWriter {
  /** Resolves when the sink takes more (back-pressure). */
  write(chunk: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** What one part gave. */
export interface PartOutcome<Result> {
  /** Place of the part among the parts, from 0. */
  readonly part: number;
  readonly result: Result;
  /** Opens a file that the part has written. Rejects for a name it has not written. */
  open(name: string): Promise<Readable>;
}

/** How far the parts are together, told as the progress of the whole job. */
export interface PartsProgress {
  /** What the job is doing, one word. */
  readonly phase: string;
  /** How much there is to do in all parts together; null when nobody knows. */
  readonly total: number | null;
  /** What is counted, e.g. `rows`. */
  readonly unit?: string;
}

/** The world of one attempt at one job. Everything is tied to `signal`: it aborts on cancel, deadline and shutdown. */
export interface SolveContext extends PluginContext {
  readonly jobId: string;
  /** Whose job it is: what is read or written for it belongs to this account. */
  readonly accountId: string;
  /** When the job was submitted, by the clock of the database: the same in every attempt, and in every part of the job. */
  readonly submittedAt: Date;
  /** 1 for the first; a job whose worker was lost is tried again. What it does outside the database may have been done before. */
  readonly attempt: number;
  /**
   * How long the solvers of this attempt may work, all together, in milliseconds; null: without a bound. What works longer is killed, and
   * the job fails: a mode that can stop half-way stops before.
   */
  readonly solverMs: number | null;
  /**
   * How long an attempt at the job may take, all together, in milliseconds. One that takes longer expires and leaves nothing: a mode that can
   * stop half-way stops before. Of a part that of its whole job.
   */
  readonly wallMs: number;
  /** How much of it was left when this attempt, or this part, began. */
  readonly leftMs: number;
  /** Aborts on cancel, deadline and shutdown: what goes on after that is refused. */
  readonly signal: AbortSignal;
  /** Stored at most four times a second; calling more often costs nothing. */
  progress(update: Progress): void;
  /** Stores an event of a type the mode declared in `progress`. */
  event(type: string, payload: object): Promise<void>;
  /** Begins a file of the job. */
  artefact(options: {
    /** One of those the mode declares in `artefacts`. */
    readonly kind: ArtefactKind;
    /** Name it is downloaded under. */
    readonly name: string;
    readonly mediaType: string;
  }): Promise<ArtefactWriter>;
  /**
   * Stores a row in the mode's `endRows` table when the job succeeds, and not at all when it ends otherwise or is tried
   * again. Keys are the columns' names, values JSON: a time is RFC 3339 text. A row that the table refuses fails the job.
   * @throws Error when the mode declares no `endRows`
   */
  endRow(row: Readonly<Record<string, unknown>>): void;
  /** The file that a field of the request names, which an `input` schema read. It stays until the job has ended. */
  readonly input: (reference: InputRef) => Promise<InputFile>;
  /** A session with a warm solver process; give it back with `release`. Killed when `signal` aborts. */
  solver(id: string): Promise<SolverSession>;
  /**
   * A value that the mode names in `neverStored`, or null when the request had none there. It is in the memory of the
   * process that took the request, and comes from there sealed. When that process is gone this rejects; let it pass, and
   * the job fails with `secret_unavailable`, which costs nothing.
   */
  unstored(pointer: string): Promise<Secret | null>;
  /**
   * Does parts of the job on whatever workers are free, and gives back what they gave, in the order of `requests`. The parts are jobs
   * of their own that nobody sees: the units are those of this job, a cancel or a deadline of it ends them, and the failure of one is
   * the failure of it. While it waits this job holds no slot of a worker. When the worker of this job is lost, `solve` begins anew
   * and finds the parts that are done: so `requests` must be the same each time. It is read as parts get done, so it may be long.
   * @throws Error when the mode does not declare `part`
   */
  parts<Request extends z.ZodType, Result extends z.ZodType>(
    part: PartKind<Request, Result>,
    requests: Iterable<z.output<Request>> | AsyncIterable<z.output<Request>>,
    progress: PartsProgress,
  ): AsyncIterable<PartOutcome<z.output<Result>>>;
}

/**
 * The world of one attempt at a part of a job. `jobId` is the whole job's, and events are stored as the whole job's. A part makes no
 * artefacts and no rows: what it gives is handed to `solve` of the whole job.
 */
export interface PartContext extends Omit<SolveContext, 'artefact' | 'endRow' | 'parts'> {
  /** Place of the part among the parts, from 0. */
  readonly part: number;
  /**
   * Begins a file that `solve` of the whole job can read, and nobody else: for what is large or not JSON.
   * @param name [a-z][a-z0-9_]*, once in a part
   */
  file(name: string): Promise<PartFileWriter>;
}
