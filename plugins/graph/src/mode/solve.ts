import type { SolveContext } from '@ostiary/plugin-api';
import { reportOf, titleOf, verificationJson } from '../report/index.js';
import type { GraphInput } from '../request/request.js';
import { type GraphOutput, GraphResult } from '../request/result/result.js';
import type { VerifyOptions } from '../verify/verify.js';
import { writeFiles } from './artefacts.js';
import { loadGraph } from './load.js';
import { VERSION } from './solver.js';
import { verifyRequest } from './verified.js';

type GraphContext = Pick<SolveContext, 'artefact' | 'event' | 'input' | 'log' | 'progress'>;

/** Verifies the graph of a request: tells of what is broken or possible, and makes the files. */
export async function solveGraph(request: GraphInput, ctx: GraphContext): Promise<GraphOutput> {
  const loaded = await loadGraph(request, ctx.input);
  const { path, language = 'en' } = request;
  const { verified, comparison, differences, mismatches } = await verifyRequest(
    loaded,
    optionsOf(request),
    ctx,
    async (verdict, rules) => {
      const { property, rule_id, target, verdict: word, severity, fingerprint } = verdict;
      const title = titleOf(verdict, rules, language);
      await ctx.event('finding.found', { property, rule_id, target, verdict: word, severity, fingerprint, title });
    },
  );
  const report = reportOf(loaded.graph, verified, {
    path,
    digest: loaded.graph.digest,
    ...(comparison && { comparison }),
    language,
    version: VERSION,
    proposals: loaded.proposals.of,
    ...(loaded.traces && { traces: loaded.traces }),
  });
  const told = verificationJson(report);
  for (const each of mismatches) ctx.log.error({ ...each }, 'the graph engine disagreed with itself');
  await writeFiles(report, verified.certificates, ctx.artefact);
  const { graph, format } = loaded.graph;
  const bodies = [graph, ...(graph.subgraphs ?? [])];
  return GraphResult.parse({
    ...told,
    graph: {
      format,
      name: graph.name ?? null,
      nodes: bodies.reduce((sum, { nodes }) => sum + nodes.length, 0),
      edges: bodies.reduce((sum, { edges }) => sum + edges.length, 0),
    },
    what_if: differences,
  });
}

/** What a request asks of a graph. */
export function optionsOf({ rules, options }: Pick<GraphInput, 'rules' | 'options'>): VerifyOptions {
  const { properties, severities, max_paths: maxPaths } = options;
  return {
    ...(rules && { rules }),
    ...(properties && { properties }),
    ...(severities && { severities }),
    maxPaths,
  };
}
