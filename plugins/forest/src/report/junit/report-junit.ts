import { plain, say } from '@ostiary/report';
import { junit, type JunitCase, type JunitOutcome } from '@ostiary/report/junit';
import type { RowResult } from '../../audit/index.js';
import type { ForestReport } from '../input.js';
import { outcomeLines, titleOf } from '../show/row.js';
import { TEXTS, VERDICT_NAMES } from '../text/words.js';

/**
 * An audit as JUnit XML: a test case for each row. A violated row is a failure, unless it is a note; what is not settled, not modelled,
 * wrong or an error of ours is an error, so that it never passes; what is about nothing is skipped.
 */
export function reportJunit(report: ForestReport): string {
  const { name, version, language, model, runtime, rows } = report;
  return junit({
    title: say(TEXTS.kind, language),
    name,
    path: name,
    version,
    properties: { model_sha256: model.sha256, ...(runtime !== null && { runtime }) },
    cases: rows.length === 0 ? [nothing(report)] : rows.map((row) => caseOf(row, report)),
  });
}

function nothing({ name, language }: ForestReport): JunitCase {
  const error = { type: 'empty', message: say(TEXTS.nothing, language), text: '' };
  return { name, family: 'forest', failures: [], errors: [error], notes: [], skipped: null };
}

function caseOf(row: RowResult, { language }: ForestReport): JunitCase {
  const { id, kind, verdict, severity } = row;
  const lines = outcomeLines(row, language).map(plain);
  const message = plain(`${say(VERDICT_NAMES[verdict], language)}: ${titleOf(row, language)}`);
  const outcome: JunitOutcome = { type: verdict === 'violated' ? severity : verdict, message, text: lines.join('\n') };
  const fails = verdict === 'violated' && severity !== 'info';
  const open = ['internal_error', 'undecided', 'unsupported', 'input_error'].includes(verdict);
  const noted = verdict === 'proved' || (verdict === 'violated' && !fails);
  return {
    name: plain(`${id}: ${titleOf(row, language)}`),
    family: `forest.${plain(kind)}`,
    failures: fails ? [outcome] : [],
    errors: open ? [outcome] : [],
    notes: noted && lines.length > 0 ? [lines.join('\n')] : [],
    skipped: verdict === 'vacuous' ? [message, ...lines].join('\n') : null,
  };
}
