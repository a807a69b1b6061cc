import { type HistoryExpr, type PathExpr, SET_TESTS, type Window } from './ast.js';
import { Abandon, type Cursor } from './cursor.js';
import { event, historyKey } from './events.js';
import { compareOp } from './comparison.js';
import { itemName } from './items.js';
import { durationValue, literal } from './literals.js';
import { path } from './paths.js';
import type { Token } from './tokens.js';

/** `a || b`, `a && b`, `a since within W e`, `!a` over the atoms of history, loosest first. */
export function history(c: Cursor): HistoryExpr {
  return logic(c, '||', null, (from) => logic(c, '&&', from, (inner) => since(c, inner)));
}

/** `from` is where the whole began that stands before the first operand, null when nothing does. */
function logic(
  c: Cursor,
  op: '||' | '&&',
  from: number | null,
  operand: (from: number | null) => HistoryExpr,
): HistoryExpr {
  const start = from ?? c.token.start;
  let left = c.nested(() => operand(from));
  for (;;) {
    const { start: at, end, text } = c.token;
    const word = op === '||' ? 'or' : 'and';
    if (!c.is(op) && !c.is(word)) return left;
    const span = { start: at, end };
    if (text === word) c.sink.report('operator_foreign', span, { found: word, use: op }, { span, text: op });
    c.next();
    const below = c.height;
    const right = c.nested(() => operand(start));
    left = { kind: 'h_logic', op, left, right, span: c.spanFrom(left.span.start) };
    c.raise(Math.max(below, c.height), left.span);
  }
}

function since(c: Cursor, from: number | null): HistoryExpr {
  const { start } = c.token;
  const negated = c.is('!');
  let left = unary(c);
  if (!c.is('since')) return left;
  const middle = c.lastEnd;
  while (c.take('since')) {
    const window = within(c, 'since');
    left = { kind: 'since', holds: left, window, key: historyKey(c), event: event(c), span: c.spanFrom(start) };
    c.raise(c.height, left.span);
  }
  if (negated || from !== null) reportAmbiguous(c, from, { start, middle, negated });
  return left;
}

/** Reports a `since` that people read in two ways, with both as edits. `middle` is the end of what it is written on. */
function reportAmbiguous(
  c: Cursor,
  from: number | null,
  { start, middle, negated }: { readonly start: number; readonly middle: number; readonly negated: boolean },
): void {
  const end = c.lastEnd;
  const span = { start: from ?? start, end };
  const holds = c.textOf({ start, end: middle });
  const rest = c.textOf({ start: middle, end });
  const near = `${negated ? `(${holds})` : holds}${rest}`;
  const [tight, loose] =
    from === null
      ? [near, `!(${c.textOf({ start: start + 1, end }).trimStart()})`]
      : [`${c.textOf({ start: from, end: start })}(${near})`, `(${c.textOf({ start: from, end: middle })})${rest}`];
  c.sink.report('since_ambiguous', span, { tight, loose }, { span, text: tight }, { span, text: loose });
}

function unary(c: Cursor): HistoryExpr {
  const { start } = c.token;
  if (!c.take('!')) return atom(c);
  const operand = c.nested(() => unary(c));
  const span = c.spanFrom(start);
  c.raise(c.height, span);
  return { kind: 'h_not', operand, span };
}

function atom(c: Cursor): HistoryExpr {
  const { start, text } = c.token;
  c.height = 1;
  if (c.take('(')) {
    const inner = c.nested(() => history(c));
    c.expect(')');
    return inner;
  }
  const method = methodHere(c);
  if (method?.text === 'any' || method?.text === 'all') return quantifier(c);
  if (method && OF_THE_CALL.has(method.text)) {
    c.sink.report('call_test_in_history', { start, end: method.end }, { found: `.${method.text}(...)` });
    throw new Abandon();
  }
  switch (c.token.kind === 'word' ? text : '') {
    case 'formerly':
    case 'previous': {
      c.next();
      const window = within(c, text);
      const key = historyKey(c);
      return { kind: text as 'formerly' | 'previous', window, key, event: event(c), span: c.spanFrom(start) };
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

const OF_THE_CALL: ReadonlySet<string> = new Set(['sum', 'size', 'contains', ...SET_TESTS]);

/** The method of a path that stands here: `any` in `args.lines.any(`. */
function methodHere(c: Cursor): Token | null {
  if (c.token.kind !== 'word') return null;
  for (let at = 1; ;) {
    if (c.isAt(at, '[') && c.ahead(at + 1).kind === 'string' && c.isAt(at + 2, ']')) at += 3;
    else if (c.isAt(at, '.') && c.ahead(at + 1).kind === 'word') {
      if (c.isAt(at + 2, '(')) return c.ahead(at + 1);
      at += 2;
    } else return null;
  }
}

function quantifier(c: Cursor): HistoryExpr {
  const { start } = c.token;
  const list = path(c);
  c.expect('.');
  const word = c.word();
  const variable = itemName(c, word, list);
  const body = c.nested(() => history(c));
  c.expect(')');
  const span = c.spanFrom(start);
  c.raise(c.height, span);
  return { kind: 'h_quantifier', quantifier: word.text as 'any' | 'all', list, variable, body, span };
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
  return historyKey(c) ?? missing(c, 'key_missing', word);
}

function missing(c: Cursor, code: 'window_missing' | 'key_missing', word: string): never {
  c.sink.report(code, c.token, { word });
  throw new Abandon();
}
