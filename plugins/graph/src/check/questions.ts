import type { ControlGraph } from '../lower/index.js';
import {
  type CheckBefore,
  classified,
  compensationsOf,
  type ConfirmBefore,
  type OrderRule,
  type Rule,
  type SagaPart,
  sagaParts,
  type ToolEffects,
} from '../model/index.js';
import { factMonitor, factTargets } from './facts/index.js';
import { doItemsGuide } from './item-guides.js';
import { judge } from './judge.js';
import type { Monitor } from './monitor.js';
import { orderMonitor } from './order.js';
import type { Reading } from './reading.js';
import { sagaMonitors, type SagaQuestion } from './saga/index.js';
import type { State } from './state.js';
import { isWayOut, type JudgedTaint, type TaintPart, taintParts, taintQuestion, toolsOf } from './taint/index.js';
import { factRules } from './tasks.js';
import { eventsOnFreeWays } from './walk.js';

/** What has a verdict of its own: a rule of P1, P2 or P3, a taint rule about one tool, or one of the nine rules about one step of a saga. */
export type JudgedRule = (Rule & (CheckBefore | ConfirmBefore | OrderRule)) | JudgedTaint | SagaQuestion;

/** A rule as what is judged of it; `part` alone, where it is given. */
export function judgedOf(
  rule: Rule,
  effects: ToolEffects,
  { graph }: Reading,
  part?: SagaPart | TaintPart,
): readonly JudgedRule[] {
  if (rule.kind === 'taint')
    return taintParts(rule, effects, graph).flatMap((each) =>
      part === undefined || ('tool' in part && each.tool === part.tool) ? [{ ...rule, part: each }] : [],
    );
  if (rule.kind !== 'saga') return [rule];
  return sagaParts(rule, effects).flatMap((each) =>
    part === undefined || ('code' in part && each.code === part.code && each.step === part.step)
      ? [{ ...rule, part: each }]
      : [],
  );
}

/**
 * One automaton of a rule, in the two readings of what is not known: taken for what harms, and for what helps. Null where it counts further than
 * automata do. A rule holds when each of its questions does.
 */
export interface Question {
  readonly harsh: Monitor | null;
  readonly hopeful: () => Monitor | null;
  /** The graph whose events it reads, where that is not the one of the rule. */
  readonly reading?: Reading;
}

export function questionsOf(rule: JudgedRule, effects: ToolEffects, reading: Reading): Question[] {
  const { graph, index, walk } = reading;
  if (rule.kind === 'saga') return sagaMonitors(rule, effects, reading);
  if (rule.kind === 'taint') return [taintQuestion(rule, effects, reading)];
  if (rule.kind === 'order') {
    const parts = rule.pattern === 'succession' ? (['precedence', 'response'] as const) : [undefined];
    return parts.map((part) => {
      const monitor = orderMonitor(graph, index, rule, part);
      return { harsh: monitor, hopeful: () => monitor };
    });
  }
  return factRules(rule, effects).flatMap((fact) =>
    factTargets(graph, index, fact).map((target) => ({
      harsh: factMonitor(graph, index, effects, fact, target, false, walk),
      hopeful: () => factMonitor(graph, index, effects, fact, target, true, walk),
    })),
  );
}

/**
 * All that is asked is what is proved: of the rest it is not found out whether it is broken or possible. `runs`: with a run of what is not proved; `words`: no run is
 * told, and what is about nothing may be called proved.
 */
export type ProofsOnly = 'runs' | 'words';

/** Whether a rule is broken by a call that it is about, and by nothing else. */
export const isSafety = ({ kind }: JudgedRule, questions: readonly Question[]): boolean =>
  kind === 'check_before' ||
  kind === 'confirm_before' ||
  (kind === 'order' && questions.every(({ harsh }) => harsh?.judgesEnds === false));

/** A rule whose event no run has (S10). */
export const isVacuous = (rule: JudgedRule, effects: ToolEffects, reading: Reading): boolean =>
  isAboutNothing(rule, effects, reading.graph, (tool) => isReached(reading, tool));

