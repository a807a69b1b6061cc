import type { Expr, Literal, Root, Span } from './ast.js';
import type { Cursor } from './cursor.js';
import { isEntity } from './cedar.js';
import { compareOp, comparison } from './comparison.js';
import { absence, cedarEntity, foreignConstant, reportNot } from './foreign-operands.js';
import { literal, startsLiteral, string } from './literals.js';
import { BINDING, type Infix, infixOf } from './operators.js';
import { hasSteps, readablePath, startsPath } from './paths.js';
import { ifExpression, method, specialCall } from './primaries.js';

/** One Pratt loop: reads an expression whose operators bind at least as tightly as `power`. */
export function expression(c: Cursor, power: number = BINDING.or): Expr {
  let left = c.nested(() => prefix(c));
  let tested = false;
  for (;;) {
    const infix = infixHere(c);
    if (!infix || infix.power < power) return left;
    if (infix.power === BINDING.test) {
      if (tested) c.sink.report('operator_chained', { start: c.token.start, end: c.token.end }, {});
      tested = true;
    } else {
      tested = false;
    }
    const below = c.height;
    left = combine(c, left, infix);
    // A conversion yields a value, which a comparison may follow.
    tested &&= left.kind !== 'convert';
    c.raise(Math.max(below, c.height), left.span);
  }
}

function infixHere(c: Cursor): Infix | null {
  const { kind, text } = c.token;
  if (kind !== 'sign' && kind !== 'word') return null;
  if (text === 'or' && c.isAt(1, 'else')) return { kind: 'or_else', power: BINDING.or_else };
  return infixOf(text);
}

function prefix(c: Cursor): Expr {
  const { start, text } = c.token;
  if (c.is('!') || c.is('not')) {
    const { not, flat } = c.rules;
    const at = c.here;
    c.next();
    // `not` is read as English does, over the whole test; `!` of dialect 2 as Cedar does, over the next value.
    const operand = c.nested(() => expression(c, flat || text === 'not' ? BINDING.test : BINDING.prefix));
    if (text !== not) reportNot(c, at, operand);
    c.raise(c.height, operand.span);
    return { kind: 'not', operand, span: c.spanFrom(start) };
  }
  if (c.is('-') && !(c.ahead(1).kind === 'int' || c.ahead(1).kind === 'decimal')) {
    c.need('negate', c.next());
    const operand = c.nested(() => expression(c, BINDING.prefix));
    c.raise(c.height, operand.span);
    return { kind: 'negate', operand, span: c.spanFrom(start) };
  }
  if (c.is('if')) return ifExpression(c, expression);
  return postfix(c, primary(c));
}

function primary(c: Cursor): Expr {
  const { start, kind } = c.token;
  if (c.is('(')) {
    c.need('parentheses', { start, end: start + 1 });
    c.next();
    const inner = expression(c);
    c.expect(')');
    return inner;
  }
  if (startsLiteral(c.token) || c.is('-')) return literal(c);
  if (isEntity(c)) return cedarEntity(c, null, null);
  const foreign = foreignConstant(c);
  if (foreign) return foreign;
  if (c.is('has')) {
    c.next();
    const target = readablePath(c);
    return { kind: 'has', target, form: 'prefix', span: c.spanFrom(start) };
  }
  if (kind === 'word' && c.isAt(1, '(') && !c.is('now')) return specialCall(c, expression);
  if (!startsPath(c)) return c.fail('#token.value');
  return isRoot(c) ? rootAlone(c) : readablePath(c);
}

const RECORD_ROOTS: ReadonlySet<string> = new Set(['args', 'principal', 'session', 'now']);

/** `args has x` and `session.label("x")` name the root alone; everywhere else it needs a step. */
function isRoot(c: Cursor): boolean {
  if (!RECORD_ROOTS.has(c.token.text)) return false;
  return (
    (c.isAt(1, 'has') && c.ahead(1).kind === 'word') ||
    (c.is('session') && c.isAt(1, '.') && c.isAt(2, 'label') && c.isAt(3, '('))
  );
}

function rootAlone(c: Cursor): Expr {
  const { text, start, end } = c.next();
  c.height = 1;
  return { kind: 'path', root: text as Root, segments: [], bare: false, span: { start, end } };
}

function postfix(c: Cursor, operand: Expr): Expr {
  let left = operand;
  for (;;) {
    if (c.is('?')) {
      c.need('postfix_has', c.token);
      if (left.kind !== 'path') return c.fail('#token.comparison');
      c.next();
      left = { kind: 'has', target: left, form: 'postfix', span: c.spanFrom(left.span.start) };
    } else if (c.is('.')) {
      const below = c.height;
      left = method(c, left, expression);
      c.raise(Math.max(below, c.height), left.span);
    } else {
      return left;
    }
  }
}

