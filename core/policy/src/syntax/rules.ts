import type { Annotation, Clause, Effect, Name, Rule, Span, Target } from './ast.js';
import type { Cursor } from './cursor.js';
import { expression } from './expressions.js';
import { history } from './history.js';
import { string } from './literals.js';
import { quotableName, quotedTool, toolName } from './paths.js';

/** The words for the effects; `permit` and `forbid` are Cedar's. */
export const EFFECT_WORDS: Readonly<Record<string, Effect>> = {
  allow: 'allow',
  permit: 'allow',
  confirm: 'confirm',
  refuse: 'refuse',
  forbid: 'refuse',
};

/** `@id("small") allow refund_order when ...;` or `allow (tool == "refund_order") when { ... };` */
export function rule(c: Cursor): Rule {
  const { start } = c.token;
  const annotations: Annotation[] = [];
  while (c.is('@')) annotations.push(annotation(c, annotations));
  const effectWord = c.word('#token.effect');
  const effect = Object.hasOwn(EFFECT_WORDS, effectWord.text) ? EFFECT_WORDS[effectWord.text] : undefined;
  if (!effect) {
    c.sink.report('expected', effectWord.span, { expected: '#token.effect', found: `\`${effectWord.text}\`` });
  }
  const { principal, target } = scope(c);
  const clauses: Clause[] = [];
  while (c.is('when') || c.is('unless')) clauses.push(clause(c, clauses));
  endStatement(c);
  return {
    kind: 'rule',
    annotations,
    effect: effect ?? 'refuse',
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
  const at = c.lastEnd;
  const { kind, text } = c.token;
  const begins = kind === 'end' || text === '@' || Object.hasOwn(EFFECT_WORDS, text);
  if (!begins) return c.fail('`;`');
  // A string without its closing quote has swallowed the `;`.
  if (c.lastIsFaulty) return;
  c.sink.report(
    'expected',
    { start: at, end: at },
    { expected: '`;`', found: c.describe() },
    { span: { start: at, end: at }, text: ';' },
  );
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
    const target = bareTarget(c);
    if (c.rules.blocks) c.sink.report('target_form', target.span, { dialect: '2', form: '(tool == "name")' });
    return { target };
  }
  c.next();
  const principal = principalScope(c);
  const target = toolScope(c);
  c.expect(')');
  if (!c.rules.blocks) c.sink.report('target_form', c.spanFrom(start), { dialect: '1', form: 'name' });
  return { ...(principal && { principal }), target };
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

/** An effect by itself, after `default` or `expect`. */
export function effectHere(c: Cursor): { readonly effect: Effect; readonly span: Span } {
  const word = c.word('#token.effect');
  const effect = Object.hasOwn(EFFECT_WORDS, word.text) ? EFFECT_WORDS[word.text] : undefined;
  if (!effect) c.sink.report('expected', word.span, { expected: '#token.effect', found: `\`${word.text}\`` });
  return { effect: effect ?? 'refuse', span: word.span };
}

function toolScope(c: Cursor): Target {
  const { start } = c.expect('tool');
  if (c.take('==')) return { kind: 'tools', names: [quotedTool(c)], span: c.spanFrom(start) };
  if (c.take('like')) return { kind: 'pattern', pattern: string(c, 'glob'), span: c.spanFrom(start) };
  if (c.is('=')) {
    const { start: at, end } = c.next();
    c.sink.report('equals_single', { start: at, end }, {}, { span: { start: at, end }, text: '==' });
    return { kind: 'tools', names: [quotedTool(c)], span: c.spanFrom(start) };
  }
  if (!c.take('in')) return { kind: 'any', span: c.spanFrom(start) };
  if (c.is('@')) return { kind: 'class', name: className(c), span: c.spanFrom(start) };
  return { kind: 'tools', names: toolList(c), span: c.spanFrom(start) };
}

function bareTarget(c: Cursor): Target {
  const { start } = c.token;
  if (c.take('*')) return { kind: 'any', span: c.spanFrom(start) };
  if (c.is('@')) return { kind: 'class', name: className(c), span: c.spanFrom(start) };
  if (c.is('[')) return { kind: 'tools', names: toolList(c), span: c.spanFrom(start) };
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

function toolList(c: Cursor): Name[] {
  if (c.isAt(1, ']')) {
    c.next();
    return c.fail('#token.tools');
  }
  return c.list('[', ']', () => (c.rules.blocks ? quotedTool(c) : toolName(c, '#token.tools')));
}

function clause(c: Cursor, earlier: readonly Clause[]): Clause {
  const { start, end, text } = c.next();
  const kind = text as Clause['kind'];
  if (c.rules.flat && earlier.some((other) => other.kind === kind)) {
    c.sink.report('clause_repeated', { start, end }, { word: kind });
  }
  if (c.is('history') && (c.rules.blocks || c.isAt(1, '{'))) {
    const { start: at, end: to } = c.next();
    c.need('history', { start: at, end: to });
    c.expect('{');
    const body = history(c);
    c.expect('}');
    return { kind, over: 'history', body, span: c.spanFrom(start) };
  }
  const block = c.rules.blocks;
  if (block) c.expect('{');
  const body = expression(c);
  if (block) c.expect('}');
  return { kind, over: 'call', body, span: c.spanFrom(start) };
}
