import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { redisUrl } from '@ostiary/testkit/processes';
import { UnstoredService } from './unstored.service.js';

const KEY = 'sk-canary-0123456789';
const values = new Map([['/generation/key', KEY]]);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const purpose = { jobId: 'slv_1', attempt: 1, accountId: 'acc_1' };
const never = new AbortController().signal;

function service(prefix: string, secret = 'a secret of this deployment, long enough'): UnstoredService {
  const made = new UnstoredService({ secret, redis: { url: redisUrl ?? '', prefix }, log: quiet });
  made.start();
  onTestFinished(() => made.close());
  return made;
}

describe('values within one process', () => {
  it('are given until they are forgotten', async () => {
    const alone = new UnstoredService({ secret: 's', redis: null, log: quiet });
    alone.hold({ id: 'slv_1', accountId: 'acc_1' }, values, 60_000);
    expect(await alone.fetch(purpose, never)).toEqual(values);
    expect(await alone.fetch({ ...purpose, accountId: 'acc_2' }, never)).toBeUndefined();
    alone.forget('slv_1');
    expect(await alone.fetch(purpose, never)).toBeUndefined();
    alone.close();
  });
});

describe.skipIf(!redisUrl)('values handed over through Redis', () => {
  it('reach the process that runs the job, sealed, and no other deployment', async () => {
    const prefix = `test-${randomUUID()}`;
    const heard: string[] = [];
    const spy = new Redis(redisUrl ?? '');
    onTestFinished(() => spy.disconnect());
    await spy.psubscribe(`${prefix}:*`);
    spy.on('pmessage', (_pattern, _channel, message: string) => heard.push(message));
    const [api, worker] = [service(prefix), service(prefix)];
    api.hold({ id: 'slv_1', accountId: 'acc_1' }, values, 60_000);
    expect(await worker.fetch(purpose, never)).toEqual(values);
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
    expect(heard.join()).not.toContain(KEY);
    const stranger = service(prefix, 'a secret of another deployment, as long');
    expect(await stranger.fetch(purpose, AbortSignal.timeout(700))).toBeUndefined();
    expect(await worker.fetch({ ...purpose, accountId: 'acc_2' }, AbortSignal.timeout(700))).toBeUndefined();
  });

  it('are waited for while their holder is coming back, and not for ever', async () => {
    const prefix = `test-${randomUUID()}`;
    const worker = service(prefix);
    const asked = worker.fetch(purpose, never);
    const api = service(prefix);
    api.hold({ id: 'slv_1', accountId: 'acc_1' }, values, 60_000);
    expect(await asked).toEqual(values);
    api.forget('slv_1');
    expect(await worker.fetch(purpose, never)).toBeUndefined();
  });

  it('are not given for what a stranger publishes', async () => {
    const prefix = `test-${randomUUID()}`;
    const api = service(prefix);
    api.hold({ id: 'slv_1', accountId: 'acc_1' }, values, 60_000);
    const spy = new Redis(redisUrl ?? '');
    const other = new Redis(redisUrl ?? '');
    onTestFinished(() => [spy, other].forEach((redis) => redis.disconnect()));
    const answered = new Set<string>();
    await spy.psubscribe(`${prefix}:unstored:answer:*`);
    spy.on('pmessage', (_pattern, channel: string) => answered.add(channel));
    const ask = { to: randomUUID(), ...purpose, publicKey: 'x', mac: 'x' };
    for (const message of [
      '',
      '{',
      '[]',
      JSON.stringify(ask),
      JSON.stringify({ ...ask, more: 1 }),
      JSON.stringify({ ...ask, to: '../x' }),
    ])
      await other.publish(`${prefix}:unstored:ask`, message);
    expect(await service(prefix).fetch(purpose, never)).toEqual(values);
    // Whoever asks again, because the machine is slow, is answered where it was answered before.
    await expect.poll(() => answered.size).toBe(1);
  });
});
