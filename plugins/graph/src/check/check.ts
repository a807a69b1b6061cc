import { type ControlGraph, edgeName, lowerGraph, unknownJoins } from '../lower/index.js';
import type { AgentGraph, Decider, OrderRule, Rule, Severity, ToolEffects, Verdict } from '../model/index.js';
import { GuardCells } from './cells.js';
import { type Certificate, proofOf } from './certificate.js';
import { deriveRules } from './derive.js';
import { factMonitor, factTargets } from './facts.js';
import { GraphIndex } from './graph-index.js';
import { judge, type Judged, type Setting, unique } from './judge.js';
import { findLasso, type Lasso } from './lasso.js';
import type { Monitor } from './monitor.js';
import { Moves } from './moves.js';
import { orderMonitor } from './order.js';
import { tellPath } from './path.js';
import { factRules } from './tasks.js';

export interface CheckOptions {
  /** The most states one search looks at; a budget of states, so that the same input gives the same bytes. */
  readonly states?: number;
}

export interface CheckResult {
  readonly verdicts: readonly Verdict[];
  readonly certificates: readonly Certificate[];
  readonly coverage: Coverage;
}

export interface Coverage {
  readonly tools: number;
  readonly tools_classified: number;
  readonly unclassified: readonly string[];
  readonly edges: number;
  readonly edges_with_guard: number;
  readonly opaque_guards: number;
}

const STATES = 200_000;
const MOST_UNKNOWN = 3;

/** One automaton of a rule: what is asked, in the two readings of what is not known. */
export interface Question {
  readonly kind?: string;
  readonly harsh: Monitor | null;
  readonly hopeful: Monitor | null;
}

/** What one reading of the unknown joins gave for a rule. */
interface Answer {
  readonly verdict: Omit<Verdict, 'rule_id' | 'severity' | 'property' | 'target'>;
  readonly length: number;
  readonly proofs: readonly Proof[];
}

interface Proof {
  readonly joins: ReadonlyMap<string, 'any' | 'all' | 'active'>;
  readonly certificate: Omit<Certificate, 'id' | 'rule_id'>;
}

/**
 * The verdict of each rule on every run of a graph (docs/graph/semantics.md). Pure: the same input gives the same answer. Every proof has a
 * certificate.
 * @throws RangeError for a graph whose edges name no node.
 */
export function checkGraph(
  graph: AgentGraph,
  effects: ToolEffects,
  rules: readonly Rule[] = deriveRules(effects),
  options: CheckOptions = {},
): CheckResult {
  const verdicts: Verdict[] = [];
  const certificates: Certificate[] = [];
  const settings = settingsOf(graph, effects, options.states ?? STATES);
  for (const rule of rules) {
    if (rule.kind === 'taint' || rule.kind === 'saga') continue;
    const target =
      rule.kind === 'order'
        ? rule.pattern === 'precedence' || rule.pattern === 'alternate_precedence'
          ? (rule.second ?? rule.first)
          : rule.first
        : rule.tool;
    const property = rule.kind === 'check_before' ? 'P1' : rule.kind === 'confirm_before' ? 'P2' : 'P3';
    const named = { property, rule_id: rule.id, target, severity: severityOf(rule) } as const;
    for (const { verdict, proofs } of answersOf(effects, rule, settings)) {
      const id = proofs.length > 0 ? `${rule.id}#${String(certificates.length + 1)}` : undefined;
      for (const { certificate } of proofs) certificates.push({ id: id as string, rule_id: rule.id, ...certificate });
      verdicts.push({ ...named, ...verdict, ...(id !== undefined && { certificate_id: id }) });
    }
  }
  return { verdicts, certificates, coverage: coverageOf(settings[0] as Reading, effects) };
}

/** A graph under one reading of its unknown joins. */
interface Reading extends Setting {
  readonly joins: ReadonlyMap<string, 'any' | 'all' | 'active'>;
  /** Every reading there is was made; else only the uniform ones. */
  readonly whole: boolean;
  readonly unknown: readonly string[];
}

function settingsOf(graph: AgentGraph, effects: ToolEffects, budget: number): Reading[] {
  const setting = (
    control: ControlGraph,
    joins: Reading['joins'],
    whole: boolean,
    unknown: readonly string[],
  ): Reading => {
    const cells = new GuardCells(control, graph.variables ?? []);
    return {
      graph: control,
      cells,
      index: new GraphIndex(control, cells),
      execution: graph.execution ?? 'tokens',
      budget,
      joins,
      whole,
      unknown,
    };
  };
  const plain = lowerGraph(graph, effects);
  const unknown = unknownJoins(plain);
  if (unknown.length === 0) return [setting(plain, new Map(), true, [])];
  const kinds = plain.lanes ? (['any', 'all', 'active'] as const) : (['any', 'all'] as const);
  const whole = unknown.length <= MOST_UNKNOWN;
  let readings: Map<string, 'any' | 'all' | 'active'>[] = [new Map()];
  if (whole)
    for (const node of unknown)
      readings = readings.flatMap((reading) => kinds.map((kind) => new Map(reading).set(node, kind)));
  else readings = kinds.map((kind) => new Map(unknown.map((node) => [node, kind])));
  return readings.map((joins) => setting(lowerGraph(graph, effects, { joins }), joins, whole, unknown));
}

