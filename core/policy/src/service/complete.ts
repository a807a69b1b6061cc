import { type Catalogue, TOOL_CLASSES } from '@ostiary/catalogue';
import { declaredIn } from '../check/declarations/declared.js';
import { DECLARED_TYPES } from '../values/types.js';
import { DiagnosticSink } from '../diagnostics/sink.js';
import { EVENT_STATES, SET_TESTS, TEST_VALUES } from '../syntax/ast.js';
import { lex } from '../syntax/lexer.js';
import { parsePolicy } from '../syntax/parser.js';
import { nameText } from '../syntax/print/expressions.js';
import { quoteString } from '../text/escapes.js';
import type { Token } from '../syntax/tokens.js';
import { DEFAULT_LIMITS } from '../text/limits.js';
import { STRING_PARTS } from '../values/parts.js';
import { zoneNames } from '../values/zones.js';
import { fieldsOf, itemsAt, pathBefore, typeOfPath } from './typed-path.js';

export interface Completion {
  readonly label: string;
  readonly kind: 'attribute' | 'part' | 'tool' | 'class' | 'state' | 'keyword' | 'value';
}

/** What is written behind a list. */
const METHODS = ['any', 'all', 'sum', 'contains', ...SET_TESTS, 'size'];
const STARTS = ['allow', 'confirm', 'refuse', 'define', 'list', 'always', 'never', 'assume'];
const DECLARATIONS = ['tool', 'principal', 'session', 'group', 'test'];
const PARTS = ['call', ...TEST_VALUES, 'confirmed'];
const EFFECTS = ['allow', 'confirm', 'refuse'];
const WORDS = 'args principal session now has not when unless like in contains matches'.split(' ');

/**
 * What may be written at an offset, by the tokens before it: names after a point, classes after `@`, values after a
 * comparison with an enum, tools in a scope, and else the words that may begin something. Small on purpose: it needs no
 * text that parses.
 */
export function complete(
  source: string,
  offset: number,
  options: { readonly catalogue?: Catalogue } = {},
): Completion[] {
  const lexed = lex(source.slice(0, offset), DEFAULT_LIMITS, new DiagnosticSink());
  const tokens = lexed?.tokens.filter(({ kind }) => kind !== 'end') ?? [];
  const last = tokens.at(-1);
  // A word, or a text without its last quote, that the caret touches is being written; what counts is what stands before.
  const typed = last?.end === offset ? beingWritten(last) : '';
  const before = typed === '' ? tokens : tokens.slice(0, -1);
  return suggestions(before, knownIn(source, options.catalogue ?? null)).filter(({ label }) => label.startsWith(typed));
}

function beingWritten({ kind, text, start, end }: Token): string {
  if (kind === 'word') return text;
  return kind === 'string' && end - start === text.length + 1 ? `"${text}` : '';
}

/** The catalogue with what the statements that can be read declare; and the groups that are spoken of. */
function knownIn(source: string, given: Catalogue | null): Known {
  const { tree } = parsePolicy(source);
  if (!tree) return { catalogue: given, groups: [] };
  const { catalogue, principal, session, groups } = declaredIn(tree, given, new DiagnosticSink());
  const attributes = { ...(principal && { principal }), ...(session && { session }) };
  return {
    catalogue: catalogue ?? { name: '', tools: [], ...attributes },
    groups: [...new Set([...groups].flatMap(([name, parents]) => [name, ...parents]))],
  };
}

interface Known {
  readonly catalogue: Catalogue | null;
  readonly groups: readonly string[];
}

const keywords = (labels: readonly string[]): Completion[] => labels.map((label) => ({ label, kind: 'keyword' }));

/** What may follow in a declaration, a group or a test; null in any other statement. */
function inDeclaration(before: readonly Token[], { catalogue, groups }: Known): Completion[] | null {
  const statement = statementAt(before);
  const [first, second] = statement;
  const last = statement.at(-1)?.text;
  if (first?.text === 'test' && second?.kind === 'string') {
    if (last === 'call') return toolNames(catalogue, false);
    if (last === 'expect') return keywords(EFFECTS);
    return statement.length === 3 || last === ';' || last === '}' ? keywords([...PARTS, 'expect']) : [];
  }
  if (first?.text === 'group' && second) return last === '[' || last === ',' ? groupNames(groups) : [];
  const declares = first?.text === 'tool' || statement.some(({ text }, i) => i === 1 && text === '(');
  if (!declares || !DECLARATIONS.includes(first?.text ?? '')) return null;
  return [':', '[', 'map'].includes(last ?? '') ? keywords(DECLARED_TYPES) : [];
}

