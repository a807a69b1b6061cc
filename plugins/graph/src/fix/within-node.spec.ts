import { describe, expect, it } from 'vitest';
import { checkGraph } from '../check/index.js';
import type { AgentGraph, Rule } from '../model/index.js';
import { graphOf, node, PAY, tool } from '../testing/graphs.js';
import { FixFinder, type FoundFix } from './find-fix.js';

type FactRule = Rule & { readonly kind: 'check_before' | 'confirm_before' };
const CHECKED: FactRule = { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' };
const CONFIRMED: FactRule = { id: 'confirmed', kind: 'confirm_before', tool: 'pay' };

/** What is found for a rule, and on which graphs it was tried. */
function tried(graph: AgentGraph, rule: FactRule): { told: FoundFix; graphs: number } {
  const { verdicts } = checkGraph(graph, PAY, [rule]);
  const [verdict] = verdicts;
  if (!verdict) throw new Error('no verdict');
  const graphs = new Set<AgentGraph>();
  const finder = new FixFinder(graph, PAY, [rule], verdicts, (changed, rules, proofsOnly) => {
    graphs.add(changed);
    return checkGraph(changed, PAY, rules, proofsOnly ? { proofsOnly } : {}).verdicts;
  });
  return { told: finder.find(rule, verdict), graphs: graphs.size };
}

const rightBefore = { fix: { insert_on: [], insert_before: [], cut_size: 0 } };

describe('a node that breaks a rule wherever something is inserted', () => {
  it.each([
    ['calls once more after a failure', tool('pay', { retry: { max: 1 } })],
    ['calls as often as it likes', node('pay', 'agent', { tools: [{ name: 'pay' }] })],
  ])('%s what needs an approval for each call: no set is tried', (_, pay) => {
    const graph = graphOf([node('start', 'router'), node('a', 'llm'), pay], ['start>a', 'start>pay', 'a>pay']);
    const { told, graphs } = tried(graph, CONFIRMED);
    expect(told).toMatchObject(rightBefore);
    // The graph in which each call is approved.
    expect(graphs).toBe(1);
  });

  it('may call a check that fails just before the call', () => {
    const agent = node('agent', 'agent', { tools: [{ name: 'check' }, { name: 'pay' }] });
    const { told, graphs } = tried(graphOf([node('start', 'start'), agent], ['start>agent']), CHECKED);
    expect(told).toEqual({ none: 'no_place' });
    // In front of the agent, the run or its lane ending there.
    expect(graphs).toBe(2);
  });

  it('is none where the second call lies behind an edge', () => {
    const graph = graphOf(
      [node('start', 'start'), tool('pay'), node('end', 'end')],
      ['start>pay', 'pay>pay', 'pay>end'],
    );
    expect(tried(graph, CONFIRMED).told).toMatchObject({
      fix: { insert_on: ['start>pay', 'pay>pay'], smallest: true },
    });
  });

  it('is none where what is established once is enough for the second call', () => {
    const graph = graphOf([node('start', 'router'), tool('pay', { retry: { max: 1 } })], ['start>pay']);
    expect(tried(graph, CHECKED).told).toMatchObject({ fix: { insert_on: ['start>pay'] } });
  });
});
