import { edgeName, nodeName } from '../lower/index.js';
import type { Decider, Rule, Subgraph, ToolEffects, Verdict } from '../model/index.js';
import type { replayPath } from '../replay/index.js';
import { type Proof, proofByFacts, proofByStates } from './certificate.js';
import { judge, type Judged, lengthOf, unique } from './judge.js';
import { isOfAnyNumber, itemsIn } from './items.js';
import { findLasso, type Lasso } from './lasso.js';
import { Mismatch, type MismatchReport } from './mismatch.js';
import type { Monitor } from './monitor.js';
import { Moves } from './moves.js';
import { tellPath } from './path.js';
import { productOf } from './product.js';
import { isSafety, isVacuous, type JudgedRule, mattering, type ProofsOnly, type Question } from './questions.js';
import type { Reach } from './reach.js';
import type { Reading, Readings } from './reading.js';
import { type EdgeAt, openEdges } from './ways.js';

/** What one reading of the graph gave for a rule. */
export interface Answer {
  readonly verdict: Omit<Verdict, 'rule_id' | 'severity' | 'property' | 'target'>;
  /** How many nodes its path executes; 0 without one. */
  readonly length: number;
  readonly proofs: readonly Proof[];
}

const RANK = { broken: 3, possible: 2, proved: 1, vacuous: 0 } as const;

/** What has a path comes first, and then the shorter one. */
const byPath = (a: Answer, b: Answer): number =>
  Number(a.verdict.path === undefined) - Number(b.verdict.path === undefined) || a.length - b.length;

const without = (word: 'proved' | 'vacuous', proofs: readonly Proof[] = []): Answer => ({
  verdict: { verdict: word },
  length: 0,
  proofs,
});

const open = (code: string, at: string): Answer => ({
  verdict: { verdict: 'possible', deciders: [{ code, at, params: {} }] },
  length: 0,
  proofs: [],
});

/** One verdict for all ways that unknown joins and `may` edges can be: it holds when it holds for each (S5, S10). */
export function merged(answers: readonly Answer[], readings: Readings, rule: Pick<Rule, 'kind'>): Answer {
  const words = new Set(answers.map(({ verdict }) => verdict.verdict));
  const worst = answers.toSorted(
    (a, b) => RANK[b.verdict.verdict] - RANK[a.verdict.verdict] || byPath(a, b),
  )[0] as Answer;
  const good = worst.verdict.verdict === 'proved' || worst.verdict.verdict === 'vacuous';
  const agree = words.size === 1 || good;
  const tooMany = openEdges(readings.ways, rule, good);
  const whole = readings.whole && tooMany.length === 0;
  const isOpen = worst.verdict.verdict === 'possible' && tooMany.length === 0;
  if (agree && (whole || isOpen)) return { ...worst, proofs: good ? answers.flatMap(({ proofs }) => proofs) : [] };
  const edges = agree ? tooMany : readings.ways.varied.filter((edge) => matters(edge, answers, readings));
  const deciders: Decider[] = [
    ...edges.flatMap((edge) => namesOf(edge, readings).map((at) => ({ code: 'may_edge', at, params: {} }))),
    ...readings.unknown.map((at) => ({ code: 'join_unknown', at, params: {} })),
  ];
  return {
    ...worst,
    proofs: [],
    verdict: {
      ...worst.verdict,
      verdict: 'possible',
      deciders: unique([...(worst.verdict.deciders ?? []), ...deciders]),
    },
  };
}

/** Whether a verdict is another where this edge alone is missing. */
function matters([body, id]: EdgeAt, answers: readonly Answer[], { all }: Readings): boolean {
  const isIt = ([name, edge]: EdgeAt): boolean => name === body && edge === id;
  const byWay = Map.groupBy(all, ({ joins, absent }) =>
    JSON.stringify([[...joins], absent.filter((edge) => !isIt(edge))]),
  );
  return [...byWay.values()].some(
    (pair) => new Set(pair.map((reading) => answers[all.indexOf(reading)]?.verdict.verdict)).size > 1,
  );
}

/** An edge as paths name it: wherever its body is run. */
function namesOf([body, id]: EdgeAt, { all }: Readings): readonly string[] {
  const { instances } = (all[0] as Reading).graph;
  return instances.flatMap((instance) => {
    const own = instance.parent < 0 ? '' : (instance.body as Partial<Subgraph>).name;
    return own === body ? [`${instance.prefix}${id}`] : [];
  });
}

/** What is asked, and of what. */
export interface Asked {
  readonly effects: ToolEffects;
  readonly rule: JudgedRule;
  readonly reading: Reading;
  /** A rule that is about nothing under this reading is to be proved as others are: a proof needs it under each. */
  readonly evenIfVacuous?: true;
  readonly proofsOnly?: ProofsOnly;
  /** The interpreter that must find broken what is called so. */
  readonly replay: typeof replayPath;
  /** Where a mismatch is reported. */
  readonly mismatched: (report: MismatchReport) => void;
}

