import { describe, expect, it } from 'vitest';
import type { AgentGraph, Rule } from '../model/index.js';
import { graphOf, node, PAY, tool } from '../testing/graphs.js';
import { checkGraph } from './check.js';

const RULE: Rule = { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' };
const told = (graph: AgentGraph, rule: Rule = RULE) =>
  ([undefined, 'runs', 'words'] as const).map((proofsOnly) => {
    const [verdict] = checkGraph(graph, PAY, [rule], proofsOnly && { proofsOnly }).verdicts;
    return [verdict?.verdict, verdict?.path?.length];
  });

describe('where all that is asked is what is proved', () => {
  it('a run is told of what is not, or the word alone', () => {
    expect(told(graphOf([node('start', 'start'), tool('pay')], ['start>pay']))).toEqual([
      ['broken', 2],
      ['broken', 2],
      ['broken', undefined],
    ]);
  });

  it('a rule about nothing is told so with runs; with words alone it may be called proved', () => {
    const graph = graphOf([node('start', 'start'), tool('check'), tool('pay')], ['start>check']);
    expect(told(graph)).toEqual([
      ['vacuous', undefined],
      ['vacuous', undefined],
      ['proved', undefined],
    ]);
  });

  it('and is not called possible because nobody classified its tool', () => {
    const graph = graphOf([node('start', 'start'), tool('other')], ['start>other']);
    const unknown: Rule = { id: 'unknown', kind: 'confirm_before', tool: 'nobody' };
    expect(told(graph, unknown)).toEqual([
      ['vacuous', undefined],
      ['vacuous', undefined],
      ['vacuous', undefined],
    ]);
  });
});
