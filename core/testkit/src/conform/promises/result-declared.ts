import { isDeepStrictEqual } from 'node:util';
import type { PluginDefinition } from '@ostiary/plugin-api';
import type { PluginPromise } from '../plugin-promise.js';
import type { Seen } from '../spy.js';

export const resultDeclared: PluginPromise = {
  id: 'result_declared',
  says: 'A result is JSON and holds what its schema declares, nothing else.',
  appliesTo: ({ requests }) => requests.length > 0,
  async look(subject) {
    const solved = (await subject.observed()).filter((seen) => seen.solved);
    return [...new Set(solved.flatMap((seen) => faultsOf(seen, subject.definition)))];
  },
};

function faultsOf({ mode, result }: Seen, { modes = [], variants = [] }: PluginDefinition): readonly string[] {
  const schemas = [
    ...modes.filter(({ name }) => name === mode),
    ...variants.filter((variant) => variant.mode === mode),
  ].map((body) => body.result);
  const parsed = schemas.map((schema) => schema.safeParse(result)).filter(({ success }) => success);
  if (parsed.length === 0) return [`${mode}: the result does not fit the schema`];
  const json: unknown = JSON.parse(JSON.stringify(result));
  if (!isDeepStrictEqual(json, result)) return [`${mode}: the result changes when it is written as JSON`];
  const whole = parsed.some(({ data }) => isDeepStrictEqual(data, result));
  return whole ? [] : [`${mode}: the result has fields that its schema does not declare, and readers never see them`];
}