function combine(c: Cursor, left: Expr, { kind, power }: Infix): Expr {
  const at = c.here;
  const { text } = c.next();
  const span = (): Span => c.spanFrom(left.span.start);
  const foreign = (use: string): void => {
    if (text !== use) c.sink.report('operator_foreign', at, { found: text, use }, { span: at, text: use });
  };
  switch (kind) {
    case 'or':
      if (c.rules.flat) c.need('or', at);
      else foreign('||');
      return { kind: 'logic', op: '||', left, right: expression(c, power + 1), span: span() };
    case 'and':
      foreign(c.rules.and);
      return { kind: 'logic', op: '&&', left, right: expression(c, power + 1), span: span() };
    case 'compare': {
      const op = comparison(c, text, at);
      const absent = absence(c, left, op);
      if (absent) return absent;
      if (isEntity(c)) return { kind: 'compare', op, left, right: cedarEntity(c, left, op), span: span() };
      return { kind: 'compare', op, left, right: expression(c, power + 1), span: span() };
    }
    case 'sum':
    case 'product':
      c.need('arithmetic', at);
      return { kind: 'arithmetic', op: text as '+' | '-' | '*', left, right: expression(c, power + 1), span: span() };
    case 'or_else':
      c.expect('else');
      c.need('or_else', c.spanFrom(at.start));
      return { kind: 'or_else', operand: left, fallback: expression(c, power + 1), span: span() };
    case 'has': {
      if (left.kind !== 'path') return c.fail('#token.comparison');
      const target = { ...left, segments: [...left.segments, ...hasSteps(c)], span: span() };
      return { kind: 'has', target, form: 'infix', span: span() };
    }
    case 'in_order':
      c.need('in_order', at);
      return inOrder(c, left);
    case 'not':
      return wordTest(c, left, c.token.text, true);
    case 'in':
    case 'like':
    case 'matches':
    case 'contains':
      return wordTest(c, left, kind, false);
  }
}

/** `in`, `like`, `matches`, `contains` after an operand, perhaps with `not` before the word. */
function wordTest(c: Cursor, left: Expr, word: string, negated: boolean): Expr {
  if (negated) {
    if (!['in', 'like', 'matches', 'contains'].includes(word)) return c.fail('`in`, `like`, `matches`, `contains`');
    c.next();
  }
  const span = (): Span => c.spanFrom(left.span.start);
  switch (word) {
    case 'like':
      return { kind: 'like', negated, operand: left, pattern: string(c, 'glob'), span: span() };
    case 'matches':
      return { kind: 'matches', negated, operand: left, pattern: string(c, 'regex'), span: span() };
    case 'contains':
      return { kind: 'contains', negated, list: left, item: expression(c, BINDING.or_else), span: span() };
    default:
      if (!negated && isConversion(c)) return conversion(c, left);
      if (c.token.kind === 'word') return { kind: 'in_list', negated, operand: left, list: listNamed(c), span: span() };
      if (c.is('(') || c.is('{')) return foreignList(c, left, negated);
      return {
        kind: 'in',
        negated,
        operand: left,
        items: c.nested(() => c.list('[', ']', () => expression(c))),
        span: span(),
      };
  }
}

/** `EUR using ...`; without `using` it is a list of that name, unless it is compared or computed with, as only an amount is. */
function isConversion(c: Cursor): boolean {
  if (c.token.kind !== 'word') return false;
  const { kind, text } = c.ahead(1);
  const follows = kind === 'sign' ? infixOf(text)?.kind : undefined;
  const asAmount = follows === 'compare' || follows === 'sum' || follows === 'product';
  return c.isAt(1, 'using') || (asAmount && /^[A-Z]{3}$/.test(c.token.text));
}

/** What `in` looks through, when it is not written out: in dialect 1 always a named list. */
function listNamed(c: Cursor): Expr {
  if (!c.rules.bareArguments) return expression(c, BINDING.or_else);
  const name = c.word();
  c.height = 1;
  return { kind: 'path', root: null, segments: [name], bare: false, span: name.span };
}

/** `in (a, b)`, as SQL and Python write a list. */
function foreignList(c: Cursor, operand: Expr, negated: boolean): Expr {
  const { start, text } = c.token;
  const items = c.nested(() => c.list(text, text === '(' ? ')' : '}', () => expression(c)));
  const span = c.spanFrom(start);
  const inner = c.source.slice(start + 1, span.end - 1);
  c.sink.report('list_brackets', span, {}, { span, text: `[${inner.trim()}]` });
  return { kind: 'in', negated, operand, items, span: c.spanFrom(operand.span.start) };
}

/** `amount in EUR using rates@v3`: a value, so a comparison may follow. */
function conversion(c: Cursor, operand: Expr): Expr {
  c.need('convert', c.token);
  const currency = c.word();
  c.expect('using');
  c.expect('rates');
  c.expect('@');
  const span = c.here;
  const { kind, text } = c.token;
  if (kind !== 'word' && kind !== 'int' && kind !== 'string') return c.fail('#token.name');
  const rates = { text: kind === 'string' ? string(c) : c.next() && text, span };
  return { kind: 'convert', operand, currency, rates, span: c.spanFrom(operand.span.start) };
}

function inOrder(c: Cursor, operand: Expr): Expr {
  const order: Literal[] = c.list('[', ']', () => literal(c));
  const op = compareOp(c);
  const bound = literal(c);
  return { kind: 'in_order', operand, order, op, bound, span: c.spanFrom(operand.span.start) };
}
