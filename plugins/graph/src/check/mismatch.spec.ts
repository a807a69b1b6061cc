import { describe, expect, it } from 'vitest';
import { graphOf, PAY, tool } from '../testing/graphs.js';
import { checkGraph } from './check.js';

const graph = graphOf([tool('pay'), tool('check')], ['pay>check']);
const rules = [
  { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' },
  { id: 'never', kind: 'order', pattern: 'absence', first: 'pay' },
  { id: 'other', kind: 'order', pattern: 'absence', first: 'other' },
] as const;

describe('a path that another interpreter does not find broken', () => {
  it('costs its own rule the verdict and no other, and is reported', () => {
    const { verdicts, mismatches } = checkGraph(graph, PAY, rules, {
      replay: (_graph, _effects, { kind }) =>
        kind === 'order' ? { ok: true } : { ok: false, why: 'it is not', step: 0 },
    });
    expect(verdicts.map(({ rule_id: id, verdict }) => [id, verdict])).toEqual([
      ['checked', 'possible'],
      ['never', 'broken'],
      ['other', 'vacuous'],
    ]);
    expect(verdicts[0]?.deciders).toEqual([{ code: 'engine_mismatch', at: 'pay', params: {} }]);
    expect(verdicts[0]).not.toHaveProperty('path');
    expect(mismatches).toEqual([{ rule_id: 'checked', at: 'pay', why: 'a broken path does not replay: it is not' }]);
  });
});
