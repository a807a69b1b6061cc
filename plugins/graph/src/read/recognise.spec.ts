import { expect, it, test } from 'vitest';
import { readText } from '../gate/index.js';
import { candidateFormats, GRAPH_FORMATS, readGraph } from './index.js';

const native = { format: 'agent-graph/1', start: 'a', nodes: [{ id: 'a', kind: 'end' }], edges: [] };
const langgraph = { nodes: [{ id: '__start__', type: 'runnable', data: {} }], edges: [] };
/** The smallest document of each format. */
const SMALLEST: Readonly<Record<string, string>> = {
  'agent-graph': JSON.stringify(native),
  langgraph: JSON.stringify(langgraph),
  dify: 'kind: app\napp: { mode: workflow }\nworkflow: { graph: { nodes: [{ id: a, data: { type: start } }], edges: [] } }',
  flowise: '{"nodes":[{"id":"a","position":{},"data":{"name":"startAgentflow"}}],"edges":[]}',
  n8n: '{"nodes":[{"name":"a","type":"n8n-nodes-base.slack"}],"connections":{}}',
  'langgraph-mermaid': 'graph TD;\n__start__(s);',
  asl: '{"StartAt": "a", "States": {"a": {"Type": "Succeed"}}}',
  'agent-spec': '{"component_type": "Agent", "name": "a", "tools": []}',
  bpmn: '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="a"/></process></definitions>',
  'agent-framework': 'kind: Workflow\ntrigger: { kind: OnConversationStart, actions: [{ kind: EndWorkflow, id: a }] }',
  crewai: '{"nodes": {"a": {"type": "start"}}, "edges": [], "start_methods": ["a"], "router_methods": []}',
  autogen: `{"provider": "autogen_agentchat.teams.GraphFlow", "component_type": "team", "config": {"participants": [
    {"provider": "autogen_agentchat.agents.UserProxyAgent", "config": {"name": "a"}}], "graph": {"nodes": {"a": {"name": "a", "edges": []}}}}}`,
  bedrock: '{"nodes": [{"name": "a", "type": "Input"}], "connections": []}',
};

test.each(GRAPH_FORMATS.map((name) => [name]))('%s is recognised, and read as what it is', (name) => {
  const text = readText(SMALLEST[name] ?? '');
  if (!text.ok) throw new Error(JSON.stringify(text.problems));
  expect(candidateFormats(text.tree, text.form)).toEqual([name]);
  const read = readGraph(text.tree, text.form, { placeOf: text.placeOf });
  expect(read).toEqual(readGraph(text.tree, text.form, { placeOf: text.placeOf, format: name }));
  expect(read.ok).toBe(true);
});

const refused = (tree: unknown, format?: string): unknown => {
  const read = readGraph(tree, 'json', { ...(format !== undefined && { format }) });
  return read.ok ? 'read' : read.problems.map(({ slug, params }) => [slug, params]);
};

it('refuses what has the marks of several formats, and reads it in the one that is named', () => {
  const both = { ...native, nodes: [{ ...native.nodes[0], type: 'runnable' }] };
  expect(refused(both)).toEqual([['graph_format_ambiguous', { candidates: 'agent-graph, langgraph' }]]);
  expect(refused(both, 'agent-graph')).toEqual([['graph_field_unknown', { field: 'type' }]]);
});

it('refuses what has the marks of none, and a name that is none', () => {
  const formats = GRAPH_FORMATS.join(', ');
  for (const tree of [null, 1, 'x', [], {}, { nodes: [] }, { nodes: {}, edges: 1 }, [[native]]])
    expect(refused(tree)).toEqual([['graph_format_unknown', { formats }]]);
  expect(refused(native, 'langraph')).toEqual([['graph_format_unknown', { formats, nearest: 'langgraph' }]]);
});

it('reads anything in any format without a fault of its own', () => {
  for (const name of GRAPH_FORMATS)
    for (const tree of [null, 1, '', 'x', [], {}, { nodes: 1 }, { nodes: [null], edges: [[]], connections: { a: 1 } }])
      expect(refused(tree, name)).not.toEqual('read');
});
