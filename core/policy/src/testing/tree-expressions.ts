import {
  type CompareOp,
  type Expr,
  type Literal,
  type LiteralValue,
  type PathExpr,
  type Root,
  SET_TESTS,
  type Span,
} from '../syntax/ast.js';
import { chance, pick, type Rng, several } from './random.js';
import { named, randomText } from './tree-parts.js';

const span: Span = { start: 0, end: 0 };
const OPS: readonly CompareOp[] = ['==', '!=', '<', '<=', '>', '>='];
const GLOBS = ['', '*', 'ORD-*', 'a\\*b', '\\\\', '"quoted"', 'é*', '//x'];
const REGEXES = ['', '[a-z]+', '\\d{2}', 'a\\.b', '"', '\\\\'];
const ZONE_NAMES = ['Europe/Berlin', 'UTC', 'No/"where"', ''];
const STEPS = ['x', 'amount', 'size', 'label', 'in', 'odd key', 'é', ''];

export const randomOp = (rng: Rng): CompareOp => pick(rng, OPS);

export function randomLiteral(rng: Rng): Literal {
  return { kind: 'literal', value: literalValue(rng), span };
}

function literalValue(rng: Rng): LiteralValue {
  switch (pick(rng, ['string', 'bool', 'int', 'decimal', 'money', 'duration'] as const)) {
    case 'string':
      return { type: 'string', value: randomText(rng) };
    case 'bool':
      return { type: 'bool', value: chance(rng, 0.5) };
    case 'int':
      return { type: 'int', digits: pick(rng, ['0', '7', '-3', '123456', '9007199254740991', '-12345']) };
    case 'decimal':
      return { type: 'decimal', digits: pick(rng, ['0.25', '-1.50', '10000.00']) };
    case 'money':
      return { type: 'money', digits: pick(rng, ['100.00', '-5', '1234567.89']), currency: pick(rng, ['EUR', 'JPY']) };
    case 'duration':
      return pick(rng, [
        { type: 'duration', ms: 900_000, text: '15m' },
        { type: 'duration', ms: 5_400_000, text: '1h30m' },
        { type: 'duration', ms: 5, text: '5ms' },
      ]);
  }
}

const steps = (rng: Rng, min: number): { text: string; span: Span }[] =>
  several(rng, min, 3, () => named(pick(rng, STEPS)));

/** A path from a root, or from a variable. */
function randomPath(rng: Rng): PathExpr {
  const root = pick(rng, ['args', 'args', 'principal', 'session', 'now', 'tool', 'answer', 'executes', null] as const);
  if (root === null)
    return { kind: 'path', root, segments: [named(pick(rng, ['x', 'y', 'big'])), ...steps(rng, 0)], bare: false, span };
  const alone: readonly Root[] = ['tool', 'answer', 'executes'];
  const zone = root === 'now' && chance(rng, 0.5) ? { zone: named(pick(rng, ZONE_NAMES)) } : {};
  return { kind: 'path', root, ...zone, segments: alone.includes(root) ? [] : steps(rng, 1), bare: false, span };
}

function recordPath(rng: Rng): PathExpr {
  const root = pick(rng, ['args', 'principal', 'session'] as const);
  return { kind: 'path', root, segments: steps(rng, 1), bare: false, span };
}

