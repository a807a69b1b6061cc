import type { GraphCase } from '../generate.mjs';

export declare function randomFields(seed: number): Generator<GraphCase>;
