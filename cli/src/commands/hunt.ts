import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { Command, Given } from '../command.js';
import { policyNames } from '../files/read.js';
import { GATE_OPTION } from '../hunt/gate.js';
import { huntHere } from '../hunt/here.js';
import { huntInProject } from '../hunt/in-project.js';
import { HUNT_OPTIONS } from '../hunt/options.js';
import { checkNeeds, PROJECT_OPTIONS } from '../hunt/project-options.js';
import { REPORT_OPTIONS } from '../hunt/reports.js';
import { SOURCE_OPTIONS, sourceFiles } from '../hunt/sources.js';
import { changes } from '../hunt/watch.js';
import type { Screen } from '../show/screen.js';
import { withLoadedSolver } from '../solver.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { say } from '../text/words.js';

export const hunt: Command = {
  name: 'hunt',
  files: '<policy.ost | folder | -> ...',
  help: {
    en: 'Look for bugs in policies: rules that never decide, ways around a rule, limits that splitting gets around. Calls show each bug.',
    pt: 'Procura erros em políticas: regras que nunca decidem, formas de contornar uma regra, limites contornados por divisão. Chamadas mostram cada erro.',
  },
  options: [
    ...SOURCE_OPTIONS,
    GATE_OPTION,
    ...HUNT_OPTIONS,
    ...REPORT_OPTIONS,
    {
      name: 'watch',
      help: { en: 'hunt again whenever a file changes', pt: 'procurar de novo sempre que um ficheiro mudar' },
    },
    ...PROJECT_OPTIONS,
  ],
  run: (given, screen) => {
    checkUse(given);
    const project = given.value('project');
    if (project !== undefined) return huntInProject(given, project, screen);
    return withLoadedSolver(async (solver) => {
      if (!given.has('watch')) return huntHere(given, solver, screen);
      for await (const _ of changes(() => sourceFiles(given))) await huntAgain(given, solver, screen);
      return EXIT.passed;
    });
  },
};

/** @throws CommandError for what cannot be asked together */
function checkUse(given: Given): void {
  const several = policyNames(given.files).length > 1;
  for (const option of ['against', 'project'].filter((name) => several && given.has(name)))
    throw new CommandError({
      en: `--${option} works with one policy only.`,
      pt: `--${option} só funciona com uma política.`,
    });
  checkNeeds(given, NEEDS);
  if (given.has('watch') && (given.files.includes('-') || given.has('project')))
    throw new CommandError({
      en: '--watch works for files on this machine, not for the standard input or a project.',
      pt: '--watch funciona com ficheiros nesta máquina, não com a entrada padrão nem com um projeto.',
    });
}

/** Options that say nothing without another one. */
const NEEDS = [
  ['branch', 'project'],
  ['label', 'project'],
  ['against-catalogue', 'against'],
] as const;

/** A hunt while files are watched: one that cannot be read is told, and waited for. */
async function huntAgain(given: Given, solver: SmtSolver | null, screen: Screen): Promise<void> {
  try {
    await huntHere(given, solver, screen);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`ostiary: ${say(error.words, screen.language)}\n`);
  }
  const waiting = { en: 'Waiting for changes; press Ctrl-C to stop.', pt: 'À espera de alterações; Ctrl-C para sair.' };
  if (screen.human) screen.line(screen.paint('dim', say(waiting, screen.language)));
}
