import { count, say } from '@ostiary/report';
import { code, table, text } from '@ostiary/report/markdown';
import type { RowResult } from '../../audit/index.js';
import type { ForestReport } from '../input.js';
import { changesOf } from '../lines/cases.js';
import { outcomeText, replayText, summaryText, titleOf, unexpectedText } from '../show/row.js';
import { featureText, valueText } from '../show/value.js';
import { TEXTS, VERDICT_NAMES } from '../text/words.js';

/** Rows that are told in full, and rows in the table. */
const [FULL, LISTED] = [30, 500];

/** An audit as Markdown (GitHub Flavored), for summaries of CI and reviews. */
export function reportMarkdown(report: ForestReport): string {
  const { name, rows, language, version, model, records, unexpected } = report;
  const n = (own: number): string => count(own, language);
  const facts = [
    say(TEXTS.rows, language, { n: n(rows.length) }),
    say(TEXTS.records, language, { n: n(records) }),
    say(TEXTS.trees, language, { n: n(model.trees) }),
    ...unexpectedText(unexpected, language),
  ];
  const head = [TEXTS.id, TEXTS.verdict, TEXTS.severity, TEXTS.property, TEXTS.what].map((words) =>
    text(say(words, language)),
  );
  const listed = rows
    .slice(0, LISTED)
    .map((row) => [
      code(row.id, true),
      text(say(VERDICT_NAMES[row.verdict], language)),
      text(row.severity),
      text(titleOf(row, language)),
      text(outcomeText(row, language, 4)),
    ]);
  const violated = rows.filter(({ verdict }) => verdict === 'violated').slice(0, FULL);
  return `${[
    `# ${text(say(TEXTS.title, language, { name }))}`,
    `**${text(summaryText(rows, language))}**`,
    text(facts.join(' · ')),
    table(head, listed),
    ...violated.flatMap((row) => witnessOf(row, report)),
    text(say(TEXTS.made, language, { version })),
  ].join('\n\n')}\n`;
}

function witnessOf(row: RowResult, { language, runtime }: ForestReport): string[] {
  const { shown } = row;
  if (shown === null || shown.witness === null) return [];
  const changes = changesOf(shown);
  const head = [
    TEXTS.feature,
    shown.from === null ? TEXTS.first : TEXTS.before,
    shown.from === null ? TEXTS.second : TEXTS.witness,
  ];
  const values = shown.witness.inputs[0]?.values ?? [];
  return [
    `## ${code(row.id)} ${text(titleOf(row, language))}`,
    changes.length > 0
      ? table(
          head.map((words) => text(say(words, language))),
          changes.map((own) => [code(featureText(own), true), code(own.from, true), code(own.to, true)]),
        )
      : table(
          [text(say(TEXTS.feature, language)), text(say(TEXTS.witness, language))],
          values.map((own) => [code(featureText(own), true), code(valueText(own), true)]),
        ),
    text(replayText(shown.witness, runtime, language)),
  ];
}