/** What is found for all rules at once. */
export interface Common {
  readonly reach: ReadonlyMap<Monitor, Reach>;
  /** Shortest runs to what is forbidden, guards and bounds left aside, on a graph of one lane. */
  readonly runs: ReadonlyMap<Monitor, readonly number[] | null>;
}

/** The verdict of a rule under one reading, and what is told beside it. */
export function answersOf(asked: Asked, questions: readonly Question[], { reach, runs }: Common): Answer[] {
  const { rule, reading, effects } = asked;
  const later = asked.proofsOnly !== undefined && isSafety(rule, questions);
  const isAboutNothing = (): boolean => !asked.evenIfVacuous && isVacuous(rule, effects, reading);
  if (!later && isAboutNothing()) return [without('vacuous')];
  const beside: Answer[] = [];
  let worst: Answer | null = null;
  const take = (answer: Answer): void => {
    const proofs = [...(worst?.proofs ?? []), ...answer.proofs];
    const by = worst === null ? 1 : RANK[answer.verdict.verdict] - RANK[worst.verdict.verdict];
    // Of two proofs the one that leans on guards is told.
    const leans = by === 0 && worst?.verdict.guards_used === undefined && answer.verdict.guards_used !== undefined;
    const said = worst === null || by > 0 || leans || (by === 0 && byPath(answer, worst) < 0) ? answer : worst;
    worst = { ...said, proofs: said.verdict.verdict === 'proved' ? proofs : [] };
  };
  const unsafe = new Set<number>();
  questions.forEach(({ harsh, hopeful, reading: own = reading }, question) => {
    const found = harsh && reach.get(harsh);
    if (harsh === null) take(open('budget', ''));
    else if (found && !found.bad) take(without('proved', [proofByFacts(reading, question, found)]));
    else
      for (const answer of agreed(asked, () =>
        judgedAlone({ ...asked, reading: own }, { harsh, hopeful }, question, runs.get(harsh)),
      ))
        if (answer.verdict.kind === 'aborted_run') beside.push(answer);
        else {
          take(answer);
          if (answer.verdict.verdict !== 'proved') unsafe.add(question);
        }
  });
  for (const answer of agreed(asked, () => judgedTogether(asked, questions, [...unsafe]))) take(answer);
  const main: Answer = worst ?? without('proved');
  // Nothing is known of what the tool does, nor whether it is what the rule means.
  const unclassified = mattering(rule, effects).find((tool) => !effects.has(tool));
  const proved = main.verdict.verdict === 'proved';
  const [bounded] =
    proved && !main.proofs.every((proof) => isOfAnyNumber(reading, rule, questions[proof.question] as Question, proof))
      ? itemsIn(reading.graph)
      : [];
  const closer = bounded
    ? open('parallel_items', nodeName(reading.graph, bounded.node))
    : unclassified !== undefined && proved
      ? open('unclassified_tool', unclassified)
      : main;
  const { verdict: word } = closer.verdict;
  // What a run does for sure it is about; and what is proved may be about nothing, where words are all that is asked.
  const isKnown = word === 'broken' || (word === 'proved' && asked.proofsOnly === 'words');
  return later && !isKnown && isAboutNothing() ? [without('vacuous')] : [closer, ...beside];
}

/** What was found; where two parts of the engine disagree about it, that nothing was (S10). */
function agreed({ rule, mismatched }: Asked, find: () => Answer[]): Answer[] {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    mismatched({ rule_id: rule.id, at: error.at, why: error.message });
    return [open('engine_mismatch', error.at)];
  }
}

/** One question of a rule by searches of its own. */
function judgedAlone(
  asked: Asked,
  { harsh, hopeful }: Question & { readonly harsh: Monitor },
  question: number,
  run: readonly number[] | null | undefined,
): Answer[] {
  const { reading } = asked;
  const ask = (looksAtGuards: boolean): Judged =>
    judge(reading, harsh, asked.proofsOnly ? null : hopeful, run, looksAtGuards);
  let judged = ask(false);
  if (judged.word !== 'proved' || !harsh.judgesEnds || harsh.endsOnly) return [answered(asked, judged, question)];
  let moves = new Moves(reading.graph, harsh, judged.values, reading.execution);
  let lasso = findLasso(reading.graph, harsh, moves, judged.states);
  // A loop that guards do not let a run take is none.
  const closer = lasso && reading.graph.guards.length + reading.graph.bounds.length > 0 ? ask(true) : null;
  if (closer?.word === 'proved') {
    judged = closer;
    moves = new Moves(reading.graph, harsh, closer.values, reading.execution);
    lasso = findLasso(reading.graph, harsh, moves, closer.states);
  }
  return [
    answered(asked, judged, question),
    ...(lasso ? [postponed(reading, harsh, moves, lasso)] : []),
    ...agreed(asked, () => abortedRuns(asked, harsh, question)),
  ];
}

