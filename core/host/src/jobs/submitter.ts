import { Inject, Injectable } from '@nestjs/common';
import {
  type Clock,
  type Language,
  type ModeBody,
  type Principal,
  ProblemError,
  Services,
  type Text,
} from '@ostiary/plugin-api';
import { ulid } from 'ulid';
import type { z } from 'zod';
import { DEPLOYMENT, type Deployment, type Profile } from '../plugins/deployment.js';
import { PluginContexts } from '../plugins/plugin-contexts.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../plugins/registry.js';
import { appliesTo, mayUse, profileWithoutName } from '../plugins/profiles.js';
import { requireGrant } from '../auth/require-grant.js';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { validateBody } from '../http/validation/validate.js';
import { SECRETS, type Secrets } from '../config/secrets.js';
import { ComputeService } from '../compute/compute.service.js';
import type { UnstoredValues } from '../unstored/held-values.js';
import { takeOut } from '../unstored/take-out.js';
import { Unstored } from '../unstored/unstored.module.js';
import { quotaExhausted } from '../quotas/exhausted.js';
import { DATABASE, type Database, type Em } from '../storage/database.js';
import { IDEMPOTENCY_HOURS, idempotencyKeyOf } from '../idempotency/key.js';
import { requestDigest } from '../idempotency/request-digest.js';
import { HOST_FIELDS, HostFields, chooseBody, splitBody, strictly } from './http/solve-request.js';
import { prepareRequest } from './preparation.js';
import { Admission } from './runtime/admission.js';
import { Dispatcher } from './runtime/dispatcher.js';
import { Runner } from './runtime/runner.js';
import type { JobRecord } from './store/job-record.js';
import { findJob } from './store/read.js';
import { isTerminal } from './transitions.js';
import { claimIdempotencyKey, storeJob, type HeldKey, type NewJob, type StoredJob } from './store/submission.js';

interface Submission {
  readonly principal: Principal;
  readonly body: Readonly<Record<string, unknown>>;
  /** Bytes of the body as sent. */
  readonly bodyBytes: number;
  readonly idempotencyKey: string | undefined;
  readonly language: Language;
}

interface Submitted {
  readonly job: JobRecord;
  /** An earlier request with the same Idempotency-Key made it. */
  readonly replayed: boolean;
  /** Sends the job on its way; to be called once whoever waits for its end is listening. */
  readonly deliver: () => void;
}

/** A job about to be stored, before it is known how it goes on its way. */
type NewRequest = Omit<NewJob, 'startedBy' | 'within'>;

const SUBMIT_OPERATION = 'POST /v1/solves';
/** How long a job without a deadline of its own may wait before it runs. */
const QUEUE_MS = 3_600_000;

