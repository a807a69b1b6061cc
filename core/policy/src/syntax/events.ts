import {
  EVENT_STATES,
  type EventField,
  type EventPattern,
  type EventState,
  type EventTools,
  type Name,
  type PathExpr,
} from './ast.js';
import { Abandon, type Cursor } from './cursor.js';
import { compareOp } from './comparison.js';
import { expression } from './expressions.js';
import { quotableName, quotedStep } from './paths.js';

/** What a key may be a path into; other words are keys of their own. */
const ROOTS = ['args', 'principal', 'session', 'now'] as const;
const STATES: ReadonlySet<string> = new Set(EVENT_STATES);
const STATE_LIST = EVENT_STATES.join(', ');

/** `create_payee.ok{ iban: args.iban, note: * }`, `[pay, transfer].open`, `@write.ok{ by != principal.id }`. */
export function event(c: Cursor): EventPattern {
  const { start } = c.token;
  const tools = eventTools(c);
  const state = eventState(c, tools);
  const fields = c.is('{') ? c.list('{', '}', () => eventField(c)) : [];
  return { tools, state, fields, span: c.spanFrom(start) };
}

function eventTools(c: Cursor): EventTools {
  const { start } = c.token;
  if (c.take('@')) return { kind: 'class', name: c.word(), span: c.spanFrom(start) };
  const names = c.is('[') ? c.list('[', ']', () => quotableName(c, '#token.name')) : [quotableName(c, '#token.name')];
  if (names.length === 0) return c.fail('#token.name');
  return { kind: 'tools', names, span: c.spanFrom(start) };
}

function eventState(c: Cursor, { span }: EventTools): EventState {
  if (!c.take('.')) {
    c.sink.report('state_missing', span, { tool: c.textOf(span), states: STATE_LIST });
    throw new Abandon();
  }
  const state = c.word();
  if (!STATES.has(state.text)) c.sink.report('state_unknown', state.span, { found: state.text, states: STATE_LIST });
  return STATES.has(state.text) ? (state.text as EventState) : 'requested';
}

function eventField(c: Cursor): EventField {
  const of = c.is('by') ? 'principal' : 'args';
  const name = quotableName(c, '#token.name');
  if (!c.take(':')) {
    if (c.token.kind !== 'sign') return c.fail('`:`');
    return { of, name, op: compareOp(c), value: expression(c) };
  }
  return { of, name, op: '==', value: of === 'args' && c.take('*') ? '*' : expression(c) };
}

/** `by principal`, `by args.iban`; null when no key stands here. A point after `by` makes it the name of a tool. */
export function historyKey(c: Cursor): PathExpr | null {
  if (!c.is('by') || c.isAt(1, '.')) return null;
  c.next();
  const { start, text } = c.token;
  const head = c.word('#token.path');
  const root = ROOTS.find((each) => each === text) ?? null;
  const segments = [...(root === null ? [head] : []), ...steps(c)];
  return { kind: 'path', root, segments, bare: false, span: c.spanFrom(start) };
}

/** Of names and quoted names only: a list of tools may follow a key. */
function steps(c: Cursor): Name[] {
  const segments: Name[] = [];
  for (;;) {
    if (c.take('.')) segments.push(c.word());
    else if (c.is('[') && c.ahead(1).kind === 'string' && c.isAt(2, ']')) segments.push(quotedStep(c));
    else return segments;
    if (segments.length >= c.limits.maxDepth) c.failTooDeep();
  }
}
