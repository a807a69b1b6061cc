import { confusableSkeleton } from '@ostiary/catalogue';
import {
  type Certificate,
  checkGraph,
  type CheckOptions,
  type CheckResult,
  coverageOf,
  readGraph,
  type Reading,
  type Readings,
  STATES,
} from '../check/index.js';
import { fingerprintOf } from '../diff/fingerprint.js';
import { FixFinder, isFixable, type Verify } from '../fix/index.js';
import {
  type AgentGraph,
  type Assumption,
  PROPERTIES,
  type Property,
  type ReadGraph,
  type Rule,
  SEVERITIES,
  type Severity,
  type ToolEffects,
  type Verdict,
  type VerdictWord,
} from '../model/index.js';
import { hygieneOf, type NamedHygiene } from './hygiene.js';
import { noMilder, type ProposedRole, proposedRoles, type StatedRules, statedRules } from './stated.js';

export interface VerifyOptions {
  /** Absent: those that the roles of the catalogue imply. */
  readonly rules?: readonly Rule[];
  /** Absent: all. Hygiene (P6) looks at all rules that are given, whatever else is asked. */
  readonly properties?: readonly Property[];
  readonly severities?: readonly Severity[];
  /** The most verdicts that keep their path. */
  readonly maxPaths?: number;
  /** Tools of the catalogue whose classes nobody stated: what it takes them for holds, and they are told of. */
  readonly unstated?: ReadonlySet<string>;
  /** False: no fixes are looked for. */
  readonly fixes?: boolean;
}

export interface NamedVerdict extends Verdict {
  readonly fingerprint: string;
}

export interface Verified {
  /** The worst first, then by severity, then in the order of the rules. */
  readonly verdicts: readonly NamedVerdict[];
  /** What hygiene found, the gravest first; null where it was not asked. */
  readonly hygiene: readonly NamedHygiene[] | null;
  /** The rules that were asked. */
  readonly rules: readonly Rule[];
  readonly certificates: readonly Certificate[];
  readonly coverage: CheckResult['coverage'];
  readonly mismatches: CheckResult['mismatches'];
  /** Those of the reader, and what was taken from the export. */
  readonly assumptions: readonly Assumption[];
  /** Roles that the export states and the catalogue does not, with what became of them. */
  readonly roles: readonly ProposedRole[];
}

/** How far a verification is. */
export interface VerifyStep {
  /** What is looked at next; null when all rules are decided, and fixes are looked for. */
  readonly next: Property | null;
  /** Rules that are decided. */
  readonly done: number;
  readonly total: number;
  /** The property that was decided just now, with its verdicts: those that are asked for, in the order of the rules, their fixes still to be found. */
  readonly decided: {
    readonly property: Property;
    readonly rules: readonly Rule[];
    readonly verdicts: readonly (NamedVerdict | NamedHygiene)[];
  } | null;
}

