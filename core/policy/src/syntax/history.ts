import {
  EVENT_STATES,
  type EventPattern,
  type EventState,
  type Expr,
  type HistoryExpr,
  type Name,
  type PathExpr,
  type Window,
} from './ast.js';
import { Abandon, type Cursor } from './cursor.js';
import { compareOp, expression } from './expressions.js';
import { durationValue, literal } from './literals.js';
import { path, quotableName } from './paths.js';

const STATES: ReadonlySet<string> = new Set(EVENT_STATES);
const STATE_LIST = EVENT_STATES.join(', ');

/** `a || b`, `a && b`, `!a`, `a since within W e` over the atoms of history. */
export function history(c: Cursor): HistoryExpr {
  return logic(c, '||', () => logic(c, '&&', () => unary(c)));
}

function logic(c: Cursor, op: '||' | '&&', operand: () => HistoryExpr): HistoryExpr {
  let left = c.nested(operand);
  for (;;) {
    const { start, end, text } = c.token;
    const word = op === '||' ? 'or' : 'and';
    if (!c.is(op) && !c.is(word)) return left;
    if (text === word)
      c.sink.report('operator_foreign', { start, end }, { found: word, use: op }, { span: { start, end }, text: op });
    c.next();
    const below = c.height;
    const right = c.nested(operand);
    left = { kind: 'h_logic', op, left, right, span: c.spanFrom(left.span.start) };
    c.raise(Math.max(below, c.height), left.span);
  }
}

function unary(c: Cursor): HistoryExpr {
  const { start } = c.token;
  if (c.take('!')) {
    const operand = c.nested(() => unary(c));
    const span = c.spanFrom(start);
    c.raise(c.height, span);
    return { kind: 'h_not', operand, span };
  }
  let left = atom(c);
  while (c.is('since')) {
    c.next();
    const window = within(c, 'since');
    left = { kind: 'since', holds: left, window, event: event(c), span: c.spanFrom(start) };
    c.raise(c.height, left.span);
  }
  return left;
}

function atom(c: Cursor): HistoryExpr {
  const { start, text } = c.token;
  c.height = 1;
  if (c.take('(')) {
    const inner = c.nested(() => history(c));
    c.expect(')');
    return inner;
  }
  switch (c.token.kind === 'word' ? text : '') {
    case 'formerly':
    case 'previous': {
      c.next();
      const window = within(c, text);
      return { kind: text as 'formerly' | 'previous', window, event: event(c), span: c.spanFrom(start) };
    }
    case 'count': {
      c.next();
      c.expect('(');
      const counted = event(c);
      c.expect(')');
      const window = within(c, text);
      const key = keyed(c, text);
      const op = compareOp(c);
      return { kind: 'count', event: counted, window, key, op, bound: literal(c), span: c.spanFrom(start) };
    }
    case 'sum':
      return sum(c);
    default:
      return c.fail('#token.history');
  }
}

function sum(c: Cursor): HistoryExpr {
  const { start } = c.expect('sum');
  c.expect('(');
  const summed = event(c);
  c.expect('.');
  const field = c.word();
  const currency = c.take('in') ? c.word() : undefined;
  c.expect(')');
  const window = within(c, 'sum');
  const key = keyed(c, 'sum');
  const includingThis = c.take('including') !== null;
  if (includingThis) c.expect('this');
  const op = compareOp(c);
  const bound = literal(c);
  return {
    kind: 'sum',
    event: summed,
    field,
    ...(currency && { currency }),
    window,
    key,
    includingThis,
    op,
    bound,
    span: c.spanFrom(start),
  };
}

function within(c: Cursor, word: string): Window {
  if (!c.take('within')) return missing(c, 'window_missing', word);
  if (c.take('session')) return { kind: 'session' };
  const { ms, text } = durationValue(c);
  return { kind: 'duration', ms, text };
}

function keyed(c: Cursor, word: string): PathExpr {
  if (!c.take('by')) return missing(c, 'key_missing', word);
  return path(c);
}

function missing(c: Cursor, code: 'window_missing' | 'key_missing', word: string): never {
  const { start, end } = c.token;
  c.sink.report(code, { start, end }, { word });
  throw new Abandon();
}

/** `create_payee.ok{ iban: args.iban, note: * }`. */
function event(c: Cursor): EventPattern {
  const { start } = c.token;
  const tool = quotableName(c, '#token.name');
  const state = eventState(c, tool);
  const fields = c.is('{') ? c.list('{', '}', () => eventField(c)) : [];
  return { tool, state, fields, span: c.spanFrom(start) };
}

function eventState(c: Cursor, tool: Name): EventState {
  if (!c.take('.')) {
    c.sink.report('state_missing', tool.span, { tool: tool.text, states: STATE_LIST });
    throw new Abandon();
  }
  const state = c.word();
  if (!STATES.has(state.text)) c.sink.report('state_unknown', state.span, { found: state.text, states: STATE_LIST });
  return STATES.has(state.text) ? (state.text as EventState) : 'requested';
}

function eventField(c: Cursor): { readonly name: Name; readonly value: Expr | '*' } {
  const name = quotableName(c, '#token.name');
  c.expect(':');
  return { name, value: c.take('*') ? '*' : expression(c) };
}
