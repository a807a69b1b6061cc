import { expect, it } from 'vitest';
import type { ShownInput, Witness } from '../../audit/index.js';
import { changesOf } from './cases.js';

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
