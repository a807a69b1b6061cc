import type { SolveContext } from '@ostiary/plugin-api';
import { HuntedGraph } from '@ostiary/hunt/service';
import { writeFiles } from '../mode/artefacts.js';
import { loadGraph } from '../mode/load.js';
import { optionsOf } from '../mode/solve.js';
import { VERSION } from '../mode/solver.js';
import { verifyRequest } from '../mode/verified.js';
import { reportOf, ruleOf, subjectOf, titleOf, verificationJson } from '../report/index.js';
import { writeSource } from './artefacts.js';
import { foundInGraph, huntedGraph } from './hunted.js';
import type { GraphHuntInput } from './request.js';

type HuntContext = Pick<SolveContext, 'artefact' | 'event' | 'input' | 'log' | 'progress'>;

/** Hunts the graph of a request: verifies it, tells of what is broken or possible, and makes the files. */
export async function huntGraph(request: GraphHuntInput, ctx: HuntContext): Promise<HuntedGraph> {
  const loaded = await loadGraph(request, ctx.input);
  const { graph, proposals, traces } = loaded;
  const { options, path, language = 'en' } = request;
  // Whether a path has changed is told of every finding, also of those that come without their path.
  const asked = { ...optionsOf(request), maxPaths: Infinity };
  const { verified, comparison, mismatches } = await verifyRequest(loaded, asked, ctx, async (verdict, rules) => {
    const subject = subjectOf(verdict, ruleOf(verdict, rules));
    const title = titleOf(verdict, rules, language);
    await ctx.event('finding.found', foundInGraph({ ...verdict, subject, title }));
  });
  const report = reportOf(graph, verified, {
    path,
    digest: graph.digest,
    proposals: proposals.of,
    ...(comparison && { comparison }),
    language,
    version: VERSION,
    ...(traces && { traces }),
  });
  const told = verificationJson(report);
  const hunted = huntedGraph({
    read: graph,
    verified,
    traces,
    told,
    maxPaths: options.max_paths,
    partly: options.severities !== undefined,
  });
  for (const each of mismatches) ctx.log.error({ ...each }, 'the graph engine disagreed with itself');
  await writeSource(graph.graph, ctx.artefact);
  await writeFiles(report, verified.certificates, ctx.artefact);
  return HuntedGraph.parse(hunted);
}
