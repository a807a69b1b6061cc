import type { Pair } from './compare.mjs';

export declare const CASES: readonly (Pair & { readonly slug: string })[];