/** Any expression of dialect 2, at most `depth` nodes high. */
export function randomExpr(rng: Rng, depth: number): Expr {
  if (depth <= 1) return chance(rng, 0.5) ? randomLiteral(rng) : randomPath(rng);
  const inner = (): Expr => randomExpr(rng, depth - 1);
  const negated = chance(rng, 0.3);
  switch (
    pick(rng, [
      'leaf',
      'has',
      'not',
      'negate',
      'logic',
      'logic',
      'compare',
      'compare',
      'arithmetic',
      'in',
      'like',
      'matches',
      'under',
      'in_range',
      'in_order',
      'contains',
      'in_list',
      'set',
      'size',
      'quantifier',
      'total',
      'if',
      'or_else',
      'call',
      'label',
      'confirmed',
      'convert',
    ] as const)
  ) {
    case 'leaf':
      return randomExpr(rng, 1);
    case 'has':
      return randomHas(rng);
    case 'not':
      return { kind: 'not', operand: inner(), span };
    case 'negate':
      return { kind: 'negate', operand: inner(), span };
    case 'logic':
      return { kind: 'logic', op: pick(rng, ['&&', '||']), left: inner(), right: inner(), span };
    case 'compare':
      return { kind: 'compare', op: randomOp(rng), left: inner(), right: inner(), span };
    case 'arithmetic':
      return { kind: 'arithmetic', op: pick(rng, ['+', '-', '*']), left: inner(), right: inner(), span };
    case 'in':
      return { kind: 'in', negated, operand: inner(), items: several(rng, 0, 3, inner), span };
    case 'like':
      return { kind: 'like', negated, operand: inner(), pattern: pick(rng, GLOBS), span };
    case 'matches':
      return { kind: 'matches', negated, operand: inner(), pattern: pick(rng, REGEXES), span };
    case 'under':
      return { kind: 'under', operand: inner(), directory: named(pick(rng, GLOBS)), span };
    case 'in_range':
      return { kind: 'in_range', operand: inner(), range: named(pick(rng, GLOBS)), span };
    case 'in_order':
      return {
        kind: 'in_order',
        operand: inner(),
        order: several(rng, 0, 3, () => randomLiteral(rng)),
        op: randomOp(rng),
        bound: randomLiteral(rng),
        span,
      };
    case 'contains':
      return { kind: 'contains', negated, list: inner(), item: inner(), span };
    case 'in_list':
      return { kind: 'in_list', negated, operand: inner(), list: randomPath(rng), span };
    case 'set': {
      const other: Expr = chance(rng, 0.5)
        ? { kind: 'items', items: several(rng, 0, 2, () => randomLiteral(rng)), span }
        : randomPath(rng);
      return { kind: 'set', test: pick(rng, SET_TESTS), list: inner(), other, span };
    }
    case 'size':
      return { kind: 'size', operand: inner(), span };
    case 'quantifier':
      return {
        kind: 'quantifier',
        quantifier: pick(rng, ['any', 'all']),
        list: inner(),
        variable: named('x'),
        body: inner(),
        span,
      };
    case 'total':
      return { kind: 'total', list: inner(), variable: named('x'), body: inner(), span };
    case 'if':
      return { kind: 'if', condition: inner(), then: inner(), else: inner(), span };
    case 'or_else':
      return { kind: 'or_else', operand: inner(), fallback: inner(), span };
    case 'call':
      return { kind: 'call', name: named('ours'), args: several(rng, 0, 2, inner), span };
    case 'label':
      return { kind: 'label', target: chance(rng, 0.5) ? recordPath(rng) : null, label: randomText(rng), span };
    case 'confirmed':
      return { kind: 'confirmed', span };
    case 'convert':
      return {
        kind: 'convert',
        operand: inner(),
        currency: named('EUR'),
        rates: named(pick(rng, ['v3', '2026-03'])),
        span,
      };
  }
}

function randomHas(rng: Rng): Expr {
  const form = pick(rng, ['prefix', 'infix', 'postfix'] as const);
  return { kind: 'has', target: recordPath(rng), form, span };
}

/** A conjunction of the tests of dialect 1, as its parser groups them. */
export function randomFlatTests(rng: Rng): Expr {
  const [first, ...rest] = several(rng, 1, 4, () => randomFlatTest(rng));
  if (!first) throw new RangeError('several gave fewer than asked');
  return rest.reduce((left, right): Expr => ({ kind: 'logic', op: '&&', left, right, span }), first);
}

function flatPath(rng: Rng): PathExpr {
  if (chance(rng, 0.5)) return { ...recordPath(rng), bare: false };
  return {
    kind: 'path',
    root: 'args',
    segments: [named(pick(rng, ['amount', 'tool', 'size'])), ...steps(rng, 0)],
    bare: true,
    span,
  };
}

function randomFlatTest(rng: Rng): Expr {
  const path = flatPath(rng);
  const negated = chance(rng, 0.3);
  const has: Expr = { kind: 'has', target: path, form: 'prefix', span };
  switch (
    pick(rng, [
      'path',
      'has',
      'not',
      'compare',
      'compare',
      'in',
      'like',
      'matches',
      'under',
      'in_range',
      'contains',
      'in_list',
    ] as const)
  ) {
    case 'path':
      return path;
    case 'has':
      return has;
    case 'not':
      return { kind: 'not', operand: chance(rng, 0.5) ? path : has, span };
    case 'compare':
      return { kind: 'compare', op: randomOp(rng), left: path, right: randomLiteral(rng), span };
    case 'in':
      return { kind: 'in', negated, operand: path, items: several(rng, 0, 3, () => randomLiteral(rng)), span };
    case 'like':
      return { kind: 'like', negated, operand: path, pattern: pick(rng, GLOBS), span };
    case 'matches':
      return { kind: 'matches', negated, operand: path, pattern: pick(rng, REGEXES), span };
    case 'under':
      return maybeNot(negated, { kind: 'under', operand: path, directory: named('/srv'), span });
    case 'in_range':
      return maybeNot(negated, { kind: 'in_range', operand: path, range: named('10.0.0.0/8'), span });
    case 'contains':
      return { kind: 'contains', negated, list: path, item: randomLiteral(rng), span };
    case 'in_list': {
      const list: Expr = { kind: 'path', root: null, segments: [named('few')], bare: false, span };
      return { kind: 'in_list', negated, operand: path, list, span };
    }
  }
}

const maybeNot = (negated: boolean, operand: Expr): Expr => (negated ? { kind: 'not', operand, span } : operand);
