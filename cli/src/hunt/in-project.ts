import { openService } from '../client/service.js';
import type { Given } from '../command.js';
import { pathOf } from '../files/path.js';
import { type GateStatus, showGate, whyGated } from '../show/hunt/gate.js';
import { showNotImported } from '../show/hunt/not-imported.js';
import { showFindings, showOutcome } from '../show/hunt/summary.js';
import { clean, type Screen } from '../show/screen.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { say } from '../text/words.js';
import { huntAtProject, type Scanned } from './at-project.js';
import { writtenOf } from './foreign.js';
import { codeOf, type Gate, gated, gateOf } from './gate.js';
import { huntOptions } from './options.js';
import { whyOfProject } from './project-gate.js';
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
  const undecided = (scanned.scan.checks ?? []).reduce((sum, check) => sum + check.undecided, 0);
  const verdict = verdictOf(scanned, gate, undecided, screen);
  if (screen.json) {
    const { scan, findings } = scanned;
    screen.line(JSON.stringify({ scan, findings, gate: { severity: gate, status: verdict.status } }, null, 2));
    return codeOf(verdict);
  }
  if (policy.foreign) showNotImported(policy.name, policy.foreign, screen);
  showFindings(policy, scanned.findings, screen);
  showScan(scanned, screen);
  const { scan, findings } = scanned;
  const asked = (scan.checks ?? []).reduce((sum, check) => sum + check.asked, 0);
  const fixed = scan.compared_with === null ? null : (scan.counts?.fixed ?? 0);
  showOutcome(policy.name, { findings, fixed, asked, undecided }, screen);
  if (verdict.why !== null) showGate(verdict.status, verdict.why, screen);
  return codeOf(verdict);
}

/** Whether a gate was passed; nothing is said where nothing fails. */
interface Verdict {
  readonly status: GateStatus;
  readonly why: string | null;
}

/** By the severity that was asked for, else by the conditions of the project. */
function verdictOf({ scan, findings }: Scanned, gate: Gate | null, undecided: number, screen: Screen): Verdict {
  if (gate === null && scan.gate !== null) return { status: scan.gate.status, why: whyOfProject(scan.gate, screen) };
  const { status, failing } = gated(findings, undecided, gate ?? gateOf(undefined));
  const severity = gate ?? gateOf(undefined);
  return { status, why: severity === 'none' ? null : whyGated(status, severity, failing, screen) };
}

function showScan({ scan }: Scanned, screen: Screen): void {
  const words = {
    en: 'scan {id} of branch {branch}, job {job}{reused}',
    pt: 'análise {id} do ramo {branch}, trabalho {job}{reused}',
  };
  const reused = {
    en: ': nothing has changed since, so it was not hunted again',
    pt: ': nada mudou, por isso não se caçou de novo',
  };
  const said = say(words, screen.language, {
    id: scan.id,
    branch: scan.branch,
    job: scan.solve_id,
    reused: scan.reused ? say(reused, screen.language) : '',
  });
  screen.line(screen.paint('dim', clean(said)));
}
