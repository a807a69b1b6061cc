import { rowOfTest, type Words } from '@ostiary/guard';
import type { PolicyTest } from '@ostiary/policy';
import type { Candidate } from './candidate.js';
import { type DefaultsInput, fillIn, readAs, RowField } from '@ostiary/guard/request';

/** The rows of a JSON array, numbered from `first` on. */
export function* jsonRows(
  rows: readonly unknown[],
  defaults: DefaultsInput | undefined,
  first = 1,
): Generator<Candidate> {
  for (const [at, value] of rows.entries()) yield candidateOf(value, first + at, defaults);
}

/** The tests of a policy, as rows. */
export function* testRows(tests: readonly PolicyTest[]): Generator<Candidate> {
  for (const [at, test] of tests.entries()) {
    const { row, confirmed } = rowOfTest(test);
    const candidate = candidateOf(row, at + 1, undefined);
    yield candidate.ok && confirmed ? { ...candidate, confirmed } : candidate;
  }
}

const NO_TOOL: Words = {
  en: 'no tool is named, here or in `defaults`',
  pt: 'nenhuma ferramenta é indicada, aqui ou em `defaults`',
};

/** Checks a row as the schema has it and lays it over the defaults. */
export function candidateOf(value: unknown, row: number, defaults: DefaultsInput | undefined): Candidate {
  const read = readAs(RowField, value);
  if (!read.ok) {
    const { pointer, detail } = read.fault;
    return { ok: false, row, customId: customIdOf(value), pointer, detail };
  }
  const full = fillIn(read.value, defaults);
  const customId = read.value.custom_id ?? null;
  if (full.tool === undefined) return { ok: false, row, customId, pointer: '/action/tool', detail: NO_TOOL };
  return { ok: true, row, customId, expected: read.value.expected ?? null, full };
}

function customIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'custom_id')) return null;
  const id = (value as { readonly custom_id: unknown }).custom_id;
  return typeof id === 'string' ? id.slice(0, 128) : null;
}
