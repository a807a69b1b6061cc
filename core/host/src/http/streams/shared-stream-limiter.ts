import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { newUlid } from '../../ids/new-id.js';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import { REDIS } from '../../redis/redis.js';

/** What is used of the host's settings. */
export interface StreamConfig {
  readonly redisPrefix: string;
  readonly limits: Pick<HostConfig['limits'], 'streamsPerKey' | 'streamsPerJob'>;
}

interface Slot {
  readonly id: string;
  /** Sorted sets it is in: slot -> when it lapses, by the clock of Redis. */
  readonly sets: readonly [ofKey: string, ofJob: string];
}

/** A slot not renewed for so long has lapsed: its process is dead. */
const LIFE_MS = 15_000;

const NOW = `local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)`;
const PUT = `redis.call('ZADD', set, now + ARGV[2], ARGV[1]) redis.call('PEXPIRE', set, ARGV[2])`;
/** ARGV: slot, life, limit of each set. 1 when there was room in all of them. */
const TAKE = `${NOW}
for i, set in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', set, '-inf', now)
  if redis.call('ZCARD', set) >= tonumber(ARGV[2 + i]) then return 0 end
end
for _, set in ipairs(KEYS) do ${PUT} end
return 1`;
/** Also puts a slot back that Redis has lost. */
const RENEW = `${NOW} for _, set in ipairs(KEYS) do ${PUT} end`;

/**
 * Slots that all processes of a deployment count together, in Redis. Without Redis, while it is away, or when it has forgotten them, slots
 * are given freely, and entered when it is back: the caller counts its own besides.
 */
@Injectable()
export class SharedStreamLimiter {
  protected readonly lifeMs: number = LIFE_MS;
  private readonly held = new Set<Slot>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis | null,
    @Inject(HOST_CONFIG) private readonly config: StreamConfig,
  ) {}

  /** The function that gives the slot back, or null when none is free. */
  async take(keyId: string, jobId: string): Promise<(() => void) | null> {
    if (this.redis === null) return () => undefined;
    const { redisPrefix: prefix, limits } = this.config;
    const sets = [`${prefix}:streams:key:${keyId}`, `${prefix}:streams:job:${jobId}`] as const;
    const slot: Slot = { id: newUlid(), sets };
    const { streamsPerKey, streamsPerJob } = limits;
    const free = await this.redis
      .eval(TAKE, 2, ...sets, slot.id, this.lifeMs, streamsPerKey, streamsPerJob)
      .catch(() => 1);
    if (free === 0) return null;
    this.held.add(slot);
    this.timer ??= setInterval(() => this.renew(), this.lifeMs / 3).unref();
    return () => this.leave(slot);
  }

  private leave(slot: Slot): void {
    if (!this.held.delete(slot)) return;
    if (this.held.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    // A slot that cannot be given back lapses by itself.
    for (const set of slot.sets) this.redis?.zrem(set, slot.id).catch(() => undefined);
  }

  private renew(): void {
    for (const { id, sets } of this.held) this.redis?.eval(RENEW, 2, ...sets, id, this.lifeMs).catch(() => undefined);
  }
}
