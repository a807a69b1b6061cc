import { questionsIn } from '../client/project-scans.js';
import { openService } from '../client/service.js';
import type { Given } from '../command.js';
import { pathOf } from '../files/path.js';
import { showGate } from '../show/hunt/gate.js';
import { showScan } from './show-scan.js';
import { showNotImported } from '../show/hunt/not-imported.js';
import { showFindings, showOutcome } from '../show/hunt/summary.js';
import type { Screen } from '../show/screen.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { huntAtProject } from './at-project.js';
import { writtenOf } from './foreign.js';
import { codeOf, gateOf } from './gate.js';
import { huntOptions } from './options.js';
import { scanVerdict } from './scan-verdict.js';
import { fetchReports, wantedReports } from './reports.js';
import { readSources } from './sources.js';

/** Scans a project of a service with a policy, and tells what the scan brought. */
export async function huntInProject(given: Given, project: string, screen: Screen): Promise<ExitCode> {
  const gate = given.has('gate') ? gateOf(given.value('gate')) : null;
  const options = huntOptions(given);
  const { policies, catalogue, against, unread } = await readSources(given, screen);
  const [policy] = policies;
  if (policy === undefined || unread.length > 0) {
    if (screen.json)
      screen.line(JSON.stringify({ unread: unread.map(({ name, findings }) => ({ file: name, findings })) }, null, 2));
    return EXIT.unread;
  }
  const service = openService(screen);
  const scanned = await huntAtProject(
    service,
    {
      project,
      branch: given.value('branch') ?? null,
      label: given.value('label') ?? null,
      policy: { written: writtenOf(policy), catalogue, path: pathOf(policy.name, 'policy.ost') },
      against: against && { written: writtenOf(against.policy), catalogue: against.catalogue },
      options,
    },
    screen,
  );
  await fetchReports(service, wantedReports(given), scanned.artefacts);
  const { asked, undecided } = questionsIn(scanned.scan);
  const verdict = scanVerdict(scanned, gate, undecided, screen);
  if (screen.json) {
    const { scan, findings } = scanned;
    screen.line(JSON.stringify({ scan, findings, gate: { severity: gate, status: verdict.status } }, null, 2));
    return codeOf(verdict);
  }
  if (policy.foreign) showNotImported(policy.name, policy.foreign, screen);
  showFindings(policy, scanned.findings, screen);
  showScan(scanned.scan, screen);
  const { scan, findings } = scanned;
  const fixed = scan.compared_with === null ? null : (scan.counts?.fixed ?? 0);
  showOutcome(policy.name, { findings, fixed, asked, undecided }, screen);
  if (verdict.why !== null) showGate(verdict.status, verdict.why, screen);
  return codeOf(verdict);
}