/** The same, where it is known already which tools some run attempts. */
export function isAboutNothing(
  rule: JudgedRule,
  effects: ToolEffects,
  graph: ControlGraph,
  reached: (tool: string) => boolean,
): boolean {
  const none = (tool: string | null | undefined): boolean => tool === undefined || tool === null || !reached(tool);
  if (rule.kind === 'taint') {
    if (rule.form !== 'trifecta') return none(rule.part.tool);
    return toolsOf(graph).every((tool) => !isWayOutPerhaps(effects, tool) || none(tool));
  }
  if (rule.kind === 'saga') {
    const { step } = rule.part;
    return [step, ...compensationsOf(rule, effects, step)].every(none);
  }
  if (rule.kind !== 'order') return none(rule.tool);
  if (rule.scope?.after !== undefined && none(rule.scope.after)) return true;
  switch (rule.pattern) {
    case 'precedence':
    case 'alternate_precedence':
      return none(rule.second);
    case 'not_coexistence':
      return none(rule.first) || none(rule.second);
    case 'succession':
      return none(rule.first) && none(rule.second);
    case 'existence':
      return false;
    default:
      return none(rule.first);
  }
}

const reached = new WeakMap<Reading, Map<string, boolean>>();

/** Whether any run attempts a tool, as far as is known within the budget. Found once for all rules. */
function isReached(reading: Reading, tool: string): boolean {
  const known = reached.get(reading) ?? new Map<string, boolean>();
  reached.set(reading, known);
  const found = known.get(tool) ?? mayBeAttempted(reading, tool);
  known.set(tool, found);
  return found;
}

/** Lanes and guards are looked at only where there are some, and the tool is not on a way without. */
function mayBeAttempted(reading: Reading, tool: string): boolean {
  const { graph, index, walk, execution } = reading;
  const happens = (events: Uint8Array): boolean =>
    index.usesOf(tool).some((use) => events[index.attemptOf[use] as number] === 1);
  if (!happens(walk.events)) return false;
  if (graph.guards.length === 0 && graph.bounds.length === 0 && !graph.lanes) return true;
  if ((!graph.lanes || execution === 'tokens') && happens(eventsOnFreeWays(graph))) return true;
  const absence = orderMonitor(graph, index, { kind: 'order', pattern: 'absence', first: tool });
  if (absence === null) return true;
  // What somebody else decides may happen: nothing is asked of what helps.
  const judged = judge(reading, absence, null);
  if (judged.word !== 'proved') return true;
  // Of more items than are followed at the same time some may find other values, where there are items at all.
  return (
    judged.tracked.groups.size > 0 &&
    judged.states.some((state) => hasItems(graph, absence.locals, state)) &&
    doItemsGuide(reading)
  );
}

/** Whether a lane is in an item of a `map` whose items run at the same time. */
const hasItems = ({ parallel, scope }: ControlGraph, locals: number, { tokens }: State): boolean =>
  tokens.some((token) => {
    const instance = scope[Math.floor(token / locals)];
    return parallel.some(({ copies }) => copies.some((copy) => copy === instance));
  });

/** A tool that is not classified may be a way out. */
function isWayOutPerhaps(effects: ToolEffects, tool: string): boolean {
  const effect = classified(effects, tool);
  return effect === undefined || isWayOut(effect);
}

/** The tools of which a proof must know what they do. */
export function mattering(rule: JudgedRule, effects: ToolEffects): readonly string[] {
  if (rule.kind === 'saga') return [rule.part.step, ...compensationsOf(rule, effects, rule.part.step)];
  if (rule.kind === 'taint') return rule.part.tool === null || rule.part.unsure ? [] : [rule.part.tool];
  if (rule.kind === 'check_before') return [rule.tool, rule.check];
  return rule.kind === 'order' ? [] : [rule.tool];
}

/** The tool a verdict is about; the form of a taint rule that is about no one tool. */
export function targetOf(rule: JudgedRule): string {
  if (rule.kind === 'saga') return rule.part.step;
  if (rule.kind === 'taint') return rule.part.tool ?? rule.form;
  if (rule.kind !== 'order') return rule.tool;
  return rule.pattern === 'precedence' || rule.pattern === 'alternate_precedence'
    ? (rule.second ?? rule.first)
    : rule.first;
}
