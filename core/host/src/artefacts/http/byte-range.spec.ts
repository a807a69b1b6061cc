import { describe, expect, it } from 'vitest';
import { byteRange } from './byte-range.js';

const etag = '"abc"';

describe('byteRange over 10 bytes', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=3-', { first: 3, last: 9 }],
    ['bytes=3-99', { first: 3, last: 9 }],
    ['bytes=-4', { first: 6, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    [' Bytes = 2-3 ', { first: 2, last: 3 }],
  ])('%s is answered', (header, range) => {
    expect(byteRange(header, undefined, etag, 10)).toEqual(range);
  });

  it.each([
    'bytes=5-3',
    'bytes=0-1,3-4',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'items=0-1',
    'bytes=0-1 x',
    'bytes=99999999999999999999-',
  ])('%s means the whole', (header) => {
    expect(byteRange(header, undefined, etag, 10)).toBeNull();
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s is past the end', (header) => {
    expect(byteRange(header, undefined, etag, 10)).toBe('past_the_end');
  });

  it('is past the end of an empty file', () => {
    expect(byteRange('bytes=0-0', undefined, etag, 0)).toBe('past_the_end');
    expect(byteRange('bytes=-1', undefined, etag, 0)).toBe('past_the_end');
  });

  it('means the whole without a header, and when If-Range is not the strong ETag', () => {
    expect(byteRange(undefined, undefined, etag, 10)).toBeNull();
    for (const other of ['"abd"', 'W/"abc"', 'Sat, 21 Nov 2026 08:00:00 GMT'])
      expect(byteRange('bytes=0-0', other, etag, 10)).toBeNull();
    expect(byteRange('bytes=0-0', etag, etag, 10)).toEqual({ first: 0, last: 0 });
  });
});
