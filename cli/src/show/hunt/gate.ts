import type { Severity } from '@ostiary/hunt/search';
import { severityName } from '@ostiary/report';
import { say, type Words } from '../../text/words.js';
import type { Screen } from '../screen.js';
import { writeHanging } from '../wrap.js';

const WORDS = {
  gate: { en: 'gate', pt: 'barreira' },
  passed: { en: 'passed', pt: 'passou' },
  failed: { en: 'failed', pt: 'falhou' },
  incomplete: { en: 'incomplete', pt: 'incompleta' },
  one: { en: '1 finding of severity {severity} or higher', pt: '1 achado de gravidade {severity} ou maior' },
  many: {
    en: '{count} findings of severity {severity} or higher',
    pt: '{count} achados de gravidade {severity} ou maior',
  },
  none: { en: 'no finding of severity {severity} or higher', pt: 'nenhum achado de gravidade {severity} ou maior' },
  open: { en: 'what is not decided does not pass', pt: 'o que não está decidido não passa' },
} as const satisfies Record<string, Words>;

const COLOURS = { passed: 'green', failed: 'red', incomplete: 'yellow' } as const;

export type GateStatus = keyof typeof COLOURS;

/** Whether a gate was passed, and why not. */
export function showGate(status: GateStatus, why: string, screen: Screen): void {
  const { language } = screen;
  const word = screen.paint(['bold', COLOURS[status]], say(WORDS[status], language));
  writeHanging(`${say(WORDS.gate, language)}: ${word}, ${why}`, 2, screen);
}

/** Why a gate of a severity is in a status. */
export function whyGated(
  status: GateStatus,
  severity: Severity,
  failing: number,
  { language }: Pick<Screen, 'language'>,
): string {
  if (status === 'incomplete') return say(WORDS.open, language);
  const words = failing === 0 ? WORDS.none : failing === 1 ? WORDS.one : WORDS.many;
  return say(words, language, { count: failing, severity: severityName(severity, language).toLowerCase() });
}
