import type { Given, OptionSpec } from '../command.js';
import { CommandError } from '../text/command-error.js';

/** Where a scan goes. */
export const PROJECT_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'project',
    value: 'NAME',
    help: {
      en: 'hunt at a service, in this project, which is made if there is none: compared with the scan before',
      pt: 'caçar num serviço, neste projeto, criado se não existir: comparado com a análise anterior',
    },
  },
  {
    name: 'branch',
    value: 'NAME',
    help: {
      en: 'with --project: its default branch when left out',
      pt: 'com --project: por omissão, o seu ramo principal',
    },
  },
  {
    name: 'label',
    value: 'TEXT',
    help: {
      en: 'with --project: what the scan is of, e.g. a commit',
      pt: 'com --project: de que é a análise, p. ex. um commit',
    },
  },
];

/**
 * Options that say nothing without another one.
 * @throws CommandError
 */
export function checkNeeds(given: Given, needs: readonly (readonly [option: string, needed: string])[]): void {
  for (const [option, needed] of needs.filter(([name, other]) => given.has(name) && !given.has(other)))
    throw new CommandError({
      en: `--${option} goes with --${needed}.`,
      pt: `--${option} acompanha --${needed}.`,
    });
}
