import type { Catalogue, RecordType } from '@ostiary/catalogue';
import type { Call, Context, HistoryEvent } from '../evaluate/types.js';
import { NOON, wireOf, wrongOf } from './pools.js';
import { below, chance, pick, type Rng, several } from './random.js';

const STATES: readonly HistoryEvent['state'][] = ['requested', 'allowed', 'confirmed', 'ok', 'failed', 'refused'];
const PEOPLE: readonly string[] = ['p1', 'p2'];
const SESSIONS: readonly string[] = ['s1', 's2'];
const CUSTOMERS: readonly string[] = ['c1', 'c2'];
const HOUR = 3_600_000;
/** Attributes that random policies read of a principal or session the catalogue says nothing about. */
const ROLES: readonly string[] = ['agent', 'lead', 'dba'];

/** A call of some tool, mostly well formed: arguments absent, ill typed, unknown, misspelt values and tools included. */
export function randomCall(rng: Rng, catalogue: Catalogue): Call {
  const tool = pick(rng, catalogue.tools);
  const args = randomArgs(rng, tool.args, 0.025);
  if (chance(rng, 0.02)) args['unexpected'] = 1;
  const name = chance(rng, 0.02)
    ? pick(rng, [`${tool.name}x`, tool.name.toUpperCase(), tool.name.replace('o', '\u043e')])
    : tool.name;
  return { tool: name, args };
}

function randomArgs(rng: Rng, record: RecordType, wrong: number): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(record.fields)) {
    if (!chance(rng, field.required ? 0.96 : 0.65)) continue;
    args[name] = chance(rng, wrong) ? wrongOf(rng) : wireOf(rng, field.type);
  }
  return args;
}

/** What stands around a call; every part is sometimes missing. */
export function randomContext(rng: Rng, catalogue: Catalogue): Context {
  const maybe = <Part extends object>(probability: number, part: () => Part): Part | object =>
    chance(rng, probability) ? part() : {};
  const now = NOON + pick(rng, [0, 0, 1, -1, -6 * HOUR, 8 * HOUR, 36 * HOUR]);
  return {
    ...maybe(0.9, () => ({ principal: randomPrincipal(rng, catalogue.principal) })),
    ...maybe(0.9, () => ({ session: randomSession(rng, catalogue.session) })),
    ...maybe(0.8, () => ({ history: randomHistory(rng, catalogue, now) })),
    ...maybe(0.7, () => ({ labels: randomLabels(rng, catalogue) })),
    ...maybe(0.95, () => ({ now })),
    ...maybe(0.3, () => ({ confirmed: chance(rng, 0.5) })),
    ...maybe(0.7, () => ({ rates: { v3: { USD: { EUR: '0.9', JPY: '150.25' }, EUR: { USD: '1.1' } } } })),
  };
}

function randomPrincipal(rng: Rng, type: RecordType | undefined): Record<string, unknown> {
  return {
    ...(chance(rng, 0.9) && { id: pick(rng, PEOPLE) }),
    ...(chance(rng, 0.7) && { type: pick(rng, ['Agent', 'agent', 'Human']) }),
    ...(chance(rng, 0.7) && { groups: several(rng, 0, 2, () => pick(rng, ['ops', 'OPS', 'finance'])) }),
    ...(type
      ? randomArgs(rng, type, 0.05)
      : { ...(chance(rng, 0.8) && { role: chance(rng, 0.95) ? pick(rng, ROLES) : wrongOf(rng) }) }),
  };
}

function randomSession(rng: Rng, type: RecordType | undefined): Record<string, unknown> {
  return {
    ...(chance(rng, 0.9) && { id: pick(rng, SESSIONS) }),
    ...(chance(rng, 0.8) && { customer: pick(rng, CUSTOMERS) }),
    ...(type
      ? randomArgs(rng, type, 0.05)
      : { ...(chance(rng, 0.8) && { trusted: chance(rng, 0.95) ? chance(rng, 0.5) : wrongOf(rng) }) }),
  };
}

function randomLabels(rng: Rng, catalogue: Catalogue): NonNullable<Context['labels']> {
  const label = (): string => pick(rng, ['untrusted', 'pii']);
  const names = Object.keys(pick(rng, catalogue.tools).args.fields);
  return {
    ...(chance(rng, 0.8) && { session: several(rng, 0, 1, label) }),
    ...(chance(rng, 0.8) &&
      names.length > 0 && { args: Object.fromEntries(several(rng, 0, 2, () => [pick(rng, names), [label()]])) }),
  };
}

/** In time order; some events are states of one call, some lie on the edge of a window, and some in the future. */
function randomHistory(rng: Rng, catalogue: Catalogue, now: number): HistoryEvent[] {
  const ages = several(rng, 0, 6, () =>
    chance(rng, 0.08)
      ? -pick(rng, [1, HOUR])
      : pick(rng, [0, 1, HOUR - 1, HOUR, HOUR + 1, 24 * HOUR, 24 * HOUR + 1, below(rng, 48 * HOUR)]),
  );
  return ages.toSorted((a, b) => b - a).map((age) => randomEvent(rng, catalogue, now - age));
}

function randomEvent(rng: Rng, catalogue: Catalogue, at: number): HistoryEvent {
  const tool = pick(rng, catalogue.tools);
  return {
    tool: tool.name,
    state: pick(rng, STATES),
    at,
    args: randomArgs(rng, tool.args, 0.02),
    ...(chance(rng, 0.6) && { call_id: `call-${String(below(rng, 4))}` }),
    ...(chance(rng, 0.9) && { principal: pick(rng, PEOPLE) }),
    ...(chance(rng, 0.9) && { session: pick(rng, SESSIONS) }),
    ...(chance(rng, 0.6) && { customer: pick(rng, CUSTOMERS) }),
  };
}
