import type { Catalogue, Field, Type } from '@ostiary/catalogue';
import { exactNumber } from '@ostiary/json';
import type { Call, Context, HistoryEvent } from '../evaluate/types.js';
import { chance, pick, type Rng, several } from './random.js';

/*
 * A world so small that every completion of a partial context can be listed: what is said about all of them is then
 * compared with all of them. Texts have one value more than the policies name.
 */

const field = (type: Type, required = false): Field => ({ type, required });
const word = (...values: string[]): Type => ({ kind: 'string', format: 'keyword', enum: values });
const TEXT = { kind: 'string', format: 'text' } as const;

export const smallCatalogue: Catalogue = {
  name: 'small',
  tools: [
    {
      name: 't',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: {
          kind: field(word('x', 'y'), true),
          n: field({ kind: 'int', min: 0, max: 2 }),
          cost: field({ kind: 'money', currencies: ['EUR', 'USD'], min: 0, max: 2 }),
          flag: field({ kind: 'bool' }),
          code: field({ ...TEXT, minLength: 2, maxLength: 3 }),
          tags: field({ kind: 'list', of: word('u', 'v'), maxItems: 2 }),
          ns: field({ kind: 'list', of: { kind: 'int', min: 0, max: 1 }, maxItems: 2 }),
        },
      },
    },
    // Never called any more.
    {
      name: 'old',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: {
          tag: field(word('u', 'v')),
          n: field({ kind: 'int', min: 0, max: 5 }),
          cost: field({ kind: 'money', currencies: ['EUR', 'USD'], min: 0, max: 2 }),
        },
      },
    },
  ],
  principal: {
    kind: 'record',
    fields: {
      id: field(TEXT),
      role: field(word('a', 'b')),
      team: field(word('b', 'y', 'z')),
      level: field({ kind: 'int', min: 0, max: 2 }),
      code: field({ ...TEXT, maxLength: 2 }),
      spent: field({ kind: 'money', currencyFrom: 'unit', min: 0, max: 2 }),
      unit: field({ ...TEXT, enum: ['EUR', 'USD'] }),
      score: field({ kind: 'decimal', min: 0, max: 1 }),
    },
  },
  session: {
    kind: 'record',
    fields: { id: field(TEXT), customer: field(TEXT), vip: field({ kind: 'bool' }) },
  },
};

const NOW = Date.UTC(2026, 10, 21, 10);
const HOUR = 3_600_000;

/** Every value of an attribute that may be open, as a request names it. */
const DOMAINS: Readonly<Record<string, readonly unknown[]>> = {
  'principal.id': ['p1', 'p2', 'zz'],
  'principal.role': ['a', 'b'],
  'principal.team': ['b', 'y', 'z'],
  'principal.level': [0, 1, 2],
  'principal.code': ['', 'ab', 'z', 'zz'],
  'principal.spent': ['0.00 EUR', '0.01 EUR', '0.02 EUR', '0.00 USD', '0.01 USD', '0.02 USD'],
  'principal.unit': ['EUR', 'USD'],
  'principal.score': [0, ...['0.25', '0.250000000000000000001', '0.3', '0.30000000000000000001'].map(exactNumber), 1],
  'session.id': ['s1', 's2', 'zz'],
  'session.customer': ['c1', 'zz'],
  'session.vip': [true, false],
  'session.labels': [[], ['untrusted'], ['pii'], ['pii', 'untrusted']],
  labels: [{}, { kind: ['untrusted'] }, { tags: ['untrusted'] }, { kind: ['untrusted'], tags: ['untrusted'] }],
  confirmed: [true],
  rates: ['0.5', '1', '2'].map((rate) => ({ v3: { USD: { EUR: rate } } })),
  'args.kind': ['x', 'y'],
  'args.n': [0, 1, 2],
  'args.cost': ['0.00 EUR', '0.01 EUR', '0.02 EUR', '0.00 USD', '0.01 USD', '0.02 USD'],
  'args.flag': [true, false],
  'args.code': ['ab', 'zz', 'abc', 'zzz'],
  'args.ns': [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1]],
  'args.tags': [[], ['u'], ['v'], ['u', 'u'], ['u', 'v'], ['v', 'u'], ['v', 'v']],
};
/** More values that a request may carry, of which the world makes no completions: amounts that need the currency beside them. */
const GIVEN: Readonly<Record<string, readonly unknown[]>> = { 'principal.spent': [0, 0.01, 0.02, 0.01, 0.02] };
/** What `confirmed(this)` and tickets ask; a request settles it. */
const CONFIRMED = 'confirmed';
const REQUIRED = new Set(['args.kind']);

