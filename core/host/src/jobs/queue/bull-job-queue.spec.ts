import { randomBytes } from 'node:crypto';
import { getQueueToken } from '@nestjs/bull';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Services } from '@ostiary/plugin-api';
import type { Queue } from 'bull';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOST_CONFIG, type HostConfig } from '../../config/host-config.js';
import type { Delivery } from '../store/dispatch.js';
import { BullJobQueue } from './bull-job-queue.js';
import { BULL_QUEUE } from './bull-queue.js';
import { JOB_QUEUE, type JobQueue } from './job-queue.js';
import { JobQueueModule } from './job-queue.module.js';

const redisUrl = process.env['OSTIARY_REDIS_URL'] ?? '';
const warnings: string[] = [];
const log = {
  info: () => undefined,
  warn: (_: object, text: string) => void warnings.push(text),
  error: () => undefined,
};

@Global()
@Module({})
class Settings {
  static of(config: HostConfig): DynamicModule {
    const providers = [
      { provide: HOST_CONFIG, useValue: config },
      { provide: Services.log, useValue: log },
    ];
    return { module: Settings, providers, exports: providers.map(({ provide }) => provide) };
  }
}

/** A process of a deployment, of which only the queue is there. */
async function newProcess(url: string, redisPrefix: string, roles: readonly string[]) {
  const config = { redisUrl: url, redisPrefix, roles, workers: 2 } as HostConfig;
  const app = await NestFactory.createApplicationContext(
    { module: class Process {}, imports: [Settings.of(config), JobQueueModule.register(config)] },
    { logger: false },
  );
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= app
      .get<JobQueue>(JOB_QUEUE)
      .close()
      .then(() => app.close()));
  onTestFinished(close);
  return { queue: app.get<JobQueue>(JOB_QUEUE), bull: app.get<Queue<Delivery>>(getQueueToken(BULL_QUEUE)), close };
}

describe.skipIf(redisUrl === '')('Bull as Nest registers and consumes it', () => {
  const newPrefix = (): string => {
    const prefix = `test-${randomBytes(8).toString('hex')}`;
    onTestFinished(async () => {
      const redis = new Redis(redisUrl);
      const keys = await redis.keys(`*${prefix}*`);
      if (keys.length > 0) await redis.unlink(keys);
      redis.disconnect();
    });
    return prefix;
  };

  it('delivers what another process offered, once the process has started and not before, and no more once it is paused', async () => {
    const prefix = newPrefix();
    const api = await newProcess(redisUrl, prefix, ['api']);
    const worker = await newProcess(redisUrl, prefix, ['worker']);
    await expect.poll(() => api.bull.client.status).toBe('ready');
    await expect.poll(() => worker.bull.client.status).toBe('ready');
    const come: string[] = [];
    await api.queue.offer({ id: 'a', accountId: 'acc_1', attempt: 1 });
    expect(await api.bull.getWaitingCount()).toBe(1);
    await worker.queue.start(async ({ id, attempt }) => void come.push(`${id}.${attempt}`));
    await expect.poll(() => come).toEqual(['a.1']);
    await api.queue.offer({ id: 'a', accountId: 'acc_1', attempt: 2 });
    await expect.poll(() => come).toEqual(['a.1', 'a.2']);
    await worker.queue.pause();
    await api.queue.offer({ id: 'b', accountId: 'acc_1', attempt: 1 });
    expect(await api.bull.getWaitingCount()).toBe(1);
    expect(come).toEqual(['a.1', 'a.2']);
  });

  it('is consumed by no process that runs no jobs', async () => {
    const prefix = newPrefix();
    const api = await newProcess(redisUrl, prefix, ['api']);
    expect(Object.keys((api.bull as unknown as { readonly handlers: object }).handlers)).toEqual([]);
    const worker = await newProcess(redisUrl, prefix, ['api', 'worker']);
    expect(Object.keys((worker.bull as unknown as { readonly handlers: object }).handlers)).toHaveLength(1);
  });
});

describe('Bull without its Redis', () => {
  it('rejects nothing that nobody waits for: what Nest and Bull let go of is handled', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('Connection is closed.'));
    const bull = { on: () => undefined, pause: refuse, process: refuse, setWorkerName: refuse };
    const queue = new BullJobQueue(bull as unknown as Queue<Delivery>, log);
    expect(await Promise.allSettled([bull.process(), bull.setWorkerName()])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ]);
    expect(queue.inProcess).toBe(false);
  });

  it('does not hold up a start or a stop, and ends no process', async () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const { queue, close } = await newProcess('redis://127.0.0.1:1', 'nowhere', ['api', 'worker']);
    await queue.start(async () => undefined);
    await expect(queue.offer({ id: 'a', accountId: 'acc_1', attempt: 1 })).rejects.toThrow('redis is not connected');
    await close();
    await new Promise((next) => setImmediate(next));
    expect(rejections).toEqual([]);
    expect(new Set(warnings)).toEqual(new Set(['the queue reports an error', 'the queue stopped delivering']));
  });
});
