import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ostiary/plugin-api';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';
import { policyField, stateField } from './fields.js';
import { type PolicyState, Window } from './limits.js';
import { REDIS } from '../redis/redis.js';

/** A caller over the limit of an operation that may not refuse for it waits at most this long. */
const LONGEST_PAUSE_MS = 2_000;

/** What happens to a request over the limit: it is answered 429; it waits a moment; nothing, it is only counted. */
export type OverLimit = 'refuse' | 'pause' | 'count';

/** How many requests a caller may make. */
@Injectable()
export class RateService {
  private readonly windows: readonly Window[];
  private readonly policyField: string;

  constructor(@Inject(HOST_CONFIG) config: HostConfig, @Inject(REDIS) redis: Redis | null) {
    const policies = [
      { name: 'burst', quota: config.rates.burst, seconds: 1 },
      { name: 'minute', quota: config.rates.perMinute, seconds: 60 },
    ];
    this.windows = policies.map((policy) => new Window(policy, redis, config.redisPrefix));
    this.policyField = policyField(policies);
  }

  /** The windows there are, for GET /v1/account. */
  policies(): readonly { readonly policy: string; readonly q: number; readonly w: number }[] {
    return this.windows.map(({ policy }) => ({ policy: policy.name, q: policy.quota, w: policy.seconds }));
  }

  /**
   * Counts a request of `who` (a key id, or `ip:` and an address) and sets the RateLimit fields of its answer.
   * @throws ProblemError `rate_limited`
   */
  async count(who: string, response: Response, over: OverLimit): Promise<void> {
    const states = await Promise.all(this.windows.map((window) => window.take(who)));
    response.setHeader('RateLimit-Policy', this.policyField);
    response.setHeader('RateLimit', stateField(states));
    const exceeded = states.filter((state) => state.exceeded);
    if (exceeded.length === 0 || over === 'count') return;
    const waitMs = Math.max(...exceeded.map(({ resetMs }) => resetMs));
    if (over === 'refuse') throw tooMany(exceeded, waitMs);
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, LONGEST_PAUSE_MS)));
  }
}

function tooMany(exceeded: readonly PolicyState[], waitMs: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new ProblemError('rate_limited', {
    params: { seconds },
    headers: { 'Retry-After': String(seconds) },
    extensions: { 'violated-policies': exceeded.map(({ policy }) => policy.name) },
  });
}