/** The verdicts of one rule: one, and for some patterns what is told beside it. */
function answersOf(
  effects: ToolEffects,
  rule: Exclude<Rule, { kind: 'taint' | 'saga' }>,
  settings: readonly Reading[],
): Answer[] {
  const each = settings.map((setting) => answerOf(effects, rule, setting));
  const main = merged(
    each.map(([answer]) => answer as Answer),
    settings,
  );
  const beside = each.flatMap(([, ...more]) => more);
  return beside.length > 0 && main.verdict.verdict !== 'broken' ? [main, beside[0] as Answer] : [main];
}

const RANK = { broken: 3, possible: 2, proved: 1, vacuous: 0 } as const;

/** One verdict for all readings of the unknown joins: it holds when it holds for each (S5). */
function merged(answers: readonly Answer[], settings: readonly Reading[]): Answer {
  const [first] = answers as readonly [Answer];
  const words = new Set(answers.map(({ verdict }) => verdict.verdict));
  const worst = answers.toSorted(
    (a, b) => RANK[b.verdict.verdict] - RANK[a.verdict.verdict] || a.length - b.length,
  )[0] as Answer;
  const proofs = answers.flatMap((answer) => answer.proofs);
  const { whole, unknown } = settings[0] as Reading;
  if (words.size === 1 && (whole || worst.verdict.verdict === 'possible'))
    return { ...worst, proofs: worst.verdict.verdict === 'proved' ? proofs : [] };
  if (whole && [...words].every((word) => word === 'proved' || word === 'vacuous')) return { ...worst, proofs };
  const open: Decider[] = unknown.map((at) => ({ code: 'join_unknown', at, params: {} }));
  void first;
  return {
    ...worst,
    proofs: [],
    verdict: { ...worst.verdict, verdict: 'possible', deciders: unique([...(worst.verdict.deciders ?? []), ...open]) },
  };
}

function answerOf(effects: ToolEffects, rule: Exclude<Rule, { kind: 'taint' | 'saga' }>, setting: Reading): Answer[] {
  const beside: Answer[] = [];
  if (isVacuous(rule, setting)) return [{ verdict: { verdict: 'vacuous' }, length: 0, proofs: [] }];
  let worst: Answer = { verdict: { verdict: 'proved' }, length: 0, proofs: [] };
  const take = (answer: Answer): void => {
    const proofs = [...worst.proofs, ...answer.proofs];
    const by = RANK[answer.verdict.verdict] - RANK[worst.verdict.verdict];
    if (by > 0 || (by === 0 && answer.length < worst.length)) worst = answer;
    worst = { ...worst, proofs: worst.verdict.verdict === 'proved' ? proofs : [] };
  };
  for (const question of questionsOf(rule, effects, setting)) {
    const { harsh, hopeful } = question;
    if (harsh === null || hopeful === null) {
      take({
        verdict: { verdict: 'possible', deciders: [{ code: 'budget', at: '', params: {} }] },
        length: 0,
        proofs: [],
      });
      continue;
    }
    const judged = judge(setting, harsh, hopeful);
    take(answered(setting, judged, question));
    if (judged.word !== 'proved' || !harsh.judgesEnds) continue;
    const moves = new Moves(setting.graph, harsh, judged.values, setting.execution);
    const lasso = findLasso(setting.graph, harsh, moves, judged.states);
    if (lasso) take(postponed(setting, harsh, moves, lasso));
    if (rule.kind === 'order' && rule.even_on_failure !== true) {
      const aborted: Monitor = { ...harsh, endsBadly: (global, failed) => failed && harsh.endsBadly(global, false) };
      const ends = judge(setting, aborted, { ...hopeful, endsBadly: aborted.endsBadly });
      if (ends.word !== 'proved' && ends.run) {
        const answer = answered(setting, ends, { ...question, kind: 'aborted_run' });
        beside.push(answer);
      }
    }
  }
  const unclassified = rule.kind !== 'order' && !effects.has(rule.tool);
  if (unclassified && worst.verdict.verdict === 'proved')
    worst = {
      verdict: { verdict: 'possible', deciders: [{ code: 'unclassified_tool', at: rule.tool, params: {} }] },
      length: 0,
      proofs: [],
    };
  return [worst, ...beside];
}

function questionsOf(
  rule: Exclude<Rule, { kind: 'taint' | 'saga' }>,
  effects: ToolEffects,
  setting: Setting,
): Question[] {
  const { graph, index } = setting;
  if (rule.kind === 'order') {
    const parts = rule.pattern === 'succession' ? (['precedence', 'response'] as const) : [undefined];
    return parts.map((part) => {
      const monitor = orderMonitor(graph, index, rule, part);
      return { harsh: monitor, hopeful: monitor };
    });
  }
  return factRules(rule, effects).flatMap((fact) =>
    factTargets(graph, index, fact).map((target) => ({
      harsh: factMonitor(graph, index, effects, fact, target, false),
      hopeful: factMonitor(graph, index, effects, fact, target, true),
    })),
  );
}

