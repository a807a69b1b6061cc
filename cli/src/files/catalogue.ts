import { type Catalogue, catalogueMessage, readAnyCatalogue } from '@ostiary/catalogue';
import { showFault } from '../show/findings.js';
import type { Screen } from '../show/screen.js';
import { readJson } from './json.js';

export interface CatalogueFile {
  readonly name: string;
  /** As it stands in the file, in whatever form. */
  readonly document: unknown;
  /** As it was read; null when it cannot be used. */
  readonly catalogue: Catalogue | null;
  readonly findings: readonly CatalogueFinding[];
}

export interface CatalogueFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly pointer: string;
  readonly message: string;
}

/** Reads the file of `--catalogue` in any form that the service takes. */
export function readCatalogueFile(name: string | undefined, { language }: Screen): CatalogueFile | null {
  if (name === undefined) return null;
  const document = readJson(name);
  const result = readAnyCatalogue(document);
  const findings = (result.ok ? result.warnings : result.problems).map(({ slug, severity, pointer, params }) => ({
    code: slug,
    severity,
    pointer,
    message: catalogueMessage(slug, params, language),
  }));
  return { name, document, catalogue: result.ok ? result.catalogue : null, findings };
}

/** Shows what reading a catalogue found, each with the JSON pointer of its place, and a blank line for a person. */
export function showCatalogueFindings({ name, findings }: CatalogueFile, screen: Screen): void {
  for (const { code, severity, pointer, message } of findings)
    showFault(pointer === '' ? name : `${name}#${pointer}`, severity, message, code, screen);
  if (findings.length > 0 && screen.human) screen.line();
}
