import type { Tool, Type } from '@ostiary/catalogue';
import { isOrdered, isScalar } from '../values/types.js';
import { SET_TESTS } from '../syntax/ast.js';
import { quoteString } from '../text/escapes.js';
import { flatTest, literal, type Readable } from './flat-tests.js';
import { rangeOf, ZONES } from './pools.js';
import { chance, pick, type Rng, several } from './random.js';
import { sumTest } from './sum-tests.js';

/** A boolean expression of dialect 2 over the given paths, at most `depth` connectives deep. */
export function richTest(rng: Rng, paths: readonly Readable[], tools: readonly Tool[], depth: number): string {
  const inner = (): string => richTest(rng, paths, tools, depth - 1);
  const roll = rng();
  if (depth > 0) {
    if (roll < 0.2) return `(${inner()} && ${inner()})`;
    if (roll < 0.4) return `(${inner()} || ${inner()})`;
    if (roll < 0.48) return `!(${inner()})`;
    if (roll < 0.52) return `(if ${inner()} then ${inner()} else ${inner()})`;
  }
  return atom(rng, paths, tools);
}

function atom(rng: Rng, paths: readonly Readable[], tools: readonly Tool[]): string {
  const readable = pick(rng, paths);
  switch (pick(rng, ['flat', 'flat', 'flat', 'typed', 'typed', 'pair', 'special', 'fallback'] as const)) {
    case 'flat':
      return flatTest(rng, readable, 2);
    case 'typed':
      return typedTest(rng, readable) ?? flatTest(rng, readable, 2);
    case 'pair':
      return pairTest(rng, paths) ?? flatTest(rng, readable, 2);
    case 'special':
      return specialTest(rng, readable, tools);
    case 'fallback':
      return withFallback(rng, paths);
  }
}

/** Tests with one fallback for all that they read. */
function withFallback(rng: Rng, paths: readonly Readable[]): string {
  const flat = (): string => flatTest(rng, pick(rng, paths), 2);
  const one = (): string => pairTest(rng, paths) ?? flat();
  const whole = chance(rng, 0.3) ? `!(${one()}) || ${flat()}` : `${one()} ${pick(rng, ['&&', '||'])} ${flat()}`;
  return `((${whole}) or else ${chance(rng, 0.5)})`;
}

/** Tests that only values of one kind allow. */
function typedTest(rng: Rng, { path, type }: Readable): string | null {
  const op = pick(rng, ['<', '<=', '>', '>=', '==', '!=']);
  switch (type.kind) {
    case 'int':
      return pick(rng, [
        `${path} * 2 ${op} ${literal(rng, type)}`,
        `${path} * 0.5 ${op} 45.5`,
        `-${path} ${op} ${literal(rng, type)}`,
        `between(${path}, ${literal(rng, type)})`,
        `(${path} or else 90) ${op} ${literal(rng, type)}`,
        `${path} - 1 ${op} 90 - 1`,
        `${path} * ${path} ${op} ${literal(rng, type)}`,
        `${path} * 9_007_199_254_740_991 ${op} ${path}`,
      ]);
    case 'decimal':
      return pick(rng, [
        `${path} * 10 ${op} 5`,
        `${path} + 0.50 ${op} ${literal(rng, type)}`,
        `${path} * 1.5 ${op} ${path}`,
        `${path} * 1.5 ${op} ${literal(rng, type)}`,
        `${path} * ${path} ${op} ${literal(rng, type)}`,
        `-${path} ${op} ${literal(rng, type)}`,
        `(${path} or else ${literal(rng, type)}) ${op} ${literal(rng, type)}`,
        `${path} in [${several(rng, 1, 2, () => literal(rng, type)).join(', ')}]`,
      ]);
    case 'money':
      return moneyTest(rng, path, type, op);
    case 'duration':
      return pick(rng, [
        `${path} * 2 ${op} 2h`,
        `${path} + 1m ${op} ${literal(rng, type)}`,
        `(${path} or else 1h) ${op} 1h`,
        `${path} * 0.5 ${op} 30m`,
        `now.time - ${path} ${op} now.date`,
      ]);
    case 'time':
      return pick(rng, [
        `now.time - ${path} ${op} ${pick(rng, ['30d', '0s', '-1h'])}`,
        `${path} + 1h30m ${op} now.time`,
        `${path} - now.date ${op} 1d`,
      ]);
    case 'string':
      return stringTest(rng, path, type, op);
    case 'list':
      return listTest(rng, path, type.of, op);
    default:
      return null;
  }
}

function moneyTest(rng: Rng, path: string, type: Type, op: string): string {
  return pick(rng, [
    `${path} in EUR using rates@v3 ${op} 90.00 EUR`,
    `${path} * 2 ${op} ${literal(rng, type)}`,
    `${path} + ${path} ${op} ${literal(rng, type)}`,
    `${path} * 0.005 ${op} ${literal(rng, type)}`,
    `${path} * 0.995 ${op} ${path}`,
    `${path} * 0.5 in EUR using rates@v3 ${op} 0.01 EUR`,
    `(${path} or else ${literal(rng, type)}) ${op} ${literal(rng, type)}`,
  ]);
}

