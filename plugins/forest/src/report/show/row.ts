import { count, type Language, percent, say } from '@ostiary/report';
import type { RowResult, ShownBounds, ShownValue, Unexpected, UnexpectedRecord, Witness } from '../../audit/index.js';
import { VERDICTS } from '../../judge/index.js';
import { changesOf } from '../lines/cases.js';
import { KIND_NAMES, TEXTS, VERDICT_NAMES } from '../text/words.js';
import { featureText, valueText } from './value.js';

/** What a row is called: its own title, or that of its kind. */
export function titleOf({ title, kind }: Pick<RowResult, 'title' | 'kind'>, language: Language): string {
  if (title !== '') return title;
  const words = KIND_NAMES[kind];
  return words === undefined ? kind : say(words, language);
}

/** A number as people read it: no more digits than it takes to tell it from its neighbours at a glance. */
export const figure = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));

export function boundsText(bounds: ShownBounds | null, language: Language): string | null {
  if (bounds === null) return null;
  const { at_least: low, at_most: high } = bounds;
  if (low !== null && low === high) return figure(low);
  if (low === null) return high === null ? null : say(TEXTS.atMost, language, { high: figure(high) });
  if (high === null) return say(TEXTS.atLeast, language, { low: figure(low) });
  return say(TEXTS.bounds, language, { low: figure(low), high: figure(high) });
}

export function replayText({ replay }: Witness, runtime: string | null, language: Language): string {
  return say(TEXTS[replay], language, { runtime: runtime ?? '' });
}

/** How many records came to the verdict of the row; null where it is about a region. */
function recordsText({ records, weighted, verdict }: RowResult, language: Language): string | null {
  if (records === null) return null;
  const all = VERDICTS.reduce((sum, each) => sum + records[each], 0);
  const told = say(TEXTS.ofRecords, language, { n: count(records[verdict], language), all: count(all, language) });
  return told + weightText(weighted?.[verdict] ?? null, language);
}

/** A share as people read it: one that is not nothing is not shown as nothing. */
export const shareText = (share: number, language: Language): string =>
  share > 0 && share < 0.0005 ? figure(share) : percent(share, language);

/** Which share of the weight counted records have, behind their number; empty where all weigh the same. */
export const weightText = (share: number | null, language: Language): string =>
  share === null ? '' : ` ${say(TEXTS.ofWeight, language, { share: shareText(share, language) })}`;

/** What came of a row, in a line or a few. */
export function outcomeLines(row: RowResult, language: Language): string[] {
  const { shown, reason, flaws } = row;
  const records = recordsText(row, language);
  const bounds = boundsText(shown?.bounds ?? null, language);
  const distance = shown?.witness?.distance ?? null;
  // A distance that is settled is one number, and says what it is.
  const settled = distance !== null && shown?.bounds?.at_least === shown?.bounds?.at_most;
  const faults = flaws.map(({ words, line, column }) => {
    const place = line === undefined ? null : say(TEXTS.line, language, { n: `${line}` });
    const where = [place, column].filter((each) => each !== null).join(', ');
    return where === '' ? say(words, language) : `${where}: ${say(words, language)}`;
  });
  return [
    ...(records === null ? [] : [`${say(VERDICT_NAMES[row.verdict], language)}: ${records}`]),
    ...(shown?.record === null || shown === null ? [] : [say(TEXTS.record, language, { id: shown.record })]),
    ...(faults.length > 0 ? faults : reason === null ? [] : [say(reason, language)]),
    ...(bounds === null || settled ? [] : [bounds]),
    ...(distance === null || (bounds !== null && !settled)
      ? []
      : [say(TEXTS.distance, language, { n: figure(distance) })]),
    ...(shown === null ? [] : changesOf(shown).map((own) => `${featureText(own)}: ${own.from} → ${own.to}`)),
    ...(shown === null || row.verdict !== 'violated' ? [] : inputLines(shown)),
    ...(shown?.tie === true ? [say(TEXTS.tie, language)] : []),
  ];
}

/** The first of these lines as one text: a sentence ends by itself, anything else with a semicolon. */
export const outcomeText = (row: RowResult, language: Language, most: number): string =>
  outcomeLines(row, language)
    .slice(0, most)
    .reduce((text, line) => (text === '' ? line : `${text}${/[.?]$/.test(text) ? '' : ';'} ${line}`), '');

/** Features of an input that a line tells, at most. */
const TOLD = 30;

/** An input that violates by itself, where there is nothing that it differs from. */
function inputLines(shown: NonNullable<RowResult['shown']>): string[] {
  const [input, second] = shown.witness?.inputs ?? [];
  const changed = (shown.witness?.changed.length ?? 0) > 0;
  return (second !== undefined && changed) || shown.from !== null ? [] : inputText(input);
}

/** An input in one line; none where there is none. */
export const inputText = (input: { readonly values: readonly ShownValue[] } | undefined): string[] =>
  input === undefined
    ? []
    : [
        input.values
          .slice(0, TOLD)
          .map((own) => `${featureText(own)} = ${valueText(own)}`)
          .join(', '),
      ];

export const expectedText = (
  { expected_label: label }: Pick<UnexpectedRecord, 'expected_label'>,
  language: Language,
): string => say(TEXTS.expected, language, { label: String(label) });

/** How many records have another label than they expect; none where all have it. */
export function unexpectedText(
  { compared, unexpected, unexpected_share: share }: Omit<Unexpected, 'records'>,
  language: Language,
): string[] {
  const told = { n: count(unexpected, language), all: count(compared, language) };
  return unexpected === 0 ? [] : [say(TEXTS.unexpected, language, told) + weightText(share, language)];
}

/** What all rows come to, in a sentence. */
export function summaryText(rows: readonly RowResult[], language: Language): string {
  const all = rows.length;
  const violated = rows.filter(({ verdict }) => verdict === 'violated').length;
  const settled = rows.filter(({ verdict }) => verdict === 'proved' || verdict === 'violated').length;
  if (all === 0) return say(TEXTS.nothing, language);
  const failed = rows.filter(({ verdict }) => verdict === 'internal_error').length;
  if (failed > 0) return say(TEXTS.someFailed, language, { n: count(failed, language), all: count(all, language) });
  if (violated > 0)
    return say(TEXTS.someViolated, language, { n: count(violated, language), all: count(all, language) });
  if (settled < all)
    return say(TEXTS.someOpen, language, { n: count(all - settled, language), all: count(all, language) });
  return say(TEXTS.allProved, language);
}
