/** Which values a column can have. */
import type { Column } from '../model/index.js';

/** `missing`: a value may be missing (NaN), too. */
export type ColumnDomain = { readonly missing: boolean } & (
  | { readonly type: 'float32' | 'float64' | 'int'; readonly min: number; readonly max: number }
  | { readonly type: 'bool' }
  /** `min`, `min + step`, and so on, up to `max`. */
  | { readonly type: 'grid'; readonly min: number; readonly max: number; readonly step: number }
  /** `other`: any other text may come, too. */
  | { readonly type: 'categories'; readonly values: readonly (string | number)[]; readonly other: boolean }
);

/** Every value that the runtime takes in a column, infinite and missing ones included. */
export function wholeDomain({ type }: Column): ColumnDomain {
  switch (type) {
    case 'float32':
    case 'float64': {
      return { type, min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, missing: true };
    }
    case 'int32': {
      return { type: 'int', min: -(2 ** 31), max: 2 ** 31 - 1, missing: false };
    }
    case 'int64': {
      return { type: 'int', min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, missing: false };
    }
    case 'bool': {
      return { type: 'bool', missing: false };
    }
    case 'string': {
      return { type: 'categories', values: [], other: true, missing: false };
    }
  }
}
