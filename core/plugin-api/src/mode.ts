import type { z } from 'zod';
import type { AnswerSummary } from './answer-summary.js';
import type { ArtefactDeclaration } from './artefact-kind.js';
import type { PrepareContext, SolveContext } from './context.js';
import type { JobEnd } from './jobs.js';
import type { PartDefinition } from './part.js';
import type { Transaction } from './transaction.js';

/** Bounds of one mode; what a request asks for never lifts them. */
export interface ModeLimits {
  /** Largest request body taken inline, bytes. */
  readonly inlineBytes: number;
  /** Wall time of one attempt, seconds; the profile may lower it. */
  readonly seconds: number;
}

/** What the solver of a mode or a variant is given and must give back. Bodies are the request without the host's own fields. */
export interface ModeBody<Request extends z.ZodType, Result extends z.ZodType> {
  /** An object, or one of several objects; none of its fields is the host's. Strict unless it says otherwise. */
  readonly request: Request;
  /** What `solve` answers is checked against it; transforms cannot be written into the contract. */
  readonly result: Result;
  /**
   * JSON pointers (RFC 6901) to texts of the request that must not be kept: a provider's key, a prompt. They are taken out
   * before `prepare` and before anything is stored, with `UNSTORED` in their place, and stay in the memory of the
   * process that took the request until the job ends. `ctx.unstored(pointer)` gives them.
   */
  readonly neverStored?: readonly string[];
  /** Payload schemas of progress events the mode sends, by event type. */
  readonly progress?: Readonly<Record<string, z.ZodType>>;
  /**
   * Runs before the job is stored, so that a bad request is answered 400 and costs nothing: throws a ProblemError.
   * Must be free of side effects, and quick (tens of ms) but for what it leaves to a solver process. What it returns is
   * stored with the job and reaches `solve`.
   */
  readonly prepare?: (
    request: z.output<Request>,
    ctx: PrepareContext,
  ) => z.output<Request> | Promise<z.output<Request>>;
  /**
   * A table of the plugin's own schema, whose rows `ctx.endRow` takes. They are stored by the statement that ends the job
   * as succeeded: what an answer speaks of is there when the answer is, and costs no statement of its own.
   */
  readonly endRows?: string;
  /** Units of quota the request costs; 1 when absent. */
  readonly units?: (request: z.output<Request>) => number;
  /**
   * The answer in short, for lists of jobs. It is stored with the end of the job and must cost next to nothing; what is
   * longer than its bounds is cut off.
   */
  readonly summary?: (result: z.output<Result>, request: z.output<Request>) => AnswerSummary;
  /** What of the result needs a grant more. A key without it is shown the rest, and is not given the file of a result too large to be shown. */
  readonly details?: {
    /** The plugin or one it requires declares it in `grants`; of a variant, also the one that brings the mode. */
    readonly alsoNeeds: string;
    /** The result without what needs the grant; it is still as `result` says. */
    readonly cut: (result: z.output<Result>) => z.output<Result>;
  };
  /**
   * Whether `solve` of this request takes a few milliseconds and changes nothing but what `ctx` offers. Where a caller waits, such a job is
   * solved in the request and stored with its end, in one statement. As soon as it asks `ctx` for anything but `endRow` and
   * services that try is thrown away, and the job is stored and solved like any other. Never when absent.
   */
  readonly atOnce?: (request: z.output<Request>) => boolean;
  /** Does the work. What it throws fails the job as a fault of the service, and the caller pays nothing. */
  readonly solve: (request: z.output<Request>, ctx: SolveContext) => Promise<z.output<Result>>;
  /** What `ctx.parts` may be asked for: the job can be split into parts that any worker does. */
  readonly part?: PartDefinition;
  /**
   * Told once of the end of each job, however it ended (also cancelled, expired, its worker lost), in the transaction that ends it:
   * rows written with `tx` are stored with the end or not at all. What it throws leaves the job without its end: a success is then
   * failed with `internal`, and told again as that; any other end is tried again until it is taken. Keep it short: the job's row is
   * locked meanwhile. Of the jobs of a variant without its own, the mode's is told: what a mode keeps of its jobs it keeps of all.
   */
  readonly ended?: (end: JobEnd, tx: Transaction) => Promise<void>;
}

/** What `POST /v1/solves` takes under one name. */
export interface ModeDeclaration<
  Request extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends ModeBody<Request, Result> {
  /** Value of the request's `mode`. */
  readonly name: string;
  /** What it does, as a heading. */
  readonly title: string;
  /** The word a key must carry; the plugin or one it requires declares it in `grants`. */
  readonly grant: string;
  readonly limits: ModeLimits;
  /**
   * False: POST /v1/solves does not take it, and the contract and GET /v1/capabilities do not name it; code still runs it through
   * `Services.jobs`. True when absent.
   */
  readonly visible?: boolean;
  /** Kinds of files it may make, and of each that not everybody may read the grant that reading it needs besides. */
  readonly artefacts?: readonly ArtefactDeclaration[];
  /** Ids of the solvers `ctx.solver` may be asked for. */
  readonly solvers?: readonly string[];
  /** A small request that works, without `mode`: shown on the screen at start and in the contract. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** A declared mode. */
export interface ModeDefinition extends ModeDeclaration {
  readonly $type: 'ostiary.mode';
}

/** Declares a mode. Request and result give the types of `prepare` and `solve`. See docs/adr/0076. */
export function defineMode<Request extends z.ZodType, Result extends z.ZodType>(
  declaration: ModeDeclaration<Request, Result>,
): ModeDefinition {
  return Object.freeze({ ...declaration, $type: 'ostiary.mode' as const }) as unknown as ModeDefinition;
}

/** Another body for a mode, taken when the request carries `selector` as a top-level field. */
export interface ModeVariantDeclaration<
  Request extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends ModeBody<Request, Result> {
  /** Name of the mode, usually another plugin's. Where that is not enabled the variant is left out, and `npm run plugins` says so. */
  readonly mode: string;
  /** The field of its request that tells it from the mode's own. */
  readonly selector: string;
  /** What it does, as a heading. */
  readonly title: string;
  /** Bounds of its own; those of the mode when absent. */
  readonly limits?: ModeLimits;
  /** Kinds of files it may make; those of the mode when absent. */
  readonly artefacts?: ModeDeclaration['artefacts'];
  /** Ids of the solvers `ctx.solver` may be asked for, besides the mode's. */
  readonly solvers?: readonly string[];
}

/** A declared variant. */
export interface ModeVariant extends ModeVariantDeclaration {
  readonly $type: 'ostiary.variant';
}

/** Declares a variant. */
export function defineVariant<Request extends z.ZodType, Result extends z.ZodType>(
  declaration: ModeVariantDeclaration<Request, Result>,
): ModeVariant {
  return Object.freeze({ ...declaration, $type: 'ostiary.variant' as const }) as unknown as ModeVariant;
}
