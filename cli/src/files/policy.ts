import { preparePolicy, type PreparedPolicy } from '@ostiary/guard';
import { SourceText } from '@ostiary/policy';
import { findingsOf, policyFindings, showFinding } from '../show/findings.js';
import type { Screen } from '../show/screen.js';
import { type CatalogueFile, showCatalogueFindings } from './catalogue.js';
import { readText, type SourceFile } from './read.js';

export interface ReadPolicy {
  readonly ok: true;
  readonly name: string;
  readonly text: string;
  readonly policy: PreparedPolicy;
}

/** A policy that cannot be used. `findings` are its errors, or those of the catalogue, for a machine. */
export interface UnreadPolicy {
  readonly ok: false;
  readonly name: string;
  readonly findings: readonly object[];
}

/** A policy ready to decide. When it does not read, its errors are shown to a person at once. */
export function readPolicy(name: string, catalogue: CatalogueFile | null, screen: Screen): ReadPolicy | UnreadPolicy {
  return preparedOf(readText(name), catalogue, screen);
}

/** The same of a file that was read. */
export function preparedOf(
  file: SourceFile,
  catalogue: CatalogueFile | null,
  screen: Screen,
): ReadPolicy | UnreadPolicy {
  if (catalogue?.catalogue === null) {
    if (!screen.json) showCatalogueFindings(catalogue, screen);
    return { ok: false, name: file.name, findings: catalogue.findings };
  }
  const prepared = preparePolicy({ text: file.text }, catalogue ? { catalogue: catalogue.document } : {});
  if (prepared.ok) return { ok: true, ...file, policy: prepared.policy };
  const errors = policyFindings(prepared.faults, screen.language);
  if (!screen.json) for (const error of errors) showFinding(file.name, file.text, error, screen);
  return { ok: false, name: file.name, findings: findingsOf(errors, new SourceText(file.text)) };
}
