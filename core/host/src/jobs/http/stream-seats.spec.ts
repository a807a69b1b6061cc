import { describe, expect, it } from 'vitest';
import { StreamSeats } from './stream-seats.js';

describe('StreamSeats', () => {
  it('bounds by key and by job, and gives a seat back once', () => {
    const seats = new StreamSeats({ perKey: 3, perJob: 2 });
    const first = seats.take('k', 'a');
    seats.take('k', 'a');
    expect(() => seats.take('other', 'a')).toThrow('too_many_streams');
    seats.take('k', 'b');
    expect(() => seats.take('k', 'c')).toThrow('too_many_streams');
    first();
    first();
    seats.take('k', 'c');
    expect(() => seats.take('k', 'd')).toThrow('too_many_streams');
  });
});
