import type { VerdictWord } from '@ostiary/graph/model';
import type { verificationJson } from '@ostiary/graph/report';
import type { Comparison, Difference } from '@ostiary/graph/verify';
import { severityName } from '@ostiary/report';
import { say, type Words } from '../text/words.js';
import { clean, type Format, type Screen } from './screen.js';
import { writeHanging } from './wrap.js';

type Told = ReturnType<typeof verificationJson> & { readonly what_if: readonly Difference[] | null };
type ToldVerdict = Told['verdicts'][number];

const WORDS = {
  broken: { en: 'broken', pt: 'quebrada' },
  possible: { en: 'possible', pt: 'possível' },
  vacuous: { en: 'vacuous', pt: 'vazia' },
  proved: { en: 'proved', pt: 'provada' },
} as const satisfies Readonly<Record<VerdictWord, Words>>;

const COLOURS = {
  broken: ['bold', 'red'],
  possible: ['bold', 'yellow'],
  vacuous: ['bold', 'cyan'],
  proved: ['bold', 'green'],
} as const satisfies Readonly<Record<VerdictWord, Format>>;

/** Places of a finding that a line names. */
const PLACES = 5;

const TEXTS = {
  hygiene: { en: 'hygiene', pt: 'higiene' },
  hygieneCompared: {
    en: 'hygiene compared with the previous version: {added} new, {moved} moved, {unchanged} unchanged, {fixed} fixed',
    pt: 'higiene em comparação com a versão anterior: {added} novas, {moved} deslocadas, {unchanged} iguais, {fixed} corrigidas',
  },
  none: { en: '{file}: there was no rule to verify.', pt: '{file}: não havia regra a verificar.' },
  counts: {
    en: '{file}: {broken} broken, {possible} possible, {vacuous} vacuous, {proved} proved',
    pt: '{file}: {broken} quebradas, {possible} possíveis, {vacuous} vazias, {proved} provadas',
  },
  unclassified: {
    en: 'not in the catalogue: {tools}',
    pt: 'não estão no catálogo: {tools}',
  },
  traces: {
    en: 'recorded runs: {matched} of {traces} are runs of the graph; edges seen: {seen} of {edges}',
    pt: 'execuções gravadas: {matched} de {traces} são execuções do grafo; arestas vistas: {seen} de {edges}',
  },
  never: { en: 'never seen: {names}', pt: 'nunca visto: {names}' },
  assumed: {
    en: 'verdicts changed by the assumptions: {n}',
    pt: 'vereditos mudados pelas suposições: {n}',
  },
  without: { en: 'without the assumptions: {verdict}', pt: 'sem as suposições: {verdict}' },
  compared: {
    en: 'compared with the previous version: {added} new, {moved} moved, {unchanged} unchanged, {fixed} fixed',
    pt: 'em comparação com a versão anterior: {added} novas, {moved} deslocadas, {unchanged} iguais, {fixed} corrigidas',
  },
  fix: { en: 'fix', pt: 'correção' },
  noFix: { en: 'no fix was found', pt: 'não se encontrou correção' },
  added: { en: 'new', pt: 'nova' },
  moved: { en: 'moved', pt: 'deslocada' },
  unchanged: { en: 'unchanged', pt: 'igual' },
  by: { en: 'caused by the edge {edge}', pt: 'causada pela aresta {edge}' },
  fixed: { en: '{file}: fixed: {title}', pt: '{file}: corrigida: {title}' },
  decides: { en: 'would decide it', pt: 'decidiria' },
} as const satisfies Readonly<Record<string, Words>>;

/** Verdicts in their order: for a person with the path step by step, for a pipe a line each. */
export function showVerdicts({ name }: { readonly name: string }, told: Told, screen: Screen): void {
  for (const verdict of told.verdicts) showVerdict(name, verdict, told.comparison, screen);
  const last = told.verdicts.at(-1);
  if (screen.human && last !== undefined && !isBad(last)) screen.line();
  const { language } = screen;
  const file = clean(name);
  const count = (word: VerdictWord): number => told.verdicts.filter(({ verdict }) => verdict === word).length;
  if (told.verdicts.length === 0) screen.line(say(TEXTS.none, language, { file }));
  else
    screen.line(
      say(TEXTS.counts, language, {
        file,
        broken: count('broken'),
        possible: count('possible'),
        vacuous: count('vacuous'),
        proved: count('proved'),
      }),
    );
  showHygiene(told, screen);
  const missing = told.coverage.unclassified.map((tool) => clean(tool.name));
  if (missing.length > 0) screen.line(say(TEXTS.unclassified, language, { tools: missing.join(', ') }));
  for (const { text } of told.coverage.roles) writeHanging(clean(text), 2, screen);
  if (told.traces) {
    const {
      traces,
      matched,
      edges,
      edges_seen: seen,
      edges_never_seen: never,
      nodes_never_seen: nodes,
      lacking,
    } = told.traces;
    screen.line(say(TEXTS.traces, language, { traces, matched, edges, seen }));
    for (const each of lacking) writeHanging(`  ${clean(each.text)} (${clean(each.trace)})`, 4, screen);
    const unseen = [...never, ...nodes].map(clean);
    if (unseen.length > 0) writeHanging(`  ${say(TEXTS.never, language, { names: unseen.join(', ') })}`, 4, screen);
  }
  const changes = told.comparison?.hygiene;
  if (changes) {
    const { added, moved, unchanged, fixed } = changes;
    const figures = { added: added.length, moved: moved.length, unchanged: unchanged.length, fixed: fixed.length };
    screen.line(say(TEXTS.hygieneCompared, language, figures));
  }
  if (told.what_if) screen.line(say(TEXTS.assumed, language, { n: told.what_if.length }));
  if (told.comparison) {
    const { added, moved, unchanged, fixed } = told.comparison;
    for (const { fingerprint, title } of told.verdicts)
      if (fixed.includes(fingerprint)) screen.line(say(TEXTS.fixed, language, { file, title: clean(title) }));
    const counts = { added: added.length, moved: moved.length, unchanged: unchanged.length, fixed: fixed.length };
    screen.line(say(TEXTS.compared, language, counts));
  }
}

