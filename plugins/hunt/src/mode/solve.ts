import type { SolveContext } from '@ostiary/plugin-api';
import { policySummary } from '@ostiary/policy-modes';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import { huntJson } from '../report/index.js';
import { type HuntOutput, HuntResult } from '../request/result.js';
import { foundView } from '../request/view.js';
import { type AnswerCache, CLASS_IDS, type ClassId, runHunt } from '../search/index.js';
import { writeFiles } from './artefacts.js';
import { placedSummary, toldOf } from './foreign.js';
import type { HuntInput } from '../request/request.js';
import { loadPolicies } from './load.js';
import { VERSION } from './solver.js';
import { structureOf } from './structure.js';

type HuntContext = Pick<SolveContext, 'artefact' | 'event' | 'progress'>;

/** Classes that look into what a policy states about itself. */
const OF_PROPERTIES: ReadonlySet<ClassId> = new Set(['H06', 'P01', 'P02']);

/**
 * Hunts one policy: tells of classes as they are done and of findings as they are confirmed, and makes the files.
 *
 * @param answers of earlier hunts; the output is the same without
 */
export async function solveHunt(
  request: HuntInput,
  ctx: HuntContext,
  solver: SmtSolver | null,
  answers?: AnswerCache,
): Promise<HuntOutput> {
  const { policy, accepted, readings, foreign } = await loadPolicies(request);
  const { classes: asked, severities, max_findings, session_bound, properties } = request.options;
  const { language = 'en', path } = request;
  const classes = (asked ?? CLASS_IDS).filter((id) => properties || !OF_PROPERTIES.has(id));
  const events: Promise<void>[] = [];
  let done = 0;
  const hunted = await runHunt(policy, solver, {
    classes,
    ...(severities && { severities }),
    maxFindings: max_findings,
    ...(session_bound !== undefined && { sessionBound: session_bound }),
    accepted,
    readings,
    ...(answers && { answers }),
    // They would be of the translation.
    ...(foreign && { repairs: null }),
    onCheck: () => ctx.progress({ phase: 'hunt', done: (done += 1), total: classes.length, unit: 'classes' }),
    onFinding: (finding) => events.push(ctx.event('finding.found', foundView(finding, language))),
  });
  await Promise.all(events);
  const report = foreign?.placed(hunted, policy) ?? hunted;
  const { findings, ...rest } = huntJson(report, language);
  const structures = report.findings.map((finding) => structureOf(policy, finding));
  const summary = await policySummary(policy, foreign?.text ?? request.policy, language);
  const output = HuntResult.parse({
    ...rest,
    findings: findings.map((finding, at) => ({ ...finding, structure: structures[at] })),
    policy: foreign ? placedSummary(foreign, summary) : summary,
    import: foreign && toldOf(foreign, language),
  });
  const text = foreign?.written.text ?? policy.text;
  const name = policy.core.name ?? path;
  const files = { report, policy: { name, path, text }, language, version: VERSION };
  await writeFiles(files, foreign?.imported.text ?? null, ctx.artefact);
  return output;
}
