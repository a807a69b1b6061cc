import type { Type } from '@ostiary/catalogue';
import { isOrdered } from '../values/types.js';
import { quoteGlob, quoteRegex, quoteString } from '../text/escapes.js';
import type { Dialect } from '../syntax/ast.js';
import { directoryOf, literalOf, patternOf, rangeOf, regexOf } from './pools.js';
import { chance, pick, type Rng, several } from './random.js';

/** A path a random policy may read, as written in full. */
export interface Readable {
  readonly path: string;
  readonly type: Type;
}

const EQUALITY = ['==', '!='] as const;
const ORDER = ['<', '<=', '>', '>=', '==', '!='] as const;

/** One attribute against constants: what both dialects share. */
export function flatTest(rng: Rng, { path: full, type }: Readable, dialect: Dialect): string {
  const path = dialect === 1 && chance(rng, 0.7) ? bare(full) : full;
  const not = dialect === 1 ? 'not ' : '!';
  const maybe = chance(rng, 0.2) ? 'not ' : '';
  const testable = /^now\b/.test(full) ? false : chance(rng, 0.12) || isWhole(type);
  if (testable) return `${chance(rng, 0.3) ? not : ''}has ${path}`;
  if (type.kind === 'bool') return `${chance(rng, 0.4) ? not : ''}${path}`;
  if (type.kind === 'list') return listTest(rng, path, type.of, dialect, maybe);
  if (type.kind === 'string' && chance(rng, 0.3)) {
    const prefix = chance(rng, 0.2) ? not : '';
    if (type.format === 'path') return `${prefix}under(${path}, ${quoteString(directoryOf(rng))})`;
    if (type.format === 'ip') return `${prefix}in_range(${path}, ${quoteString(rangeOf(rng))})`;
  }
  if (type.kind === 'string' && type.format === 'keyword' && !type.enum && chance(rng, 0.2))
    return `${path} ${maybe}in few`;
  if (type.kind === 'string' && chance(rng, 0.35)) {
    return chance(rng, 0.7)
      ? `${path} ${maybe}like ${quoteGlob(patternOf(rng, type.format))}`
      : `${path} ${maybe}matches ${quoteRegex(regexOf(rng, type.format))}`;
  }
  if (chance(rng, 0.3)) return `${path} ${maybe}in [${several(rng, 1, 3, () => literal(rng, type)).join(', ')}]`;
  return `${path} ${pick(rng, isOrdered(type) ? ORDER : EQUALITY)} ${literal(rng, type)}`;
}

/** What a policy can only ask the presence of. */
const isWhole = ({ kind }: Type): boolean => kind === 'any' || kind === 'record' || kind === 'map';

function listTest(rng: Rng, path: string, of: Type, dialect: Dialect, maybe: string): string {
  const item = literalOf(rng, of);
  if (item === null) return `has ${path}`;
  return dialect === 1 || maybe !== '' ? `${path} ${maybe}contains ${item}` : `${path}.contains(${item})`;
}

/** A constant of a scalar type. */
export function literal(rng: Rng, type: Type): string {
  const text = literalOf(rng, type);
  if (text === null) throw new RangeError(`no constant is written of type ${type.kind}`);
  return text;
}

/** `args.amount` as `amount`; other roots, and names in quotes, stay. */
function bare(path: string): string {
  return path.startsWith('args.') && !['in', 'not', 'has', 'and', 'or', 'if'].includes(path.slice(5))
    ? path.slice(5)
    : path;
}
