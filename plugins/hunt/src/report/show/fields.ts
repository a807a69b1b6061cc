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
  around: { en: 'around it', pt: 'à volta' },
  history: { en: 'what was before', pt: 'o que houve antes' },
  time: { en: 'time', pt: 'hora' },
  confirmed: { en: 'confirmed by a person', pt: 'confirmada por uma pessoa' },
  session_labels: { en: 'of the session', pt: 'da sessão' },
  rates: { en: 'exchange rates', pt: 'taxas de câmbio' },
} as const;

/** Values that stand one in the other deeper than this are shown as one. */
const DEPTH = 3;

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
    ...history.map((event) => ({ group: group('history'), ...eventField(event) })),
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

function eventField({ tool, state, at, args }: HistoryEvent): { name: string; text: string } {
  return { name: instantText(at) ?? String(at), text: `${tool}.${state} ${valueText(args)}` };
}

function field(group: string, name: string, value: unknown): Field {
  return { group, name, text: valueText(value) };
}

function flat(group: string, members: Readonly<Record<string, unknown>>, prefix = '', depth = 1): Field[] {
  return Object.entries(members).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    return depth < DEPTH && isRecord(member) && Object.keys(member).length > 0
      ? flat(group, member, `${path}.`, depth + 1)
      : [field(group, path, member)];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}
