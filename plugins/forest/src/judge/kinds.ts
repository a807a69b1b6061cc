/** How each kind of property is asked. A question is always a search for an input that violates. */
import type { Property } from '../table/index.js';
import type { Case } from './case.js';
import { evasion, minDistance, recourse } from './nearest.js';
import { dominance, protectedFlip, protectedGap } from './pairs.js';
import { range, required } from './range.js';
import { robust, stableLabel } from './robust.js';
import { unsupportedBecause } from './unsupported.js';
import { judged, type Judged } from './verdict.js';
import { drift, sameAsModel } from './versions.js';

/** Asks a row, of a record where it is about records. */
export async function judge(asked: Case): Promise<Judged> {
  try {
    return await KINDS[asked.property.kind](asked);
  } catch (error) {
    return judged('unsupported', { reason: unsupportedBecause(error).words });
  }
}

const KINDS: Readonly<Record<Property['kind'], (asked: Case) => Promise<Judged>>> = {
  range,
  never: required,
  always: required,
  robust,
  min_distance: minDistance,
  monotone: dominance,
  protected_flip: protectedFlip,
  protected_gap: protectedGap,
  dominance,
  same_as_model: sameAsModel,
  drift,
  recourse,
  evasion,
  stable_label: stableLabel,
};
