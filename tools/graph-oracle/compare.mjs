import { checkGraph, checkHygiene } from '@ostiary/graph/check';
import { effectsOf } from '@ostiary/graph/model';
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { featuresOf, randomCases } from './generate.mjs';
import { HYGIENE, hygieneOf } from './hygiene.mjs';
import { isLast } from './plan.mjs';
import { randomChoices } from './random/choices.mjs';
import { randomFields } from './random/fields.mjs';
import { randomPersons } from './random/persons.mjs';
import { randomProcesses } from './random/processes.mjs';
import { randomRetried } from './random/retried.mjs';
import { randomShared } from './random/shared.mjs';
import { judge, pathOf, questionsOf, spacesOf, TooLarge } from './judge.mjs';

/**
 * Compares the oracle with the checker on random graphs and their mutants.
 *
 *   node tools/graph-oracle/compare.mjs [cases] [seed] [file for what differs] [bpmn: of random processes; choices: of edges of every kind; fields: of checks that pass by a field; persons: who are asked in lanes; retried: of bodies that are run again; shared: of bodies that two lanes run]
 */
const KINDS = {
  bpmn: randomProcesses,
  choices: randomChoices,
  fields: randomFields,
  persons: randomPersons,
  retried: randomRetried,
  shared: randomShared,
};
const WORDS = ['vacuous', 'proved', 'possible', 'broken'];
const PROPERTY = { check_before: 'P1', confirm_before: 'P2', order: 'P3', taint: 'P4', saga: 'P5' };

/** What the checker says of a question, the gravest where it says several things, by the shortest path; null when it says nothing. */
function checked({ graph, catalogue, rules }) {
  const { verdicts } = checkGraph(graph, effectsOf(catalogue), rules);
  return (rule, question) => {
    const about = verdicts.filter(
      (verdict) =>
        verdict.rule_id === rule.id &&
        verdict.property === PROPERTY[rule.kind] &&
        verdict.kind !== 'aborted_run' &&
        (rule.kind !== 'saga' || (verdict.kind === question.kind && verdict.target === question.target)),
    );
    const length = ({ path }) => (path === undefined ? Infinity : executedOf(graph, path).length);
    const graver = (a, b) => WORDS.indexOf(b.verdict) - WORDS.indexOf(a.verdict) || length(a) - length(b) || 0;
    return about.toSorted(graver)[0] ?? null;
  };
}

const UNANSWERED = {};
/** What needs no answer: a rule of sagas that is not asked of a step is as one that holds. */
const FINE = new Set(['proved', 'vacuous']);
const PROBES = {
  taint: { kind: 'taint', form: 'privileged' },
  saga: { kind: 'saga', steps: [{ tool: 'a', compensation: 'b' }] },
};
const answered = new Map();
/** Whether the checker answers such rules at all. */
function isAnswered(kind) {
  if (!(kind in PROBES)) return true;
  if (!answered.has(kind)) {
    const tool = (name, ...classes) => ({ name, classes, args: { kind: 'record', fields: {} } });
    const graph = {
      format: 'agent-graph/1',
      start: 's',
      nodes: [{ id: 's', kind: 'tool', tools: [{ name: 'a' }] }],
      edges: [],
    };
    const tools = [tool('a', 'write', 'privileged'), tool('b', 'write')];
    const { verdicts } = checkGraph(graph, effectsOf({ name: 'probe', tools }), [{ id: 'probe', ...PROBES[kind] }]);
    answered.set(
      kind,
      verdicts.some(({ rule_id: id }) => id === 'probe'),
    );
  }
  return answered.get(kind);
}

/** Whether the checker says that it looked at as much as it may. */
const isLimit = ({ verdict, deciders = [] }) =>
  verdict === 'possible' && deciders.some(({ code }) => code === 'budget');

