/** What an enumeration comes to around one record. */
import type { Words } from '../table/index.js';
import type { Boxes } from './box.js';
import type { ShownBounds } from './result.js';

/** What came of a record, in all runs together, without its boxes. */
export interface RecordState {
  readonly record: string;
  readonly status: 'complete' | 'partial' | 'vacuous' | 'input_error' | 'unsupported' | 'internal_error';
  readonly reason: Words | null;
  readonly boxes: number;
  readonly points: string;
  readonly region_points: string;
  readonly nearest: number | null;
  /** Every violation nearer than this lies in a box; null: all do. */
  readonly complete_below: number | null;
  readonly nodes: number;
}

/** What it takes to go on with a record, or to tell its boxes again. */
export interface KeptSearch {
  readonly open: boolean;
  readonly search: () => Uint8Array;
  /** Between what the scores of the nearest boxes lie. */
  readonly scores: readonly ShownBounds[];
}

export interface EnumeratedRecord extends RecordState {
  readonly list: Boxes;
  /** Null where the state says all, and where nothing was begun. */
  readonly kept: KeptSearch | null;
}

export const isUnbegun = ({ status, kept }: EnumeratedRecord): boolean => status === 'partial' && kept === null;

/** Whether another run finds more. */
export const isLeftOpen = (found: EnumeratedRecord): boolean => found.kept?.open === true || isUnbegun(found);
