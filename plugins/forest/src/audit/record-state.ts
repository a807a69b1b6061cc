/** What a run keeps of one record for the next: what came of it, and its search with the boxes that it found. See docs/adr/0162. */
import { z } from 'zod';
import { type EnumeratedRecord, isUnbegun, type KeptSearch, type RecordState } from './record.js';
import type { ShownBounds } from './result.js';

const Points = z.string().regex(/^\d{1,10000}$/);

/** A record in `resume.json`. */
export const RecordMember = z.strictObject({
  record: z.string(),
  status: z.enum(['complete', 'partial', 'vacuous', 'input_error', 'unsupported', 'internal_error']),
  reason: z.strictObject({ en: z.string(), pt: z.string() }).nullable(),
  boxes: z.int().min(0),
  points: Points,
  region_points: Points,
  nearest: z.number().nullable(),
  complete_below: z.number().nullable(),
  nodes: z.int().min(0),
  kept: z.strictObject({ open: z.boolean(), search: z.base64(), scores: z.base64() }).nullable(),
});

/** What an earlier enumeration came to around a record. */
export interface EarlierRecord {
  readonly state: RecordState;
  readonly kept: KeptSearch | null;
}

/** What is kept of a record; null where there is nothing to keep: it was not begun, or an error of ours is no answer. */
export function recordMember(found: EnumeratedRecord): z.output<typeof RecordMember> | null {
  if (isUnbegun(found) || found.status === 'internal_error') return null;
  const { list: _list, kept, ...state } = found;
  if (kept === null) return { ...state, kept };
  const { open, search, scores } = kept;
  return { ...state, kept: { open, search: base64(search()), scores: base64(bytesOf(scores)) } };
}

export function earlierRecord({ kept, ...state }: z.output<typeof RecordMember>): EarlierRecord {
  if (kept === null) return { state, kept };
  const { open, search, scores } = kept;
  return { state, kept: { open, search: () => bytes(search), scores: scoresOf(bytes(scores)) } };
}

const base64 = (from: Uint8Array): string => Buffer.from(from).toString('base64');
const bytes = (from: string): Uint8Array => new Uint8Array(Buffer.from(from, 'base64'));

/** Both ends of each as float64; one that is not known is no number. */
function bytesOf(scores: readonly ShownBounds[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(16 * scores.length));
  for (const [at, score] of scores.entries()) {
    view.setFloat64(16 * at, score.at_least ?? Number.NaN);
    view.setFloat64(16 * at + 8, score.at_most ?? Number.NaN);
  }
  return new Uint8Array(view.buffer);
}

function scoresOf({ buffer, length }: Uint8Array): ShownBounds[] {
  const view = new DataView(buffer);
  const end = (at: number): number | null => {
    const value = view.getFloat64(at);
    return Number.isNaN(value) ? null : value;
  };
  return Array.from({ length: Math.floor(length / 16) }, (_, at) => ({
    at_least: end(16 * at),
    at_most: end(16 * at + 8),
  }));
}
