import { severityName } from '@ostiary/report';
import { questionsIn, type Scan } from '../client/project-scans.js';
import type { Schemas } from '../client/service.js';
import { say, type Words } from '../text/words.js';
import { type Standing, STANDINGS } from '../show/hunt/told.js';
import { clean, type Screen } from '../show/screen.js';
import { writeHanging } from '../show/wrap.js';

/** A finding of a graph, as a project knows it; without its path for a key that may not see it. */
export interface FoundInGraph extends Omit<Schemas['FindingSummary'], 'witness' | 'evidence'> {
  readonly witness?: Schemas['HuntGraphWitness'] | null;
  readonly evidence?: Schemas['HuntGraphEvidence'];
  readonly standing?: Standing;
}

const WORDS = {
  broken: { en: 'broken', pt: 'quebrada' },
  possible: { en: 'possible', pt: 'possível' },
  none: { en: 'nothing found', pt: 'nada encontrado' },
  found: { en: '{n} found', pt: '{n} encontradas' },
  compared: { en: ' ({fresh} new, {fixed} fixed)', pt: ' ({fresh} novas, {fixed} corrigidas)' },
  asked: { en: '{n} questions asked', pt: '{n} perguntas feitas' },
  open: { en: '{n} undecided', pt: '{n} por decidir' },
} as const satisfies Record<string, Words>;

/** What a scan found in a graph: the gravest first, with the path of what is new; a line each in a pipe. */
export function showGraphFindings(name: string, findings: readonly FoundInGraph[], scan: Scan, screen: Screen): void {
  for (const finding of findings) showFinding(name, finding, screen);
  const { language } = screen;
  const { asked, undecided } = questionsIn(scan);
  const fresh = findings.filter(({ standing }) => standing === 'new' || standing === 'reopened').length;
  const compared =
    scan.compared_with === null ? '' : say(WORDS.compared, language, { fresh, fixed: scan.counts?.fixed ?? 0 });
  const count = findings.length === 0 ? say(WORDS.none, language) : say(WORDS.found, language, { n: findings.length });
  const open = undecided === 0 ? '' : `, ${say(WORDS.open, language, { n: undecided })}`;
  screen.line(`${clean(name)}: ${count}${compared}; ${say(WORDS.asked, language, { n: asked })}${open}`);
}

function showFinding(name: string, finding: FoundInGraph, screen: Screen): void {
  const { language } = screen;
  const { witness, evidence, standing, severity, subkind, class: id } = finding;
  const { line, column } = evidence?.location ?? {};
  const place = (line ?? null) === null ? clean(name) : `${clean(name)}:${String(line)}:${String(column ?? 1)}`;
  const broken = subkind === 'broken';
  const word = say(broken ? WORDS.broken : WORDS.possible, language);
  const told = standing === undefined ? '' : ` (${say(STANDINGS[standing], language)})`;
  const steps = witness?.steps ?? [];
  const about = `[${clean(id)}]`;
  if (!screen.human) {
    const path = steps.map(({ node, edge }) => (edge === null ? clean(node) : `${clean(node)} -${clean(edge)}->`));
    const by = path.length === 0 ? '' : `; ${path.join(' ')}`;
    screen.line(`${place}: ${word}: ${clean(finding.title)}${told}${by} ${about}`);
    return;
  }
  const painted = screen.paint(['bold', broken ? 'red' : 'yellow'], word);
  writeHanging(
    `${place}: ${painted} (${severityName(severity, language).toLowerCase()}): ${clean(finding.title)}${told} ${screen.paint('dim', about)}`,
    2,
    screen,
  );
  // What was there before, or was decided about, is told in a line.
  if (standing !== undefined && standing !== 'new' && standing !== 'reopened') return;
  for (const { step, text, why } of steps)
    writeHanging(`  ${String(step).padStart(2)}. ${clean(text)}${why ? `. ${clean(why)}` : ''}`, 6, screen);
  screen.line();
}