/**
 * Several questions of one rule, none of which is proved: where somebody else decides which of them comes, and each of them is bad, the rule is broken though no single
 * question is (S10). Tells only of what is broken.
 */
function judgedTogether(asked: Asked, questions: readonly Question[], unsafe: readonly number[]): Answer[] {
  const { reading, rule, proofsOnly } = asked;
  // Of a saga each use of a step, or each other step, is a question of its own.
  const ofSeveral = rule.kind === 'check_before' || rule.kind === 'confirm_before' || rule.kind === 'saga';
  if (proofsOnly || !ofSeveral || unsafe.length < 2 || reading.graph.doubts.length === 0) return [];
  const all = (pick: (question: Question) => Monitor | null): Monitor | null => {
    const parts = unsafe.map((question) => pick(questions[question] as Question));
    return parts.includes(null) ? null : productOf(parts as Monitor[]);
  };
  const harsh = all((question) => question.harsh);
  const judged = harsh && judge(reading, harsh, () => all((question) => question.hopeful()));
  return judged?.word === 'broken' ? [answered(asked, judged, 0)] : [];
}

/** Runs that end in failure with something still awaited are told beside the verdict, unless the rule judges them too. */
function abortedRuns(asked: Asked, harsh: Monitor, question: number): Answer[] {
  const { rule, reading } = asked;
  if (rule.kind !== 'order' || rule.even_on_failure === true) return [];
  const monitor: Monitor = { ...harsh, endsBadly: (global, failed) => failed && harsh.endsBadly(global, false) };
  const judged = judge(reading, monitor, () => monitor);
  if (judged.word === 'proved' || !judged.run) return [];
  const { verdict, ...rest } = answered({ ...asked, rule: { ...rule, even_on_failure: true } }, judged, question);
  return [{ ...rest, verdict: { ...verdict, kind: 'aborted_run' } }];
}

function answered({ effects, rule, reading, replay, proofsOnly }: Asked, judged: Judged, question: number): Answer {
  if (judged.word === 'proved') {
    const used =
      judged.tracked.groups.size > 0 ? reading.graph.guards.map(({ edge }) => edgeName(reading.graph, edge)) : [];
    return {
      verdict: { verdict: 'proved', ...(used.length > 0 && { guards_used: used }) },
      length: 0,
      proofs: [proofByStates(reading, question, judged)],
    };
  }
  const told =
    judged.run && judged.moves && judged.monitor && proofsOnly !== 'words'
      ? tellPath(reading.graph, judged.monitor, judged.moves, judged.run)
      : undefined;
  const values = judged.model?.kind === 'sat' ? judged.model.values : [];
  const model = values
    .map(({ variable, at, value }) => ({
      variable,
      at_step: told?.stepOf[at] ?? 0,
      value,
    }))
    .toSorted((a, b) => a.at_step - b.at_step);
  // Where all that is asked is what is proved nobody is told that it is broken.
  if (judged.word === 'broken' && !proofsOnly) {
    const replayed = replay(reading.source, effects, rule, told?.path ?? [], {
      joins: reading.joins,
      model,
      ...(rule.kind === 'saga' && { part: rule.part }),
    });
    // INVARIANT: nothing is called broken that another interpreter does not find so.
    if (!replayed.ok)
      throw new Mismatch(`a broken path does not replay: ${replayed.why}`, told?.path[replayed.step]?.node);
  }
  return {
    verdict: {
      verdict: judged.word,
      ...(told && { path: told.path }),
      ...(model.length > 0 && { model }),
      ...(judged.word === 'possible' && { deciders: judged.deciders }),
    },
    length: judged.run ? lengthOf(judged.run) : 0,
    proofs: [],
  };
}

function postponed({ graph }: Reading, monitor: Monitor, moves: Moves, lasso: Lasso): Answer {
  const { path } = tellPath(graph, monitor, moves, lasso.run);
  const from = tellPath(graph, monitor, moves, lasso.run.slice(0, lasso.stem)).path.length;
  const sure =
    lasso.closed &&
    lasso.run.every(({ step }) =>
      [...step.moves, ...(step.decided ?? [])].every((move) => (graph.doubt[move] as number) < 0),
    );
  const at = path[from]?.node ?? path.at(-1)?.node ?? '';
  return {
    verdict: {
      verdict: sure ? 'broken' : 'possible',
      kind: 'lasso',
      path,
      cycle_from: from,
      ...(!sure && { deciders: [{ code: 'loop_ends', at, params: {} }] }),
    },
    length: lengthOf(lasso.run),
    proofs: [],
  };
}
