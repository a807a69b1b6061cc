import type { GraphCase } from '../generate.mjs';

export declare function randomPersons(seed: number): Generator<GraphCase>;