/** The tokens of the statement at the end; a test is one statement, whatever stands between its braces. */
function statementAt(tokens: readonly Token[]): readonly Token[] {
  let start = 0;
  let inTest = false;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (index === start) inTest = text === 'test' && tokens[index + 1]?.kind === 'string';
    if (inTest && kind === 'word' && text === 'expect') inTest = false;
    if (!inTest && kind === 'sign' && text === ';') start = index + 1;
  }
  return tokens.slice(start);
}

const groupNames = (groups: readonly string[]): Completion[] =>
  groups.map((label) => ({ label: nameText(label), kind: 'value' }));

function toolNames(catalogue: Catalogue | null, quoted: boolean): Completion[] {
  return (catalogue?.tools ?? []).map(({ name }) => ({
    label: quoted ? quoteString(name) : nameText(name),
    kind: 'tool',
  }));
}

function suggestions(before: readonly Token[], known: Known): Completion[] {
  const { catalogue, groups } = known;
  const [last, second, third] = [before.at(-1)?.text, before.at(-2)?.text, before.at(-3)?.text];
  if (last === '@') return TOOL_CLASSES.map((label) => ({ label, kind: 'class' }));
  if (last === '(' && second === 'now') return zoneNames().map((name) => ({ label: quoteString(name), kind: 'value' }));
  if (last === '.') return afterPoint(withoutZone(before.slice(0, -1)), catalogue);
  const declaring = inDeclaration(before, known);
  if (declaring) return declaring;
  if (last === undefined || last === ';') return keywords([...STARTS, ...DECLARATIONS]);
  if (last === 'in' && second === 'principal') return groupNames(groups);
  if ((last === '==' && second === 'tool') || (last === '[' && second === 'in' && third === 'tool'))
    return toolNames(catalogue, true);
  const tools = toolNames(catalogue, false);
  if (['allow', 'confirm', 'refuse', 'permit', 'forbid', 'formerly', 'previous', 'session'].includes(last))
    return tools;
  const values = valuesAfter(before, catalogue);
  if (values.length > 0) return values;
  const bare = ['when', 'unless', 'and'].includes(last) ? Object.keys(fieldsOf('args', before, catalogue)) : [];
  return [
    ...bare.map((label): Completion => ({ label, kind: 'attribute' })),
    ...itemsAt(before).map(({ name }): Completion => ({ label: name, kind: 'value' })),
    ...WORDS.map((label): Completion => ({ label, kind: 'keyword' })),
  ];
}

/** `now ( "Europe/Berlin" )` at the end as `now`. */
function withoutZone(before: readonly Token[]): readonly Token[] {
  const [now, open, zone, close] = before.slice(-4);
  const isClock = now?.text === 'now' && open?.text === '(' && zone?.kind === 'string' && close?.text === ')';
  return isClock ? before.slice(0, -3) : before;
}

/** In dialect 1 nothing is written behind a list. */
const isFlat = ([word, dialect]: readonly Token[]): boolean => word?.text === 'dialect' && dialect?.text === '1';

function afterPoint(before: readonly Token[], catalogue: Catalogue | null): Completion[] {
  const steps = pathBefore(before);
  if (steps.length === 1 && catalogue?.tools.some(({ name }) => name === steps[0])) {
    return EVENT_STATES.map((label) => ({ label, kind: 'state' }));
  }
  const type = typeOfPath(steps, before, catalogue);
  if (type?.kind === 'list' && !isFlat(before)) return keywords(METHODS);
  if (type?.kind === 'record') return Object.keys(type.fields).map((label) => ({ label, kind: 'attribute' }));
  return type?.kind === 'string'
    ? Object.keys(STRING_PARTS[type.format]).map((label) => ({ label, kind: 'part' }))
    : [];
}

/** The enum of the path that a comparison at the end is about. */
function valuesAfter(before: readonly Token[], catalogue: Catalogue | null): Completion[] {
  if (before.at(-1)?.text !== '==' && before.at(-1)?.text !== '!=') return [];
  const steps = pathBefore(before.slice(0, -1));
  const type = typeOfPath(steps, before, catalogue) ?? typeOfPath(['args', ...steps], before, catalogue);
  const values = type?.kind === 'string' ? (type.enum ?? []) : [];
  return values.map((value) => ({ label: JSON.stringify(value), kind: 'value' }));
}
