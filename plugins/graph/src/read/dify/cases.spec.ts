import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { holds } from '../../replay/guards.js';
import { Compared } from '../source/compared.js';
import { casesOf } from './cases.js';

const SAYS: Readonly<Record<string, (own: string, other: string) => boolean>> = {
  is: (own, other) => own === other,
  'is not': (own, other) => own !== other,
  contains: (own, other) => own.includes(other),
  'not contains': (own, other) => !own.includes(other),
  'start with': (own, other) => own.startsWith(other),
  'end with': (own, other) => own.endsWith(other),
};
const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 });
const conditions = fc.array(
  fc.record({
    variable_selector: fc.constant(['n', 'x']),
    comparison_operator: fc.constantFrom(...Object.keys(SAYS)),
    value: text,
    varType: fc.constant('string'),
  }),
  { minLength: 1, maxLength: 3 },
);

describe('cases of Dify', () => {
  it('hold of the texts of which Dify says so', () => {
    fc.assert(
      fc.property(conditions, fc.constantFrom('and', 'or'), text, (asked, logical_operator, own) => {
        const compared = new Compared();
        const [one] = casesOf({ cases: [{ case_id: 'c', logical_operator, conditions: asked }] }, compared);
        const [variable] = compared.variables();
        const answers = (of: string): readonly boolean[] =>
          asked.map(({ comparison_operator: operator, value }) => SAYS[operator]?.(of, value) === true);
        const values = variable?.type === 'string' ? variable.values : undefined;
        const stand = values ? values.find((each) => answers(each).join() === answers(own).join()) : own;
        expect(stand).toBeDefined();
        const expected = logical_operator === 'and' ? !answers(own).includes(false) : answers(own).includes(true);
        expect(one && 'expr' in one.guard ? holds(one.guard.expr, () => stand) : 'opaque').toBe(expected);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ['in', ['a']],
    ['null', ''],
    ['matches', 'a'],
    ['start with', '{{#n.y#}}'],
    ['constructor', 'a'],
  ])('are opaque where they ask %s', (comparison_operator, value) => {
    const [one] = casesOf(
      { cases: [{ case_id: 'c', conditions: [{ variable_selector: ['n', 'x'], comparison_operator, value }] }] },
      new Compared(),
    );
    expect(one?.guard).toHaveProperty('opaque');
  });
});
