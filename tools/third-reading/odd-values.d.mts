import type { Pair } from './compare.mjs';

export declare const ODD_VALUES: readonly Pair[];
