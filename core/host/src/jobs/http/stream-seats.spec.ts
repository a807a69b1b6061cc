import { describe, expect, it } from 'vitest';
import { StreamSeats } from './stream-seats.js';

describe('StreamSeats', () => {
  it('bounds by key and by job, and gives a seat back once', async () => {
    const seats = new StreamSeats({ perKey: 3, perJob: 2 }, null);
    const first = await seats.take('k', 'a');
    await seats.take('k', 'a');
    await expect(seats.take('other', 'a')).rejects.toThrow('too_many_streams');
    await seats.take('k', 'b');
    await expect(seats.take('k', 'c')).rejects.toThrow('too_many_streams');
    first();
    first();
    await seats.take('k', 'c');
    await expect(seats.take('k', 'd')).rejects.toThrow('too_many_streams');
  });
});
