/** Policies in languages of others, translated to ours with the meaning they have there. Pure: text in, text out. See docs/hunt/importing.md. */
import { importCedar } from './cedar/import.js';
import type { ForeignFormat, ImportInput, ImportResult } from './model.js';

export * from './model.js';

const IMPORTERS: Partial<Record<ForeignFormat, (input: ImportInput) => Promise<ImportResult> | ImportResult>> = {
  cedar: importCedar,
};

/** Translates a policy. Never throws for any text. */
export async function importPolicy(format: ForeignFormat, input: ImportInput): Promise<ImportResult> {
  const importer = IMPORTERS[format];
  if (!importer) throw new RangeError(`no importer of ${format}`);
  return importer(input);
}
