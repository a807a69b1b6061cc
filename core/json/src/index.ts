export { canonicalJson } from './canonical.js';
export { copyJson, nearestNumbers } from './copy.js';
export { jsonErrorOffset } from './error-offset.js';
export { exactNumber, isRawNumber, numberText, type RawNumber } from './number.js';
export { parseJson } from './parse.js';
export { endOfString, memberCount, scanJson } from './scan.js';
