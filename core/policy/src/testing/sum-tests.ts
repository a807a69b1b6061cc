import type { Type } from '@ostiary/catalogue';
import { isOrdered } from '../values/types.js';
import { literal } from './flat-tests.js';
import { chance, pick, type Rng } from './random.js';

/** A sum over the items of a list at `path`, compared with a constant. */
export function sumTest(rng: Rng, path: string, of: Type, op: string): string {
  const [each, counted] = of.kind === 'record' ? overRecord(rng) : overScalar(rng, of);
  const scaled = chance(rng, 0.15) ? ' * 2' : '';
  return `${chance(rng, 0.1) ? '-' : ''}${path}.sum(x, ${each})${scaled} ${op} ${literal(rng, counted)}`;
}

const INT: Type = { kind: 'int' };
const DECIMAL: Type = { kind: 'decimal' };
const EUROS: Type = { kind: 'money', currencies: ['EUR'] };

/** An expression over an item, and what it counts. */
type Counted = readonly [string, Type];

function overScalar(rng: Rng, of: Type): Counted {
  if (!isOrdered(of) || of.kind === 'time') return [of.kind === 'string' && chance(rng, 0.5) ? 'x.size()' : '2', INT];
  const constant = literal(rng, of);
  const one = pick(rng, [
    'x',
    'x',
    'x * 2',
    '-x',
    'x + x',
    'x * 0.5',
    `x - ${constant}`,
    `(if x > ${constant} then x else ${constant})`,
    'now.hour * x',
  ]);
  return of.kind === 'money' && chance(rng, 0.2) ? [`${one} in EUR using rates@v3`, EUROS] : [one, of];
}

function overRecord(rng: Rng): Counted {
  return pick<Counted>(rng, [
    ['x.price * x.count', { kind: 'money' }],
    ['x.price', { kind: 'money' }],
    ['x.fee * x.count', EUROS],
    ['(x.fee or else 0.00 EUR) * (x.count or else 1)', EUROS],
    ['x.count', INT],
    ['x.count * x.share', DECIMAL],
    ['x.owed', { kind: 'money' }],
    ['if x has fee then x.fee else 1.00 EUR', EUROS],
    ['x.price + x.fee', { kind: 'money' }],
    ['x.name.size() - 1', INT],
    ['x.counts.sum(y, y * x.count)', INT],
    ['x.price in EUR using rates@v3', EUROS],
  ]);
}
