import { effectsOf } from '@ostiary/graph/model';
import { type Certificate, lineOf, readCertificate, statedRules, verifyProof } from '@ostiary/graph/verify';
import { parseStrict } from '../files/json.js';
import { readText } from '../files/read.js';
import { save } from '../files/save.js';
import type { Screen } from '../show/screen.js';
import { clean } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { say } from '../text/words.js';
import type { GraphSources } from './sources.js';

const TEXTS = {
  accepted: { en: 'accepted', pt: 'aceite' },
  refused: { en: 'refused', pt: 'recusada' },
  proof: { en: '{file}: {word}: {rule}, certificates: {count}', pt: '{file}: {word}: {rule}, certificados: {count}' },
  none: { en: '{file}: there is no certificate.', pt: '{file}: não há certificado.' },
} as const;

/** Writes the proofs of a verification, a line of JSON for each certificate. */
export function saveCertificates(file: string, certificates: readonly Certificate[]): void {
  save(file, certificates.map(lineOf).join(''));
}

/**
 * Checks proofs without a search: each rule that the certificates of a file are of, on this graph. What is no certificate at all
 * is wrong usage; a proof of a rule that is not asked is refused.
 * @throws CommandError
 */
export function checkCertificates(file: string, sources: GraphSources, screen: Screen): ExitCode {
  const { read, effects } = sources.assumed?.graph ?? {
    read: sources.graph,
    effects: effectsOf(sources.catalogue ?? { tools: [] }),
  };
  const stated = statedRules(read, effects, sources.rules ?? undefined);
  const rules = new Map(stated.rules.map((rule) => [rule.id, rule]));
  const certificates = readCertificates(file);
  const proofs = [...new Set(certificates.map(proofOf))].map((of) => {
    const own = certificates.filter((certificate) => proofOf(certificate) === of);
    const [{ rule_id, part }] = own as [Certificate];
    const rule = rules.get(rule_id);
    const accepted = rule !== undefined && verifyProof(read.graph, effects, rule, own, part);
    return { rule_id, part: part ?? null, certificates: own.length, accepted };
  });
  const { name } = sources.graph;
  if (screen.json) screen.line(JSON.stringify({ file: name, proofs }, null, 2));
  else {
    const { language } = screen;
    for (const { rule_id, part, certificates: count, accepted } of proofs)
      screen.line(
        say(TEXTS.proof, language, {
          file: clean(name),
          word: say(TEXTS[accepted ? 'accepted' : 'refused'], language),
          rule: clean([rule_id, ...namesOf(part)].join(' ')),
          count,
        }),
      );
    if (proofs.length === 0) screen.line(say(TEXTS.none, language, { file: clean(file) }));
  }
  if (proofs.length === 0) return EXIT.incomplete;
  return proofs.every(({ accepted }) => accepted) ? EXIT.passed : EXIT.findings;
}

const namesOf = (part: Certificate['part'] | null): readonly string[] =>
  Object.values(part ?? {}).filter((name) => typeof name === 'string');

/** Certificates of one proof: of a rule, or of a part of it, such as what a saga asks about one step. */
const proofOf = ({ rule_id, part }: Certificate): string =>
  JSON.stringify([rule_id, ...Object.entries(part ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

function readCertificates(file: string): readonly Certificate[] {
  const { name, text } = readText(file);
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const certificate = readCertificate(parseStrict(line, name, index + 1));
    if (certificate !== null) return [certificate];
    const place = `${name}:${index + 1}`;
    throw new CommandError({ en: `${place}: this is not a certificate.`, pt: `${place}: isto não é um certificado.` });
  });
}
