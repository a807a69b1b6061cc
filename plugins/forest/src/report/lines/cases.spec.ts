import { expect, it } from 'vitest';
import type { CaseResult, ShownInput, Witness } from '../../audit/index.js';
import { readTable, sheetOfCsv } from '../../table/index.js';
import { caseCells, caseColumns, caseJson, changesOf } from './cases.js';
import { csvLine } from './csv.js';

const input = (value: string, model: ShownInput['model'] = 'model'): ShownInput => ({
  model,
  values: [{ feature: 'a', value, bits: null }],
  label: 0,
  scores: [],
  score_bits: [],
});
const witness = (...inputs: ShownInput[]): Witness => ({ inputs, changed: ['a'], distance: null, replay: 'same' });
const change = (from: string, to: string): object[] => [{ feature: 'a', from, to }];

it('tells what changes between two inputs of one model; of one input, from the record; of two models, from the record, too', () => {
  const from = input('record');
  expect(changesOf({ from, witness: witness(input('one'), input('two')) })).toEqual(change('one', 'two'));
  expect(changesOf({ from: null, witness: witness(input('one'), input('two')) })).toEqual(change('one', 'two'));
  expect(changesOf({ from, witness: witness(input('one')) })).toEqual(change('record', 'one'));
  expect(changesOf({ from, witness: witness(input('one'), input('one', 'compare_model')) })).toEqual(
    change('record', 'one'),
  );
  expect(changesOf({ from: null, witness: witness(input('one')) })).toEqual([]);
});

it('gives back the columns that a table does not know, beside each line of their row, where no other column is called so', () => {
  const table = 'id,owner,kind,verdict,2024\nA,"=Ana, Rui",range,,a\nB,Eva,range,as agreed,\n';
  const rows = readTable(sheetOfCsv(table), { features: [], labels: [0, 1], scores: 1 });
  const result: CaseResult = {
    row: 0,
    record: null,
    from: null,
    verdict: 'proved',
    reason: null,
    bounds: null,
    witness: null,
    nodes: 3,
    tie: false,
    certificates: [],
  };
  const names = caseColumns(rows);
  expect(new Set(names).size).toBe(names.length);
  const own = names.filter((name) => name.startsWith('extra.'));
  expect(own.toSorted()).toEqual(['extra.2024', 'extra.owner', 'extra.verdict']);
  const lines = rows.map((row) => {
    const cells = caseCells(result, row, null, 'en');
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
  });
  expect(lines).toMatchObject([
    { verdict: 'proved', 'extra.owner': '=Ana, Rui', 'extra.verdict': '', 'extra.2024': 'a' },
    { verdict: 'proved', 'extra.owner': 'Eva', 'extra.verdict': 'as agreed', 'extra.2024': '' },
  ]);
  expect(csvLine(Object.values(rows[0]?.extra ?? {}))).toContain(`"'=Ana, Rui"`);
  expect(rows.map((row) => caseJson(result, row, null))).toMatchObject([
    { id: 'A', verdict: 'proved', extra: { owner: '=Ana, Rui', verdict: '', 2024: 'a' } },
    { id: 'B', verdict: 'proved', extra: { owner: 'Eva', verdict: 'as agreed', 2024: '' } },
  ]);
});
