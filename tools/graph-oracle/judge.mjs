/**
 * Judges a rule over all runs: every configuration with every state of the rule's judge, until there is nothing new (docs/graph/semantics.md,
 * S10). Who decides alternates: what is free the worse way, what is opaque whichever way it likes.
 */
import { checkBefore, confirmBefore } from './judges/facts.mjs';
import { order } from './judges/order.mjs';
import { saga, sagaTargets } from './judges/saga.mjs';
import { taint } from './judges/taint.mjs';
import { planOf, waysOf } from './plan.mjs';
import { moves, starts } from './runs.mjs';

const JUDGES = { check_before: checkBefore, confirm_before: confirmBefore, order, taint };

/** Whether the catalogue has a step and what undoes it: nothing is proved of others (S14). */
function isKnown({ steps }, step, { tools }) {
  const named = steps.filter(({ tool }) => tool === step).flatMap(({ compensation }) => compensation ?? []);
  return [step, ...named].every((name) => tools.some((tool) => tool.name === name));
}

/** Everything that is judged for a rule: `{ kind, target, open?, judgeIn(plan) }`. `open`: what would be proved is possible. */
export function questionsOf(rule, catalogue) {
  if (rule.kind === 'saga')
    return sagaTargets(rule, new Map(catalogue.tools.map((tool) => [tool.name, tool]))).map(([kind, target]) => ({
      kind,
      target,
      open: !isKnown(rule, target, catalogue),
      judgeIn: (plan) => saga(plan, rule, kind, target),
    }));
  if (rule.pattern === 'succession') return [successionOf(rule)];
  // Of an order the tools are what they are called.
  const open =
    rule.kind !== 'order' &&
    [rule.tool, rule.check].some((named) => named !== undefined && !catalogue.tools.some(({ name }) => name === named));
  return [
    {
      kind: rule.kind === 'order' ? rule.pattern : (rule.form ?? rule.kind),
      target: rule.tool ?? rule.first ?? '',
      open,
      judgeIn: (plan) => JUDGES[rule.kind](plan, rule),
    },
  ];
}

/** A succession is its two halves, and as the worse of them (S13). */
const successionOf = (rule) => ({
  kind: rule.pattern,
  target: rule.first,
  halves: ['precedence', 'response'].map((pattern) => questionsOf({ ...rule, pattern })[0]),
});

const WORDS = ['broken', 'possible', 'proved', 'vacuous'];

/** There are more configurations than the bound allows. */
export class TooLarge extends Error {}

/** The text of one configuration: some dozens of lanes. */
const MOST_TEXT = 10_000;

/** All configurations of a graph in one way, and what each can do. */
class Space {
  constructor(plan, bound) {
    Object.assign(this, { plan, bound, trees: new Map(), leaves: 0 });
    this.start = starts(plan);
    prepare(this.start);
  }

  from(key) {
    let tree = this.trees.get(key);
    if (!tree) {
      if (this.trees.size >= this.bound || this.leaves >= this.bound * 8) throw new TooLarge('too many configurations');
      // A fork that leads back to itself makes lanes without end.
      if (key.length > MOST_TEXT) throw new TooLarge('a configuration of too many lanes');
      tree = moves(this.plan, JSON.parse(key));
      this.leaves += prepare(tree);
      this.trees.set(key, tree);
    }
    return tree;
  }
}

/** Every configuration of a space with the leaves of its moves: `{ key, leaves }`, the start of a run as ''. */
export function* configurations(space) {
  const seen = new Set(['']);
  const todo = [''];
  while (todo.length > 0) {
    const key = todo.pop();
    const leaves = leavesOf(key === '' ? space.start : space.from(key)).map(({ leaf }) => leaf);
    yield { key, leaves };
    for (const leaf of leaves) {
      if (leaf.over || seen.has(leaf.key)) continue;
      seen.add(leaf.key);
      todo.push(leaf.key);
    }
  }
}

/** Gives each leaf its text; returns how many there are. */
function prepare(tree) {
  if (tree.ways) return tree.ways.reduce((sum, way) => sum + prepare(way), 0);
  const { config, names } = tree.leaf;
  tree.leaf.key = JSON.stringify(config);
  tree.leaf.over = config.ended !== null;
  tree.leaf.rename = (lane) => names[lane];
  return 1;
}

/**
 * The verdict on one question over all ways a graph can be: `{ verdict, length?, most?, lasso? }`. `length` counts the executed nodes of a shortest
 * run that does what is forbidden.
 *
 * @throws {TooLarge} when there are more configurations, or more of them with states of the judge, than `bound`
 */
