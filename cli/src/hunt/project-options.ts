import type { Given, OptionSpec } from '../command.js';
import { CommandError } from '../text/command-error.js';

/** Where a scan goes. */
export const PROJECT_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'project',
    value: 'NAME',
    help: {
      en: 'hunt in a service, in this project, and compare with the previous scan; the project is created if it does not exist',
      pt: 'procurar erros num serviço, neste projeto, e comparar com a análise anterior; o projeto é criado se não existir',
    },
  },
  {
    name: 'branch',
    value: 'NAME',
    help: {
      en: 'with --project; default: the default branch of the project',
      pt: 'com --project; por omissão, o ramo principal do projeto',
    },
  },
  {
    name: 'label',
    value: 'TEXT',
    help: {
      en: 'with --project: what is scanned, e.g. a commit',
      pt: 'com --project: o que é analisado, p. ex. um commit',
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
      en: `--${option} needs --${needed}.`,
      pt: `--${option} exige --${needed}.`,
    });
}
