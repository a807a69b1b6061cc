import { S07, S12 } from './door.js';
import { G06, S09 } from './numbers.js';
import { B07, B12 } from './omitted.js';
import { P01, P02 } from './properties.js';

/** What the pages say of single calls. */
export const CALL_READINGS = [S07, S12, G06, S09, B07, B12, P01, P02];
