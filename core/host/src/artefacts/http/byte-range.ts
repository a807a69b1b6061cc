import type { ByteRange } from '../blobs/blob-store.js';

/**
 * The single byte range of a Range header (RFC 9110 14.1.2) over `size` bytes, or null: then the whole is answered, which a server may
 * always do (14.2), as also for several ranges or an `If-Range` that is not the strong ETag. `past_the_end`: it has none of the bytes.
 * Not range-parser (1.3.0): of ten bytes it takes `-99` and `5-3` for past the end, where RFC 9110 means all of them.
 */
export function byteRange(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): ByteRange | 'past_the_end' | null {
  if (header === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const match = /^\s*bytes\s*=\s*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))\s*$/i.exec(header);
  if (match === null) return null;
  const [, from, to, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'past_the_end' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // An end before the start makes the header invalid: then it counts as none.
  if (to !== undefined && to !== '' && Number(to) < first) return null;
  return first >= size ? 'past_the_end' : { first, last };
}
