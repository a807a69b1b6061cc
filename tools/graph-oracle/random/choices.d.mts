import type { GraphCase } from '../generate.mjs';

export declare function randomChoices(seed: number): Generator<GraphCase>;
