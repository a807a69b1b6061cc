import { isRawNumber } from '@ostiary/json';
import type { Language } from '@ostiary/guard';
import { type Field, say } from '@ostiary/report';
import type { Context, HistoryEvent } from '@ostiary/policy';
import type { Step } from '../../search/index.js';
import { instantText, valueText } from './value.js';

const GROUPS = {
  args: { en: 'arguments', pt: 'argumentos' },
  principal: { en: 'principal', pt: 'principal' },
  session: { en: 'session', pt: 'sessão' },
  labels: { en: 'labels', pt: 'rótulos' },
  around: { en: 'context', pt: 'contexto' },
  history: { en: 'history', pt: 'histórico' },
  time: { en: 'time', pt: 'hora' },
  confirmed: { en: 'confirmed by a person', pt: 'confirmada por uma pessoa' },
  session_labels: { en: 'of the session', pt: 'da sessão' },
  earlier: { en: 'earlier events', pt: 'eventos anteriores' },
  rates: { en: 'exchange rates', pt: 'taxas de câmbio' },
} as const;

/** Values that stand one in the other deeper than this are shown as one. */
const DEPTH = 3;
/** Events of a history that are shown. */
const EVENTS = 20;

/** A call and what stands around it, value by value. */
export function fieldsOf({ call, context }: Step, language: Language): Field[] {
  const group = (name: keyof typeof GROUPS): string => say(GROUPS[name], language);
  const { principal = {}, session = {}, labels, history = [] } = context;
  return [
    ...flat(group('args'), call.args),
    ...flat(group('principal'), principal),
    ...flat(group('session'), session),
    ...(labels?.session ? [field(group('labels'), group('session_labels'), labels.session)] : []),
    ...Object.entries(labels?.args ?? {}).map(([path, names]) => field(group('labels'), path, names)),
    ...eventFields(history, group('history'), language),
    ...around(context, language),
  ];
}

function around({ now, confirmed, rates }: Context, language: Language): Field[] {
  const group = say(GROUPS.around, language);
  const time = now === undefined ? null : instantText(now);
  return [
    ...(time === null ? [] : [{ group, name: say(GROUPS.time, language), text: time }]),
    ...(confirmed === true ? [field(group, say(GROUPS.confirmed, language), true)] : []),
    ...(rates === undefined ? [] : [field(group, say(GROUPS.rates, language), rates)]),
  ];
}

/** The last events, each by its place in the history: several may have one time. */
function eventFields(history: readonly HistoryEvent[], group: string, language: Language): Field[] {
  const first = Math.max(0, history.length - EVENTS);
  const shown = history.slice(first).map(({ tool, state, at, args }, place) => ({
    group,
    name: `${first + place + 1}. ${instantText(at) ?? at}`,
    text: `${tool}.${state} ${valueText(args)}`,
  }));
  return first === 0 ? shown : [{ group, name: say(GROUPS.earlier, language), text: String(first) }, ...shown];
}

function field(group: string, name: string, value: unknown): Field {
  return { group, name, text: valueText(value) };
}

function flat(group: string, members: Readonly<Record<string, unknown>>, prefix = '', depth = 1): Field[] {
  return Object.entries(members).flatMap(([name, member]) => {
    // A name with a point in it is not a way into an object.
    const path = `${prefix}${/^[\p{L}\p{N}_-]+$/u.test(name) ? name : valueText(name)}`;
    return depth < DEPTH && isRecord(member) && Object.keys(member).length > 0
      ? flat(group, member, `${path}.`, depth + 1)
      : [field(group, path, member)];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
