import { expect, it } from 'vitest';
import { loansAudit } from '../testing/loans.js';
import { asExpected, recordFacts } from './record-facts.js';

it.each([
  [1, '1', true],
  [1, '1.0', true],
  [1, '0', false],
  [1, 'yes', false],
  ['1', '1.0', false],
  ['yes', 'yes', true],
  ['yes', 'no', false],
  [1, null, null],
  [null, '1', null],
])('says of the label %j whether it is the expected %j: %j', (label, expected, same) => {
  expect(asExpected(label, expected)).toBe(same);
});

it('tells the label of a record, what was expected, and the columns that no feature is called; of a wrong record no label', () => {
  const audit = loansAudit({
    table: 'kind,output,expect\nrange,p[1],<=1\n',
    records:
      'record_id,income,owner,age,debt,children,expected_label\na,20000,=Ana,30,0.9,1,1.0\nb,20000,,30,0.9,1,0\nc,x,,30,0.9,1,0\nd,20000,,30,0.9,1,\n',
  });
  const { label } = audit.model.score([20_000, 30, 0.9, 1]);
  const facts = audit.records.map((record) => recordFacts(audit, record, { status: 'complete' }));
  expect(facts).toEqual([
    { label, expected_label: '1.0', as_expected: label === 1, weight: 1, extra: { owner: '=Ana' } },
    { label, expected_label: '0', as_expected: label === 0, weight: 1, extra: { owner: '' } },
    { label: null, expected_label: '0', as_expected: null, weight: 1, extra: { owner: '' } },
    { label, expected_label: null, as_expected: null, weight: 1, extra: { owner: '' } },
  ]);
  const [first] = audit.records;
  if (first === undefined) throw new Error('there are records');
  expect(recordFacts(audit, first, { status: 'internal_error' })).toMatchObject({ label: null, as_expected: null });
});
