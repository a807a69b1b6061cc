import {
  boundsText,
  featureText,
  figure,
  inputText,
  titleOf,
  unexpectedText,
  valueText,
  VERDICT_NAMES,
  weightText,
} from '@ostiary/forest/report';
import type { Given } from '../command.js';
import { VERDICT_COLOURS } from '../show/boxes.js';
import { clean, type Screen } from '../show/screen.js';
import { showTable } from '../show/table.js';
import type { ExitCode } from '../text/exit-codes.js';
import { say } from '../text/words.js';
import type { Schemas } from '../client/service.js';
import { askService } from './at-service.js';
import { codeOf, failOnOf } from './fail-on.js';
import { countOf } from './options.js';
import { AUDIT_FILES } from './reports.js';
import { showOpen } from './resume.js';
import type { ForestFiles } from './sources.js';

type Row = Schemas['ForestRow'];

/** A table, asked at a service: what came of each row, as the service tells it. */
export async function auditAtService(given: Given, files: ForestFiles, screen: Screen): Promise<ExitCode> {
  const failOn = failOnOf(given);
  const { model, compare, properties, schema, records } = files;
  const nodes = given.has('nodes') ? { nodes: countOf(given, 'nodes', 1) } : {};
  const sent = {
    mode: 'forest',
    model,
    compare,
    texts: { properties, schema, records },
    members: { options: { ...nodes, certificates: given.has('certificate') } },
  } as const;
  const { job, result } = await askService<Schemas['ForestResult']>(given, sent, AUDIT_FILES, screen);
  if (screen.json) screen.line(JSON.stringify({ file: model, ...result }, null, 2));
  else {
    showRows(model, result, screen);
    showOpen(result.open, job, screen);
  }
  return codeOf(result.rows, failOn);
}

const TEXTS = {
  records: { en: 'records: {n}', pt: 'registos: {n}' },
  record: { en: 'record {id}', pt: 'registo {id}' },
  line: { en: 'line {n}', pt: 'linha {n}' },
  distance: { en: 'distance {n}', pt: 'distância {n}' },
  changed: { en: 'changed: {values}', pt: 'mudou: {values}' },
  summary: {
    en: '{file}: {rows} rows, {violated} violated, {proved} proved',
    pt: '{file}: {rows} linhas, {violated} violadas, {proved} provadas',
  },
  replayed: { en: '; replayed in {runtime}', pt: '; reproduzido em {runtime}' },
} as const;

function showRows(name: string, result: Schemas['ForestResult'], screen: Screen): void {
  const { rows, row_counts: counts, runtime } = result;
  const { language } = screen;
  showTable(
    rows.map((row) => [
      row.id,
      { text: say(VERDICT_NAMES[row.verdict], language), colour: VERDICT_COLOURS[row.verdict] },
      row.severity,
      titleOf(row, language),
      toldOf(row, language).join('; '),
    ]),
    screen,
  );
  screen.line();
  screen.line(
    say(TEXTS.summary, language, {
      file: clean(name),
      violated: counts.violated,
      proved: counts.proved,
      rows: rows.length,
    }) +
      (runtime === null ? '' : say(TEXTS.replayed, language, { runtime })) +
      unexpectedText(result, language)
        .map((text) => `; ${text}`)
        .join(''),
  );
}

function toldOf(row: Row, language: Screen['language']): string[] {
  const { problems, reason, records, record, weighted, verdict, bounds, witness } = row;
  const distance = witness?.distance ?? null;
  const changed = changedOf(witness);
  const between = boundsText(bounds, language);
  const all = records === null ? 0 : Object.values(records).reduce((sum, each) => sum + each, 0);
  return [
    ...(records === null
      ? []
      : [
          say(TEXTS.records, language, { n: `${records[verdict]}/${all}` }) +
            weightText(weighted?.[verdict] ?? null, language),
        ]),
    ...(record === null ? [] : [say(TEXTS.record, language, { id: record })]),
    ...(problems.length > 0
      ? problems.map((problem) => problemText(problem, language))
      : reason === null
        ? []
        : [reason]),
    ...(distance === null
      ? between === null
        ? []
        : [between]
      : [say(TEXTS.distance, language, { n: figure(distance) })]),
    ...(changed.length === 0 ? [] : [say(TEXTS.changed, language, { values: changed.join(', ') })]),
    ...(verdict === 'violated' && records === null && changed.length === 0 ? inputText(witness?.inputs[0]) : []),
  ];
}

/** What is wrong with a row, behind where it stands. */
function problemText({ line, column, detail }: Row['problems'][number], language: Screen['language']): string {
  const places = [line === null ? null : say(TEXTS.line, language, { n: line }), column];
  const place = places.filter((each) => each !== null).join(', ');
  return place === '' ? detail : `${place}: ${detail}`;
}

/** What changes, and to which value; between two inputs, also from which. */
function changedOf(witness: Row['witness']): string[] {
  const [input, second] = witness?.inputs ?? [];
  const changed = new Set(witness?.changed);
  return (input?.values ?? []).flatMap((own, at) => {
    if (!changed.has(own.feature)) return [];
    const other = second?.model === input?.model ? second?.values[at] : undefined;
    return other === undefined
      ? [`${featureText(own)} = ${valueText(own)}`]
      : [`${featureText(own)}: ${valueText(own)} → ${valueText(other)}`];
  });
}
