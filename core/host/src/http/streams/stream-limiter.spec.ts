import { describe, expect, it } from 'vitest';
import { SharedStreamLimiter } from './shared-stream-limiter.js';
import { StreamLimiter } from './stream-limiter.js';

describe('StreamLimiter', () => {
  it('bounds by key and by job, and gives a slot back once', async () => {
    const config = { redisPrefix: '', limits: { streamsPerKey: 3, streamsPerJob: 2 } };
    const slots = new StreamLimiter(config, new SharedStreamLimiter(null, config));
    const first = await slots.take('k', 'a');
    await slots.take('k', 'a');
    await expect(slots.take('other', 'a')).rejects.toThrow('too_many_streams');
    await slots.take('k', 'b');
    await expect(slots.take('k', 'c')).rejects.toThrow('too_many_streams');
    first();
    first();
    await slots.take('k', 'c');
    await expect(slots.take('k', 'd')).rejects.toThrow('too_many_streams');
  });
});