/** Takes a submission: who, what, may they, is it sound, is there room; then stores it. Nothing is stored unless all hold. */
@Injectable()
export class Submitter {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(HOST_CONFIG) private readonly config: HostConfig,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(ComputeService) private readonly compute: ComputeService,
    @Inject(Dispatcher) private readonly dispatcher: Dispatcher,
    @Inject(Runner) private readonly runner: Runner,
    @Inject(Unstored) private readonly unstored: Unstored,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
  ) {}

  /** @throws ProblemError as the contract lists for POST /v1/solves */
  async submit(submission: Submission): Promise<Submitted> {
    const { registry, clock } = this;
    const { principal, body } = submission;
    const mode = typeof body['mode'] === 'string' ? registry.mode(body['mode']) : undefined;
    if (mode === undefined) {
      const modes = registry.modes.map(({ name }) => name).join(', ');
      throw refused('/mode', 'unknown_mode', {
        en: `There is no such mode here; there are: ${modes}.`,
        pt: `Não existe tal modo aqui; existem: ${modes}.`,
      });
    }
    requireGrant(principal, mode.grant);
    if (submission.bodyBytes > mode.limits.inlineBytes) {
      const limit = mode.limits.inlineBytes;
      throw new ProblemError('payload_too_large', { params: { limit }, extensions: { limit_bytes: limit } });
    }
    const { host, own } = splitBody(body);
    const fields = validateBody(HostFields, host);
    const { profile, named } = this.profileFor(principal, mode.name, fields.profile);
    const key = idempotencyKeyOf(submission.idempotencyKey);
    const chosen = chooseBody(registry, mode, own);
    const { request, values } = takeOut(
      validateBody(strictly(chosen.body.request), own, [...HOST_FIELDS]),
      chosen.body.neverStored ?? [],
    );
    const solvers = [...(mode.solvers ?? []), ...(chosen.variant?.solvers ?? [])];
    const prepared = await prepareRequest(request, {
      body: chosen.body,
      solvers,
      profile,
      now: clock.now(),
      language: submission.language,
      principal,
      context: this.contexts.ofBody(chosen.body, { principal }),
      compute: this.compute,
      values,
    });
    const wallMs = Math.min(mode.limits.seconds * 1_000, profile.wall_ms);
    const job: NewRequest = {
      id: `slv_${ulid()}`,
      accountId: principal.accountId,
      keyId: principal.keyId,
      mode: mode.name,
      variant: chosen.variant?.selector ?? null,
      profile: named,
      label: fields.label ?? null,
      metadata: fields.metadata ?? {},
      request: JSON.stringify(prepared),
      requestDigest: requestDigest(this.secrets.signing.reveal(), principal.accountId, body),
      units: unitsOf(chosen.body, prepared, profile),
      deadlineMs: fields.deadline_ms ?? QUEUE_MS + wallMs,
    };
    return this.storeHolding(job, values, key, solvers);
  }

  /** Holds the values that are never stored before anybody can run the job, and for no longer than it lives. */
  private async storeHolding(
    job: NewRequest,
    values: UnstoredValues,
    key: string | undefined,
    solvers: readonly string[],
  ): Promise<Submitted> {
    const { unstored } = this;
    if (!unstored.hold(job, values, job.deadlineMs))
      throw new ProblemError('overloaded', { headers: { 'Retry-After': '10' } });
    try {
      const submitted = await this.store(job, key, solvers);
      if (submitted.replayed) unstored.forget(job.id);
      // Sent again, the request brings back what was lost with the process that took it first.
      if (submitted.replayed && !isTerminal(submitted.job.status)) unstored.hold(submitted.job, values, job.deadlineMs);
      unstored.stored(submitted.job.id);
      return submitted;
    } catch (error) {
      unstored.forget(job.id);
      throw error;
    }
  }

  private async store(job: NewRequest, key: string | undefined, solvers: readonly string[]): Promise<Submitted> {
    const { database, dispatcher } = this;
    const em = database.em.fork();
    const closed = this.whyClosed(solvers);
    const direct = closed === null && dispatcher.reserve(job.id, job.keyId);
    const way = {
      startedBy: direct ? this.runner.workerId : null,
      within: closed === null ? dispatcher.dispatchBounds() : null,
    };
    const write = (on: Em): Promise<StoredJob | HeldKey> => this.write(on, { ...job, ...way }, key, closed);
    // The statement that stores a job is a transaction of its own; with a key, or when it is to be taken back, it is one of several.
    const made = await (key === undefined && closed === null ? write(em) : em.transactional(write)).catch(
      (error: unknown) => {
        if (direct) dispatcher.release(job.id);
        throw error;
      },
    );
    if ('id' in made) {
      const deliver = (): void => {
        if (direct) dispatcher.deliverBegun({ ...made, request: job.request });
        else if (made.handed) dispatcher.deliver({ id: made.id, attempt: made.attempt });
        else dispatcher.queued(made.keyId);
      };
      return { job: made, replayed: false, deliver };
    }
    if (direct) dispatcher.release(job.id);
    if (made.fingerprint !== job.requestDigest) throw new ProblemError('idempotency_key_reused');
    const found = await findJob(em, job.accountId, made.jobId);
    if (found === null) throw new Error(`the job ${made.jobId} of an idempotency key is gone before the key`);
    return { job: found, replayed: true, deliver: () => undefined };
  }

  /** The key, then the job with its units and first event; or what the key stood for already. `closed` is thrown last of all. */
  private async write(
    em: Em,
    job: NewJob,
    key: string | undefined,
    closed: ProblemError | null,
  ): Promise<StoredJob | HeldKey> {
    const { config, clock } = this;
    const held = key === undefined ? null : await this.claim(em, job, key);
    if (held !== null) return held;
    const limit = config.limits.queuedJobsPerKey;
    const stored = await storeJob(em, job, limit, clock.now());
    if (stored === 'quota_exhausted') throw quotaExhausted();
    if (stored === 'queue_full') {
      throw new ProblemError('concurrency_exceeded', {
        params: { limit },
        headers: { 'Retry-After': '1' },
        extensions: { 'violated-policies': ['queued_jobs'] },
      });
    }
    if (closed !== null) throw closed;
    return stored;
  }

  private whyClosed(solvers: readonly string[]): ProblemError | null {
    const { admission, compute } = this;
    if (!solvers.every((solver) => compute.canStart(solver)))
      return new ProblemError('engine_unavailable', { headers: { 'Retry-After': '10' } });
    return admission.refusal();
  }

  private async claim(tx: Em, job: NewJob, key: string): Promise<HeldKey | null> {
    try {
      return await claimIdempotencyKey(tx, {
        accountId: job.accountId,
        operation: SUBMIT_OPERATION,
        key,
        fingerprint: job.requestDigest,
        jobId: job.id,
        hours: IDEMPOTENCY_HOURS,
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw new ProblemError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
    }
  }

  /** The profile a job runs under, and its name where that is not the default one. */
  private profileFor(
    { profiles: allowed }: Principal,
    mode: string,
    asked: string | undefined,
  ): { readonly profile: Profile; readonly named: string | null } {
    const { profiles, defaultProfile } = this.deployment;
    const name = asked ?? profileWithoutName(this.deployment, allowed, mode);
    const profile = name === undefined ? undefined : profiles.get(name);
    if (name === undefined) throw new ProblemError('profile_not_allowed', { params: { profile: defaultProfile } });
    if (profile === undefined || (asked !== undefined && !appliesTo(profile, mode))) {
      const names = [...profiles].filter(([, one]) => appliesTo(one, mode)).map(([known]) => known);
      throw refused('/profile', 'unknown_profile', {
        en: `There is no such profile for this mode; there are: ${names.join(', ')}.`,
        pt: `Não existe tal perfil para este modo; existem: ${names.join(', ')}.`,
      });
    }
    if (!mayUse(allowed, name)) throw new ProblemError('profile_not_allowed', { params: { profile: name } });
    return { profile, named: asked ?? (name === defaultProfile ? null : name) };
  }
}

function refused(pointer: string, slug: string, detail: Text): ProblemError {
  return new ProblemError('invalid_request', { errors: [{ pointer, slug, detail }] });
}

function unitsOf(body: ModeBody<z.ZodType, z.ZodType>, request: unknown, profile: Profile): number {
  return Math.ceil((body.units?.(request) ?? 1) * profile.units);
}

/** SQLSTATE 55P03, however deep the driver wrapped it. */
function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: unknown }).code === '55P03') return true;
  return false;
}
