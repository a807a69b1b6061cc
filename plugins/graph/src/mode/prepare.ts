import type { PrepareContext } from '@ostiary/plugin-api';
import { isFile, runInChild } from '@ostiary/policy-modes';
import type { GraphInput } from '../request/request.js';
import { loadGraph } from './load.js';
import { verifier } from './solver.js';
import type { GraphTask } from './tasks.js';

/** Characters that the service's own thread reads: some ten milliseconds. */
const READ_HERE = 64 * 1024;

/** Reads the graphs of a request, in a child when they are large, and fixes its language. */
export async function prepareGraph(
  asked: GraphInput,
  ctx: Pick<PrepareContext, 'input' | 'language' | 'solver'>,
): Promise<GraphInput> {
  if (isSmall(asked)) await loadGraph(asked, ctx.input);
  else await runInChild({ kind: 'check', mode: 'graph', request: asked } satisfies GraphTask, verifier.id, ctx, null);
  return { ...asked, language: asked.language ?? ctx.language };
}

function isSmall({ graph, compare_with: version, catalogue, traces }: GraphInput): boolean {
  const parts = [graph, version, catalogue, traces];
  return !parts.some(isFile) && parts.reduce<number>((sum, part) => sum + lengthOf(part), 0) <= READ_HERE;
}

const lengthOf = (value: unknown): number =>
  value === undefined ? 0 : typeof value === 'string' ? value.length : JSON.stringify(value).length;
