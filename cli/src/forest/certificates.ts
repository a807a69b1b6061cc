import { type CertificateLine, checkAudit } from '@ostiary/forest/audit';
import { parseStrict } from '../files/json.js';
import { readText } from '../files/read.js';
import { clean, type Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { say } from '../text/words.js';
import type { ForestSources } from './sources.js';

const TEXTS = {
  accepted: { en: 'accepted', pt: 'aceite' },
  refused: { en: 'refused', pt: 'recusada' },
  proof: { en: '{file}: {word}: {row}, certificates: {count}', pt: '{file}: {word}: {row}, certificados: {count}' },
  none: { en: '{file} holds no certificates.', pt: '{file} não tem certificados.' },
} as const;

/**
 * Checks proofs without a search: each row that the certificates of a file are of, on this model and this table.
 * @throws CommandError for what is no certificate at all
 */
export async function checkForestCertificates(file: string, sources: ForestSources, screen: Screen): Promise<ExitCode> {
  const proofs = await checkAudit(sources.audit, linesOf(file));
  if (screen.json) screen.line(JSON.stringify({ file: sources.name, proofs }, null, 2));
  else {
    for (const { id, record, certificates, problem } of proofs)
      screen.line(
        say(TEXTS.proof, screen.language, {
          file: clean(sources.name),
          word: say(TEXTS[problem === null ? 'accepted' : 'refused'], screen.language),
          row: clean([id, ...(record === null ? [] : [record])].join(' ')),
          count: certificates,
        }) + (problem === null ? '' : ` (${problem})`),
      );
    if (proofs.length === 0) screen.line(say(TEXTS.none, screen.language, { file: clean(file) }));
  }
  if (proofs.length === 0) return EXIT.incomplete;
  return proofs.every(({ problem }) => problem === null) ? EXIT.passed : EXIT.findings;
}

function linesOf(file: string): CertificateLine[] {
  const { name, text } = readText(file);
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const json = parseStrict(line, `${name}:${at + 1}`);
      if (!isLine(json))
        throw new CommandError({
          en: `${name}:${at + 1} is not a certificate.`,
          pt: `${name}:${at + 1} não é um certificado.`,
        });
      return json;
    });
}

function isLine(json: unknown): json is CertificateLine {
  const { id, record, question, certificate, bound } = (json ?? {}) as Partial<Record<keyof CertificateLine, unknown>>;
  return (
    typeof id === 'string' &&
    (record === null || typeof record === 'string') &&
    typeof question === 'string' &&
    typeof certificate === 'string' &&
    (bound === undefined || bound === null || typeof bound === 'number')
  );
}
