import type { SolveContext } from '@ostiary/plugin-api';
import { compare } from '../diff/compare.js';
import { reportOf, verificationJson } from '../report/index.js';
import type { GraphInput } from '../request/request.js';
import { type GraphOutput, GraphResult } from '../request/result.js';
import { written } from '../verify/certificates.js';
import { type Verified, verifyGraph } from '../verify/verify.js';
import { writeFiles } from './artefacts.js';
import { type Loaded, type LoadedGraph, loadGraph } from './load.js';
import { VERSION } from './solver.js';

type GraphContext = Pick<SolveContext, 'artefact' | 'event' | 'input' | 'log' | 'progress'>;

/** Verifies the graph of a request: tells of what is broken or possible, and makes the files. */
export async function solveGraph(request: GraphInput, ctx: GraphContext): Promise<GraphOutput> {
  const loaded = await loadGraph(request, ctx.input);
  ctx.progress({ phase: 'verify', done: 0, total: loaded.before ? 2 : 1, unit: 'graphs' });
  const verified = withCertificates(verify(loaded.graph, loaded, request));
  const before = loaded.before && verify(loaded.before, loaded, request);
  const { path, language = 'en' } = request;
  const comparison =
    loaded.before && before && compare(versionOf(loaded.before, before), versionOf(loaded.graph, verified));
  const report = reportOf(loaded.graph, verified, {
    path,
    digest: loaded.graph.digest,
    ...(comparison && { comparison }),
    language,
    version: VERSION,
  });
  const told = verificationJson(report);
  for (const each of [...verified.mismatches, ...(before?.mismatches ?? [])])
    ctx.log.error({ ...each }, 'the graph engine disagreed with itself');
  for (const { verdict, deciders, ...rest } of told.verdicts) {
    if (verdict !== 'broken' && verdict !== 'possible') continue;
    // An error of ours is nothing that was found in the graph.
    if (deciders?.some(({ code }) => code === 'engine_mismatch')) continue;
    const { property, rule_id, target, severity, fingerprint, title } = rest;
    await ctx.event('finding.found', { property, rule_id, target, verdict, severity, fingerprint, title });
  }
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
  });
}

/** What the options of a request ask of one graph. */
export function verify(graph: LoadedGraph, { effects }: Loaded, { rules, options }: GraphInput): Verified {
  const { properties, severities, max_paths: maxPaths } = options;
  return verifyGraph(graph, effects, {
    ...(rules && { rules }),
    ...(properties && { properties }),
    ...(severities && { severities }),
    maxPaths,
  });
}

/** With the certificates that are written, and the names of no others. */
export function withCertificates(verified: Verified): Verified {
  const certificates = written(verified.certificates);
  const ids = new Set(certificates.map(({ id }) => id));
  const verdicts = verified.verdicts.map(({ certificate_id: id, ...verdict }) =>
    id !== undefined && ids.has(id) ? { ...verdict, certificate_id: id } : verdict,
  );
  return { ...verified, certificates, verdicts };
}

const versionOf = ({ graph }: LoadedGraph, { verdicts }: Verified): Parameters<typeof compare>[0] => ({
  graph,
  verdicts: verdicts.map((verdict) => ({ fingerprint: verdict.fingerprint, verdict })),
});
