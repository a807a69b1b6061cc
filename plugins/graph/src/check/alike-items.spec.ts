import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphNode, Rule } from '../model/index.js';
import { graphOf, node, tool, withTools } from '../testing/graphs.js';
import { AlikeItems } from './alike-items.js';
import { checkGraph } from './check.js';
import { judgedOf, questionsOf } from './questions.js';
import { type Reading, readGraph } from './reading.js';
import { verifyProof } from './verify-proof.js';

const TOOLS = withTools(
  { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes: 'success' }] },
  { name: 'pay', classes: ['write'] },
);
const CONFIRM: Rule = { id: 'r', kind: 'confirm_before', tool: 'pay' };
const each = (more: Partial<GraphNode>): GraphNode => node('each', 'map', { parallel: true, ...more });
const item = { name: 'inner', ...graphOf([tool('ask'), tool('pay')], ['ask>pay']) };
const single = graphOf([each({ subgraph: 'inner' })], [], { subgraphs: [item] });
const nested = graphOf([each({ subgraph: 'outer' })], [], {
  subgraphs: [{ name: 'outer', ...graphOf([each({ subgraph: 'inner' })], []) }, item],
});

function proofOf(graph: AgentGraph) {
  const { verdicts, certificates } = checkGraph(graph, TOOLS, [CONFIRM]);
  expect(verdicts[0]?.verdict).toBe('proved');
  const [certificate] = certificates;
  if (certificate?.kind !== 'states') throw new Error('not proved by states');
  return certificate;
}

/** Whether items of a graph are alike to the rule. `deaf`: an event, by its number among those of the rule, that is nothing to it. */
function alikeIn(graph: AgentGraph, deaf?: number): AlikeItems | null {
  const [reading] = readGraph(graph, TOOLS, 1_000).all as [Reading];
  const [rule] = judgedOf(CONFIRM, TOOLS, reading);
  const [question] = rule ? questionsOf(rule, TOOLS, reading) : [];
  if (!question?.harsh) throw new Error('the rule has an automaton');
  const symbolOf = new Map([...question.harsh.symbolOf].filter((_, at) => at !== deaf));
  return AlikeItems.of(reading.graph, reading.cells, { ...question.harsh, symbolOf }, reading.execution);
}

describe('items that nothing tells apart', () => {
  it('are listed once in a proof, which is checked for all of them', () => {
    const certificate = proofOf(nested);
    // 7,029 when each order of items is listed.
    expect(certificate.states.length).toBe(1_608);
    expect(verifyProof(nested, TOOLS, CONFIRM, [certificate])).toBe(true);
  });

  it('leave nothing out that a proof needs', () => {
    const certificate = proofOf(single);
    for (const at of certificate.states.keys()) {
      const states = certificate.states.toSpliced(at, 1);
      expect(verifyProof(single, TOOLS, CONFIRM, [{ ...certificate, states }])).toBe(false);
    }
  });

  it('are told apart by an event of one of them that is another to the rule', () => {
    for (const event of [0, 1, 2, 3]) expect(alikeIn(single, event)).toBeNull();
  });

  it('are told apart in supersteps, and where there is no map', () => {
    expect(alikeIn(single)).not.toBeNull();
    expect(alikeIn({ ...single, execution: 'sequential' })).not.toBeNull();
    expect(alikeIn({ ...single, execution: 'supersteps' })).toBeNull();
    expect(alikeIn(graphOf([tool('ask'), tool('pay')], ['ask>pay']))).toBeNull();
  });
});