/** How the two differ on one question: null, or what is different. */
function difference(oracle, checker, graph, isRun) {
  if (checker === UNANSWERED) return FINE.has(oracle.verdict) ? null : `${oracle.verdict} against no answer`;
  // Two items at the same time are counted out here: of more the checker may know that it does not know, in some of the ways the graph can be.
  const codes = checker.verdict === 'possible' ? (checker.deciders ?? []).map(({ code }) => code) : [];
  const ways = ['parallel_items', 'join_unknown', 'may_edge'];
  const ofMore = codes.includes('parallel_items') && codes.every((code) => ways.includes(code));
  if (oracle.verdict === 'proved' && ofMore) return null;
  if (oracle.verdict !== checker.verdict && isLimit(checker)) return `${oracle.verdict} against a limit`;
  if (oracle.verdict !== checker.verdict) return `${oracle.verdict} against ${checker.verdict}`;
  // What the checker is open about, and why, without a path: a limit, or that it disagreed with itself.
  if (checker.verdict === 'possible' && checker.path === undefined && oracle.length !== undefined)
    return `no path: ${checker.deciders?.map(({ code }) => code).join()}`;
  // Where a way that the graph can be has only runs that go round for ever, one of them is told, and it is not counted here.
  if (oracle.lasso || checker.kind === 'lasso' || oracle.length === undefined) return null;
  if (checker.path === undefined) return 'no path that replays';
  const fits = (some) => some.length >= oracle.length && some.length <= (oracle.most ?? oracle.length);
  const bare = executedOf(graph, checker.path);
  // Of a `may` edge that is not taken a path does not show whether it is there.
  const nodes = fits(bare) ? bare : executedOf(graph, checker.path, true);
  if (!fits(nodes)) return `a path of ${oracle.length} nodes against ${bare.length}`;
  // A node without a way on that has failed by itself did not come to run its body.
  const last = checker.path.at(-1);
  const entered = last.edge !== undefined || last.events.length > 0 || nodes.at(-1)?.node !== last.node;
  return isRun(nodes) || (!entered && isRun(nodes.slice(0, -1))) ? null : 'a path that is no run';
}

/** A step at a node without a way on, where nothing is done. */
const isIdle = ({ node, edge, events, lane }, later) =>
  edge === undefined && events.length === 0 && !later.some((step) => goesOn(step, node, lane));
const goesOn = (step, node, lane) => (step.lane === lane && step.node === node) || step.node.startsWith(`${node}/`);

/** Without the steps in which a lane is at a node and makes no call yet: it is told where it does, or leaves the node. `calls`: whether a node makes some. */
const done = (path, calls) =>
  path.filter(({ node, edge, events, lane }, i) => {
    if (!calls(node)) return true;
    if (lane === undefined || edge !== undefined || events.some(({ kind }) => kind !== 'approve')) return true;
    return path.slice(i + 1).find((later) => later.lane === lane)?.node !== node;
  });

/** The executed nodes of a path, ends aside. `there`: every `may` edge is. A fork has a step for each edge, a node that runs a body one for each turn, and
 * in lanes a call and the leaving of its node are two. */
