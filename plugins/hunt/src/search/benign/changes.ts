import { constantsFor, explain, type PreparedPolicy, type Words } from '@ostiary/guard';
import {
  type HistoryEvent,
  type Place,
  placesRead,
  placeText,
  plausibleValues,
  readValue,
  toWire,
} from '@ostiary/policy';
import { conditionsOfHistory, type Draft, withValue } from '@ostiary/policy/symbolic';
import type { Hunt } from '../ask/hunt/hunt.js';
import { words } from '../ask/hunt/text.js';

/** How often one call is decided anew while a change of an argument is looked for. */
export const MOST_DECISIONS = 2_000;
/** Values tried for one attribute of what stands around a call, and for its time. */
const MOST_VALUES = 40;

/** One argument another one, or none: for each policy the nearest values that it answers otherwise. */
export function* otherArguments(hunt: Hunt, draft: Draft, policies: readonly PreparedPolicy[]): Generator<Draft> {
  const { call, context } = draft;
  for (const policy of policies) {
    const decision = hunt.decide(draft, policy);
    if (!decision) continue;
    for (const { path, to } of explain(policy, call, context, decision, MOST_DECISIONS).flips)
      // Names with a dot in them cannot be told from fields.
      if (/^args(?:\.[A-Za-z_]\w*)+$/u.test(path))
        yield withValue(draft, { root: 'args', path: path.split('.').slice(1) }, to);
  }
}

/** One attribute of who calls, or of the session, another one: of somebody who acted before, one that rules name, or any plausible one. */
export function* othersAround(hunt: Hunt, draft: Draft): Generator<Draft> {
  const { core } = hunt.policy;
  const { tool } = draft.call;
  const guards = hunt.rulesOf(tool).flatMap((rule) => hunt.guardOf(rule, tool) ?? []);
  for (const place of placesRead(core, guards)) {
    const { root, path, type } = place;
    if (root !== 'principal' && root !== 'session') continue;
    const reads = (slot: number): boolean => {
      const other = core.slots[slot];
      return other !== undefined && placeText(other) === placeText(place);
    };
    const named = constantsFor(guards, reads, path).values.map((value) => toWire(type, value));
    const values = new Set([...actedBefore(draft, root, path), ...named, ...plausibleValues(type)]);
    for (const raw of [...values].filter((each) => readValue(type, each).ok).slice(0, MOST_VALUES))
      yield withValue(within(draft, root), { root, path }, raw);
  }
}

/** Who, or which sessions, the events before a call are of. */
const actedBefore = ({ context: { history } }: Draft, root: 'principal' | 'session', path: Place['path']) =>
  path.join('.') === 'id' ? (history ?? []).flatMap((event) => event[root] ?? []) : [];

const within = ({ call, context }: Draft, root: 'principal' | 'session'): Draft => ({
  call,
  context: { ...context, [root]: context[root] ?? {} },
});

/** A call much like another one. */
export interface Change {
  readonly draft: Draft;
  /** How it differs, where that does not show in the call itself. */
  readonly label: Words | null;
}

/**
 * The call at another time, not before what came before it: where an event comes into a window of a rule or leaves it. A call that does not
 * say when it is made is made at times of a week.
 */
export function* otherTimes({ policy }: Hunt, draft: Draft): Generator<Change> {
  const { now, history = [] } = draft.context;
  const at = (time: number): Draft => ({ ...draft, context: { ...draft.context, now: time } });
  if (now === undefined) {
    const start = history.at(-1)?.at ?? SOME_WEEK;
    for (let time = start; time < start + WEEK; time += STEP) yield { draft: at(time), label: AT_A_TIME };
    return;
  }
  const windows = conditionsOfHistory(policy.core, draft.call.tool).flatMap(({ windowMs }) => windowMs ?? []);
  const edges = history.flatMap((event) => windows.flatMap((window) => [event.at + window, event.at + window + 1]));
  const earliest = Math.max(...history.map((event) => event.at));
  const times = [...new Set(edges)].filter((time) => time >= earliest && time !== now);
  for (const time of times.toSorted((a, b) => Math.abs(a - now) - Math.abs(b - now)).slice(0, MOST_VALUES))
    yield { draft: at(time), label: AT_ANOTHER_TIME };
}

const STEP = 3 * 3_600_000;
const WEEK = 7 * 24 * 3_600_000;
/** Any Monday. */
const SOME_WEEK = Date.UTC(2026, 0, 5);
const AT_A_TIME = words('At a known time', 'A uma hora conhecida');
const AT_ANOTHER_TIME = words('At another time', 'A outra hora');

/** The call in a session of which it is known that it carries no label, and in which nothing was done before. */
export function* unlabelled({ call, context: { labels, history, ...context } }: Draft): Generator<Change> {
  if (labels?.session?.length === 0) return;
  const label = words('In a session without labels', 'Numa sessão sem rótulos');
  yield { draft: { call, context: { ...context, ...(history && { history: [] }), labels: { session: [] } } }, label };
}

/** Another past of a call. */
export interface OtherPast {
  /** How it differs. */
  readonly label: Words;
  /** What is left of a history, or what becomes of it. */
  readonly of: (history: readonly HistoryEvent[]) => readonly HistoryEvent[];
}

/** Other pasts of a call: `less` has one earlier call less, the last one first; in `ended` all of them are over. */
export function otherPasts({
  context: { history = [] },
}: Draft): Readonly<Record<'less' | 'ended', readonly OtherPast[]>> {
  const calls = new Map(history.map((event) => [callOf(event), event.tool]));
  const less = [...calls].toReversed().map(([gone, tool]): OtherPast => {
    const label = words(`Without an earlier call of \`${tool}\``, `Sem uma chamada anterior de \`${tool}\``);
    return { label, of: (events) => events.filter((event) => callOf(event) !== gone) };
  });
  const over = words('Once the earlier calls have ended', 'Depois de as chamadas anteriores terminarem');
  return { less: less.slice(0, MOST_VALUES), ended: calls.size === 0 ? [] : [{ label: over, of: ended }] };
}

/** All states of one call. */
const callOf = ({ tool, principal, session, call_id }: HistoryEvent): string =>
  JSON.stringify([tool, principal, session, call_id]);

const ENDS: readonly HistoryEvent['state'][] = ['ok', 'failed', 'refused'];

/** Whatever still ran ends well as soon as nothing else happens. */
function ended(events: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const over = new Set(events.filter(({ state }) => ENDS.includes(state)).map(callOf));
  const running = new Map(events.filter((event) => !over.has(callOf(event))).map((event) => [callOf(event), event]));
  const at = Math.max(...events.map((event) => event.at));
  return [...events, ...[...running.values()].map((event): HistoryEvent => ({ ...event, state: 'ok', at }))];
}
