import { CLASS_IDS, type ClassId, SEVERITIES, type Severity } from '@ostiary/hunt/search';
import { oneOf } from '../arguments.js';
import type { Given, OptionSpec } from '../command.js';
import { CommandError } from '../text/command-error.js';

/** What is looked for, and how far. */
export interface HuntOptions {
  readonly classes: readonly ClassId[] | null;
  readonly severities: readonly Severity[] | null;
  readonly sessionBound: number | null;
}

export const HUNT_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'class',
    value: 'G01,S01',
    help: { en: 'look only for these classes of bugs', pt: 'procurar só estas classes de erros' },
  },
  {
    name: 'severity',
    value: 'high,critical',
    help: { en: 'report only these severities', pt: 'relatar só estas gravidades' },
  },
  {
    name: 'session-bound',
    value: 'N',
    help: {
      en: 'calls in the longest session to search, 1 to 12; default 8',
      pt: 'chamadas na sessão mais longa a examinar, 1 a 12; por omissão 8',
    },
  },
];

/** @throws CommandError for a class, a severity or a number that there is not */
export function huntOptions(given: Given): HuntOptions {
  const bound = given.value('session-bound');
  if (bound !== undefined && !/^(?:[1-9]|1[0-2])$/.test(bound))
    throw new CommandError({
      en: '--session-bound is a number from 1 to 12.',
      pt: '--session-bound é um número de 1 a 12.',
    });
  return {
    classes: listOf(given, 'class', CLASS_IDS),
    severities: listOf(given, 'severity', SEVERITIES),
    sessionBound: bound === undefined ? null : Number(bound),
  };
}

/** Words of a list with commas, whatever their case. */
function listOf<T extends string>(given: Given, option: string, known: readonly T[]): readonly T[] | null {
  return (
    given
      .value(option)
      ?.split(',')
      .map((word) => oneOf(word, option, known)) ?? null
  );
}
