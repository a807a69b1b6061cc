import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { Given } from '../command.js';
import { showGate, whyGated } from '../show/hunt/gate.js';
import { showNotImported } from '../show/hunt/not-imported.js';
import { showFindings, showOutcome } from '../show/hunt/summary.js';
import { ProgressBar } from '../show/progress.js';
import type { Screen } from '../show/screen.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { codeOf, type Gated, gated, gateOf } from './gate.js';
import { type Hunted, huntOffline } from './offline.js';
import { huntOptions } from './options.js';
import { wantedReports, writeReports } from './reports.js';
import { readSources, type Sources } from './sources.js';

/** Hunts policies in this process, and tells what it found. */
export async function huntHere(given: Given, solver: SmtSolver | null, screen: Screen): Promise<ExitCode> {
  const gate = gateOf(given.value('gate'));
  const sources = await readSources(given, screen);
  const hunted = await huntAll(sources, given, solver, screen);
  const outcome = gated(
    hunted.flatMap(({ findings }) => findings),
    hunted.reduce((sum, { undecided }) => sum + undecided, 0),
    gate,
  );
  writeReports(wantedReports(given), hunted, screen.language);
  if (screen.json) screen.line(JSON.stringify(document(hunted, sources, outcome, screen), null, 2));
  else show(hunted, outcome, screen);
  return sources.unread.length > 0 ? EXIT.unread : codeOf(outcome);
}

async function huntAll(
  { policies, against }: Sources,
  given: Given,
  solver: SmtSolver | null,
  { language }: Screen,
): Promise<readonly Hunted[]> {
  // A version that does not read cannot be compared with, and to hunt without it would say something else.
  if (given.has('against') && against === null) return [];
  const options = huntOptions(given);
  const hunted: Hunted[] = [];
  for (const policy of policies) {
    const bar = new ProgressBar(policy.name, language);
    const how = { policy, against: against?.policy ?? null, options, solver, language };
    hunted.push(await huntOffline({ ...how, onProgress: (progress) => bar.draw(progress) }).finally(() => bar.clear()));
  }
  return hunted;
}

function show(hunted: readonly Hunted[], { gate, status, failing }: Gated, screen: Screen): void {
  for (const { policy, findings } of hunted) {
    if (policy.foreign) showNotImported(policy.name, policy.foreign, screen);
    showFindings(policy, findings, screen);
  }
  for (const { policy, report, ...rest } of hunted) {
    const asked = report.checks.reduce((sum, check) => sum + check.asked, 0);
    showOutcome(policy.name, { ...rest, asked }, screen);
  }
  if (hunted.length > 0 && gate !== 'none') showGate(status, whyGated(status, gate, failing, screen), screen);
}

function document(
  hunted: readonly Hunted[],
  { unread }: Sources,
  { gate, status, failing }: Gated,
  { language }: Screen,
): object {
  return {
    policies: hunted.map(({ policy, report, findings, fixed, undecided }) => ({
      file: policy.name,
      ...(policy.foreign && {
        import: { format: policy.foreign.written.format, not_imported: policy.foreign.notImported(language) },
      }),
      findings,
      checks: report.checks,
      coverage: report.coverage,
      fixed,
      undecided,
    })),
    unread: unread.map(({ name, findings }) => ({ file: name, findings })),
    gate: { severity: gate, status, failing },
  };
}
