import { canonicalJson } from '@ostiary/json';
import type { ArtefactDeclaration, SolveContext } from '@ostiary/plugin-api';
import { artefacts as reports } from '../mode/artefacts.js';
import type { AgentGraph } from '../model/index.js';

const SOURCE = { kind: 'source', name: 'agent-graph.json', mediaType: 'application/json' } as const;

/** Files that show paths need a further grant, as the findings of a project do. */
export const huntArtefacts: readonly ArtefactDeclaration[] = [
  SOURCE.kind,
  ...reports.map((kind) => (typeof kind === 'string' ? { kind, alsoNeeds: 'hunt_details' } : kind)),
];

/** Writes the graph as it was read, in our own form. */
export async function writeSource(graph: AgentGraph, artefact: SolveContext['artefact']): Promise<void> {
  const file = await artefact(SOURCE);
  await file.write(`${canonicalJson(graph)}\n`);
  await file.close();
}
