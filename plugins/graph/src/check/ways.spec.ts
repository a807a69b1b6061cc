import { describe, expect, it } from 'vitest';
import type { GraphEdge } from '../model/index.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';
import { verifyProof } from './verify-proof.js';
import { waysOf } from './ways.js';

const may = (names: string, more: Partial<GraphEdge> = {}): GraphEdge => edge(names, { provenance: 'may', ...more });
const rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' } as const;

describe('may edges for a whole run', () => {
  it('are waited for at a join where they are there alone', () => {
    const joined = (join: 'all' | 'active') =>
      graphOf(
        [node('both', 'fork'), tool('check'), tool('pay', { join })],
        ['both>check', 'both>pay', may('check>pay')],
      );
    for (const join of ['all', 'active'] as const) {
      const { verdicts } = checkGraph(joined(join), PAY, [rule]);
      expect(verdicts[0]).toMatchObject({ verdict: 'possible', deciders: [{ code: 'may_edge', at: 'check>pay' }] });
    }
  });

  it('break a rule for sure where each way does', () => {
    const round = graphOf([tool('pay')], [may('pay>pay')]);
    const answer = { id: 'r', kind: 'order', pattern: 'response', first: 'pay', second: 'check' } as const;
    const tools = withTools({ name: 'pay', classes: ['write', 'infallible'] });
    expect(checkGraph(round, tools, [answer]).verdicts[0]?.verdict).toBe('broken');
  });

  it('have a certificate for each way, and all of them make the proof', () => {
    const graph = graphOf([tool('check'), node('a', 'router'), tool('pay')], ['check>pay', may('check>a'), 'a>pay']);
    const { verdicts, certificates } = checkGraph(graph, PAY, [rule]);
    expect(verdicts[0]?.verdict).toBe('proved');
    expect(certificates.map(({ absent }) => absent)).toEqual([undefined, [['', 'check>a']]]);
    expect(verifyProof(graph, PAY, rule, certificates)).toBe(true);
    for (const certificate of certificates) expect(verifyProof(graph, PAY, rule, [certificate])).toBe(false);
  });
});

describe('more may edges than are varied', () => {
  const names = ['b', 'c', 'd', 'e'];
  const many = (more: Partial<GraphEdge>, join?: 'active') =>
    graphOf(
      [tool('check'), node('a', 'fork'), ...names.map((name) => node(name, 'router')), tool('pay', join && { join })],
      ['check>a', ...names.map((name) => `a>${name}`), ...names.map((name) => edge(`${name}>pay`, more))],
    );

  it('prove nothing where they decide what a join waits for', () => {
    const open = checkGraph(many({ provenance: 'may' }, 'active'), PAY, [rule]);
    expect(open.verdicts[0]?.verdict).toBe('possible');
    expect(open.verdicts[0]?.deciders?.map(({ at }) => at)).toEqual(names.map((name) => `${name}>pay`));
    expect(checkGraph(many({}, 'active'), PAY, [rule]).verdicts[0]?.verdict).toBe('proved');
  });

  it('are asked one by one where nothing waits for them', () => {
    const graph = many({ provenance: 'may' });
    const { verdicts, certificates } = checkGraph(graph, PAY, [rule]);
    expect(verdicts[0]?.verdict).toBe('proved');
    expect(verifyProof(graph, PAY, rule, certificates)).toBe(true);
  });

  it('are told apart by what rests on them', () => {
    const { varied, open } = waysOf(many({ provenance: 'may' }));
    expect([varied, open.joins, open.meets.length]).toEqual([[], [], 4]);
    const beside = graphOf(
      [node('a', 'router'), ...names.map((name) => node(name, 'router')), node('end', 'end')],
      [...names.map((name) => may(`a>${name}`)), 'a>end', ...names.map((name) => `${name}>end`)],
    );
    expect(waysOf(beside)).toEqual({ varied: [], open: { joins: [], meets: [] } });
  });
});
