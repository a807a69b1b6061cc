import {
  FOREIGN_FORMATS,
  type ForeignFormat,
  ForeignSource,
  importPolicy,
  recogniseFormat,
} from '@ostiary/hunt/import';
import type { Readings } from '@ostiary/hunt/search';
import { preparePolicy } from '@ostiary/guard';
import type { Given, OptionSpec } from '../command.js';
import type { CatalogueFile } from '../files/catalogue.js';
import { preparedOf, type ReadPolicy, type UnreadPolicy } from '../files/policy.js';
import { readText, type SourceFile } from '../files/read.js';
import { showFault } from '../show/findings.js';
import type { Screen } from '../show/screen.js';
import type { SentPolicy } from './at-project.js';
import { oneOf } from '../arguments.js';

export const FOREIGN_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'format',
    value: 'FORMAT',
    help: {
      en: `the other language that the policies are written in: ${FOREIGN_FORMATS.join(', ')}; detected from the file if it is certain`,
      pt: `a outra linguagem em que as políticas estão escritas: ${FOREIGN_FORMATS.join(', ')}; detetada pelo ficheiro quando há certeza`,
    },
  },
  {
    name: 'schema',
    value: 'FILE',
    help: {
      en: 'the schema of a policy in Cedar or Dogwood',
      pt: 'o esquema de uma política em Cedar ou Dogwood',
    },
  },
];

/** A policy that is hunted: one of others was translated. `text` is as it was written. */
export interface HuntedPolicy extends ReadPolicy {
  readonly foreign: ForeignSource | null;
  /** The policy as it would be read otherwise. */
  readonly readings: Readings;
}

/** What was said of policies in languages of others. */
interface ForeignGiven {
  readonly format: ForeignFormat | null;
  readonly schema: SourceFile | null;
}

/** @throws CommandError for a language that is not read, and a schema that is no file */
export function foreignGiven(given: Given): ForeignGiven {
  const [format, schema] = [given.value('format'), given.value('schema')];
  return {
    format: format === undefined ? null : oneOf(format, 'format', FOREIGN_FORMATS),
    schema: schema === undefined ? null : readText(schema),
  };
}

/** A policy ready to be hunted, whatever its language. When it does not read, a person is shown why at once. */
export async function readHunted(
  name: string,
  catalogue: CatalogueFile | null,
  { format, schema }: ForeignGiven,
  screen: Screen,
): Promise<HuntedPolicy | UnreadPolicy> {
  const file = readText(name);
  const language = format ?? recogniseFormat(name, file.text);
  if (language === null || catalogue?.catalogue === null) {
    const read = preparedOf(file, catalogue, screen);
    return read.ok ? { ...read, foreign: null, readings: {} } : read;
  }
  const written = { format: language, text: file.text, ...(schema && { schema: schema.text }) };
  const result = await importPolicy(language, { ...written, declares: catalogue === null });
  if (!result.ok) {
    const faults = result.faults.map(({ of, ...fault }) => ({
      ...fault,
      detail: fault.detail[screen.language],
      file: of === 'schema' && schema ? schema.name : file.name,
    }));
    return unread(file.name, faults, screen);
  }
  const foreign = new ForeignSource(written, result.imported);
  return prepared(file, foreign, catalogue, screen);
}

/** A translation, with the tools of the catalogue if there is one. */
function prepared(
  file: SourceFile,
  foreign: ForeignSource,
  catalogue: CatalogueFile | null,
  screen: Screen,
): HuntedPolicy | UnreadPolicy {
  const ready = (policy: ForeignSource['text']) =>
    preparePolicy(policy, catalogue ? { catalogue: catalogue.document } : {});
  const result = ready(foreign.text);
  if (result.ok) {
    const readings = foreign.readings((policy) => {
      const read = ready(policy);
      if (!read.ok) throw new RangeError('a translation that reads, and does not when it is read otherwise');
      return read.policy;
    });
    return { ok: true, ...file, policy: result.policy, foreign, readings };
  }
  // What does not fit the catalogue is told of the rule in the source.
  const faults = result.faults.map(({ code, detail, place }) => ({
    file: file.name,
    line: (place.of === 'policy' ? foreign.lineOf(place.line) : null) ?? 1,
    column: 1,
    slug: code,
    detail: detail[screen.language],
  }));
  return unread(file.name, faults, screen);
}

interface Fault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly slug: string;
  readonly detail: string;
}

function unread(name: string, faults: readonly Fault[], screen: Screen): UnreadPolicy {
  if (!screen.json)
    for (const { file, line, column, slug, detail } of faults)
      showFault(`${file}:${line}:${column}`, 'error', detail, slug, screen);
  const findings = faults.map(({ slug, line, column, detail }) => ({
    code: slug,
    severity: 'error',
    line,
    column,
    message: detail,
  }));
  return { ok: false, name, findings };
}

/** A policy as a service takes it. */
export const writtenOf = ({ text, foreign }: HuntedPolicy): SentPolicy => {
  if (foreign === null) return text;
  const { format, schema } = foreign.written;
  return { format, text, ...(schema !== undefined && { schema }) };
};
