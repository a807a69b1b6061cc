import { expect } from 'vitest';
import type { GraphEdge, GraphNode, ReadGraph } from '../../../model/index.js';
import { readNative } from '../../native/read-native.js';
import { readAsl } from '../read-asl.js';

export const machine = (start: string, states: object, more: object = {}): object => ({
  StartAt: start,
  States: states,
  ...more,
});
export const lambda = (name: string, more: object = {}): object => ({
  Type: 'Task',
  Resource: `arn:aws:lambda:eu-west-1:1:function:${name}`,
  End: true,
  ...more,
});

export function read(tree: unknown): ReadGraph {
  const found = readAsl(tree);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  // What is made is a graph of the neutral format: the strict reader takes it.
  expect(readNative(found.graph)).toMatchObject({ ok: true });
  return found;
}
export const nodes = ({ graph }: ReadGraph, body?: string): ReadonlyMap<string, GraphNode> => {
  const found = body === undefined ? graph : graph.subgraphs?.find(({ name }) => name === body);
  return new Map((found?.nodes ?? []).map((node) => [node.id, node]));
};
export const edges = ({ graph }: ReadGraph, body?: string): readonly GraphEdge[] =>
  (body === undefined ? graph : graph.subgraphs?.find(({ name }) => name === body))?.edges ?? [];
export const task = (more: object): GraphNode | undefined =>
  nodes(read(machine('t', { t: { ...lambda('f'), ...more } }))).get('t');
export const faults = (tree: unknown): readonly string[] => {
  const found = readAsl(tree);
  return found.ok ? ['ok'] : found.problems.map(({ slug, place }) => `${place.pointer} ${slug}`);
};
