import { byMistake } from '@ostiary/hunt/report';
import { SEVERITIES } from '@ostiary/hunt/search';
import { severityName } from '@ostiary/report';
import { counted, say, type Words } from '../../text/words.js';
import { clean, type Screen } from '../screen.js';
import { writeHanging } from '../wrap.js';
import { SEVERITY_COLOURS, type ShownPolicy, showHuntFinding, showShortly } from './finding.js';
import type { Told } from './told.js';

const BUG: readonly [Words, Words] = [
  { en: 'bug', pt: 'erro' },
  { en: 'bugs', pt: 'erros' },
];
const QUESTION: readonly [Words, Words] = [
  { en: 'question', pt: 'pergunta' },
  { en: 'questions', pt: 'perguntas' },
];

const WORDS = {
  none: { en: 'no bugs found', pt: 'nenhum erro encontrado' },
  decided: { en: 'all decided', pt: 'todas decididas' },
  open: { en: '{count} not decided, so there may be a bug', pt: '{count} não decididas, por isso pode haver um erro' },
  fixed: { en: '{count} fixed', pt: '{count} corrigidos' },
  new: { en: '{count} new', pt: '{count} novos' },
} as const satisfies Record<string, Words>;

/** Findings told in full; of the others there is a line each. */
const FULL = 30;

/** The findings of a policy, the gravest first; those that were there before, or were decided about, in a line each. */
export function showFindings(policy: ShownPolicy, findings: readonly Told[], screen: Screen): void {
  const inFull = findings
    .filter(({ standing = 'new' }) => standing === 'new' || standing === 'reopened')
    .slice(0, FULL);
  // A program that reads the output gets a line of each; a person one mistake at a time.
  const alike = screen.human ? byMistake(inFull, (finding) => finding) : inFull.map((finding) => [finding] as const);
  for (const [finding, ...others] of alike) showHuntFinding(policy, finding, screen, others);
  const rest = findings.filter((finding) => !inFull.includes(finding));
  for (const finding of rest) showShortly(policy, finding, screen);
  if (rest.length > 0 && screen.human) screen.line();
}

/** What a hunt comes to. */
export interface Outcome {
  readonly findings: readonly Told[];
  /** Null when it is compared with nothing. */
  readonly fixed: number | null;
  readonly asked: number;
  readonly undecided: number;
}

/** What a hunt comes to, in a line. */
export function showOutcome(name: string, { findings, fixed, asked, undecided }: Outcome, screen: Screen): void {
  const { language } = screen;
  const bugs = findings.filter(({ class: id }) => id !== 'X01');
  const counts = SEVERITIES.flatMap((severity) => {
    const count = bugs.filter((finding) => finding.severity === severity).length;
    const text = `${count} ${severityName(severity, language).toLowerCase()}`;
    return count === 0 ? [] : [screen.paint(SEVERITY_COLOURS[severity], text)];
  });
  const fresh = bugs.filter(({ standing }) => standing === 'new' || standing === 'reopened').length;
  const compared =
    fixed === null
      ? ''
      : ` (${say(WORDS.new, language, { count: fresh })}, ${say(WORDS.fixed, language, { count: fixed })})`;
  const found =
    bugs.length === 0
      ? screen.paint(undecided === 0 ? 'green' : 'yellow', say(WORDS.none, language)) + compared
      : `${counted(bugs.length, ...BUG, language)}${compared}: ${counts.join(', ')}`;
  const open =
    undecided === 0
      ? say(WORDS.decided, language)
      : screen.paint('yellow', say(WORDS.open, language, { count: undecided }));
  const questions = `${counted(asked, ...QUESTION, language)}, ${open}`;
  writeHanging(`${screen.paint('bold', clean(name))}: ${found}; ${questions}`, 2, screen);
}
