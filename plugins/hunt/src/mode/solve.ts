import type { SolveContext } from '@ostiary/plugin-api';
import { policySummary } from '@ostiary/policy-modes';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { HuntOutput } from '../request/result.js';
import { checksView, findingView, foundView } from '../request/view.js';
import { CLASS_IDS, type ClassId, runHunt } from '../search/index.js';
import { writeFiles } from './artefacts.js';
import { loadPolicies, type OwnInput } from './load.js';
import { structureOf } from './structure.js';

type HuntContext = Pick<SolveContext, 'artefact' | 'event' | 'progress'>;

/** Classes about what a policy states about itself. */
const OF_PROPERTIES: ReadonlySet<ClassId> = new Set(['P01', 'P02']);

/** Hunts one policy: tells of classes as they are done and of findings as they are confirmed, and makes the files. */
export async function solveHunt(request: OwnInput, ctx: HuntContext, solver: SmtSolver | null): Promise<HuntOutput> {
  const { policy, accepted } = loadPolicies(request);
  const { classes: asked, severities, max_findings, session_bound, properties } = request.options;
  const language = request.language ?? 'en';
  const classes = (asked ?? CLASS_IDS).filter((id) => properties || !OF_PROPERTIES.has(id));
  const told: Promise<void>[] = [];
  let done = 0;
  const report = await runHunt(policy, solver, {
    classes,
    ...(severities && { severities }),
    maxFindings: max_findings,
    ...(session_bound !== undefined && { sessionBound: session_bound }),
    accepted,
    onCheck: () => ctx.progress({ phase: 'hunt', done: (done += 1), total: classes.length, unit: 'classes' }),
    onFinding: (finding) => told.push(ctx.event('finding.found', foundView(finding, language))),
  });
  await Promise.all(told);
  const output: HuntOutput = {
    findings: report.findings.map((finding) => findingView(finding, structureOf(policy, finding), language)),
    ...checksView(report),
    policy: await policySummary(policy, request.policy, language),
  };
  await writeFiles({ policy, output }, ctx.artefact);
  return output;
}
