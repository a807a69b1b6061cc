import type { Catalogue, Field, Tool, Type } from '@ostiary/catalogue';
import { baseOf, isOrdered, isScalar, typeKey } from '../values/types.js';
import { isIdentifier } from '../syntax/tokens.js';
import { quoteString } from '../text/escapes.js';
import { literal } from './flat-tests.js';
import { ZONES } from './pools.js';
import { chance, pick, type Rng, several } from './random.js';

const STATES = ['requested', 'allowed', 'confirmed', 'ok', 'failed', 'refused', 'open', 'open', 'open'];
const WINDOWS = ['within 1h', 'within 24h', 'within session', 'within 7d'];

/** What a test may speak of: the tools there are, those of the rule, and the item of a list around. */
interface Speech {
  readonly rng: Rng;
  readonly catalogue: Catalogue;
  /** Of the rule. */
  readonly tools: readonly Tool[];
  readonly item: { readonly name: string; readonly type: Type } | null;
}

/** A test over history for calls of `tools`, at most `depth` connectives deep. */
export function randomHistoryTest(rng: Rng, catalogue: Catalogue, tools: readonly Tool[], depth: number): string {
  return historyTest({ rng, catalogue, tools, item: null }, depth);
}

function historyTest(s: Speech, depth: number): string {
  const { rng } = s;
  const inner = (): string => historyTest(s, depth - 1);
  const roll = rng();
  if (depth > 0) {
    if (roll < 0.15) return `(${inner()} && ${inner()})`;
    if (roll < 0.3) return `(${inner()} || ${inner()})`;
    if (roll < 0.4) return `!(${inner()})`;
    if (roll < 0.52) return since(s, inner());
    if (roll < 0.62) return quantifier(s, depth) ?? inner();
  }
  switch (pick(rng, ['formerly', 'previous', 'count', 'count', 'sum', 'sum'] as const)) {
    case 'formerly':
    case 'previous': {
      const tools = eventTools(s);
      return `${chance(rng, 0.6) ? 'formerly' : 'previous'} ${pick(rng, WINDOWS)} ${mayKey(s, tools)}${event(s, tools)}`;
    }
    case 'count':
      return count(s);
    case 'sum':
      return sum(s);
  }
}

function since(s: Speech, holds: string): string {
  const tools = eventTools(s);
  return `((${holds}) since ${pick(s.rng, WINDOWS)} ${mayKey(s, tools)}${event(s, tools)})`;
}

/** Over a list that every tool of the rule has alike. */
function quantifier(s: Speech, depth: number): string | null {
  const [first, ...others] = s.tools;
  const lists = Object.entries(first?.args.fields ?? {}).flatMap(([field, { type }]) => {
    const alike = others.every(({ args }) => {
      const own = ownField(args.fields, field);
      return own && typeKey(own.type) === typeKey(type);
    });
    return alike && type.kind === 'list' && isScalar(type.of) && isIdentifier(field) ? [{ field, type: type.of }] : [];
  });
  if (lists.length === 0 || s.item) return null;
  const { field, type } = pick(s.rng, lists);
  const body = historyTest({ ...s, item: { name: 'each', type } }, depth - 1);
  return `args.${field}.${pick(s.rng, ['any', 'all'])}(each, ${body})`;
}

const ownField = (fields: Readonly<Record<string, Field>>, field: string): Field | undefined =>
  Object.hasOwn(fields, field) ? fields[field] : undefined;

/** The fields that all tools have at one type, apart from its bounds. */
function sharedFields([first, ...others]: readonly Tool[]): readonly (readonly [string, Type])[] {
  return Object.entries(first?.args.fields ?? {}).flatMap(([field, { type }]) => {
    const alike = others.every(({ args }) => {
      const own = ownField(args.fields, field);
      return own && typeKey(baseOf(own.type)) === typeKey(baseOf(type));
    });
    return alike ? [[field, type] as const] : [];
  });
}

/** Whose events count: now and then those that share an argument with the call. */
function key({ rng, tools: here }: Speech, tools: readonly Tool[]): string {
  const shared = sharedFields(tools).filter(
    ([field, type]) =>
      isScalar(type) &&
      isIdentifier(field) &&
      here.every(({ args }) => {
        const own = ownField(args.fields, field);
        return own && typeKey(baseOf(own.type)) === typeKey(baseOf(type));
      }),
  );
  if (shared.length > 0 && chance(rng, 0.25)) return `by args.${pick(rng, shared)[0]}`;
  return pick(rng, ['by principal', 'by session', 'by customer', 'by anyone']);
}

const mayKey = (s: Speech, tools: readonly Tool[]): string => (chance(s.rng, 0.6) ? `${key(s, tools)} ` : '');

const name = (text: string): string => (isIdentifier(text) ? text : quoteString(text));

