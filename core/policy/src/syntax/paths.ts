import { quoteString } from '../text/escapes.js';
import type { Name, PathExpr, Root } from './ast.js';
import type { Cursor } from './cursor.js';
import { quotedName } from './literals.js';
import { RESERVED_BARE } from './tokens.js';

const ROOTS: ReadonlySet<string> = new Set(['args', 'principal', 'session', 'now', 'tool', 'answer', 'executes']);
/** Roots in dialect 1; the other words are names of arguments there. */
const FLAT_ROOTS: ReadonlySet<string> = new Set(['args', 'principal', 'session', 'now']);
const INFIX_OF_ENTITY: ReadonlySet<string> = new Set(['==', '!=', 'in', 'is']);
const LONE_ROOTS: ReadonlySet<string> = new Set(['tool', 'answer', 'executes']);

/** `args.to.domain`, `args["odd key"]`, `tool`, a variable; in dialect 1 also a bare argument. */
export function path(c: Cursor): PathExpr {
  const { start } = c.token;
  const head = c.word('#token.path');
  c.height = 1;
  const roots = c.rules.bareArguments ? FLAT_ROOTS : ROOTS;
  if (roots.has(head.text)) {
    const zone = head.text === 'now' && c.is('(') ? zoneName(c, start) : null;
    const segments = LONE_ROOTS.has(head.text) ? [] : rest(c);
    return {
      kind: 'path',
      root: head.text as Root,
      ...(zone && { zone }),
      segments,
      bare: false,
      span: c.spanFrom(start),
    };
  }
  const bare = c.rules.bareArguments;
  const segments = [head, ...rest(c)];
  return { kind: 'path', root: bare ? 'args' : null, segments, bare, span: c.spanFrom(start) };
}

/** `("Europe/Berlin")` after `now`. What is no text in quotes is reported and read over. */
function zoneName(c: Cursor, start: number): Name {
  c.expect('(');
  const first = c.token;
  let zone: Name;
  if (first.kind === 'string') {
    zone = quotedName(c);
  } else {
    let { end } = first;
    while (c.token.kind !== 'end' && ![')', ';', '}'].some((sign) => c.is(sign))) end = c.next().end;
    const span = { start: first.start, end: Math.max(first.start, end) };
    zone = { text: c.textOf(span), span };
    const isName = /^[A-Za-z][\w/+-]*$/.test(zone.text);
    const fix = isName ? { span, text: quoteString(zone.text) } : undefined;
    c.sink.report('zone_not_constant', c.spanFrom(start), {}, fix);
  }
  c.expect(')');
  c.need('zone', c.spanFrom(start));
  return zone;
}

/** A path that reads something: `args` alone is reported. */
export function readablePath(c: Cursor): PathExpr {
  const found = path(c);
  // `principal == User::"x"` is Cedar's, and reported where the entity is read.
  const isCedar = INFIX_OF_ENTITY.has(c.token.text) && c.isAt(2, '::');
  if (found.segments.length === 0 && !LONE_ROOTS.has(found.root ?? '') && !isCedar) {
    const example = found.root === 'now' ? 'hour' : found.root === 'args' ? 'amount' : 'id';
    c.sink.report('path_incomplete', found.span, { root: c.textOf(found.span), example });
  }
  return found;
}

/** Whether a path may begin here. */
export function startsPath(c: Cursor): boolean {
  if (c.token.kind !== 'word') return false;
  if (!RESERVED_BARE.has(c.token.text)) return true;
  return ROOTS.has(c.token.text);
}

/** The `.name` and `["name"]` steps; a name before `(` is a method and stays. */
function rest(c: Cursor): Name[] {
  const segments: Name[] = [];
  for (;;) {
    if (c.is('.') && c.ahead(1).kind === 'word' && !c.isAt(2, '(')) {
      c.next();
      segments.push(c.word());
      if (segments.length >= c.limits.maxDepth) c.failTooDeep();
    } else if (c.is('[')) {
      segments.push(quotedStep(c));
      if (segments.length >= c.limits.maxDepth) c.failTooDeep();
    } else if (c.is('.') && c.ahead(1).kind !== 'word') {
      c.next();
      return c.fail('#token.name');
    } else {
      return segments;
    }
  }
}

/** `["odd name"]`. */
export function quotedStep(c: Cursor): Name {
  c.expect('[');
  const name = quotedName(c);
  c.expect(']');
  return name;
}

/** Names after `has`: `x`, `x.y`, `"odd key"`. */
export function hasSteps(c: Cursor): Name[] {
  const first = c.token.kind === 'string' ? quotedName(c) : c.word();
  return [first, ...rest(c)];
}

/** The name of a tool. One that should have stood in quotes (`send-email`, `github.create_issue`) is reported and taken. */
export function toolName(c: Cursor, what: string): Name {
  if (c.token.kind === 'string') return quotableName(c, what);
  const word = c.word(what);
  return tail(c, word.span.end) > word.span.end ? unquoted(c, word) : word;
}

/** A tool where the dialect writes it in quotes; a bare word is reported and taken. */
export function quotedTool(c: Cursor): Name {
  if (c.token.kind === 'string') return quotableName(c, '#token.string');
  return unquoted(c, c.word('#token.string'));
}

function unquoted(c: Cursor, { span: { start, end: first } }: Name): Name {
  const end = tail(c, first);
  while (c.token.start < end) c.next();
  const span = { start, end };
  const name = c.source.slice(start, end);
  c.sink.report('tool_name_quotes', span, { name }, { span, text: quoteString(name) });
  return { text: name, span };
}

/** Where the words end that are joined to the one ending at `end` by dashes and points, without a space. */
function tail(c: Cursor, end: number): number {
  let at = end;
  for (let i = 0; ; i += 2) {
    const [sign, word] = [c.ahead(i), c.ahead(i + 1)];
    const hangs = sign.start === at && (sign.text === '-' || sign.text === '.') && word.start === sign.end;
    if (!hangs || sign.kind !== 'sign' || word.kind === 'sign' || word.kind === 'string' || word.kind === 'end')
      return at;
    at = word.end;
  }
}

/** A name that may need quotes: a tool, a group. */
export function quotableName(c: Cursor, what: string): Name {
  return c.token.kind === 'string' ? quotedName(c) : c.word(what);
}
