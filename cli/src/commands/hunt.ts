import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { Command, Given } from '../command.js';
import { readCatalogueFile } from '../files/catalogue.js';
import { type ReadPolicy, readPolicy, type UnreadPolicy } from '../files/policy.js';
import { policyNames } from '../files/read.js';
import { codeOf, GATE_OPTION, type Gated, gated, gateOf } from '../hunt/gate.js';
import { type Hunted, huntOffline } from '../hunt/offline.js';
import { HUNT_OPTIONS, type HuntOptions, huntOptions } from '../hunt/options.js';
import { REPORT_OPTIONS, wantedReports, writeReports } from '../hunt/reports.js';
import { changes } from '../hunt/watch.js';
import { showGate, whyGated } from '../show/hunt/gate.js';
import { showFindings, showOutcome } from '../show/hunt/summary.js';
import { ProgressBar } from '../show/progress.js';
import type { Screen } from '../show/screen.js';
import { withLoadedSolver } from '../solver.js';
import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { CATALOGUE_OPTION } from '../text/options.js';
import { say } from '../text/words.js';

export const hunt: Command = {
  name: 'hunt',
  files: '<policy.ost | folder | -> ...',
  help: {
    en: 'Look for bugs in policies: rules that never decide, ways round a rule, limits that can be split. Each is shown by a call.',
    pt: 'Procura erros em políticas: regras que nunca decidem, caminhos à volta de uma regra, limites que se podem dividir. Uma chamada mostra cada um.',
  },
  options: [
    CATALOGUE_OPTION,
    GATE_OPTION,
    {
      name: 'against',
      value: 'OLD',
      help: {
        en: 'the version that was accepted: only what is new since fails, and what is let through beyond it is found',
        pt: 'a versão aceite: só o que é novo desde então falha, e encontra-se o que se deixa passar a mais',
      },
    },
    ...HUNT_OPTIONS,
    ...REPORT_OPTIONS,
    {
      name: 'watch',
      help: { en: 'hunt again whenever a file changes', pt: 'caçar de novo sempre que um ficheiro muda' },
    },
  ],
  run: (given, screen) => {
    checkUse(given);
    return withLoadedSolver(async (solver) => {
      if (!given.has('watch')) return huntOnce(given, solver, screen);
      for await (const _ of changes(() => filesOf(given))) await huntAgain(given, solver, screen);
      return EXIT.passed;
    });
  },
};

/** @throws CommandError for what cannot be asked together */
function checkUse(given: Given): void {
  const several = policyNames(given.files).length > 1;
  if (several && given.has('against'))
    throw new CommandError({
      en: '--against is for one policy.',
      pt: '--against é para uma só política.',
    });
  if (given.has('watch') && given.files.includes('-'))
    throw new CommandError({ en: 'The standard input cannot be watched.', pt: 'Não se pode vigiar a entrada padrão.' });
}

/** Every file that a hunt reads. */
function filesOf(given: Given): readonly string[] {
  const more = [given.value('catalogue'), given.value('against')].filter((name) => name !== undefined);
  return [...policyNames(given.files), ...more];
}

/** A hunt while files are watched: one that cannot be read is told, and waited for. */
async function huntAgain(given: Given, solver: SmtSolver | null, screen: Screen): Promise<void> {
  try {
    await huntOnce(given, solver, screen);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`ostiary: ${say(error.words, screen.language)}\n`);
  }
  const waiting = { en: 'Waiting for a change; Ctrl-C ends.', pt: 'À espera de uma mudança; Ctrl-C termina.' };
  if (screen.human) screen.line(screen.paint('dim', say(waiting, screen.language)));
}

async function huntOnce(given: Given, solver: SmtSolver | null, screen: Screen): Promise<ExitCode> {
  const gate = gateOf(given.value('gate'));
  const options = huntOptions(given);
  const catalogue = readCatalogueFile(given.value('catalogue'), screen);
  const old = given.value('against');
  const against = old === undefined ? null : readPolicy(old, catalogue, screen);
  const read = policyNames(given.files).map((name) => readPolicy(name, catalogue, screen));
  const unread = [...read, against].filter((each): each is UnreadPolicy => each?.ok === false);
  const policies = read.filter((each): each is ReadPolicy => each.ok);
  const hunted = against?.ok === false ? [] : await huntAll(policies, { against, options, solver, screen });
  const outcome = gated(
    hunted.flatMap(({ findings }) => findings),
    hunted.reduce((sum, { undecided }) => sum + undecided, 0),
    gate,
  );
  writeReports(wantedReports(given), hunted, screen.language);
  if (screen.json) screen.line(JSON.stringify(document(hunted, unread, outcome), null, 2));
  else show(hunted, outcome, screen);
  return unread.length > 0 ? EXIT.unread : codeOf(outcome);
}

interface HowAll {
  readonly against: ReadPolicy | null;
  readonly options: HuntOptions;
  readonly solver: SmtSolver | null;
  readonly screen: Screen;
}

async function huntAll(policies: readonly ReadPolicy[], { screen, ...how }: HowAll): Promise<readonly Hunted[]> {
  const { language } = screen;
  const hunted: Hunted[] = [];
  for (const policy of policies) {
    const bar = new ProgressBar(policy.name, language);
    hunted.push(await huntOffline({ ...how, policy, language, onProgress: (progress) => bar.draw(progress) }));
    bar.clear();
  }
  return hunted;
}

function show(hunted: readonly Hunted[], outcome: Gated, screen: Screen): void {
  for (const { policy, findings } of hunted) showFindings(policy, findings, screen);
  for (const { policy, report, ...rest } of hunted) {
    const asked = report.checks.reduce((sum, check) => sum + check.asked, 0);
    showOutcome(policy.name, { ...rest, asked }, screen);
  }
  const { gate, status, failing } = outcome;
  if (hunted.length > 0 && gate !== 'none') showGate(status, whyGated(status, gate, failing, screen), screen);
}

function document(
  hunted: readonly Hunted[],
  unread: readonly UnreadPolicy[],
  { gate, status, failing }: Gated,
): object {
  return {
    policies: hunted.map(({ policy, report, findings, fixed, undecided }) => ({
      file: policy.name,
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
