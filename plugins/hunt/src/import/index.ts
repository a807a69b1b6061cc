/** Policies in languages of others, translated to ours with the meaning they have there. Pure: text in, text out. See docs/hunt/importing.md. */
import { importAgt } from './agt/import.js';
import { importCedar } from './cedar/import.js';
import { importIntercept } from './intercept/import.js';
import { importProgent } from './progent/import.js';
import type { ForeignFormat, ImportInput, ImportResult } from './model.js';

export * from './model.js';
export { recogniseFormat } from './recognise.js';
export * from './source.js';

const IMPORTERS: Partial<Record<ForeignFormat, (input: ImportInput) => Promise<ImportResult> | ImportResult>> = {
  cedar: importCedar,
  agt: importAgt,
  intercept: importIntercept,
  progent: importProgent,
};

/** Translates a policy. Never throws for any text. */
export async function importPolicy(format: ForeignFormat, input: ImportInput): Promise<ImportResult> {
  const importer = IMPORTERS[format];
  if (importer) return importer(input);
  const detail = {
    en: `Policies of ${format} are not read by this version. Say it in our language: dialect 2 is close.`,
    pt: `Políticas de ${format} não são lidas por esta versão. Escreva-a na nossa linguagem: o dialeto 2 é próximo.`,
  };
  return { ok: false, faults: [{ of: 'text', slug: 'not_supported', line: 1, column: 1, detail }] };
}
