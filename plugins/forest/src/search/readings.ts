/** Forms as sums in whole units of a power of two: exact to add and to take away, and compared with a threshold up to what rounding may do. */
import type { SearchForm } from './forms.js';

/** Bits of the greatest sum in units. */
const UNIT_BITS = 50;

/** A form of the task over the sums of a shape, which is the terms of a form up to their sign. */
export interface Reading extends Shaped, Cuts {}

/** Which sums, and whether as they are or from 0 down. */
export interface Shaped {
  readonly shape: number;
  readonly sign: 1 | -1;
}

export interface Cuts {
  /** In units: no input meets the form where its greatest sum is less than this; some sum meets it above that. Between, it is added up. */
  readonly fails: number;
  readonly holds: number;
  /** The threshold in units, and what a unit of the form is. */
  readonly middle: number;
  readonly unit: number;
}

/** How many units are one: a power of two with which the sizes of all trees stay below 2^50. */
export function unitsPerOne({ most }: SearchForm, roots: Int32Array): number {
  const known = units.get(most) ?? unitsOf(most, roots);
  units.set(most, known);
  return known;
}

/** By what the nodes of a form add: it is asked of many regions. */
const units = new WeakMap<Float64Array, number>();

function unitsOf(most: Float64Array, roots: Int32Array): number {
  let size = 0;
  for (let tree = 0; tree < roots.length; tree += 1) {
    const end = roots[tree + 1] ?? most.length;
    let widest = 0;
    for (let node = roots[tree]!; node < end; node += 1) widest = Math.max(widest, Math.abs(most[node]!));
    size += widest;
  }
  return size === 0 ? 1 : 2 ** Math.min(1000, UNIT_BITS - Math.ceil(Math.log2(size)));
}

/** Between what the sum of a form, in units, does not tell whether the form is met: rounding of the runtime, of units and of what is worked out here. */
export function cutsOf({ base, divisor, threshold, margin }: SearchForm, scale: number, trees: number): Cuts {
  const unit = 1 / scale / divisor;
  if (!Number.isFinite(threshold)) return { fails: threshold, holds: threshold, middle: threshold, unit };
  const size = (Math.abs(threshold) + margin) * divisor + Math.abs(base);
  const room = trees + 2 + size * scale * 2 ** -48;
  return {
    fails: ((threshold - margin) * divisor - base) * scale - room,
    holds: ((threshold + margin) * divisor - base) * scale + room,
    middle: (threshold * divisor - base) * scale,
    unit,
  };
}

/** Forms whose terms differ by their sign alone share their sums. */
export function shapesOf(forms: readonly SearchForm[]): [SearchForm[], Shaped[]] {
  const shapes: SearchForm[] = [];
  const known = new Map<string, Shaped>();
  const key = ({ terms }: SearchForm, sign: 1 | -1): string =>
    terms.map(({ copy, target, weight }) => `${copy} ${target} ${sign * weight}`).join(';');
  const readings = forms.map((form) => {
    const found = known.get(key(form, 1));
    if (found !== undefined) return found;
    const own = { shape: shapes.length, sign: 1 } as const;
    shapes.push(form);
    known.set(key(form, 1), own);
    known.set(key(form, -1), { shape: own.shape, sign: -1 });
    return own;
  });
  return [shapes, readings];
}
