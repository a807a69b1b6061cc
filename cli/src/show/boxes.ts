import {
  type Box,
  type EnumeratedRecord,
  nameText,
  type RecordFacts,
  unexpectedOf,
  weightShare,
} from '@ostiary/forest/audit';
import type { FeatureFact } from '@ostiary/forest/table';
import {
  figure,
  shareOf,
  STATUSES,
  textsOf,
  type ToldRecord,
  unexpectedText,
  weightText,
} from '@ostiary/forest/report';
import { say, type Words } from '../text/words.js';
import { clean, type Format, type Screen } from './screen.js';
import { showTable } from './table.js';

/** Boxes of a record that are shown: a file has all. */
const SHOWN = 3;

const COLOURS = { allow: 'green', confirm: 'yellow', refuse: 'red' } as const satisfies Record<string, Format>;

const TEXTS = {
  boxes: { en: 'boxes: {n}', pt: 'caixas: {n}' },
  share: { en: 'share of the inputs: {n}', pt: 'parte das entradas: {n}' },
  nearest: { en: 'nearest: {n}', pt: 'mais próxima: {n}' },
  below: { en: 'complete below: {n}', pt: 'completo abaixo de: {n}' },
  distance: { en: 'distance {n}', pt: 'distância {n}' },
  label: { en: 'label {label}', pt: 'classe {label}' },
  unexpected: { en: 'label {label}, expected {expected}', pt: 'classe {label}, esperada {expected}' },
  all: {
    en: '{file}: {records} records, {found} with boxes{share}, {boxes} boxes, incomplete records: {open}',
    pt: '{file}: {records} registos, {found} com caixas{share}, {boxes} caixas, registos incompletos: {open}',
  },
} as const;

/** Of verdicts on a row. */
export const VERDICT_COLOURS = {
  internal_error: 'red',
  violated: 'red',
  undecided: 'yellow',
  unsupported: 'yellow',
  input_error: 'yellow',
  vacuous: 'yellow',
  proved: 'green',
} as const satisfies Record<string, Format>;

/** What is told of a record. */
interface Told extends Pick<RecordFacts, 'label' | 'expected_label' | 'as_expected'> {
  readonly record: string;
  readonly status: EnumeratedRecord['status'];
  readonly reason: string | null;
  readonly boxes: number;
  readonly share: number | null;
  readonly nearest: number | null;
  readonly complete_below: number | null;
}

/** How many labels were compared with the expected ones, and what the records weigh around which there are boxes. */
type Sums = Parameters<typeof unexpectedText>[0] & { readonly found_share: number | null };

/** Records with their nearest boxes below them. */
export function showEnumerated(
  name: string,
  records: readonly (ToldRecord & Pick<EnumeratedRecord, 'list'>)[],
  features: readonly FeatureFact[],
  screen: Screen,
): void {
  const names = new Map(features.map((feature) => [feature.name, nameText(feature)]));
  for (const record of records) {
    const reason = record.reason && say(record.reason, screen.language);
    showTable([recordCells({ ...record, reason, share: shareOf(record) }, screen)], screen);
    if (record.list.length === 0) continue;
    showTable(
      record.list.first(SHOWN).map((box, at) => boxCells(box, at + 1, names, screen)),
      screen,
    );
  }
  const found = records.filter(({ boxes }) => boxes > 0);
  showSum(name, records, { ...unexpectedOf(records), found_share: weightShare(found, records) }, screen);
}

/** Records as a service tells them: the boxes are in its files. */
export function showRecords(name: string, told: Sums & { readonly records: readonly Told[] }, screen: Screen): void {
  const { records } = told;
  showTable(
    records.map((record) => recordCells(record, screen)),
    screen,
  );
  showSum(name, records, told, screen);
}

function showSum(name: string, records: readonly Pick<Told, 'boxes' | 'status'>[], sums: Sums, screen: Screen): void {
  screen.line();
  screen.line(
    say(TEXTS.all, screen.language, {
      file: clean(name),
      records: records.length,
      found: records.filter(({ boxes }) => boxes > 0).length,
      share: weightText(sums.found_share, screen.language),
      boxes: records.reduce((sum, { boxes }) => sum + boxes, 0),
      open: records.filter(({ status }) => status !== 'complete' && status !== 'vacuous').length,
    }) +
      unexpectedText(sums, screen.language)
        .map((text) => `, ${text}`)
        .join(''),
  );
}

function recordCells(record: Told, { language }: Screen) {
  const { status, reason, boxes, share, nearest, complete_below: below } = record;
  const unexpected =
    record.as_expected === false
      ? [say(TEXTS.unexpected, language, { label: String(record.label), expected: String(record.expected_label) })]
      : [];
  const told = (words: Words, n: number | null): string[] =>
    n === null ? [] : [say(words, language, { n: figure(n) })];
  return [
    record.record,
    { text: say(STATUSES[status].words, language), colour: COLOURS[STATUSES[status].colour] },
    reason ??
      [
        ...unexpected,
        ...told(TEXTS.boxes, boxes),
        ...told(TEXTS.share, share),
        ...told(TEXTS.nearest, nearest),
        ...told(TEXTS.below, below),
      ].join('; '),
  ];
}

/** @param names of features, with their units */
function boxCells(
  { sides, distance, label }: Box,
  number: number,
  names: ReadonlyMap<string, string>,
  { language }: Screen,
): string[] {
  return [
    `  ${number}`,
    say(TEXTS.distance, language, { n: figure(distance) }),
    ...(label === null ? [] : [say(TEXTS.label, language, { label: String(label) })]),
    sides
      .map(({ feature, low, high, missing, texts, others }) => {
        const name = names.get(feature) ?? feature;
        const isText = texts !== null && (texts.length > 0 || others);
        if (!isText && low === null) return `${name} is missing`;
        const range = isText
          ? `${name} in ${textsOf({ texts, others })}`
          : low === high
            ? `${name} = ${low}`
            : `${name} ${low} .. ${high}`;
        return missing ? `${range} or missing` : range;
      })
      .join('; '),
  ];
}
