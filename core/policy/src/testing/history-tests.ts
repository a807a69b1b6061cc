import type { Catalogue, Field, Tool } from '@ostiary/catalogue';
import { isScalar, typeKey } from '../check/types.js';
import { isIdentifier } from '../syntax/tokens.js';
import { quoteString } from '../text/escapes.js';
import { literal } from './flat-tests.js';
import { chance, pick, type Rng } from './random.js';

const STATES = ['requested', 'allowed', 'confirmed', 'ok', 'failed', 'refused', 'open'];
const WINDOWS = ['within 1h', 'within 24h', 'within session', 'within 7d'];

/** A test over history for calls of `tools`, at most `depth` connectives deep. */
export function randomHistoryTest(rng: Rng, catalogue: Catalogue, tools: readonly Tool[], depth: number): string {
  const inner = (): string => randomHistoryTest(rng, catalogue, tools, depth - 1);
  const roll = rng();
  if (depth > 0) {
    if (roll < 0.15) return `(${inner()} && ${inner()})`;
    if (roll < 0.3) return `(${inner()} || ${inner()})`;
    if (roll < 0.42) return `!(${inner()})`;
    if (roll < 0.5) return `(${inner()}) since ${pick(rng, WINDOWS)} ${event(rng, pick(rng, catalogue.tools), tools)}`;
  }
  switch (pick(rng, ['formerly', 'previous', 'count', 'count', 'sum', 'sum'] as const)) {
    case 'formerly':
      return `formerly ${pick(rng, WINDOWS)} ${event(rng, pick(rng, catalogue.tools), tools)}`;
    case 'previous':
      return `previous ${pick(rng, WINDOWS)} ${event(rng, pick(rng, catalogue.tools), tools)}`;
    case 'count':
      return count(rng, catalogue, tools);
    case 'sum':
      return sum(rng, catalogue, tools);
  }
}

/** Whose events count: now and then those that share an argument with the call. */
function key(rng: Rng, tool: Tool, tools: readonly Tool[]): string {
  const shared = Object.entries(tool.args.fields).filter(([field, { type }]) => {
    const here = tools.every(({ args }) => {
      const own = ownField(args.fields, field);
      return own && typeKey(own.type) === typeKey(type);
    });
    return here && isScalar(type) && isIdentifier(field);
  });
  if (shared.length > 0 && chance(rng, 0.25)) return `by args.${pick(rng, shared)[0]}`;
  return pick(rng, ['by principal', 'by session', 'by customer']);
}

const name = (text: string): string => (isIdentifier(text) ? text : quoteString(text));

function event(rng: Rng, tool: Tool, tools: readonly Tool[]): string {
  const head = `${name(tool.name)}.${pick(rng, STATES)}`;
  const field = chance(rng, 0.5) ? eventField(rng, tool, tools) : null;
  return field === null ? head : `${head}{ ${field} }`;
}

function count(rng: Rng, catalogue: Catalogue, tools: readonly Tool[]): string {
  const tool = pick(rng, catalogue.tools);
  const test = `${pick(rng, ['>=', '>', '<', '==', '!='])} ${pick(rng, ['1', '2', '3'])}`;
  return `count(${event(rng, tool, tools)}) ${pick(rng, WINDOWS)} ${key(rng, tool, tools)} ${test}`;
}

/** A field that must be present, equal a constant, or equal the call's own argument of that name and type. */
function eventField(rng: Rng, tool: Tool, tools: readonly Tool[]): string | null {
  const fields = Object.entries(tool.args.fields).filter(
    ([, { type }]) => !['list', 'record', 'any'].includes(type.kind),
  );
  if (fields.length === 0) return null;
  const [field, { type }] = pick(rng, fields);
  if (chance(rng, 0.2)) return `${name(field)}: *`;
  const shared = tools.length === 1 && tools[0] && ownField(tools[0].args.fields, field);
  if (shared && typeKey(shared.type) === typeKey(type) && isIdentifier(field) && chance(rng, 0.7))
    return `${field}: args.${field}`;
  return `${name(field)}: ${literal(rng, type)}`;
}

const ownField = (fields: Readonly<Record<string, Field>>, field: string): Field | undefined =>
  Object.hasOwn(fields, field) ? fields[field] : undefined;

function sum(rng: Rng, catalogue: Catalogue, tools: readonly Tool[]): string {
  const candidates = catalogue.tools.flatMap((tool) =>
    Object.entries(tool.args.fields)
      .filter(([field, { type }]) => ['money', 'int', 'decimal', 'duration'].includes(type.kind) && isIdentifier(field))
      .map(([field, { type }]) => ({ tool, field, type })),
  );
  if (candidates.length === 0) return `formerly within 1h ${event(rng, pick(rng, catalogue.tools), tools)}`;
  const { tool, field, type } = pick(rng, candidates);
  const bound = literal(rng, type);
  const currency = type.kind === 'money' && chance(rng, 0.5) ? ` in ${bound.slice(-3)}` : '';
  const here = tools.every(({ args }) => ownField(args.fields, field)?.type.kind === type.kind);
  const including = here && chance(rng, 0.5) ? ' including this' : '';
  return `sum(${name(tool.name)}.${pick(rng, STATES)}.${field}${currency}) ${pick(rng, WINDOWS)} ${key(rng, tool, tools)}${including} ${pick(rng, ['>', '>=', '<', '<=', '=='])} ${bound}`;
}