export const ATOMS: readonly string[] = [
  'principal.role == "a"',
  'principal.role != "b"',
  'principal has role',
  'principal.level >= 1',
  '(principal.level or else 2) > 0',
  'principal.level + args.n > 2',
  'principal.id == "p1"',
  'session.vip',
  'session has vip',
  'args.kind == "x"',
  'args.n < 2',
  'args.n == principal.level',
  'args has n',
  'args.cost <= 0.01 EUR',
  'args.cost in [0.01 EUR, 0.01 USD]',
  'args.flag',
  'args.tags.contains("u")',
  'args.tags.any(x, x != "u")',
  'args.tags.all(x, x == "v")',
  'args.tags.size() > 1',
  'args.ns.sum(x, x) > 1',
  'args.ns.sum(x, x * 2) == args.n',
  'args.ns.sum(x, args.cost * x) <= 0.02 EUR',
  'args.tags.sum(x, if x == "u" then 2 else 1) != 3',
  'args.tags.sum(x, args.n) < 2',
  'session.label("untrusted")',
  'session.label("pii")',
  'label(args.kind, "untrusted")',
  'label(args.tags, "untrusted")',
  'args.cost in EUR using rates@v3 > 0.01 EUR',
  '(if args.flag then args.n else principal.level) > 1',
  'principal.team == principal.role',
  'principal.team != args.kind',
  'args.kind in ["x"] || args.kind == principal.team',
  'args.code == principal.code',
  'args.code != principal.code',
  'principal.code == "ab"',
  'args.code in ["ab", "abc"]',
  'principal.spent <= 0.01 EUR',
  'principal.spent > args.cost',
  'principal.unit == "EUR"',
  'principal.score > 0.25',
  'principal.score <= 0.3',
  '(principal.score or else 0.3) == 0.3',
  'principal.score * 2 > 0.6',
];

const HISTORY_ATOMS: readonly string[] = [
  'formerly within session t.ok',
  'formerly within 1h t.ok{ kind: args.kind }',
  'previous within session t.ok{ n: args.n }',
  '((formerly within 1h t.ok{ flag: args.flag }) since within session t.failed)',
  'count(t.open) within 1h by principal >= 2',
  'count(t.ok) within session by customer == 1',
  'count(t.ok) within 1h by args.kind < 2',
  'count([t, old].open) within 1h by session != 1',
  'formerly within 1h by anyone t.ok{ n >= args.n }',
  'formerly within 1h by anyone @write.ok{ by != principal.id }',
  'previous within 1h by customer t.open',
  '((!formerly within 1h by session t.failed) since within 1h by anyone t.ok)',
  'args.tags.any(x, formerly within 1h by anyone old.ok{ tag: x })',
  'args.tags.all(x, ((formerly within 1h old.ok{ tag: x }) since within 1h by anyone t.ok))',
  'sum(t.ok.n) within 1h by principal including this > 2',
  'sum(t.ok.cost in EUR) within session by session including this >= 0.03 EUR',
];

/** An expression at most `depth` connectives deep. */
export function smallExpr(rng: Rng, depth: number, atoms: readonly string[] = ATOMS): string {
  const inner = (): string => smallExpr(rng, depth - 1, atoms);
  const roll = rng();
  if (depth === 0 || roll < 0.35) return pick(rng, atoms);
  if (roll < 0.55) return `!(${inner()})`;
  return `(${inner()} ${roll < 0.8 ? '&&' : '||'} ${inner()})`;
}

/** A policy of one to three rules; `historical`: how often a clause is over history. */
export function smallPolicy(rng: Rng, historical = 0.3, atoms: readonly string[] = ATOMS): string {
  const clause = (): string =>
    chance(rng, historical)
      ? ` ${pick(rng, ['when', 'unless'])} history { ${several(rng, 1, 2, () => pick(rng, HISTORY_ATOMS)).join(pick(rng, [' && ', ' || ']))} }`
      : ` ${pick(rng, ['when', 'when', 'unless'])} { ${smallExpr(rng, 2, atoms)} }`;
  const rules = several(
    rng,
    1,
    3,
    () => `${pick(rng, ['allow', 'confirm', 'refuse'])} (tool)${several(rng, 1, 2, clause).join('')};`,
  );
  return ['dialect 2;', `default ${pick(rng, ['allow', 'confirm', 'refuse'])};`, ...rules].join('\n');
}

export interface SmallQuestion {
  readonly call: Call;
  readonly context: Context;
  readonly unknown: readonly string[];
  /** Names of all that is open. */
  readonly open: readonly string[];
}