function executedOf(graph, told, there = false) {
  const found = (name) => {
    const parts = name.split('/');
    let body = graph;
    for (const part of parts.slice(0, -1)) {
      const { subgraph } = body.nodes.find(({ id }) => id === part);
      body = graph.subgraphs.find((one) => one.name === subgraph);
    }
    return { node: body.nodes.find(({ id }) => id === parts.at(-1)), body };
  };
  const path = done(told, (name) => found(name).node.tools?.length > 0);
  let taken = [];
  return path
    .filter((step, i) => {
      const { node, body } = found(step.node);
      const before = path[i - 1];
      if (before?.node !== step.node) taken = [];
      const further = !taken.includes(step.edge);
      taken = further ? [...taken, step.edge] : [step.edge];
      // A `may` edge that is taken is there.
      const prefix = step.node.slice(0, step.node.length - node.id.length);
      const sure = body.edges.filter(
        ({ provenance, id }) => there || provenance !== 'may' || path.some(({ edge }) => edge === `${prefix}${id}`),
      );
      if (isLast(sure, node) && node.kind !== 'subgraph' && isIdle(step, path.slice(i + 1))) return false;
      if (before === undefined) return true;
      const here = path.slice(0, i).findLast((one) => one.node === step.node || one.node.startsWith(`${step.node}/`));
      const earlier = path.slice(0, i).findLast(({ lane }) => lane === step.lane);
      // Out of its body, and not executed once more: then its lane has just come to it, by an edge or into the body around it. Of items the first is in a lane of its own.
      const comes = !node.parallel && earlier !== undefined && comesTo(step.node, earlier, found);
      if ([here, earlier].some((one) => one?.node.startsWith(`${step.node}/`)) && !comes) return false;
      // Items that run at the same time begin with a step each, in lanes of their own.
      const arrives = earlier !== undefined && leadsTo(step.node, earlier, found);
      if (node.parallel && step.edge === undefined && !arrives && here?.edge === undefined && here !== undefined)
        return false;
      const leaves = step.edge !== undefined || step.lane !== undefined;
      if (leaves && earlier?.node === step.node && earlier.edge === undefined) return false;
      if (before.node !== step.node || before.edge === undefined || step.events.length > 0) return true;
      const forks = node.kind === 'fork' || (node.concurrency ?? 'exclusive') !== 'exclusive';
      // A lane that is new at a node that calls, and has not called there, is of the execution that has parted.
      const parted = earlier === undefined && node.tools?.length > 0;
      return !forks || !further || (!parted && body.edges.find(({ id }) => id === before.edge)?.target === node.id);
    })
    .map((step, at, steps) => ({ node: step.node, after: beforeIn(step, steps.slice(0, at), path, found) }));
}

/** Whether a step is one before a node is executed: it leaves by an edge that leads there, or the node is in its body. */
const comesTo = (to, step, found) => leadsTo(to, step, found) || to.startsWith(`${step.node}/`);

/** Whether a step leaves by an edge that leads to a node. */
function leadsTo(to, { node, edge }, found) {
  const { node: from, body } = found(node);
  const prefix = node.slice(0, node.length - from.id.length);
  return body.edges.some(({ id, target }) => edge === `${prefix}${id}` && to === `${prefix}${target}`);
}

/**
 * Which of the steps before the lane of a step comes from, -1 for none: a step is told where its node makes a call, or is left, and may have begun at any time since that one.
 */
function beforeIn(step, earlier, path, found) {
  if (step.lane === undefined) return earlier.length - 1;
  const until = path.indexOf(step);
  const before = path.slice(0, until);
  const last =
    before.findLast(({ lane }) => lane === step.lane) ?? before.findLast((one) => leadsTo(step.node, one, found));
  if (last === undefined) return earlier.length - 1;
  // Of two lanes that execute one node at the same time it is its own that a step comes behind.
  const own = earlier.findLastIndex(({ node, lane }) => node === last.node && lane === last.lane);
  return own >= 0 ? own : earlier.findLastIndex(({ node }) => node === last.node);
}

/**
 * Every question of a case: `{ rule, kind, target, oracle, checker, difference }`, or null when the graph is too large to be counted out.
 * Questions that the checker does not answer are left out.
 */
