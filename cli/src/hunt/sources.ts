import type { Given, OptionSpec } from '../command.js';
import { type CatalogueFile, readCatalogueFile } from '../files/catalogue.js';
import type { UnreadPolicy } from '../files/policy.js';
import { policyNames } from '../files/read.js';
import type { Screen } from '../show/screen.js';
import { CATALOGUE_OPTION } from '../text/options.js';
import { FOREIGN_OPTIONS, foreignGiven, type HuntedPolicy, readHunted } from './foreign.js';

export const SOURCE_OPTIONS: readonly OptionSpec[] = [
  CATALOGUE_OPTION,
  ...FOREIGN_OPTIONS,
  {
    name: 'against',
    value: 'OLD',
    help: {
      en: 'the accepted version: only new findings fail, and calls that are newly let through are found',
      pt: 'a versão aceite: só achados novos falham, e são encontradas as chamadas que passaram a ser permitidas',
    },
  },
  {
    name: 'against-catalogue',
    value: 'FILE',
    help: {
      en: 'the tools of that version; default: the same tools',
      pt: 'as ferramentas dessa versão; por omissão, as mesmas',
    },
  },
];

/** What a hunt reads. */
export interface Sources {
  readonly policies: readonly HuntedPolicy[];
  readonly catalogue: CatalogueFile | null;
  /** The version that was accepted, and its tools. */
  readonly against: { readonly policy: HuntedPolicy; readonly catalogue: CatalogueFile | null } | null;
  /** What does not read; a person was shown why. */
  readonly unread: readonly UnreadPolicy[];
}

export async function readSources(given: Given, screen: Screen): Promise<Sources> {
  const foreign = foreignGiven(given);
  const catalogue = readCatalogueFile(given.value('catalogue'), screen);
  const [old, oldCatalogue] = [given.value('against'), given.value('against-catalogue')];
  const itsCatalogue = oldCatalogue === undefined ? catalogue : readCatalogueFile(oldCatalogue, screen);
  const against = old === undefined ? null : await readHunted(old, itsCatalogue, foreign, screen);
  const read: Awaited<ReturnType<typeof readHunted>>[] = [];
  for (const name of policyNames(given.files)) read.push(await readHunted(name, catalogue, foreign, screen));
  return {
    policies: read.filter((each) => each.ok),
    catalogue,
    against: against?.ok === true ? { policy: against, catalogue: itsCatalogue } : null,
    unread: [...read, against].filter((each) => each?.ok === false),
  };
}

/** Every file that is read. */
export function sourceFiles(given: Given): readonly string[] {
  const more = SOURCE_OPTIONS.filter(({ value }) => value !== 'FORMAT')
    .map(({ name }) => given.value(name))
    .filter((name) => name !== undefined);
  return [...policyNames(given.files), ...more];
}
