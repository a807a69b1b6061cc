import { preparePolicy, warningsOf } from '@ostiary/guard';
import { SourceText } from '@ostiary/policy';
import type { Command } from '../command.js';
import { type CatalogueFile, readCatalogueFile, showCatalogueFindings } from '../files/catalogue.js';
import { policyNames, readText, type SourceFile } from '../files/read.js';
import { type Finding, findingsOf, policyFindings, showFinding } from '../show/findings.js';
import type { Screen } from '../show/screen.js';
import { CATALOGUE_OPTION } from '../text/options.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { counted, type Words } from '../text/words.js';

interface Checked extends SourceFile {
  readonly found: readonly Finding[];
}

export const check: Command = {
  name: 'check',
  files: '<policy.ost | folder | -> ...',
  help: { en: 'Find what is wrong with policies.', pt: 'Encontra o que está errado em políticas.' },
  options: [
    CATALOGUE_OPTION,
    {
      name: 'deny-warnings',
      help: { en: 'warnings fail the command too', pt: 'avisos também fazem o comando falhar' },
    },
  ],
  run: async (given, screen) => {
    const catalogue = readCatalogueFile(given.value('catalogue'), screen);
    const files = policyNames(given.files).map(readText);
    const checked: Checked[] = [];
    if (catalogue?.catalogue !== null) for (const file of files) checked.push(await checkFile(file, catalogue, screen));
    const all = [...checked.flatMap(({ found }) => found), ...(catalogue?.findings ?? [])];
    const errors = all.filter(({ severity }) => severity === 'error').length;
    const warnings = all.filter(({ severity }) => severity === 'warning').length;
    if (screen.json) screen.line(JSON.stringify(document(checked, catalogue, errors, warnings), null, 2));
    else {
      if (catalogue) showCatalogueFindings(catalogue, screen);
      for (const { name, text, found } of checked) for (const each of found) showFinding(name, text, each, screen);
      screen.line(summary(files.length, errors, warnings, screen));
    }
    return codeOf(errors, warnings, given.has('deny-warnings'));
  },
};

/** As the service reads it: the same faults, the same warnings. */
async function checkFile(
  { name, text }: SourceFile,
  file: CatalogueFile | null,
  { language }: Screen,
): Promise<Checked> {
  const prepared = preparePolicy({ text }, file ? { catalogue: file.document } : {});
  const found = prepared.ok ? await warningsOf(prepared.policy, null) : [...prepared.faults, ...prepared.warnings];
  return { name, text, found: policyFindings(found, language) };
}

function codeOf(errors: number, warnings: number, denied: boolean): ExitCode {
  if (errors > 0) return EXIT.unread;
  return warnings > 0 && denied ? EXIT.findings : EXIT.passed;
}

const POLICIES: readonly [Words, Words] = [
  { en: 'policy', pt: 'política' },
  { en: 'policies', pt: 'políticas' },
];
const ERRORS: readonly [Words, Words] = [
  { en: 'error', pt: 'erro' },
  { en: 'errors', pt: 'erros' },
];
const WARNINGS: readonly [Words, Words] = [
  { en: 'warning', pt: 'aviso' },
  { en: 'warnings', pt: 'avisos' },
];

function summary(files: number, errors: number, warnings: number, screen: Screen): string {
  const { language } = screen;
  const text = `${counted(files, ...POLICIES, language)}: ${counted(errors, ...ERRORS, language)}, ${counted(warnings, ...WARNINGS, language)}`;
  return screen.paint(['bold', errors > 0 ? 'red' : warnings > 0 ? 'yellow' : 'green'], text);
}

function document(checked: readonly Checked[], file: CatalogueFile | null, errors: number, warnings: number): object {
  return {
    files: checked.map(({ name, text, found }) => ({ file: name, findings: findingsOf(found, new SourceText(text)) })),
    catalogue: file && { file: file.name, findings: file.findings },
    errors,
    warnings,
  };
}