function answered(setting: Reading, judged: Judged, { kind }: Question): Answer {
  if (judged.word === 'proved')
    return {
      verdict: {
        verdict: 'proved',
        ...(judged.tracked.variables.size > 0 && {
          guards_used: setting.graph.guards.map(({ edge }) => edgeName(setting.graph, edge)),
        }),
      },
      length: 0,
      proofs: [{ joins: setting.joins, certificate: proofOf(setting.joins, judged, kind) }],
    };
  const path =
    judged.run && judged.moves && judged.monitor
      ? tellPath(setting.graph, judged.monitor, judged.moves, judged.run)
      : undefined;
  const model =
    judged.model?.kind === 'sat'
      ? judged.model.values.map(({ variable, value }) => ({
          variable: setting.cells.variables[variable]?.name ?? '',
          at_step: 0,
          value,
        }))
      : [];
  return {
    verdict: {
      verdict: judged.word,
      ...(kind !== undefined && { kind }),
      ...(path && { path }),
      ...(model.length > 0 && { model }),
      ...(judged.word === 'possible' && { deciders: judged.deciders }),
    },
    length: path?.length ?? 0,
    proofs: [],
  };
}

function postponed(setting: Setting, monitor: Monitor, moves: Moves, lasso: Lasso): Answer {
  const path = tellPath(setting.graph, monitor, moves, lasso.run);
  const from = tellPath(setting.graph, monitor, moves, lasso.run.slice(0, lasso.stem)).length;
  const sure =
    lasso.closed &&
    lasso.run.every(({ step }) => step.moves.every((move) => (setting.graph.doubt[move] as number) < 0));
  return {
    verdict: {
      verdict: sure ? 'broken' : 'possible',
      kind: 'lasso',
      path,
      cycle_from: from,
      ...(!sure && { deciders: [{ code: 'loop_ends', at: path[from]?.node ?? path.at(-1)?.node ?? '', params: {} }] }),
    },
    length: path.length,
    proofs: [],
  };
}

/** A rule whose event no run has (S10). */
function isVacuous(rule: Exclude<Rule, { kind: 'taint' | 'saga' }>, setting: Setting): boolean {
  const none = (tool: string | undefined): boolean => tool === undefined || !isReached(setting, tool);
  if (rule.kind !== 'order') return none(rule.tool);
  switch (rule.pattern) {
    case 'precedence':
    case 'alternate_precedence':
      return none(rule.second);
    case 'not_coexistence':
      return none(rule.first) || none(rule.second);
    case 'succession':
      return none(rule.first) && none(rule.second);
    case 'existence':
      return setting.index.usesOf(rule.first).length === 0;
    default:
      return none(rule.first);
  }
}

/** Whether any run attempts a tool. Lanes and guards are looked at only where there are some. */
function isReached(setting: Setting, tool: string): boolean {
  const { graph, index } = setting;
  const uses = index.usesOf(tool);
  if (uses.length === 0) return false;
  const wanted = new Set(uses.map((use) => index.attemptOf[use] as number));
  const seen = new Uint8Array(graph.places);
  const open = [graph.start];
  seen[graph.start] = 1;
  let found = false;
  for (let place = open.pop(); place !== undefined; place = open.pop())
    for (let move = graph.first[place] as number; move < (graph.first[place + 1] as number); move += 1) {
      if (wanted.has(graph.event[move] as number)) found = true;
      const to = graph.to[move] as number;
      if (seen[to] === 1) continue;
      seen[to] = 1;
      open.push(to);
    }
  if (!found || (graph.guards.length === 0 && graph.bounds.length === 0 && !graph.lanes)) return found;
  const absence = orderMonitor(graph, index, {
    kind: 'order',
    pattern: 'absence',
    first: tool,
  } satisfies OrderRule) as Monitor;
  return judge(setting, absence, absence).word !== 'proved';
}

const SEVERITY: Readonly<Record<Rule['kind'], Severity>> = {
  check_before: 'high',
  confirm_before: 'high',
  order: 'medium',
  taint: 'high',
  saga: 'high',
};

const severityOf = (rule: Rule): Severity => rule.severity ?? SEVERITY[rule.kind];

function coverageOf({ graph }: Setting, effects: ToolEffects): Coverage {
  const used = [...new Set(graph.uses.map(({ tool }) => graph.tools[tool] as string))].toSorted();
  const unclassified = used.filter((name) => !effects.has(name));
  const guarded = graph.edges.filter(({ guard }) => guard !== undefined);
  return {
    tools: used.length,
    tools_classified: used.length - unclassified.length,
    unclassified,
    edges: graph.edges.length,
    edges_with_guard: guarded.length,
    opaque_guards: new Set(graph.doubts.flatMap(({ code, at }) => (code === 'opaque_guard' ? [at] : []))).size,
  };
}
