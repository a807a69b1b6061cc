import { preparePolicy, type PreparedPolicy } from '@ostiary/guard';
import { openZ3 } from '@ostiary/smt';
import { type ClassId, type Finding, runHunt } from '../../search/index.js';
import { type ForeignFormat, type Imported, importPolicy } from '../index.js';

let solver: ReturnType<typeof openZ3> | null = null;

/** A translation, which must be fine. */
export async function imported(format: ForeignFormat, text: string): Promise<Imported> {
  const result = await importPolicy(format, { text, declares: true });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  for (const each of [result.imported.text, ...Object.values(result.imported.readings)]) prepared(each);
  return result.imported;
}

/** What the hunt finds in a policy of others, as the service hunts it. */
export async function foundIn(
  format: ForeignFormat,
  text: string,
  classes: readonly ClassId[],
): Promise<readonly Finding[]> {
  solver ??= openZ3();
  const { text: translated, readings } = await imported(format, text);
  const { closed, strictest } = readings;
  const { findings } = await runHunt(prepared(translated), await solver, {
    classes,
    repairs: null,
    readings: {
      ...(closed !== undefined && { closed: prepared(closed) }),
      ...(strictest !== undefined && { strictest: prepared(strictest) }),
    },
  });
  return findings;
}

/** A policy that must be fine. */
export function prepared(text: string): PreparedPolicy {
  const result = preparePolicy({ text });
  if (!result.ok) throw new Error(`${text}\n${JSON.stringify(result.faults)}`);
  return result.policy;
}

/** The rules of a translation, a line each. */
export const rulesOf = ({ text }: Imported): readonly string[] =>
  text
    .replaceAll(/\n +/gu, ' ')
    .split('\n')
    .filter((line) => /^(?:@|allow|confirm|refuse)/u.test(line));