/** What hygiene found, a line each, with its first places. */
function showHygiene({ hygiene }: Told, screen: Screen): void {
  for (const { title, severity, places, code } of hygiene ?? []) {
    const at = places.slice(0, PLACES).map(({ node }) => clean(node));
    const more = places.length > PLACES ? ', …' : '';
    const where = at.length === 0 ? '' : ` (${at.join(', ')}${more})`;
    const word = screen.paint('cyan', say(TEXTS.hygiene, screen.language));
    writeHanging(
      `${word} (${named(severity, screen)}): ${clean(title)}${where} ${screen.paint('dim', `[P6 ${code}]`)}`,
      2,
      screen,
    );
  }
}

/** `; new, caused by the edge known`: how a verdict changed since the previous version; empty where nothing is compared. */
function changeOf({ fingerprint }: ToldVerdict, comparison: Comparison | null, { language }: Screen): string {
  for (const standing of ['added', 'moved'] as const) {
    const change = comparison?.[standing].find((one) => one.fingerprint === fingerprint);
    if (change === undefined) continue;
    const by = change.edge === undefined ? '' : `, ${say(TEXTS.by, language, { edge: clean(change.edge) })}`;
    return `; ${say(TEXTS[standing], language)}${by}`;
  }
  return comparison?.unchanged.includes(fingerprint) ? `; ${say(TEXTS.unchanged, language)}` : '';
}

/** A severity, as it stands in a line. */
const named = (severity: ToldVerdict['severity'], { language }: Screen): string =>
  severityName(severity, language).toLowerCase();

const isBad = ({ verdict }: ToldVerdict): boolean => verdict === 'broken' || verdict === 'possible';

function showVerdict(file: string, verdict: ToldVerdict, comparison: Comparison | null, screen: Screen): void {
  const { language } = screen;
  const change = changeOf(verdict, comparison, screen);
  const word = say(WORDS[verdict.verdict], language);
  const about = `[${verdict.property} ${clean(verdict.rule_id)}]`;
  const title = clean(verdict.title);
  const path = (verdict.path ?? []).map(({ node, edge }) =>
    edge === null ? clean(node) : `${clean(node)} -${clean(edge)}->`,
  );
  if (!screen.human) {
    const by = path.length === 0 ? '' : `; ${path.join(' ')}`;
    const other = verdict.without_assume;
    const without =
      other === null ? '' : ` (${say(TEXTS.without, language, { verdict: say(WORDS[other], language) })})`;
    screen.line(`${clean(file)}: ${word}: ${title}${by}${change}${without} ${about}`);
    return;
  }
  const bad = isBad(verdict);
  const severity = bad ? ` (${named(verdict.severity, screen)})` : '';
  writeHanging(
    `${screen.paint(COLOURS[verdict.verdict], word)}${severity}: ${title}${change} ${screen.paint('dim', about)}`,
    2,
    screen,
  );
  if (verdict.without_assume !== null)
    writeHanging(
      `  ${say(TEXTS.without, language, { verdict: say(WORDS[verdict.without_assume], language) })}`,
      4,
      screen,
    );
  for (const step of verdict.path ?? [])
    writeHanging(
      `  ${String(step.step).padStart(2)}. ${clean(step.text)}${step.why?.text ? `. ${clean(step.why.text)}` : ''}`,
      6,
      screen,
    );
  for (const { text } of verdict.deciders ?? [])
    writeHanging(`  ${screen.paint('cyan', say(TEXTS.decides, language))}: ${clean(text)}`, 4, screen);
  const mends = verdict.fix?.text ?? verdict.no_fix?.text;
  if (mends !== undefined)
    writeHanging(
      `  ${screen.paint('green', say(verdict.fix ? TEXTS.fix : TEXTS.noFix, language))}: ${clean(mends)}`,
      4,
      screen,
    );
  if (bad) screen.line();
}
