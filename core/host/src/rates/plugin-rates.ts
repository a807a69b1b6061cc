import { ProblemError, type RatePolicy, type Rates } from '@ostiary/plugin-api';
import type { Redis } from 'ioredis';
import { Window } from './limits.js';

/** Counts what a plugin wants counted, besides the requests of keys. */
export class PluginRates implements Rates {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly plugin: string,
    private readonly redis: Redis | null,
    private readonly prefix: string,
  ) {}

  async take(policy: RatePolicy, who: string): Promise<void> {
    const { exceeded, resetMs } = await this.windowOf(policy).take(who);
    if (!exceeded) return;
    const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
    throw new ProblemError('rate_limited', {
      params: { seconds },
      headers: { 'Retry-After': String(seconds) },
      extensions: { 'violated-policies': [policy.name] },
    });
  }

  private windowOf({ name, quota, seconds }: RatePolicy): Window {
    // A policy that was changed counts anew.
    const key = `${this.plugin}:${name}:${quota}:${seconds}`;
    const known = this.windows.get(key) ?? new Window({ name: key, quota, seconds }, this.redis, this.prefix);
    this.windows.set(key, known);
    return known;
  }
}