export function judge(graph, catalogue, question, { bound = 3000, spaces = spacesOf(graph, catalogue, bound) } = {}) {
  const asked = question.halves ?? [question];
  const found = spaces.map((space) =>
    asked.map((each) => inOneWay(space, each.judgeIn(space.plan), bound)).reduce(worse),
  );
  const some = (word) => found.filter(({ verdict }) => verdict === word);
  const isBroken = some('broken').length === found.length;
  const bad = [...some('broken'), ...some('possible')];
  const proved = question.open ? 'possible' : 'proved';
  if (bad.length === 0) return { verdict: some('proved').length > 0 ? proved : 'vacuous' };
  // Where it is possible in all, a path with the help of what is opaque is as good in a way in which it is broken.
  const lengths = bad
    .flatMap(({ length, most, least }) => [length, most, isBroken ? undefined : least])
    .filter((length) => length !== undefined);
  return {
    verdict: isBroken ? 'broken' : 'possible',
    ...(lengths.length > 0 ? between(lengths) : { lasso: true }),
  };
}

/** The worse of two halves; of two that are as bad the path of either may be told. */
function worse(one, other) {
  if (one.verdict !== other.verdict) return WORDS.indexOf(one.verdict) < WORDS.indexOf(other.verdict) ? one : other;
  const known = (...lengths) => lengths.filter((length) => length !== undefined);
  const [lengths, least] = [known(one.length, other.length, one.most, other.most), known(one.least, other.least)];
  return {
    verdict: one.verdict,
    ...(lengths.length > 0 && between(lengths)),
    ...(least.length > 0 && { least: Math.min(...least) }),
  };
}

/** The ways a graph can be, and the halves of a succession, may each have a shortest path of its own; any of them may be told. */
function between(lengths) {
  const [length, most] = [Math.min(...lengths), Math.max(...lengths)];
  return { length, ...(most > length ? { most } : {}) };
}

export const spacesOf = (graph, catalogue, bound) =>
  waysOf(graph).map((way) => new Space(planOf(graph, catalogue, way), bound));

function inOneWay(space, follower, bound) {
  const states = explore(space, follower, bound);
  const seen = needed(states, follower);
  const all = shortest(states);
  if (all === undefined) return lasso(states, follower) ?? { verdict: seen ? 'proved' : 'vacuous' };
  const won = forced(states);
  const full = shortest(states, undefined, null, 'full');
  if (!won.has('')) return { verdict: 'possible', length: all, most: full };
  const unavoidable = (leaf) => leaf.forced && leaf.bad !== 'maybe';
  const length = shortest(states, unavoidable, won) ?? all;
  const most = [
    shortest(states, unavoidable, won, 'full'),
    shortest(states, (leaf) => leaf.plain && leaf.bad !== 'maybe', won),
  ].filter((other) => other > length);
  return { verdict: 'broken', length, least: all, ...(most.length > 0 ? { most: Math.max(...most) } : {}) };
}

/** Configurations with states of the judge: key to a tree whose leaves are `{ to, bad, length, events }`. */
function explore(space, follower, bound) {
  const states = new Map();
  const todo = [];
  const visit = (tree, state) => {
    if (tree.ways) return { who: tree.who, ways: tree.ways.map((way) => visit(way, state)) };
    return follow(tree.leaf, state, 0, 0, 0);
  };
  /** One leaf: what the follower says of its events; where it cannot say, both. */
  const follow = (leaf, before, from, executed, idle) => {
    let [state, length, full] = [before, executed, idle];
    for (let i = from; i < leaf.events.length; i += 1) {
      const event = leaf.events[i];
      if (event.counts) length += 1;
      if ((event.counts && !event.again) || event.idle) full += 1;
      const { state: next, bad } = follower.step(state, event);
      const events = leaf.events.slice(0, i + 1);
      if (bad === 'sure') return { bad, length, full, events };
      state = next;
      if (bad === 'maybe')
        return { who: 'opaque', ways: [{ bad, length, full, events }, follow(leaf, state, i + 1, length, full)] };
    }
    if (leaf.over) return { length, full, events: leaf.events };
    const to = `${leaf.key}\n${JSON.stringify(follower.rename(state, leaf.rename))}`;
    if (!states.has(to)) {
      states.set(to, null);
      todo.push(to);
    }
    return { to, length, full, events: leaf.events };
  };
  states.set('', visit(space.start, follower.start));
  while (todo.length > 0) {
    const key = todo.pop();
    if (states.size > bound * 4) throw new TooLarge('too many states');
    const [config, state] = key.split('\n');
    states.set(key, visit(space.from(config), JSON.parse(state)));
  }
  return states;
}

/**
 * The leaves, each with whether what is forbidden stays unavoidable there, of the states in `won`, and whether it is come to without
 * anything opaque.
 */
function leavesOf(tree, won = null, unavoidable = true, plain = true) {
  if (!tree.ways)
    return [{ ...tree, plain, forced: unavoidable && (tree.to === undefined || won?.has(tree.to) === true) }];
  const so = unavoidable && (tree.who === 'free' || (won !== null && tree.ways.every((way) => wins(way, won))));
  return tree.ways.flatMap((way) => leavesOf(way, won, so, plain && tree.who === 'free'));
}

