import { type Language, say } from '@ostiary/report';
import type { RowResult, Witness } from '../../audit/index.js';
import type { ForestReport } from '../input.js';

/** A report as the answer of the service has it. */
export function auditJson(report: ForestReport): object {
  const { rows, counts, model, compare, records, unexpected, runtime, version, open, language } = report;
  return {
    rows: rows.map((row) => rowJson(row, language)),
    row_counts: counts,
    model,
    compare_model: compare,
    records,
    compared: unexpected.compared,
    unexpected: unexpected.unexpected,
    unexpected_share: unexpected.unexpected_share,
    runtime,
    engine: version,
    open,
  };
}

function rowJson(row: RowResult, language: Language): object {
  const {
    id,
    line,
    kind,
    title,
    severity,
    note,
    extra,
    verdict,
    reason,
    flaws,
    records,
    weighted,
    shown,
    used,
    nodes,
  } = row;
  return {
    id,
    line,
    kind,
    title,
    severity,
    note,
    extra,
    verdict,
    reason: reason === null ? null : say(reason, language),
    problems: flaws.map(({ slug, words, column, line: at, at: character, pointer }) => ({
      slug,
      column,
      line: at ?? null,
      at: character ?? null,
      pointer: pointer ?? null,
      detail: say(words, language),
    })),
    records,
    weighted,
    record: shown?.record ?? null,
    bounds: shown?.bounds ?? null,
    witness: witnessJson(shown?.witness ?? null),
    numeric_tie: shown?.tie ?? false,
    used,
    nodes,
  };
}

/** JSON has no number that is none: a score that is not finite is null. */
function witnessJson(witness: Witness | null): object | null {
  if (witness === null) return null;
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return {
    ...witness,
    distance: witness.distance === null ? null : finite(witness.distance),
    inputs: witness.inputs.map((input) => ({ ...input, scores: input.scores.map(finite) })),
  };
}
