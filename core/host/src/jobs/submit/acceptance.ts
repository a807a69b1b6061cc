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
import type { z } from 'zod';
import { newId } from '../../ids/new-id.js';
import { requireGrant } from '../../auth/require-grant.js';
import { ComputeService } from '../../compute/compute.service.js';
import { SECRETS, type Secrets } from '../../config/secrets.js';
import { strictly } from '../../http/validation/strict.js';
import { validateBody } from '../../http/validation/validate.js';
import { DEPLOYMENT, type Deployment, type Profile } from '../../plugins/deployment.js';
import { inputsOf } from '../../plugins/mode-inputs.js';
import { PluginContexts } from '../../plugins/plugin-contexts.js';
import { appliesTo, mayUse, profileWithoutName } from '../../plugins/profiles.js';
import { PLUGIN_REGISTRY, type PluginRegistry } from '../../plugins/registry.js';
import type { UnstoredValues } from '../../unstored/held-values.js';
import { takeOut } from '../../unstored/take-out.js';
import { HOST_FIELDS, HostFields, chooseBody, splitBody } from '../http/solve-request.js';
import { idempotencyKeyOf } from '../../idempotency/key.js';
import { requestDigest } from '../../idempotency/request-digest.js';
import { JobInputs } from '../inputs.js';
import type { NewJob } from '../store/submission.js';
import type { SubmissionKey } from './claim-key.js';
import { prepareRequest } from './preparation.js';

/** What somebody asks for, before anything is known of it. */
export interface AskedJob {
  readonly principal: Principal;
  /** The whole request, `mode` included. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Bytes of the body as sent; undefined of one that was not sent. */
  readonly bodyBytes: number | undefined;
  readonly language: Language;
  /** Code makes it: then modes that are not visible are there too. */
  readonly byCode: boolean;
  /** Makes the request safe to repeat. */
  readonly key?: SubmissionKey;
}

/** A job about to be stored, before it is known how it goes on its way. */
export interface AcceptedJob {
  readonly job: Omit<NewJob, 'workerId' | 'within' | 'traceparent'>;
  /** Taken out of the request: never stored. */
  readonly values: UnstoredValues;
  /** Ids of the solvers it may ask for. */
  readonly solvers: readonly string[];
  /** Its mode says that it may be solved before it is stored. */
  readonly atOnce: boolean;
}

/** How long a job without a deadline of its own may wait before it runs. */
const QUEUE_MS = 3_600_000;

/** Says whether a job is taken and what of it is stored: which mode, may they, is the request sound. Stores nothing. See docs/adr/0113. */
@Injectable()
export class Acceptance {
  constructor(
    @Inject(PLUGIN_REGISTRY) private readonly registry: PluginRegistry,
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(ComputeService) private readonly compute: Pick<ComputeService, 'borrow'>,
    @Inject(Services.clock) private readonly clock: Clock,
    @Inject(PluginContexts) private readonly contexts: PluginContexts,
    @Inject(JobInputs) private readonly inputs: JobInputs,
  ) {}

  /** @throws ProblemError as the contract lists for POST /v1/solves */
  async accept({ principal, body, bodyBytes, language, byCode, key }: AskedJob): Promise<AcceptedJob> {
    const { registry, clock } = this;
    const modes = byCode ? registry.modes : registry.visibleModes;
    const mode = modes.find(({ name }) => name === body['mode']);
    if (mode === undefined) {
      const names = registry.visibleModes.map(({ name }) => name).join(', ');
      throw refused('/mode', 'unknown_mode', {
        en: `There is no such mode here; there are: ${names}.`,
        pt: `Não existe tal modo aqui; existem: ${names}.`,
      });
    }
    requireGrant(principal, mode.grant);
    const { host, own } = splitBody(body);
    const chosen = chooseBody(registry, mode, own);
    const { inlineBytes: limit, seconds } = chosen.variant?.limits ?? mode.limits;
    if (bodyBytes !== undefined && bodyBytes > limit)
      throw new ProblemError('payload_too_large', { params: { limit }, extensions: { limit_bytes: limit } });
    const fields = validateBody(HostFields, host);
    const { profile, named } = this.profileFor(principal, mode.name, fields.profile);
    idempotencyKeyOf(key?.key);
    const checked = validateBody(strictly(chosen.body.request), own, [...HOST_FIELDS]);
    const deadlineMs = fields.deadline_ms ?? QUEUE_MS + Math.min(seconds * 1_000, profile.wall_ms);
    if (inputsOf(chosen.body.request).any) await this.inputs.admit(principal, checked, deadlineMs);
    const { request, values } = takeOut(checked, chosen.body.neverStored ?? []);
    const solvers = [...(mode.solvers ?? []), ...(chosen.variant?.solvers ?? [])];
    const prepared = await prepareRequest(request, {
      body: chosen.body,
      solvers,
      profile,
      now: clock.now(),
      language,
      principal,
      context: this.contexts.ofBody(chosen.body, { principal }),
      compute: this.compute,
      values,
      input: (reference) => this.inputs.open(principal.accountId, reference),
    });
    const job = {
      id: newId('slv'),
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
      deadlineMs,
    };
    const atOnce = values.size === 0 && chosen.body.atOnce?.(prepared) === true;
    return { job, values, solvers, atOnce };
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
