import {
  EVENT_STATES,
  type EventField,
  type EventPattern,
  type EventTools,
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
  const mayKey = (): PathExpr | null => (chance(rng, 0.5) ? randomKey(rng) : null);
  const kinds = ['formerly', 'previous', 'count', 'sum'] as const;
  const higher = [...kinds, 'logic', 'logic', 'not', 'since', 'quantifier'] as const;
  switch (pick(rng, depth > 1 ? higher : kinds)) {
    case 'logic':
      return { kind: 'h_logic', op: pick(rng, ['&&', '||']), left: inner(), right: inner(), span };
    case 'not':
      return { kind: 'h_not', operand: inner(), span };
    case 'quantifier':
      return {
        kind: 'h_quantifier',
        quantifier: pick(rng, ['any', 'all'] as const),
        list: path(pick(rng, ['args', null]), 'payees'),
        variable: named(pick(rng, ['p', 'by'])),
        body: inner(),
        span,
      };
    case 'since':
      return { kind: 'since', holds: inner(), window: randomWindow(rng), key: mayKey(), event: randomEvent(rng), span };
    case 'formerly':
      return { kind: 'formerly', window: randomWindow(rng), key: mayKey(), event: randomEvent(rng), span };
    case 'previous':
      return { kind: 'previous', window: randomWindow(rng), key: mayKey(), event: randomEvent(rng), span };
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

const path = (root: PathExpr['root'], ...names: readonly string[]): PathExpr => ({
  kind: 'path',
  root,
  segments: names.map(named),
  bare: false,
  span,
});

function randomKey(rng: Rng): PathExpr {
  switch (pick(rng, ['principal', 'session', 'args', 'odd', 'words'] as const)) {
    case 'principal':
      return path('principal');
    case 'session':
      return path('session');
    case 'args':
      return path('args', 'iban');
    case 'odd':
      return path('args', 'meta', 'odd key');
    case 'words':
      return path(null, pick(rng, ['customer', 'anyone']));
  }
}

const TOOLS = ['pay', 'get-invoice', 'by', 'send mail'];

function randomTools(rng: Rng): EventTools {
  if (chance(rng, 0.2)) return { kind: 'class', name: named(pick(rng, ['write', 'pay'])), span };
  return { kind: 'tools', names: several(rng, 1, chance(rng, 0.6) ? 1 : 3, () => named(pick(rng, TOOLS))), span };
}

function randomEvent(rng: Rng): EventPattern {
  const field = (): EventField => {
    if (chance(rng, 0.2)) return { of: 'args', name: named('iban'), op: '==', value: '*' };
    const of = chance(rng, 0.3) ? 'principal' : 'args';
    const name = named(of === 'principal' ? 'by' : pick(rng, ['iban', 'odd key', 'by']));
    return { of, name, op: randomOp(rng), value: randomExpr(rng, 2) };
  };
  return { tools: randomTools(rng), state: pick(rng, EVENT_STATES), fields: several(rng, 0, 2, field), span };
}
