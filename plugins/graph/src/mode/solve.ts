import type { SolveContext } from '@ostiary/plugin-api';
import type { Assumed } from '../assume/index.js';
import { compare } from '../diff/compare.js';
import { reportOf, titleOf, verificationJson } from '../report/index.js';
import type { GraphInput } from '../request/request.js';
import { type GraphOutput, GraphResult } from '../request/result.js';
import { written } from '../verify/certificates.js';
import { type Verified, verifyGraph, verifying, type VerifyOptions } from '../verify/verify.js';
import { whatIf } from '../verify/what-if.js';
import { writeFiles } from './artefacts.js';
import { type LoadedGraph, loadGraph } from './load.js';
import { VERSION } from './solver.js';
import { toldOf } from './tell.js';

type GraphContext = Pick<SolveContext, 'artefact' | 'event' | 'input' | 'log' | 'progress'>;

/** Verifies the graph of a request: tells of what is broken or possible, and makes the files. */
export async function solveGraph(request: GraphInput, ctx: GraphContext): Promise<GraphOutput> {
  const loaded = await loadGraph(request, ctx.input);
  const { effects, assumed, proposals } = loaded;
  const { unstated } = proposals;
  const own: Assumed = assumed?.graph ?? { read: loaded.graph, effects };
  const { path, language = 'en' } = request;
  const made = await toldOf(
    verifying(own.read, own.effects, { ...optionsOf(request), unstated }),
    ctx,
    async (verdict, rules) => {
      const { property, rule_id, target, verdict: word, severity, fingerprint } = verdict;
      const title = titleOf(verdict, rules, language);
      await ctx.event('finding.found', { property, rule_id, target, verdict: word, severity, fingerprint, title });
    },
  );
  const beside = { ...optionsOf(request), unstated, fixes: false };
  const compared = assumed && whatIf(made, verifyGraph(loaded.graph, effects, beside));
  const verified = withCertificates(compared?.verified ?? made);
  const was = assumed?.before ?? (loaded.before && { read: loaded.before, effects });
  const before = was && verifyGraph(was.read, was.effects, beside);
  const comparison =
    loaded.before && before && compare(versionOf(loaded.before, before), versionOf(loaded.graph, verified));
  const report = reportOf({ ...loaded.graph, assumptions: own.read.assumptions }, verified, {
    path,
    digest: loaded.graph.digest,
    ...(comparison && { comparison }),
    language,
    version: VERSION,
    proposals: proposals.of,
    ...(loaded.traces && { traces: loaded.traces }),
  });
  const told = verificationJson(report);
  for (const each of [...verified.mismatches, ...(before?.mismatches ?? [])])
    ctx.log.error({ ...each }, 'the graph engine disagreed with itself');
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
    what_if: compared?.differences ?? null,
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

/** With the certificates that are written, and the names of no others. */
export function withCertificates(verified: Verified): Verified {
  const certificates = written(verified.certificates);
  const ids = new Set(certificates.map(({ id }) => id));
  const verdicts = verified.verdicts.map(({ certificate_id: id, ...verdict }) =>
    id !== undefined && ids.has(id) ? { ...verdict, certificate_id: id } : verdict,
  );
  return { ...verified, certificates, verdicts };
}

const versionOf = ({ graph }: LoadedGraph, { verdicts, hygiene }: Verified): Parameters<typeof compare>[0] => ({
  graph,
  ...(hygiene && { hygiene }),
  verdicts: verdicts.map((verdict) => ({ fingerprint: verdict.fingerprint, verdict })),
});