/** A call with parts of it, and of what stands around it, left open. The history is always there. */
export function smallQuestion(rng: Rng, given: number): SmallQuestion {
  const open: string[] = [];
  const unknown: string[] = [];
  let full: Completion = { call: { tool: 't', args: {} }, context: { now: NOW, history: smallHistory(rng) } };
  for (const [name, values] of Object.entries(DOMAINS)) {
    if (name === CONFIRMED) continue;
    const isArgument = name.startsWith('args.');
    if (!chance(rng, given)) {
      open.push(name);
      if (isArgument) unknown.push(name.slice('args.'.length));
    } else if (!isArgument || REQUIRED.has(name) || chance(rng, 0.8)) {
      full = completed(full, name, pick(rng, [...values, ...(GIVEN[name] ?? [])]));
    }
  }
  return { ...full, call: { ...full.call, unknown }, unknown, open };
}

export interface Completion {
  readonly call: Call;
  readonly context: Context;
}

/** A completion, and which value each open attribute has in it; -1: it is absent. */
export interface ChosenCompletion extends Completion {
  readonly chosen: Readonly<Record<string, number>>;
}

/** Every completion over the open attributes `names`: each absent, where it may be, or with each of its values. */
export function completions({ call, context }: Completion, names: readonly string[]): ChosenCompletion[] {
  let all: ChosenCompletion[] = [{ call, context, chosen: {} }];
  for (const name of names) {
    all = all.flatMap((each) => [
      ...(REQUIRED.has(name) ? [] : [{ ...each, chosen: { ...each.chosen, [name]: -1 } }]),
      ...(DOMAINS[name] ?? []).map((value, index) => ({
        ...completed(each, name, value),
        chosen: { ...each.chosen, [name]: index },
      })),
    ]);
  }
  return all;
}

/** Names of all that can be open. */
export const SMALL_NAMES: readonly string[] = Object.keys(DOMAINS);

/** Whether a policy may look at an attribute, by its text: rather too often than too seldom. */
export function mayRead(text: string, name: string): boolean {
  const member = name.split('.')[1] ?? name;
  if (name.endsWith('labels')) return text.includes('label(');
  // An amount is read together with the currency beside it.
  if (member === 'unit' && text.includes('spent')) return true;
  // A condition on the history that names no key is by principal.
  const isKey = member === 'id' && text.includes('history');
  return isKey || new RegExp(`\\b${member}\\b`).test(text);
}

/** How many completions there are for each open attribute. */
export const sizeOf = (name: string): number => (DOMAINS[name]?.length ?? 0) + (REQUIRED.has(name) ? 0 : 1);

function completed({ call, context }: Completion, name: string, value: unknown): Completion {
  const [root = '', member = ''] = name.split('.');
  if (root === 'args') return { call: { ...call, args: { ...call.args, [member]: value } }, context };
  if (name === CONFIRMED) return { call, context: { ...context, confirmed: value === true } };
  if (name === 'rates') return { call, context: { ...context, rates: value as never } };
  if (name === 'labels') return { call, context: { ...context, labels: { ...context.labels, args: value as never } } };
  if (name === 'session.labels')
    return { call, context: { ...context, labels: { ...context.labels, session: value as never } } };
  const object = root === 'principal' ? context.principal : context.session;
  return { call, context: { ...context, [root]: { ...object, [member]: value } } };
}

function smallHistory(rng: Rng): HistoryEvent[] {
  return smallEvents(rng, 3).map((event) => (chance(rng, 0.2) ? { ...event, args: omitKind(event.args) } : event));
}

const omitKind = (args: HistoryEvent['args']): HistoryEvent['args'] =>
  Object.fromEntries(Object.entries(args).filter(([name]) => name !== 'kind'));

/** At most so many events of well-formed calls, in time order. */
export function smallEvents(rng: Rng, most: number): HistoryEvent[] {
  const ages = several(rng, 0, most, () => pick(rng, [0, 1, HOUR, HOUR + 1, -1])).toSorted((a, b) => b - a);
  return ages.map((age) => {
    const tool = pick(rng, ['t', 't', 't', 'old']);
    return {
      tool,
      state: pick(rng, ['ok', 'ok', 'ok', 'allowed', 'failed']),
      at: NOW - age,
      args: {
        ...(tool === 't'
          ? { kind: pick(rng, ['x', 'y']), ...(chance(rng, 0.8) && { flag: chance(rng, 0.5) }) }
          : chance(rng, 0.8) && { tag: pick(rng, ['u', 'v']) }),
        ...(chance(rng, 0.8) && { n: pick(rng, [0, 1, 2]) }),
        ...(chance(rng, 0.8) && { cost: pick(rng, ['0.01 EUR', '0.02 EUR', '0.01 USD']) }),
      },
      ...(chance(rng, 0.7) && { call_id: pick(rng, ['k', 'l']) }),
      ...(chance(rng, 0.8) && { principal: pick(rng, ['p1', 'p2']) }),
      ...(chance(rng, 0.8) && { session: pick(rng, ['s1', 's2']) }),
      ...(chance(rng, 0.8) && { customer: 'c1' }),
    };
  });
}
