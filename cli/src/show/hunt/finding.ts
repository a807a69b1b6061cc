import { CLASS_TEXTS } from '@ostiary/hunt/report';
import type { Severity } from '@ostiary/hunt/search';
import { SourceText } from '@ostiary/policy';
import { severityName } from '@ostiary/report';
import { say, type Words } from '../../text/words.js';
import { showDiff } from '../diff.js';
import { excerpt, lines } from '../excerpt.js';
import { clean, type Format, type Screen } from '../screen.js';
import { writeHanging } from '../wrap.js';
import { STANDINGS, type Told } from './told.js';
import { showWitness, witnessInLine } from './witness.js';

/** A policy as the findings about it are shown. */
export interface ShownPolicy {
  readonly name: string;
  readonly text: string;
}

export const SEVERITY_COLOURS: Readonly<Record<Severity, readonly Extract<Format, string>[]>> = {
  critical: ['bold', 'magenta'],
  high: ['bold', 'red'],
  medium: ['bold', 'yellow'],
  low: ['bold', 'cyan'],
  info: ['bold', 'blue'],
};

const WORDS = {
  hint: { en: 'hint', pt: 'sugestão' },
  shownBy: { en: 'shown by', pt: 'mostrado por' },
  same: { en: 'The same for', pt: 'O mesmo para' },
  toDo: { en: 'What to do', pt: 'O que fazer' },
  tried: {
    en: 'Proved: it removes this finding, adds no other, and changes no other call.',
    pt: 'Comprovado: remove este achado, não cria outro e não muda nenhuma outra chamada.',
  },
  more: { en: '… and {count} more rules', pt: '… e mais {count} regras' },
} as const satisfies Record<string, Words>;

/** Rules of one finding, and lines of one rule, that are shown. */
const [RULES, LINES] = [6, 8];

/**
 * A finding: its rules, what is wrong, the call that shows it, what to do. One line in a pipe.
 * @param others the same mistake of other tools
 */
export function showHuntFinding(
  policy: ShownPolicy,
  finding: Told,
  screen: Screen,
  others: readonly Told[] = [],
): void {
  const { language } = screen;
  if (!screen.human) {
    const shown = witnessInLine(finding, screen);
    const more = shown === null ? '' : `; ${say(WORDS.shownBy, language)}: ${shown}`;
    const hint = `; ${say(WORDS.hint, language)}: ${clean(adviceOf(finding, screen))}`;
    screen.line(headOf(policy, finding, screen, `${more}${hint}`));
    return;
  }
  writeHanging(headOf(policy, finding, screen), 2, screen);
  showRules(policy, finding, screen);
  writeHanging(`  ${clean(finding.detail)}`, 2, screen);
  showWitness(finding, screen);
  writeHanging(`  ${screen.paint('bold', say(WORDS.toDo, language))}: ${clean(adviceOf(finding, screen))}`, 4, screen);
  if (finding.repair !== null) {
    showDiff(policy.name, policy.text, finding.repair.text, screen, 4);
    writeHanging(`  ${screen.paint('dim', say(WORDS.tried, language))}`, 2, screen);
  }
  if (others.length > 0) {
    const tools = others.map(({ tool }) => clean(tool ?? '')).join(', ');
    writeHanging(`  ${screen.paint('bold', say(WORDS.same, language))}: ${tools}`, 4, screen);
  }
  screen.line();
}

/** A finding in its first line, where the rest is known. */
export function showShortly(policy: ShownPolicy, finding: Told, screen: Screen): void {
  writeHanging(headOf(policy, finding, screen), 2, screen);
}

function headOf({ name }: ShownPolicy, finding: Told, screen: Screen, more = ''): string {
  const { language } = screen;
  const { severity, title, standing, class: id, evidence } = finding;
  const at = evidence?.rules[0];
  const place = screen.paint('bold', `${clean(name)}${at === undefined ? '' : `:${at.line}:${at.column}`}`);
  const word = screen.paint(SEVERITY_COLOURS[severity], severityName(severity, language).toLowerCase());
  const stands = standing === undefined ? '' : ` (${say(STANDINGS[standing], language)})`;
  return `${place}: ${word}: ${clean(title)}${stands}${more} ${screen.paint('dim', `[${id}]`)}`;
}

function adviceOf({ class: id, repair }: Told, { language }: Screen): string {
  return repair?.title ?? say(CLASS_TEXTS[id].advice, language);
}

/** The rules in the text: of one line with marks under it, of several with a mark before each. */
function showRules({ text }: ShownPolicy, { severity, evidence }: Told, screen: Screen): void {
  const places = evidence?.rules ?? [];
  const source = new SourceText(text);
  for (const { line, column, end_line: to, end_column: endColumn } of places
    .slice(0, RULES)
    .toSorted((a, b) => a.line - b.line)) {
    const start = source.offset({ line, column });
    const end = source.offset({ line: to, column: endColumn });
    const marked =
      to > line
        ? lines({ text, from: line, to, most: LINES }, screen)
        : excerpt({ text, start, end, line, colour: SEVERITY_COLOURS[severity] }, screen);
    for (const each of marked) screen.line(each);
  }
  if (places.length > RULES)
    screen.line(`  ${screen.paint('dim', say(WORDS.more, screen.language, { count: places.length - RULES }))}`);
}
