import { beginsStatement } from './begins.js';
import { cedarScope, isCedarScope } from './cedar.js';
import type { Annotation, Clause, Expr, Name, Rule, Target } from './ast.js';
import { effectOf } from './effects.js';
import { printTarget } from './print/printer.js';
import type { Cursor } from './cursor.js';
import { expression } from './expressions.js';
import { history } from './history.js';
import { string } from './literals.js';
import { quotableName, quotedTool, toolName } from './paths.js';

/** `@id("small") allow refund_order when ...;` or `allow (tool == "refund_order") when { ... };` */
export function rule(c: Cursor): Rule {
  const { start } = c.token;
  const annotations: Annotation[] = [];
  while (c.is('@')) annotations.push(annotation(c, annotations));
  const effectWord = c.word('#token.effect');
  const effect = effectOf(c, effectWord);
  const { principal, target } = scope(c);
  const clauses: Clause[] = [];
  while (c.is('when') || c.is('unless')) clauses.push(clause(c, clauses));
  endStatement(c);
  return {
    kind: 'rule',
    annotations,
    effect,
    effectWord,
    ...(principal && { principal }),
    target,
    clauses,
    span: c.spanFrom(start),
  };
}

/** The closing `;`; a missing one is put where the statement ends, and reading goes on if a statement follows. */
export function endStatement(c: Cursor): void {
  if (c.take(';')) return;
  const at = { start: c.lastEnd, end: c.lastEnd };
  if (c.token.kind !== 'end' && !beginsStatement(c)) return c.fail('`;`');
  // A string without its closing quote has swallowed the `;`.
  if (c.lastIsFaulty) return;
  c.sink.report('semicolon_missing', at, {}, { span: at, text: ';' });
}

function annotation(c: Cursor, earlier: readonly Annotation[]): Annotation {
  const { start } = c.expect('@');
  const name = c.word();
  let value: string | undefined;
  if (c.take('(')) {
    value = string(c);
    c.expect(')');
  }
  if (earlier.some((other) => other.name.text === name.text)) {
    c.sink.report('annotation_repeated', name.span, { name: name.text });
  }
  return { name, ...(value !== undefined && { value }), span: c.spanFrom(start) };
}

interface Scope {
  readonly principal?: NonNullable<Rule['principal']>;
  readonly target: Target;
}

function scope(c: Cursor): Scope {
  const { start } = c.token;
  const parenthesised = c.is('(');
  if (!parenthesised) {
    const bare = c.is('tool') && (c.isAt(1, '==') || (c.isAt(1, 'in') && !c.isAt(2, '{')));
    const errors = c.sink.errorCount;
    const target = bare ? toolScope(c) : bareTarget(c);
    if ((c.rules.blocks || bare) && c.sink.errorCount === errors) reportForm(c, target);
    return { target };
  }
  if (isCedarScope(c)) return { target: cedarScope(c) };
  c.next();
  const principal = principalScope(c);
  const target = toolScope(c);
  c.expect(')');
  if (!c.rules.blocks) reportForm(c, { ...target, span: c.spanFrom(start) }, principal !== undefined);
  return { ...(principal && { principal }), target };
}

/** Reports tools written as the other dialect does. */
function reportForm(c: Cursor, target: Target, withPrincipal = false): void {
  const form = c.rules.blocks ? '(tool == "name")' : 'name';
  const fix = withPrincipal ? undefined : { span: target.span, text: printTarget(target, c.rules) };
  c.sink.report('target_form', target.span, { dialect: c.rules.blocks ? '2' : '1', form }, fix);
}

function principalScope(c: Cursor): Rule['principal'] {
  if (!c.take('principal')) return undefined;
  let principal: Rule['principal'];
  if (c.is('is') || c.is('in')) {
    const op = c.next().text as 'is' | 'in';
    principal = { op, name: quotableName(c, '#token.name') };
  }
  c.expect(',');
  return principal;
}

function toolScope(c: Cursor): Target {
  const { start } = c.expect('tool');
  if (c.take('==')) return { kind: 'tools', names: [quotedTool(c)], span: c.spanFrom(start) };
  if (c.take('like')) return { kind: 'pattern', pattern: string(c, 'glob'), span: c.spanFrom(start) };
  if (c.is('=')) {
    const span = c.here;
    c.sink.report('equals_single', c.next(), {}, { span, text: '==' });
    return { kind: 'tools', names: [quotedTool(c)], span: c.spanFrom(start) };
  }
  if (!c.take('in')) return { kind: 'any', span: c.spanFrom(start) };
  if (c.is('@')) return { kind: 'class', name: className(c), span: c.spanFrom(start) };
  return { kind: 'tools', names: toolList(c, c.rules.blocks), span: c.spanFrom(start) };
}

function bareTarget(c: Cursor): Target {
  const { start } = c.token;
  if (c.take('*')) return { kind: 'any', span: c.spanFrom(start) };
  if (c.is('@')) return { kind: 'class', name: className(c), span: c.spanFrom(start) };
  if (c.is('[')) return { kind: 'tools', names: toolList(c, false), span: c.spanFrom(start) };
  if (c.is('tool') && c.isAt(1, 'like') && c.ahead(2).kind === 'string') {
    c.next();
    c.next();
    return { kind: 'pattern', pattern: string(c, 'glob'), span: c.spanFrom(start) };
  }
  return { kind: 'tools', names: [toolName(c, '#token.tools')], span: c.spanFrom(start) };
}

function className(c: Cursor): Name {
  c.expect('@');
  return c.word();
}

function toolList(c: Cursor, quoted: boolean): Name[] {
  if (c.isAt(1, ']')) {
    c.next();
    return c.fail('#token.tools');
  }
  return c.list('[', ']', () => (quoted ? quotedTool(c) : toolName(c, '#token.tools')));
}

function clause(c: Cursor, earlier: readonly Clause[]): Clause {
  const word = c.next();
  const { start } = word;
  const kind = word.text as Clause['kind'];
  if (c.rules.flat && earlier.some((other) => other.kind === kind)) {
    c.sink.report('clause_repeated', word, { word: kind });
  }
  if (c.is('history') && (c.rules.blocks || c.isAt(1, '{'))) {
    c.need('history', c.next());
    c.expect('{');
    const body = history(c);
    c.expect('}');
    return { kind, over: 'history', body, span: c.spanFrom(start) };
  }
  return { kind, over: 'call', body: clauseBody(c), span: c.spanFrom(start) };
}

/** The tests of a clause; braces where the dialect has none, or none where it has them, are reported and read over. */
function clauseBody(c: Cursor): Expr {
  const { start } = c.token;
  const braces = c.take('{') !== null;
  const inner = c.token.start;
  const body = expression(c);
  const text = c.source.slice(inner, c.lastEnd);
  if (braces) c.expect('}');
  const { blocks } = c.rules;
  if (braces === blocks) return body;
  const span = c.spanFrom(start);
  const dialect = blocks ? '2' : '1';
  const form = blocks ? 'when { ... }' : 'when ...';
  c.sink.report('clause_braces', span, { dialect, form }, { span, text: blocks ? `{ ${text} }` : text });
  return body;
}
