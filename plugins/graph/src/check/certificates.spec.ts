import { describe, expect, it } from 'vitest';
import { edge, graphOf, node, PAY, tool } from '../testing/graphs.js';
import { checkGraph } from './check.js';
import { verifyProof } from './verify-proof.js';

describe('certificates of a join that nobody knows', () => {
  const rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' } as const;
  // One token comes by one of the two edges: of kind `all` nothing behind the join ever happens.
  const graph = graphOf(
    [tool('check'), node('a', 'router'), node('meet', 'join', { join: 'unknown' }), tool('pay')],
    ['check>a', edge('a>meet'), { id: 'again', source: 'a', target: 'meet' }, 'meet>pay'],
  );
  const { verdicts, certificates } = checkGraph(graph, PAY, [rule]);

  it('prove the rule under every kind, also where it is about nothing', () => {
    expect(verdicts[0]?.verdict).toBe('proved');
    expect(certificates.map(({ joins }) => joins)).toEqual([[['meet', 'any']], [['meet', 'all']]]);
    expect(verifyProof(graph, PAY, rule, certificates)).toBe(true);
  });

  it('are no proof without those of one kind, or with those of one in place of the other', () => {
    for (const [index, certificate] of certificates.entries()) {
      expect(verifyProof(graph, PAY, rule, [certificate])).toBe(false);
      const renamed = certificates.with(index, { ...certificate, joins: certificates.at(index - 1)?.joins ?? [] });
      expect(verifyProof(graph, PAY, rule, renamed)).toBe(false);
    }
  });

  it('of a kind under which it is about something prove nothing in the place of one under which it is not', () => {
    const open = { ...graph, nodes: graph.nodes.map((each) => (each.id === 'check' ? node('check', 'router') : each)) };
    const about = checkGraph(open, PAY, [rule]);
    expect(about.verdicts[0]?.verdict).toBe('possible');
    expect(verifyProof(open, PAY, rule, certificates)).toBe(false);
  });
});
