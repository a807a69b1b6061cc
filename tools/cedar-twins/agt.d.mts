import type { Example } from './examples.mjs';

export declare function agtIsThere(): boolean;
export declare function agtExamples(): readonly Example[];
