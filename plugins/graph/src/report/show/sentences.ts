import { count, type Language, say, type Words } from '@ostiary/report';
import type { AssumeKind, Assumption, Decider, PathStep, Rule, Verdict } from '../../model/index.js';
import type { ProposedRole } from '../../verify/index.js';
import { ASSUMED_TEXTS } from '../text/assumed.js';
import { ASSUMPTION_TEXTS } from '../text/assumptions.js';
import {
  AWAITED_TEXT,
  BEGUN_TEXTS,
  DECIDER_TEXTS,
  FACT_TEXTS,
  KIND_TEXTS,
  LABEL_TEXTS,
  WHY_TEXTS,
} from '../text/codes.js';
import { ROLE_TEXTS } from '../text/roles.js';
import { SUBJECTS, type Subject } from '../text/subjects.js';
import type { SubjectText } from '../text/subject-text.js';
import { CHOICE_NAMES, EVENT_TEXTS, TEXTS, VERDICT_NAMES } from '../text/words.js';
import type { GraphIndex } from './graph-index.js';
import { labelsOf } from './guard.js';
import { named } from './names.js';

/** What kind of rule a verdict is about. */
export function subjectOf({ property, kind }: Verdict, rule: Rule | undefined): Subject {
  switch (property) {
    case 'P1':
      return 'check_before';
    case 'P2':
      return 'confirm_before';
    case 'P3':
      return rule?.kind === 'order' ? rule.pattern : 'other';
    case 'P4':
      return rule?.kind === 'taint' ? rule.form : 'privileged';
    case 'P5':
    case 'P6':
      return kind !== undefined && Object.hasOwn(SUBJECTS, kind) ? (kind as Subject) : 'other';
  }
}

/** How a kind of verdict is called where it is listed: `P1`, `P3 precedence`, `P5 SG1`. */
export function classOf(verdict: Verdict, rule: Rule | undefined): string {
  const { property } = verdict;
  return property === 'P1' || property === 'P2' ? property : `${property} ${subjectOf(verdict, rule)}`;
}

export function subjectText(verdict: Verdict, rule: Rule | undefined): SubjectText {
  return SUBJECTS[subjectOf(verdict, rule)];
}

/** Where the documentation tells of the class of a verdict; null of one without a page. */
export function pageOf(verdict: Verdict, rule: Rule | undefined): string | null {
  const subject = subjectOf(verdict, rule);
  return subject === 'other' ? null : `docs/graph/findings/${subject}.md`;
}

export function ruleOf({ rule_id: id }: Verdict, rules: readonly Rule[]): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}

/** What a verdict comes to, in a sentence. Names stand between backticks. */
export function titleOf(verdict: Verdict, rules: readonly Rule[], language: Language): string {
  const rule = ruleOf(verdict, rules);
  const { holds, breaks } = subjectText(verdict, rule);
  const names = namesIn(verdict, rule);
  switch (verdict.verdict) {
    case 'proved':
      return say(holds, language, names);
    case 'broken':
      return capital(say(breaks, language, names));
    case 'possible':
      if (verdict.property === 'P6')
        return say(TEXTS.hygieneOpen, language, { class: lower(subjectText(verdict, rule), language) });
      return say(TEXTS.possible, language, { claim: say(breaks, language, names) });
    case 'vacuous':
      return say(TEXTS.vacuous, language, { rule: named(verdict.rule_id), target: named(verdict.target) });
  }
}

/** What a verdict's kind and what the rule asks add to its title. */
export function detailOf(verdict: Verdict, rules: readonly Rule[], language: Language): string {
  const extra = KIND_TEXTS.get(verdict.kind ?? '');
  const { meaning } = subjectText(verdict, ruleOf(verdict, rules));
  const without = verdict.without_assume;
  return [
    ...(extra === undefined ? [] : [say(extra, language)]),
    say(meaning, language),
    ...(without === undefined
      ? []
      : [say(TEXTS.withoutAssume, language, { verdict: say(VERDICT_NAMES[without], language) })]),
  ].join(' ');
}

export function adviceOf(verdict: Verdict, rules: readonly Rule[], language: Language): string {
  const rule = ruleOf(verdict, rules);
  return say(subjectText(verdict, rule).advice, language, namesIn(verdict, rule));
}

const lower = ({ name }: SubjectText, language: Language): string =>
  say(name, language).replace(/^\p{Lu}/u, (first) => first.toLowerCase());

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

function namesIn({ target }: Verdict, rule: Rule | undefined): Readonly<Record<string, string | number>> {
  const tool = named(target);
  const names = { tool, check: tool, first: tool, second: tool, count: 0 };
  if (rule?.kind === 'check_before') return { ...names, check: named(rule.check) };
  if (rule?.kind !== 'order') return names;
  return { ...names, first: named(rule.first), second: named(rule.second ?? target), count: rule.count ?? 0 };
}

/** A step of a path in sentences: what happened, how it goes on, why that matters. */
export interface StepText {
  readonly event: string;
  readonly onward: string | null;
  readonly why: string | null;
  /** What holds after it. */
  readonly facts: readonly string[];
}

export function stepText(step: PathStep, index: GraphIndex, language: Language): StepText {
  return {
    event: eventsText(step, index, language),
    onward: onwardText(step, index, language),
    why: whyText(step, language),
    facts: step.facts.map((fact) => factText(fact, language)),
  };
}

/** What stands for the arguments of a call that nothing lists. */
const ANY_ARGUMENT = '*';

