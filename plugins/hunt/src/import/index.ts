/** Policies in languages of others, translated to ours with the meaning they have there. Pure: text in, text out. See docs/hunt/importing.md. */
import { importAgt } from './agt/import.js';
import { importCedar } from './cedar/import.js';
import { importDogwood } from './dogwood/import.js';
import { importIntercept } from './intercept/import.js';
import { importProgent } from './progent/import.js';
import type { ForeignFormat, ImportInput, ImportResult } from './model.js';

export * from './model.js';
export { recogniseFormat } from './recognise.js';
export * from './source.js';

const IMPORTERS: Readonly<Record<ForeignFormat, (input: ImportInput) => Promise<ImportResult> | ImportResult>> = {
  cedar: importCedar,
  agt: importAgt,
  intercept: importIntercept,
  progent: importProgent,
  dogwood: importDogwood,
};

/** Translates a policy. Never throws for any text. */
export async function importPolicy(format: ForeignFormat, input: ImportInput): Promise<ImportResult> {
  return IMPORTERS[format](input);
}
