import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import {
  type AgentGraph,
  type GraphBody,
  PROPERTIES,
  type Property,
  type Rule,
  type ToolEffects,
} from '../model/index.js';
import { readDocument } from '../read/index.js';
import { reportOf, verificationJson } from '../report/index.js';
import { catalogues, graphs as anyGraphs, rules as anyRules, taintRules } from '../testing/arbitrary.js';
import { verifyGraph } from '../verify/verify.js';
import { huntedGraph } from './hunted.js';

/** Small ones: what a rule is called does not hang on how much there is to search, and of a saga there is much. */
const graphs = anyGraphs(4);
const rules = fc.oneof({ weight: 3, arbitrary: anyRules }, { weight: 1, arbitrary: taintRules });

/** What a project keeps a finding by, and what it says of it: null for a document that does not read. */
function found(
  text: string,
  effects: ToolEffects,
  rule: Rule,
  properties?: readonly Property[],
): readonly string[] | null {
  const read = readDocument(text);
  if (!read.ok) return null;
  const verified = verifyGraph(read, effects, { rules: [rule], fixes: false, ...(properties && { properties }) });
  const told = verificationJson(reportOf(read, verified, { path: 'g.json', digest: '', language: 'en', version: '0' }));
  const { findings, settled } = huntedGraph({
    traces: null,
    read: { ...read, digest: '' },
    verified,
    told,
    maxPaths: 10,
    partly: false,
  });
  return [
    ...findings.map(({ fingerprint, structure, subkind }) => `${fingerprint} ${structure} ${subkind}`),
    ...settled,
  ].toSorted();
}

/** Every node and edge under another id. */
function renumbered(graph: AgentGraph): AgentGraph {
  const body = <Body extends GraphBody>(one: Body): Body => {
    const ids = new Map(one.nodes.map(({ id }, at) => [id, `n${one.nodes.length - at}`]));
    const named = (id: string): string => ids.get(id) ?? id;
    return {
      ...one,
      start: named(one.start),
      nodes: one.nodes.map((node) => ({ ...node, id: named(node.id) })),
      edges: one.edges.map((edge, at) => ({
        ...edge,
        id: `e${at}`,
        source: named(edge.source),
        target: named(edge.target),
      })),
    };
  };
  return { ...body(graph), ...(graph.subgraphs && { subgraphs: graph.subgraphs.map(body) }) };
}

/** Nodes and bodies in another order. */
const reordered = (graph: AgentGraph): AgentGraph => ({
  ...graph,
  nodes: graph.nodes.toReversed(),
  ...(graph.subgraphs && {
    subgraphs: graph.subgraphs.map((body) => ({ ...body, nodes: body.nodes.toReversed() })).toReversed(),
  }),
});

/** The members of every object in another order, on lines of their own. */
const laidOut = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).toReversed())
        : member,
    3,
  );

const WAYS: readonly (readonly [string, (graph: AgentGraph) => string])[] = [
  ['nodes and edges have other ids', (graph) => JSON.stringify(renumbered(graph))],
  ['nodes and sub-graphs stand in another order', (graph) => JSON.stringify(reordered(graph))],
  ['the document is laid out otherwise', laidOut],
];

describe('the fingerprints of findings', () => {
  it('are the same when edges stand in another order, though another way may be the first that fits then', () => {
    // What a run comes to may hang on the order of edges: then another graph has another hygiene.
    const asked = PROPERTIES.filter((property) => property !== 'P6');
    const names = (of: ReturnType<typeof found>) => new Set(of?.map((line) => line.split(' ', 1)[0]));
    fc.assert(
      fc.property(graphs, catalogues, rules, (graph, effects, rule) => {
        const other = { ...graph, edges: graph.edges.toReversed() };
        expect(names(found(JSON.stringify(other), effects, rule, asked))).toEqual(
          names(found(JSON.stringify(graph), effects, rule, asked)),
        );
      }),
      { numRuns: runs(50) },
    );
  });

  it.each(WAYS)('are the same when %s', (_, written) => {
    let compared = 0;
    fc.assert(
      fc.property(graphs, catalogues, rules, (graph, effects, rule) => {
        const before = found(JSON.stringify(graph), effects, rule);
        if (before === null) return;
        compared += 1;
        expect(found(written(graph), effects, rule)).toEqual(before);
      }),
      { numRuns: runs(40) },
    );
    expect(compared).toBeGreaterThan(12);
  });
});