/** Verifies a graph as it was read: the checker's verdicts, with the assumptions of the reader that each rests on. Pure. */
export function verifyGraph(read: ReadGraph, effects: ToolEffects, options: VerifyOptions = {}): Verified {
  const steps = verifying(read, effects, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, told step by step: whoever asks for the next step may do something else before. */
export function* verifying(
  given: ReadGraph,
  effects: ToolEffects,
  options: VerifyOptions = {},
): Generator<VerifyStep, Verified> {
  const { properties, severities, maxPaths = Infinity, fixes = true } = options;
  const stated = statedRules(given, effects, options.rules);
  const read = { ...given, assumptions: [...given.assumptions, ...stated.assumptions] };
  const rules = stated.rules.filter((rule) => properties === undefined || properties.includes(propertyOf(rule)));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const isAsked = ({ severity }: Pick<Verdict, 'severity'>): boolean =>
    severities === undefined || severities.includes(severity);
  const named = (verdict: Verdict): NamedVerdict => ({
    ...verdict,
    // The same as before the export said more, and as when the catalogue does.
    fingerprint: fingerprintOf(verdict, stated.bare.get(verdict.rule_id) ?? byId.get(verdict.rule_id)),
  });
  const readings = readGraph(read.graph, effects, STATES);
  const { verdicts, certificates, coverage, mismatches, last } = yield* decidedByProperty(
    read,
    effects,
    rules,
    stated.bare,
    readings,
    (own) => own.filter(isAsked).map(named),
  );
  const total = rules.length;
  let decided = last;
  let hygiene: readonly NamedHygiene[] | null = null;
  if (properties === undefined || properties.includes('P6')) {
    yield { next: 'P6', done: total, total, decided };
    hygiene = hygieneOf(read, effects, options.rules ?? [], readings, options.unstated).filter(isAsked);
    decided = { property: 'P6', rules: options.rules ?? [], verdicts: hygiene };
  }
  yield { next: null, done: total, total, decided };
  const asked = verdicts.filter(isAsked).toSorted((a, b) => rank(a) - rank(b));
  const told = fixes ? withFixes(asked, verdicts, byId, stated.bare, read, effects) : asked;
  let paths = 0;
  return {
    verdicts: told.map(named).map((verdict) => {
      if (verdict.path === undefined || (paths += 1) <= maxPaths) return verdict;
      const { path: _path, cycle_from: _from, model: _model, ...rest } = verdict;
      return rest;
    }),
    hygiene,
    rules,
    certificates,
    coverage: options.unstated ? coverageOf((readings.all[0] as Reading).graph, effects, options.unstated) : coverage,
    mismatches,
    assumptions: read.assumptions,
    roles: proposedRoles(given, effects),
  };
}

/** Decides the rules of one property after the other; `last`: what is to be told of the last one. */
function* decidedByProperty(
  read: ReadGraph,
  effects: ToolEffects,
  rules: readonly Rule[],
  bare: StatedRules['bare'],
  readings: Readings,
  named: (verdicts: readonly Verdict[]) => readonly NamedVerdict[],
): Generator<VerifyStep, CheckResult & { readonly last: VerifyStep['decided'] }> {
  const parts = PROPERTIES.map((property) => ({
    property,
    own: rules.filter((rule) => propertyOf(rule) === property),
  })).filter(({ own }) => own.length > 0);
  const results: CheckResult[] = [];
  const total = rules.length;
  let done = 0;
  let decided: VerifyStep['decided'] = null;
  for (const { property, own } of parts) {
    yield { next: property, done, total, decided };
    const result = decide(read, effects, own, bare, { readings });
    results.push(result);
    done += own.length;
    decided = { property, rules: own, verdicts: named(result.verdicts) };
  }
  const [first = decide(read, effects, [], bare, { readings })] = results;
  const order = new Map(rules.map(({ id }, at) => [id, at]));
  const place = ({ rule_id: id }: { readonly rule_id: string }): number => order.get(id) ?? 0;
  return {
    verdicts: results.flatMap(({ verdicts }) => verdicts).toSorted((a, b) => place(a) - place(b)),
    certificates: results.flatMap(({ certificates }) => certificates).toSorted((a, b) => place(a) - place(b)),
    coverage: first.coverage,
    last: decided,
    mismatches: results.flatMap(({ mismatches }) => mismatches),
  };
}

function decide(
  read: ReadGraph,
  effects: ToolEffects,
  rules: readonly Rule[],
  bare: StatedRules['bare'],
  options: Pick<CheckOptions, 'readings' | 'proofsOnly'>,
): CheckResult {
  const checked = checkGraph(read.graph, effects, rules, options);
  const without = rules.flatMap(({ id }) => bare.get(id) ?? []);
  const beside = without.length === 0 ? null : checkGraph(read.graph, effects, without, options);
  const kept = new Set<string | undefined>();
  const verdicts = checked.verdicts.map((verdict) => {
    const same = beside?.verdicts.find(
      ({ rule_id: id, kind, target }) => id === verdict.rule_id && kind === verdict.kind && target === verdict.target,
    );
    const told = noMilder(verdict, same, read.assumptions);
    kept.add(told.certificate_id);
    return resting(unlessAlike(told, checked.coverage.unclassified), read.assumptions);
  });
  return {
    ...checked,
    verdicts,
    // What is not called proved has nothing that proves it.
    certificates: beside === null ? checked.certificates : checked.certificates.filter(({ id }) => kept.has(id)),
    mismatches: [...checked.mismatches, ...(beside?.mismatches ?? [])],
  };
}

/** States of one search where a fix is tried: what needs more is no fix that can be told. */
const FIX_STATES = 20_000;

/** With a fix for what is broken, and why there is none; for what is possible, where one was found. */
function withFixes(
  told: readonly Verdict[],
  all: readonly Verdict[],
  rules: ReadonlyMap<string, Rule>,
  bare: StatedRules['bare'],
  read: ReadGraph,
  effects: ToolEffects,
): readonly Verdict[] {
  let finder: FixFinder | null = null;
  const readings = new WeakMap<AgentGraph, Readings>();
  const verify: Verify = (graph, asked, proofsOnly) => {
    const own = readings.get(graph) ?? readGraph(graph, effects, FIX_STATES);
    readings.set(graph, own);
    return decide({ ...read, graph }, effects, asked, bare, { readings: own, ...(proofsOnly && { proofsOnly }) })
      .verdicts;
  };
  // Then nothing is called proved, with whatever is inserted.
  const capped = read.assumptions.some(({ caps }) => caps);
  return told.map((verdict) => {
    const rule = rules.get(verdict.rule_id);
    const open = verdict.verdict === 'broken' || (verdict.verdict === 'possible' && verdict.path !== undefined);
    if (!open || rule === undefined || !isFixable(rule)) return verdict;
    if (capped) return verdict.verdict === 'broken' ? { ...verdict, no_fix: 'not_provable' } : verdict;
    finder ??= new FixFinder(read.graph, effects, [...rules.values()], all, verify);
    const found = finder.find(rule, verdict);
    if ('fix' in found) return { ...verdict, fix: found.fix };
    return verdict.verdict === 'broken' ? { ...verdict, no_fix: found.none } : verdict;
  });
}

function propertyOf({ kind }: Rule): Property {
  switch (kind) {
    case 'check_before':
      return 'P1';
    case 'confirm_before':
      return 'P2';
    case 'order':
      return 'P3';
    case 'taint':
      return 'P4';
    case 'saga':
      return 'P5';
  }
}

const WORST_FIRST: readonly VerdictWord[] = ['broken', 'possible', 'vacuous', 'proved'];

const rank = ({ verdict, severity }: Verdict): number =>
  WORST_FIRST.indexOf(verdict) * SEVERITIES.length + SEVERITIES.indexOf(severity);

/** A tool that is not in the catalogue but looks like the one the rule is about may be that tool in another spelling: then nothing was shown of it. */
function unlessAlike(verdict: Verdict, unclassified: readonly string[]): Verdict {
  if (verdict.verdict !== 'proved' && verdict.verdict !== 'vacuous') return verdict;
  const skeleton = confusableSkeleton(verdict.target);
  const alike = unclassified.filter((name) => name !== verdict.target && confusableSkeleton(name) === skeleton);
  if (alike.length === 0) return verdict;
  const { certificate_id: _id, guards_used: _guards, ...rest } = verdict;
  return { ...rest, verdict: 'possible', deciders: alike.map((at) => ({ code: 'unclassified_tool', at, params: {} })) };
}

/** A proof is about every run, so it rests on all that was assumed; a path rests on what is assumed of its own nodes and edges. */
function resting(verdict: Verdict, assumptions: readonly Assumption[]): Verdict {
  const onPath = new Set((verdict.path ?? []).flatMap(({ node, edge }) => [node, edge ?? node]));
  const rests = assumptions.filter(
    ({ nodes, edges, rules }) =>
      (rules === undefined || rules.includes(verdict.rule_id)) &&
      (verdict.path === undefined ||
        (nodes === undefined && edges === undefined) ||
        [...(nodes ?? []), ...(edges ?? [])].some((id) => onPath.has(id))),
  );
  const codes = [...new Set(rests.map(({ code }) => code))];
  const named = codes.length === 0 ? verdict : { ...verdict, assumptions: codes };
  const capping = rests.filter(({ caps }) => caps);
  if (verdict.verdict !== 'proved' || capping.length === 0) return named;
  const { certificate_id: _id, guards_used: _guards, ...rest } = named;
  return {
    ...rest,
    verdict: 'possible',
    deciders: capping.map(({ code, nodes, params }) => ({ code, at: nodes?.[0] ?? '', params })),
  };
}
