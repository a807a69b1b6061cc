import type { Language, Words } from '@ostiary/guard';
import type { AnswerSlug, HistoryEvent } from '@ostiary/policy';
import { count, say } from '@ostiary/report';
import type { Bound, ClassCheck, Step } from '../../search/index.js';
import { valueInLine } from './value.js';

/** Arguments that are named in a line; the rest is counted. */
const NAMED = 5;
const LONGEST = 60;

/** The arguments of a call in one line: `amount 9000.00 EUR`, `reason damaged`, `…`. */
export function argumentsInLine({ call }: Step): string[] {
  const all = Object.entries(call.args).map(([name, value]) => {
    const text = valueInLine(value);
    return `${name} ${cut(text)}`;
  });
  return all.length <= NAMED ? all : [...all.slice(0, NAMED), `… +${all.length - NAMED}`];
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** Why, with the rules that decided. */
const REASONS: Readonly<Record<AnswerSlug, Words>> = {
  allowed: { en: 'Allowed by {rules}.', pt: 'Permitida por {rules}.' },
  confirm_required: { en: 'A person must confirm: {rules}.', pt: 'Uma pessoa tem de confirmar: {rules}.' },
  confirmed: { en: 'A person has confirmed it.', pt: 'Uma pessoa confirmou-a.' },
  refused: { en: 'Refused by {rules}.', pt: 'Recusada por {rules}.' },
  guard_undefined: {
    en: 'The condition of {rules} reads something that is missing. What is unknown lets nothing through.',
    pt: 'A condição de {rules} lê algo que falta. O que não se sabe não deixa passar nada.',
  },
  no_rule: {
    en: 'No rule applies, so the default decides.',
    pt: 'Nenhuma regra se aplica, por isso decide o valor por omissão.',
  },
  tool_unknown: { en: 'The catalogue has no such tool.', pt: 'O catálogo não tem essa ferramenta.' },
  argument_unknown: { en: 'The tool has no such argument.', pt: 'A ferramenta não tem esse argumento.' },
  argument_missing: { en: 'A required argument is missing.', pt: 'Falta um argumento obrigatório.' },
  argument_ill_typed: { en: 'An argument has the wrong type.', pt: 'Um argumento tem o tipo errado.' },
  currency_unknown: { en: 'The currency is not known.', pt: 'A moeda não é conhecida.' },
};

/** Why a call is answered so, with rules between backticks. */
export function reasonOf({ slug, deciding }: Pick<Step, 'slug' | 'deciding'>, language: Language): string {
  return say(REASONS[slug], language, { rules: deciding.map((rule) => `\`${rule}\``).join(', ') });
}

const BOUNDS = {
  exact: { en: 'over all possible calls', pt: 'sobre todas as chamadas possíveis' },
  inductive: { en: 'over sessions of any length', pt: 'sobre sessões de qualquer tamanho' },
  one: { en: 'over sessions of one call', pt: 'sobre sessões de uma chamada' },
  bounded: { en: 'over sessions of up to {k} calls', pt: 'sobre sessões de até {k} chamadas' },
  wayTried: { en: 'for one way to write it', pt: 'para uma forma de escrever' },
  tried: {
    en: 'for {k} ways to write it, not for all',
    pt: 'para {k} formas de escrever, não para todas',
  },
} as const;

/** How far an answer reaches. */
export function boundText(bound: Bound, language: Language): string {
  if (!('k' in bound)) return say(BOUNDS[bound.kind], language);
  const [one, more] = bound.kind === 'tried' ? [BOUNDS.wayTried, BOUNDS.tried] : [BOUNDS.one, BOUNDS.bounded];
  return say(bound.k === 1 ? one : more, language, { k: bound.k });
}

const NOT_RECHECKED = {
  en: 'not rechecked because z3 gave up: {n}',
  pt: 'sem nova verificação, porque o z3 desistiu: {n}',
} as const;

/** How what was not found was ruled out; null where nothing was asked. */
export function checkText({ bound, unconfirmed }: ClassCheck, language: Language): string | null {
  if (bound === null) return null;
  const how = boundText(bound, language);
  return unconfirmed === 0 ? how : `${how}; ${say(NOT_RECHECKED, language, { n: unconfirmed })}`;
}

const BETWEEN = {
  later: { en: '{time} later', pt: '{time} depois' },
  atOnce: { en: 'at the same time', pt: 'ao mesmo tempo' },
  principal: { en: 'by {who}', pt: 'por {who}' },
  session: { en: 'in session {id}', pt: 'na sessão {id}' },
  labels: { en: 'the session is now labelled {labels}', pt: 'a sessão tem agora o rótulo {labels}' },
  ok: { en: '{tool} succeeded', pt: '{tool} teve êxito' },
  failed: { en: '{tool} failed', pt: '{tool} falhou' },
  confirmed: { en: '{tool} was confirmed', pt: '{tool} foi confirmada' },
  refused: { en: '{tool} was refused', pt: '{tool} foi recusada' },
} as const;

/** What happened between two steps of a session, with values between backticks; empty when nothing is to be said. */
export function between(
  before: Pick<Step, 'context'> | null,
  { context }: Pick<Step, 'context'>,
  language: Language,
): string[] {
  const earlier = before?.context ?? {};
  const id = (attributes: Readonly<Record<string, unknown>> | undefined): string | null =>
    attributes?.['id'] === undefined ? null : `\`${valueInLine(attributes['id'])}\``;
  const said: string[] = [];
  for (const { tool, state } of newEvents(earlier.history, context.history)) {
    if (state === 'requested' || state === 'allowed') continue;
    said.push(say(BETWEEN[state], language, { tool: `\`${tool}\`` }));
  }
  if (before !== null && earlier.now !== undefined && context.now !== undefined) {
    const passed = context.now - earlier.now;
    if (passed === 0) said.push(say(BETWEEN.atOnce, language));
    if (passed > 0) said.push(say(BETWEEN.later, language, { time: durationText(passed, language) }));
  }
  const [who, session] = [id(context.principal), id(context.session)];
  if (who !== null && who !== id(earlier.principal)) said.push(say(BETWEEN.principal, language, { who }));
  if (session !== null && session !== id(earlier.session)) said.push(say(BETWEEN.session, language, { id: session }));
  const known = new Set(earlier.labels?.session);
  const labels = (context.labels?.session ?? []).filter((label) => !known.has(label));
  if (labels.length > 0) {
    said.push(say(BETWEEN.labels, language, { labels: labels.map((label) => `\`${label}\``).join(', ') }));
  }
  return said;
}

/** Events that came after those of the step before, as far as they are worth a word. */
function newEvents(before: readonly HistoryEvent[] = [], after: readonly HistoryEvent[] = []): readonly HistoryEvent[] {
  return after.slice(before.length).slice(0, NAMED);
}

const UNITS = [
  [86_400_000, { en: 'day', pt: 'dia' }, { en: 'days', pt: 'dias' }],
  [3_600_000, { en: 'hour', pt: 'hora' }, { en: 'hours', pt: 'horas' }],
  [60_000, { en: 'minute', pt: 'minuto' }, { en: 'minutes', pt: 'minutos' }],
  [1000, { en: 'second', pt: 'segundo' }, { en: 'seconds', pt: 'segundos' }],
  [1, { en: 'millisecond', pt: 'milissegundo' }, { en: 'milliseconds', pt: 'milissegundos' }],
] as const;

/** A time span, exactly: `1 day, 1 second`. */
function durationText(milliseconds: number, language: Language): string {
  const parts: string[] = [];
  let left = milliseconds;
  for (const [size, one, many] of UNITS) {
    const units = Math.floor(left / size);
    if (units > 0) parts.push(`${count(units, language)} ${say(units === 1 ? one : many, language)}`);
    left -= units * size;
  }
  return parts.join(', ');
}