export function compared(given, bound = 600) {
  let said;
  try {
    said = checked(given);
  } catch (error) {
    return [
      { rule: given.rules[0].id, kind: 'thrown', target: '', oracle: {}, checker: {}, difference: error.message },
    ];
  }
  try {
    const spaces = spacesOf(given.graph, given.catalogue, bound);
    const judged = given.rules.flatMap((rule) =>
      questionsOf(rule, given.catalogue).flatMap((question) => {
        const checker = said(rule, question) ?? UNANSWERED;
        if (checker === UNANSWERED && !isAnswered(rule.kind)) return [];
        const oracle = judge(given.graph, given.catalogue, question, { bound, spaces });
        // Which nodes of one step are told first is open.
        const steps = given.graph.execution === 'supersteps';
        const isRun = (nodes) => steps || pathOf(question, spaces, bound, nodes);
        return [
          {
            rule: rule.id,
            kind: question.kind,
            target: question.target,
            oracle,
            checker,
            difference: difference(oracle, checker, given.graph, isRun),
          },
        ];
      }),
    );
    return [...judged, ...hygieneCompared(given, spaces, bound)];
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** What hygiene (P6) tells of a case, a question for each code. */
function hygieneCompared({ graph, catalogue, rules }, spaces, bound) {
  const found = checkHygiene(graph, effectsOf(catalogue), rules);
  const told = hygieneOf({ graph, catalogue, rules }, { spaces, bound });
  const text = (target, places) => [target ?? '', ...new Set(places)].map(String).toSorted().join(' ');
  return HYGIENE.map((code) => {
    const ours = told.filter((one) => one.code === code).map(({ target, places }) => text(target, places));
    const theirs = found
      .filter(({ kind }) => kind === code)
      .map(({ target, places, verdict }) => (verdict === 'broken' ? text(target, places) : 'not decided'));
    const sorted = (words) => words.map(String).toSorted().join();
    const same = sorted(ours) === sorted(theirs);
    const ourWords = ours.join(' | ') || 'nothing';
    const theirWords = theirs.includes('not decided') ? 'a limit' : theirs.join(' | ') || 'nothing';
    return {
      rule: 'hygiene',
      kind: `P6 ${code}`,
      target: '',
      oracle: { verdict: ours.length > 0 ? 'told' : 'not told', told: ours },
      checker: { told: theirs },
      difference: same ? null : `${ourWords} against ${theirWords}`,
    };
  });
}

/** So many comparisons from a seed, of cases small enough to be counted out. */
export function* randomComparisons(seed, count, cases = randomCases) {
  let made = 0;
  for (const given of cases(seed)) {
    if (made >= count) return;
    made += 1;
    const answers = compared(given, 300);
    if (answers !== null) yield { given, answers };
  }
}

/** What is different, without what is of this case alone. */
export function wordsOf({ kind, difference: what }) {
  if (!kind.startsWith('P6')) return what.replaceAll(/\d+/g, 'n');
  return what.endsWith('against a limit') ? 'a list against a limit' : 'a list against another';
}

/** What a run of this program was told: cases, seed, a file for what differs, one line each, and what the cases are. */
function main([count = '1000', seed = '1', kept, of]) {
  const sums = { cases: 0, large: 0, questions: 0, agreed: 0, limits: 0, thrown: 0 };
  const kinds = new Map();
  const features = new Map();
  const tell = (given, answer) => kept && appendFileSync(kept, `${JSON.stringify({ seed, ...given, answer })}\n`);
  const cases = KINDS[of] ?? randomCases;
  for (const given of cases(Number(seed))) {
    if (sums.cases >= Number(count)) break;
    sums.cases += 1;
    let answers;
    try {
      answers = compared(given);
    } catch (error) {
      sums.thrown += 1;
      console.log(error.stack);
      tell(given, { rule: given.rules[0].id, kind: 'oracle', difference: error.message });
      continue;
    }
    if (answers === null) {
      sums.large += 1;
      continue;
    }
    for (const feature of featuresOf(given)) features.set(feature, (features.get(feature) ?? 0) + 1);
    for (const answer of answers) {
      sums.questions += 1;
      if (answer.difference === null) sums.agreed += 1;
      else tell(given, answer);
      if (answer.difference?.endsWith('a limit')) sums.limits += 1;
      const what = `${answer.kind}: ${answer.difference === null ? `agreed, ${answer.oracle.verdict}` : wordsOf(answer)}`;
      kinds.set(what, (kinds.get(what) ?? 0) + 1);
    }
  }
  for (const [what, n] of [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1))) console.log(String(n).padStart(7), what);
  console.log([...features].map(([name, n]) => `${name} ${n}`).join(', '));
  console.log(JSON.stringify(sums));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