function stringTest(rng: Rng, path: string, type: Extract<Type, { kind: 'string' }>, op: string): string {
  if (type.enum && type.format === 'keyword' && chance(rng, 0.5)) {
    const order = type.enum.map((value) => quoteString(value));
    return `${path} in_order [${order.join(', ')}] ${op} ${pick(rng, order)}`;
  }
  switch (type.format) {
    case 'email':
      return pick(rng, [`${path}.domain == "corp.example"`, `${path}.local like "a*"`, `ours(${path})`]);
    case 'url':
      return pick(rng, [
        `${path}.host in ["corp.example"]`,
        `${path}.scheme == "HTTPS"`,
        `${path}.port ${op} 443`,
        `${path}.query like "*q*"`,
      ]);
    case 'path':
      return pick(rng, [
        `${path}.extension == "csv"`,
        `${path}.directory like "/srv/*"`,
        `under(${path}.directory, "/srv")`,
        `${path}.name != "passwd"`,
      ]);
    case 'ip':
      return `in_range(${path}, ${quoteString(rangeOf(rng))})`;
    case 'iban':
      return `${path}.country in ["DE", "FR"]`;
    default:
      return `${path}.size() ${op} ${String(pick(rng, [0, 1, 4, 5]))}`;
  }
}

function listTest(rng: Rng, path: string, of: Type, op: string): string {
  const quantifier = pick(rng, ['any', 'all']);
  if (chance(rng, 0.3)) return sumTest(rng, path, of, op);
  if (of.kind === 'record') {
    return pick(rng, [
      `${path}.${quantifier}(x, x has price && x.price > 100.00 EUR)`,
      `${path}.${quantifier}(x, x.name == "Ann")`,
      `${path}.${quantifier}(x, (x.count or else 1) ${op} 2)`,
    ]);
  }
  if (!isScalar(of)) return `${path}.size() ${op} 1`;
  const set = pick(rng, SET_TESTS);
  const constants = several(rng, 0, 3, () => literal(rng, of)).join(', ');
  return pick(rng, [
    `${path}.${set}([${constants}])`,
    `${path}.${set}(${path})`,
    of.kind === 'string' && of.format === 'keyword' && !of.enum
      ? `${path}.${set}(few)`
      : `${literal(rng, of)} in ${path}`,
    `${path}.size() ${op} ${String(pick(rng, [0, 1, 2]))}`,
    `${path}.${quantifier}(x, ${flatTest(rng, { path: 'x', type: of }, 2).replace(/^(!?)has x$/, '$1(x == x)')})`,
    of.kind === 'string' && of.format === 'email'
      ? `${path}.${quantifier}(a, ours(a))`
      : `${path}.${quantifier}(x, x in [${several(rng, 1, 2, () => literal(rng, of)).join(', ')}])`,
  ]);
}

/** Two attributes against each other: two values, a value and a list, or two lists. */
function pairTest(rng: Rng, paths: readonly Readable[]): string | null {
  const left = pick(rng, paths);
  const item = left.type.kind === 'list' ? left.type.of : left.type;
  const lists = paths.filter(({ type }) => type.kind === 'list' && isAlike(type.of, item));
  if (isScalar(item) && lists.length > 0 && (item !== left.type || chance(rng, 0.5))) {
    const { path } = pick(rng, lists);
    return item === left.type
      ? `${left.path} ${chance(rng, 0.3) ? 'not ' : ''}in ${path}`
      : `${left.path}.${pick(rng, SET_TESTS)}(${path})`;
  }
  const rights = paths.filter(({ type }) => isAlike(type, left.type));
  if (!isScalar(left.type) || rights.length === 0) return null;
  const right = pick(rng, rights);
  return `${left.path} ${pick(rng, isOrdered(left.type) ? ['<', '<=', '>', '>=', '==', '!='] : ['==', '!='])} ${right.path}`;
}

const isAlike = (one: Type, other: Type): boolean =>
  one.kind === other.kind && (one.kind !== 'string' || (other.kind === 'string' && one.format === other.format));

function specialTest(rng: Rng, { path }: Readable, tools: readonly Tool[]): string {
  const tool = quoteString(pick(rng, tools).name);
  return pick(rng, [
    `tool == ${tool}`,
    `tool != ${tool}`,
    `tool in [${tool}]`,
    'session.label("untrusted")',
    path.startsWith('args.') ? `label(${path}, "untrusted")` : 'session.label("pii")',
    'confirmed(this)',
    'working',
    'principal.id == "p1"',
    'principal.groups.contains("ops")',
    'session.customer != "c1"',
    /^now\b/.test(path) ? dateTest(rng) : `${path}?`,
  ]);
}

/** The day by one clock or another, beside days only. */
const dateTest = (rng: Rng): string =>
  pick(rng, [
    'now.date == "2026-03-02"',
    `now(${quoteString(pick(rng, ZONES))}).date ${pick(rng, ['==', '<', '>='])} "2026-03-02"`,
    `now(${quoteString(pick(rng, ZONES))}).date in ["2026-03-01", "2026-03-03"]`,
    `now(${quoteString(pick(rng, ZONES))}).date == now.date`,
  ]);