function eventTools({ rng, catalogue }: Speech): readonly Tool[] {
  return chance(rng, 0.65)
    ? [pick(rng, catalogue.tools)]
    : [...new Set(several(rng, 2, 3, () => pick(rng, catalogue.tools)))];
}

/** Several tools by their names, or by a class when they happen to be one. */
function toolsText({ rng, catalogue }: Speech, tools: readonly Tool[]): string {
  const [first] = tools;
  const cls = first?.classes.find((each) => {
    const members = catalogue.tools.filter(({ classes }) => classes.includes(each));
    return members.length === tools.length && members.every((member) => tools.includes(member));
  });
  if (cls && chance(rng, 0.5)) return `@${cls}`;
  return tools.length === 1 && first ? name(first.name) : `[${tools.map((tool) => name(tool.name)).join(', ')}]`;
}

function event(s: Speech, tools: readonly Tool[], state = pick(s.rng, STATES)): string {
  const fields = [
    ...(chance(s.rng, 0.5) ? [eventField(s, tools)] : []),
    ...(chance(s.rng, 0.2) ? [`by ${pick(s.rng, ['==', '!='])} ${pick(s.rng, ['principal.id', '"p1"'])}`] : []),
  ].filter((field) => field !== null);
  const head = `${toolsText(s, tools)}.${state}`;
  return fields.length === 0 ? head : `${head}{ ${fields.join(', ')} }`;
}

function count(s: Speech): string {
  const tools = eventTools(s);
  const test = `${pick(s.rng, ['>=', '>', '<', '==', '!='])} ${pick(s.rng, ['1', '2', '3'])}`;
  return `count(${event(s, tools)}) ${pick(s.rng, WINDOWS)} ${key(s, tools)} ${test}`;
}

/** A field that must be there, or compare with a constant, the call's own argument of that name and type, or the item. */
function eventField({ rng, tools: here, item }: Speech, tools: readonly Tool[]): string | null {
  const fields = sharedFields(tools).filter(([, type]) => isScalar(type));
  if (fields.length === 0) return null;
  const ofItem = fields.filter(([, type]) => item && typeKey(baseOf(item.type)) === typeKey(baseOf(type)));
  const [field, type] = pick(rng, ofItem.length > 0 && chance(rng, 0.8) ? ofItem : fields);
  if (chance(rng, 0.2)) return `${name(field)}: *`;
  const op = chance(rng, 0.6)
    ? ':'
    : ` ${pick(rng, isOrdered(type) ? ['<', '<=', '>', '>=', '==', '!='] : ['==', '!='])}`;
  if (item && ofItem.some(([each]) => each === field)) return `${name(field)}${op} ${item.name}`;
  if (type.kind === 'int' && chance(rng, 0.2))
    return `${name(field)}${op} ${pick(rng, ['now.hour', `now(${quoteString(pick(rng, ZONES))}).hour`])}`;
  const [only] = here;
  const shared = here.length === 1 && only && ownField(only.args.fields, field);
  if (shared && typeKey(baseOf(shared.type)) === typeKey(baseOf(type)) && isIdentifier(field) && chance(rng, 0.7))
    return `${field}${op} args.${field}`;
  return `${name(field)}${op} ${literal(rng, type)}`;
}

function sum(s: Speech): string {
  const { rng, catalogue, tools: here } = s;
  const candidates = catalogue.tools.flatMap((tool) =>
    Object.entries(tool.args.fields)
      .filter(([field, { type }]) => ['money', 'int', 'decimal', 'duration'].includes(type.kind) && isIdentifier(field))
      .map(([field, { type }]) => ({ tool, field, type })),
  );
  if (candidates.length === 0) return count(s);
  const { tool, field, type } = pick(rng, candidates);
  const alike = catalogue.tools.filter(({ args }) => {
    const own = ownField(args.fields, field);
    return own && typeKey(baseOf(own.type)) === typeKey(baseOf(type));
  });
  const tools = chance(rng, 0.6) ? [tool] : [...new Set([tool, ...several(rng, 0, 2, () => pick(rng, alike))])];
  const bound = literal(rng, type);
  const currency = type.kind === 'money' && chance(rng, 0.5) ? ` in ${bound.slice(-3)}` : '';
  const own = here.every(({ args }) => {
    const mine = ownField(args.fields, field);
    return mine && typeKey(baseOf(mine.type)) === typeKey(baseOf(type));
  });
  const including = own && chance(rng, 0.5) ? ' including this' : '';
  const summed = `${event(s, tools)}.${field}${currency}`;
  return `sum(${summed}) ${pick(rng, WINDOWS)} ${key(s, tools)}${including} ${pick(rng, ['>', '>=', '<', '<=', '=='])} ${bound}`;
}