/** A rule that awaits something is broken by what does not come, not by what was needed. */
function whyText({ why, facts }: PathStep, language: Language): string | null {
  if (why === undefined) return null;
  if (why.code !== 'established' && facts.includes('awaited')) return say(AWAITED_TEXT, language);
  const begun = why.code === 'established' ? BEGUN_TEXTS.get(String(why.params['fact'])) : undefined;
  if (begun !== undefined) return say(begun, language);
  const code = why.params['argument'] === ANY_ARGUMENT ? 'unlisted_argument_tainted' : why.code;
  return codeText(WHY_TEXTS, code, why.params, language);
}

function eventsText({ node, events }: PathStep, index: GraphIndex, language: Language): string {
  const texts: string[] = [];
  for (const [at, { kind, name }] of events.entries()) {
    const before = events[at - 1];
    const after = events[at + 1];
    // A call and what comes of it are told in one.
    if (before?.kind === 'attempt' && before.name === name && (kind === 'success' || kind === 'failure')) continue;
    const outcome = kind === 'attempt' && after?.name === name ? after.kind : null;
    const words =
      outcome === 'success' ? TEXTS.calledWell : outcome === 'failure' ? TEXTS.calledBadly : EVENT_TEXTS[kind];
    texts.push(say(words, language, { name: named(name) }));
  }
  return texts.length === 0
    ? say(TEXTS.noEvent, language, { node: placeText(node, index) })
    : capital(texts.join('; '));
}

function onwardText({ edge, guard }: PathStep, index: GraphIndex, language: Language): string | null {
  if (edge === undefined) return null;
  const onward = say(TEXTS.by, language, { edge: edgeText(edge, index) });
  if (guard === undefined) {
    const located = index.edge(edge);
    const labels = located === null ? [] : labelsOf(located.item, language);
    return labels.length === 0 ? onward : `${onward} (${labels.map(named).join(', ')})`;
  }
  const chosen = guard.kind === 'free' ? Object.entries(CHOICE_NAMES).find(([name]) => name === guard.text) : undefined;
  if (chosen) return `${onward} (${say(chosen[1], language)})`;
  const words = { free: TEXTS.guardFree, decided: TEXTS.guard, opaque: TEXTS.guardOpaque }[guard.kind];
  return `${onward}, ${say(words, language, { guard: named(guard.text) })}`;
}

/** An edge by its ends, as people read it; its id where it is not in the graph. */
export function edgeText(path: string, index: GraphIndex): string {
  const located = index.edge(path);
  if (located === null) return named(path);
  const { source, target } = located.item;
  const title = (id: string): string => named(located.within.nodes.get(id)?.title ?? id);
  return `${title(source)} → ${title(target)}`;
}

/** A node by its title; an edge by its ends; anything else by its name. */
export function placeText(path: string, index: GraphIndex): string {
  const node = index.node(path);
  if (node !== null) return named(node.item.title ?? node.item.id);
  return edgeText(path, index);
}

export function deciderText({ code, at, params }: Decider, index: GraphIndex, language: Language): string {
  return codeText(DECIDER_TEXTS, code, { ...params, at: placeText(at, index) }, language, new Set(['at']));
}

export function assumptionText({ code, params }: Assumption, language: Language): string {
  const kind = code === 'assumed_by_request' ? String(params['kind']) : '';
  return Object.hasOwn(ASSUMED_TEXTS, kind)
    ? codeText(new Map([[code, ASSUMED_TEXTS[kind as AssumeKind]]]), code, params, language)
    : codeText(ASSUMPTION_TEXTS, code, params, language);
}

/** What the document says that a tool is for another one, and what became of it. */
export function roleText({ tool, of, code }: ProposedRole, language: Language): string {
  return codeText(ROLE_TEXTS, code, { tool, step: of }, language);
}

/** What an assumption says that a verdict names by its code: each that has it, once. */
export function assumptionsOf(code: string, assumptions: readonly Assumption[], language: Language): string[] {
  const own = assumptions.filter((each) => each.code === code);
  const told = own.length === 0 ? [{ code, params: {}, place: { pointer: '' } }] : own;
  return [...new Set(told.map((each) => assumptionText(each, language)))];
}

function factText(fact: string, language: Language): string {
  const words = FACT_TEXTS.get(fact);
  if (words !== undefined) return say(words, language);
  const [kind = '', ...name] = fact.split(':');
  const labelled = name.length === 0 ? undefined : LABEL_TEXTS.get(kind);
  return labelled === undefined ? named(fact) : say(labelled, language, { name: named(name.join(':')) });
}

/** The text of a code; what has none is told by its code, so that nothing is kept back. */
function codeText(
  texts: ReadonlyMap<string, Words>,
  code: string,
  params: Readonly<Record<string, string | number>>,
  language: Language,
  told: ReadonlySet<string> = new Set(),
): string {
  const words = texts.get(code);
  if (words === undefined) return named(code);
  const entries = Object.entries(params).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'number'
      ? value
      : told.has(name)
        ? value
        : name === 'fact'
          ? factText(value, language)
          : named(value),
  ]);
  return capital(say(words, language, Object.fromEntries(entries)));
}

/** A step in one line without what follows from it: for messages. */
export function stepLine(step: PathStep, index: GraphIndex, language: Language): string {
  const { event, onward, why } = stepText(step, index, language);
  return [
    `${named(step.node)}: ${event}`,
    ...(onward === null ? [] : [onward]),
    ...(why === null ? [] : [why.replace(/\.$/, '')]),
  ].join('; ');
}

/** So many of something, in words. */
export function several(n: number, words: { readonly one: Words; readonly many: Words }, language: Language): string {
  return say(n === 1 ? words.one : words.many, language, { n: count(n, language) });
}
