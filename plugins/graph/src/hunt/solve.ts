import type { SolveContext } from '@ostiary/plugin-api';
import { HuntedGraph } from '@ostiary/hunt/service';
import { writeFiles } from '../mode/artefacts.js';
import { loadGraph } from '../mode/load.js';
import { verify, withCertificates } from '../mode/solve.js';
import { VERSION } from '../mode/solver.js';
import { reportOf, verificationJson } from '../report/index.js';
import { writeSource } from './artefacts.js';
import { foundInGraph, huntedGraph, isFinding } from './hunted.js';
import type { GraphHuntInput } from './request.js';

type HuntContext = Pick<SolveContext, 'artefact' | 'event' | 'input' | 'log' | 'progress'>;

/** Hunts the graph of a request: verifies it, tells of what is broken or possible, and makes the files. */
export async function huntGraph(request: GraphHuntInput, ctx: HuntContext): Promise<HuntedGraph> {
  const loaded = await loadGraph(request, ctx.input);
  const { graph: read } = loaded;
  const { options, path, language = 'en' } = request;
  // Whether a path has changed is told of every finding, also of those that come without their path.
  const verified = withCertificates(verify(read, loaded, { ...request, options: { ...options, max_paths: Infinity } }));
  const report = reportOf(read, verified, { path, digest: read.digest, language, version: VERSION });
  const told = verificationJson(report);
  const hunted = huntedGraph({ read, verified, told, maxPaths: options.max_paths });
  for (const each of verified.mismatches) ctx.log.error({ ...each }, 'the graph engine disagreed with itself');
  for (const verdict of told.verdicts) if (isFinding(verdict)) await ctx.event('finding.found', foundInGraph(verdict));
  await writeSource(read.graph, ctx.artefact);
  await writeFiles(report, verified.certificates, ctx.artefact);
  return HuntedGraph.parse(hunted);
}
