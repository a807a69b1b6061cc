import type { AgentGraph, Rule, SagaCode, Severity, ToolEffects, Verdict } from '../model/index.js';
import { replayPath } from '../replay/index.js';
import { answersOf, type Answer, type Asked, merged } from './answer.js';
import type { Certificate } from './certificate.js';
import { type Coverage, coverageOf } from './coverage.js';
import { deriveRules } from './derive.js';
import type { MismatchReport } from './mismatch.js';
import type { Monitor } from './monitor.js';
import { judgedOf, type JudgedRule, type ProofsOnly, type Question, questionsOf, targetOf } from './questions.js';
import { fitsWord, type Reach, reachAll } from './reach.js';
import { type Reading, readGraph, type Readings } from './reading.js';
import { shortestRuns } from './shortest.js';

export interface CheckOptions {
  /** The most states one search looks at: a budget of states, so that the same input gives the same bytes. */
  readonly states?: number;
  /** The interpreter that must find broken what the searches find so; the one that walks paths on the graph itself when absent. */
  readonly replay?: typeof replayPath;
  /** The readings of the graph, where they were made before; of these the budget is theirs. */
  readonly readings?: Readings;
  readonly proofsOnly?: ProofsOnly;
}

export interface CheckResult {
  readonly verdicts: readonly Verdict[];
  readonly certificates: readonly Certificate[];
  readonly coverage: Coverage;
  /** Rules at which two parts of the engine disagreed: their verdict is `possible`. To be looked at by those who run it. */
  readonly mismatches: readonly MismatchReport[];
}

export const STATES = 200_000;

/**
 * The verdict of each rule on every run of a graph (docs/graph/semantics.md), for rules on checks, confirmations, order and taint. Pure: the same input gives the
 * same answer. Every path that is called broken has been replayed on the graph itself, and every proof has a certificate.
 * @throws RangeError for a graph whose edges name no node: readers refuse it.
 */
export function checkGraph(
  graph: AgentGraph,
  effects: ToolEffects,
  rules: readonly Rule[] = deriveRules(effects),
  options: CheckOptions = {},
): CheckResult {
  const readings = options.readings ?? readGraph(graph, effects, options.states ?? STATES);
  const judged = rules.flatMap((rule) => judgedOf(rule, effects, readings.all[0] as Reading));
  const verdicts: Verdict[] = [];
  const certificates: Certificate[] = [];
  const mismatches: MismatchReport[] = [];
  const asked = {
    effects,
    replay: options.replay ?? replayPath,
    mismatched: (report: MismatchReport) => void mismatches.push(report),
    ...(options.proofsOnly && { proofsOnly: options.proofsOnly }),
  };
  const perReading = readings.all.map((reading) => answersIn(asked, judged, reading));
  const mains = judged.map((rule, index) =>
    merged(
      perReading.map((each) => each[index]?.[0] as Answer),
      readings,
      rule,
    ),
  );
  /** A proof has certificates for every reading, those under which the rule is about nothing among them. */
  const wholeProof = (main: Answer, index: number): Answer => {
    if (main.verdict.verdict !== 'proved') return main;
    const more = readings.all.flatMap((reading, at) =>
      perReading[at]?.[index]?.[0]?.verdict.verdict === 'vacuous'
        ? answersIn({ ...asked, evenIfVacuous: true }, [judged[index] as JudgedRule], reading).flatMap(
            ([answer]) => answer?.proofs ?? [],
          )
        : [],
    );
    return { ...main, proofs: [...main.proofs, ...more] };
  };
  judged.forEach((rule, index) => {
    const main = mains[index] as Answer;
    if (isBesideThePoint(rule, main, judged, mains)) return;
    const [beside] = perReading.flatMap((each) => (each[index] as Answer[]).slice(1));
    const whole = wholeProof(main, index);
    const told = beside && main.verdict.verdict !== 'broken' ? [whole, beside] : [whole];
    for (const { verdict, proofs } of told) {
      const id = `${rule.id}#${String(certificates.length + 1)}`;
      const part = rule.kind === 'saga' || rule.kind === 'taint' ? { part: rule.part } : {};
      for (const proof of proofs) certificates.push({ id, rule_id: rule.id, ...part, ...proof });
      verdicts.push({
        property: PROPERTY[rule.kind],
        ...(rule.kind === 'saga' && { kind: rule.part.code }),
        rule_id: rule.id,
        target: targetOf(rule),
        severity: severityOf(rule),
        ...verdict,
        ...(proofs.length > 0 && { certificate_id: id }),
      });
    }
  });
  return { verdicts, certificates, coverage: coverageOf((readings.all[0] as Reading).graph, effects), mismatches };
}

/** A tool that nobody classified and of which nothing bad is to be told, where others are what the rule is about. */
function isBesideThePoint(
  rule: JudgedRule,
  { verdict: { verdict } }: Answer,
  judged: readonly JudgedRule[],
  mains: readonly Answer[],
): boolean {
  if (rule.kind !== 'taint' || !rule.part.unsure || verdict === 'broken' || verdict === 'possible') return false;
  return judged.some(
    (each, index) =>
      each.kind === 'taint' && each.id === rule.id && !each.part.unsure && mains[index]?.verdict.verdict !== 'vacuous',
  );
}

/** Per rule its answers under one reading. What one pass over the graph decides for all rules at once is not searched. */
function answersIn(asked: Omit<Asked, 'rule' | 'reading'>, rules: readonly JudgedRule[], reading: Reading): Answer[][] {
  const questions = rules.map((rule) => questionsOf(rule, asked.effects, reading));
  const reach = new Map<Monitor, Reach>();
  const runs = new Map<Monitor, readonly number[] | null>();
  for (const [own, asking] of Map.groupBy(questions.flat(), ({ reading: other = reading }: Question) => other)) {
    const monitors = asking.flatMap(({ harsh }) => (harsh && fitsWord(harsh) ? [harsh] : []));
    reachAll(own.graph, own.walk, own.beside, monitors).forEach((found, at) =>
      reach.set(monitors[at] as Monitor, found),
    );
    const broken = own.graph.lanes
      ? []
      : monitors.filter((monitor) => reach.get(monitor)?.bad === true && !monitor.judgesEnds);
    shortestRuns(own.graph, broken).forEach((run, at) => runs.set(broken[at] as Monitor, run));
  }
  return rules.map((rule, index) =>
    answersOf({ ...asked, rule, reading }, questions[index] as Question[], { reach, runs }),
  );
}

const PROPERTY = { check_before: 'P1', confirm_before: 'P2', order: 'P3', taint: 'P4', saga: 'P5' } as const;

const SEVERITY = { check_before: 'high', confirm_before: 'high', order: 'medium', taint: 'high' } as const;

/** What is left undone, or done twice for good, is worse than what was undone in vain. */
const SAGA_SEVERITY: Readonly<Record<SagaCode, Severity>> = {
  SG1: 'high',
  SG2: 'medium',
  SG3: 'high',
  SG4: 'high',
  SG5: 'medium',
  SG6: 'high',
  SG7: 'high',
  SG8: 'medium',
  SG9: 'high',
};

const severityOf = (rule: JudgedRule): Severity =>
  rule.severity ?? (rule.kind === 'saga' ? SAGA_SEVERITY[rule.part.code] : SEVERITY[rule.kind]);
