import {
  EVENT_STATES,
  type EventPattern,
  type HistoryExpr,
  type PathExpr,
  type Span,
  type Window,
} from '../syntax/ast.js';
import { chance, pick, type Rng, several } from './random.js';
import { randomExpr, randomLiteral, randomOp } from './tree-expressions.js';
import { named } from './tree-parts.js';

const span: Span = { start: 0, end: 0 };

/** Any expression over history, at most `depth` nodes high. */
export function randomHistory(rng: Rng, depth: number): HistoryExpr {
  const inner = (): HistoryExpr => randomHistory(rng, depth - 1);
  const kinds = ['formerly', 'previous', 'count', 'sum'] as const;
  switch (pick(rng, depth > 1 ? ([...kinds, 'logic', 'logic', 'not', 'since'] as const) : kinds)) {
    case 'logic':
      return { kind: 'h_logic', op: pick(rng, ['&&', '||']), left: inner(), right: inner(), span };
    case 'not':
      return { kind: 'h_not', operand: inner(), span };
    case 'since':
      return { kind: 'since', holds: inner(), window: randomWindow(rng), event: randomEvent(rng), span };
    case 'formerly':
      return { kind: 'formerly', window: randomWindow(rng), event: randomEvent(rng), span };
    case 'previous':
      return { kind: 'previous', window: randomWindow(rng), event: randomEvent(rng), span };
    case 'count':
      return {
        kind: 'count',
        event: randomEvent(rng),
        window: randomWindow(rng),
        key: randomKey(rng),
        op: randomOp(rng),
        bound: randomLiteral(rng),
        span,
      };
    case 'sum':
      return {
        kind: 'sum',
        event: randomEvent(rng),
        field: named('amount'),
        ...(chance(rng, 0.5) && { currency: named('EUR') }),
        window: randomWindow(rng),
        key: randomKey(rng),
        includingThis: chance(rng, 0.5),
        op: randomOp(rng),
        bound: randomLiteral(rng),
        span,
      };
  }
}

const randomWindow = (rng: Rng): Window =>
  pick<Window>(rng, [
    { kind: 'session' },
    { kind: 'duration', ms: 86_400_000, text: '24h' },
    { kind: 'duration', ms: 0, text: '0s' },
  ]);

function randomKey(rng: Rng): PathExpr {
  const root = pick(rng, ['principal', 'session', 'args', null] as const);
  const segments = root === 'args' ? [named('iban')] : root === null ? [named('customer')] : [];
  return { kind: 'path', root, segments, bare: false, span };
}

function randomEvent(rng: Rng): EventPattern {
  const value = () => (chance(rng, 0.3) ? '*' : randomExpr(rng, 2));
  return {
    tool: named(pick(rng, ['pay', 'get-invoice'])),
    state: pick(rng, EVENT_STATES),
    fields: several(rng, 0, 2, () => ({ name: named(pick(rng, ['iban', 'odd key'])), value: value() })),
    span,
  };
}
