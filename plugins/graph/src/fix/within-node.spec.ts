import { describe, expect, it } from 'vitest';
import type { Rule } from '../model/index.js';
import { graphOf, node, PAY, tool } from '../testing/graphs.js';
import { tried } from './testing/tried.js';

const CHECKED: Rule = { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' };
const CONFIRMED: Rule = { id: 'confirmed', kind: 'confirm_before', tool: 'pay' };

const rightBefore = { fix: { insert_on: [], insert_before: [], cut_size: 0 } };

describe('a node that breaks a rule wherever something is inserted', () => {
  it.each([
    ['calls once more after a failure', tool('pay', { retry: { max: 1 } })],
    ['calls as often as it likes', node('pay', 'agent', { tools: [{ name: 'pay' }] })],
  ])('%s what needs an approval for each call: no set is tried', (_, pay) => {
    const graph = graphOf([node('start', 'router'), node('a', 'llm'), pay], ['start>a', 'start>pay', 'a>pay']);
    const { told, graphs } = tried(graph, PAY, CONFIRMED);
    expect(told).toMatchObject(rightBefore);
    // The graph in which each call is approved.
    expect(graphs).toHaveLength(1);
  });

  it('may call a check that fails just before the call', () => {
    const agent = node('agent', 'agent', { tools: [{ name: 'check' }, { name: 'pay' }] });
    const { told, graphs } = tried(graphOf([node('start', 'start'), agent], ['start>agent']), PAY, CHECKED);
    expect(told).toEqual({ none: 'no_place' });
    // In front of the agent, the run or its lane ending there.
    expect(graphs).toHaveLength(2);
  });

  it('is none where the second call lies behind an edge', () => {
    const graph = graphOf(
      [node('start', 'start'), tool('pay'), node('end', 'end')],
      ['start>pay', 'pay>pay', 'pay>end'],
    );
    expect(tried(graph, PAY, CONFIRMED).told).toMatchObject({
      fix: { insert_on: ['start>pay', 'pay>pay'], smallest: true },
    });
  });

  it('is none where what is established once is enough for the second call', () => {
    const graph = graphOf([node('start', 'router'), tool('pay', { retry: { max: 1 } })], ['start>pay']);
    expect(tried(graph, PAY, CHECKED).told).toMatchObject({ fix: { insert_on: ['start>pay'] } });
  });
});