function wins(tree, won) {
  if (!tree.ways) return tree.bad !== undefined || (tree.to !== undefined && won.has(tree.to));
  return tree.who === 'free' ? tree.ways.some((way) => wins(way, won)) : tree.ways.every((way) => wins(way, won));
}

function needed(states, follower) {
  const events = [...states.values()].flatMap((tree) => leavesOf(tree).flatMap((leaf) => leaf.events));
  if (!follower.needs) return events.some(follower.concerns);
  const tried = new Set(events.flatMap(({ e, tool }) => (e === 'attempt' ? [tool] : [])));
  return follower.needs.every((group) => group.some((tool) => tried.has(tool)));
}

/** The fewest executed nodes to a leaf that is bad, by leaves that a path `goes`; undefined where there is none. `full`: those that lead nowhere, too. */
function shortest(states, goes = () => true, won = null, measure = 'length') {
  const distance = new Map([['', 0]]);
  const rings = [['']];
  let best = Infinity;
  for (let d = 0; d < rings.length && d < best; d += 1) {
    for (let i = 0; i < (rings[d]?.length ?? 0); i += 1) {
      const key = rings[d][i];
      if (distance.get(key) !== d) continue;
      for (const leaf of leavesOf(states.get(key), won).filter(goes)) {
        const { to, bad, [measure]: length } = leaf;
        if (bad) best = Math.min(best, d + length);
        if (to === undefined || (distance.get(to) ?? Infinity) <= d + length) continue;
        distance.set(to, d + length);
        (rings[d + length] ??= []).push(to);
      }
    }
  }
  return best === Infinity ? undefined : best;
}

/** The least set of states, with these, from which what is free can bring it about, whatever the opaque choices are. */
function forced(states, known = []) {
  const won = new Set(known);
  const keys = [...states.keys()].toReversed();
  for (let size = -1; size !== won.size;) {
    size = won.size;
    for (const key of keys) if (!won.has(key) && wins(states.get(key), won)) won.add(key);
  }
  return won;
}

/** Runs that go round for ever and owe what a rule asks for (S12). */
function lasso(states, follower) {
  if (!follower.owed) return null;
  const owes = (key) => key !== '' && follower.owed(JSON.parse(key.split('\n')[1]));
  const owing = [...states.keys()].filter(owes);
  const all = new Map(owing.map((key) => [key, leavesOf(states.get(key))]));
  // The turns of a `map` end.
  const next = new Map(
    [...all].map(([key, leaves]) => [key, leaves.filter(({ events }) => events.every(({ e }) => e !== 'turn'))]),
  );
  const onward = (leaves) => (at) => leaves.get(at).flatMap(({ to }) => (to !== undefined && all.has(to) ? [to] : []));
  const inside = (key) => reached(key, onward(next));
  const turns = owing.some((key) =>
    next
      .get(key)
      .some(
        ({ to, events }) =>
          to !== undefined &&
          next.has(to) &&
          events.some(({ e }) => e === 'edge') &&
          (to === key || inside(to).has(key)),
      ),
  );
  if (!turns) return null;
  const lost = owing.filter((key) =>
    [key, ...reached(key, onward(all))].every((at) => all.get(at).every(({ to }) => to !== undefined && all.has(to))),
  );
  return { verdict: forced(states, lost).has('') ? 'broken' : 'possible' };
}

function reached(from, next) {
  const seen = new Set();
  const todo = [...next(from)];
  while (todo.length > 0) {
    const at = todo.pop();
    if (seen.has(at)) continue;
    seen.add(at);
    todo.push(...next(at));
  }
  return seen;
}

/**
 * Whether these nodes are what a run executes (ends aside) up to something that is forbidden: each `{ node, after }`, `after` the place in the list of the one that it comes behind.
 */
export function pathOf(question, spaces, bound, nodes) {
  if (question.halves) return question.halves.some((half) => pathOf(half, spaces, bound, nodes));
  /** The places that are left, less one for each executed node, in each way they can be. */
  const without = (left, executed) => {
    if (executed.length === 0) return [left];
    const [first, ...more] = executed;
    return left
      .filter((at) => nodes[at].node === first && !left.includes(nodes[at].after))
      .flatMap((at) =>
        without(
          left.filter((other) => other !== at),
          more,
        ),
      );
  };
  return spaces.some((space) => {
    const states = explore(space, question.judgeIn(space.plan), bound);
    const seen = new Set();
    const todo = [['', [...nodes.keys()]]];
    while (todo.length > 0) {
      const [key, from] = todo.pop();
      if (seen.has(`${from.join()} ${key}`)) continue;
      seen.add(`${from.join()} ${key}`);
      for (const { to, bad, events } of leavesOf(states.get(key))) {
        const executed = events.filter(({ counts }) => counts).map(({ node }) => node);
        for (const left of without(from, executed)) {
          if (bad && left.length === 0) return true;
          if (to !== undefined) todo.push([to, left]);
        }
      }
    }
    return false;
  });
}
