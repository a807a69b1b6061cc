/**
 * A model of XGBoost: what `save_model` writes as JSON, and what `dump_model` writes as JSON, which has trees alone. Sums are float32, from
 * the base score on, in the order of the trees. Source: XGBoost 3.2, doc/model.schema and include/xgboost/tree_model.h.
 */
import { type Column, type Forest, type Outcome, TEST, type Trees } from '../../model/index.js';
import { Json } from '../source/json.js';
import { refuse } from '../source/problems.js';
import { setTest, TreesBuilder } from '../trees/builder.js';
import { logf } from './logf.js';

const FORMAT = 'XGBoost';
const MAX_DEPTH = 2000;
const MAX_COLUMNS = 100_000;
/** The largest margin whose logistic is at most one half in float32; the library was seen to change its answer there. */
const HALF = 2 ** -24 * 1.5;

const { fround } = Math;

/** Objectives whose scores are the sums, or are made of them as `post` says. */
const OBJECTIVES: ReadonlyMap<string, 'sums' | 'logistic' | 'binary' | 'classes'> = new Map([
  ['reg:squarederror', 'sums'],
  ['reg:absoluteerror', 'sums'],
  ['reg:pseudohubererror', 'sums'],
  ['reg:quantileerror', 'sums'],
  ['rank:ndcg', 'sums'],
  ['rank:map', 'sums'],
  ['rank:pairwise', 'sums'],
  ['binary:logitraw', 'sums'],
  ['reg:logistic', 'logistic'],
  ['binary:logistic', 'binary'],
  ['multi:softmax', 'classes'],
  ['multi:softprob', 'classes'],
]);

/** Reads what `JSON.parse` made of a file. */
export function readXgboost(tree: unknown): Forest {
  const json = new Json(FORMAT, tree);
  return Array.isArray(tree) ? readDump(json) : readSaved(json);
}

function readSaved(json: Json): Forest {
  const learner = json.get('learner');
  const booster = learner.get('gradient_booster');
  const name = booster.get('name').text();
  if (name !== 'gbtree' && name !== 'dart') booster.get('name').unsupported(`the booster ${name}`);
  const model = name === 'dart' ? booster.get('gbtree').get('model') : booster.get('model');
  const params = learner.get('learner_model_param');
  const targets = Math.max(1, params.has('num_class') ? params.get('num_class').count(10_000) : 1);
  if (params.has('num_target') && params.get('num_target').count(10_000) > 1)
    params.get('num_target').unsupported('several targets');
  const columns = params.get('num_feature').count(MAX_COLUMNS);
  const cats = model.get('cats').get('enc');
  if (Array.isArray(cats.value) && cats.value.length > 0) cats.unsupported('categories that it encodes itself');
  const trees = model.get('trees').list();
  const info = model.get('tree_info').numbers(trees.length);
  // Of `dart` each tree has a weight: what its leaf says times that is rounded, and then added.
  const weights = name === 'dart' ? booster.get('weight_drop').numbers(trees.length) : [];
  const builder = new TreesBuilder();
  for (const [at, saved] of trees.entries()) {
    const target = info[at] as number;
    if (!Number.isInteger(target) || target < 0 || target >= targets)
      refuse('forest_target_range', { target, targets });
    builder.root(savedTree(saved, builder, { target, columns, weight: fround(weights[at] ?? 1) }));
  }
  checkBest(learner.get('attributes'), model, trees.length, targets);
  const objective = learner.get('objective').get('name');
  const kind = OBJECTIVES.get(objective.text()) ?? objective.unsupported(`the objective ${objective.text()}`);
  const names = learner.get('feature_names');
  const version = Array.isArray(json.get('version').value) ? json.get('version').numbers().join('.') : undefined;
  return forestOf(
    builder.done(),
    columnsOf(columns, Array.isArray(names.value) ? names.list().map((each) => each.text()) : []),
    {
      targets,
      base: basesOf(params.get('base_score'), targets, kind === 'binary' || kind === 'logistic'),
      outcome: outcomeOf(kind, targets),
      ...(version !== undefined && { version }),
    },
  );
}

/** After early stopping the library's wrappers leave the last trees out, and its booster does not. */
function checkBest(attributes: Json, model: Json, trees: number, targets: number): void {
  if (!attributes.has('best_iteration')) return;
  const best = attributes.get('best_iteration');
  const starts = model.get('iteration_indptr').value;
  const rounds = Array.isArray(starts) ? starts.length - 1 : trees / targets;
  if (best.count(10_000_000) + 1 < rounds)
    best.unsupported('trees behind the best iteration (save booster[: booster.best_iteration + 1])');
}

function outcomeOf(kind: 'sums' | 'logistic' | 'binary' | 'classes', targets: number): Outcome {
  switch (kind) {
    case 'sums': {
      return { kind: 'regression', post: 'none' };
    }
    case 'logistic': {
      return { kind: 'regression', post: 'logistic' };
    }
    case 'binary': {
      const rule = { kind: 'one_column', above: HALF, scores: 'logistic' } as const;
      return { kind: 'classes', labels: [0, 1], post: 'logistic', rule };
    }
    case 'classes': {
      const labels = Array.from({ length: targets }, (_, label) => label);
      return { kind: 'classes', labels, post: 'softmax', rule: { kind: 'first_maximum', over: 'sums' } };
    }
  }
}

/** `[A,B]` or `A`: probabilities become margins. */
function basesOf(json: Json, targets: number, probabilities: boolean): Float64Array {
  const said = json
    .text()
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(Number);
  if (said.some((value) => !Number.isFinite(value)) || (said.length !== 1 && said.length !== targets))
    json.refuse('one number for each target');
  return Float64Array.from({ length: targets }, (_, target) => {
    const value = fround((said.length === 1 ? said[0] : said[target]) as number);
    if (!probabilities) return value;
    if (!(value > 0 && value < 1)) json.refuse('a probability');
    const log = logf(fround(fround(1 / value) - 1));
    return log === undefined ? json.unsupported('a base score whose logarithm depends on the processor') : -log + 0;
  });
}

/** One tree of `save_model`: arrays by node. Returns its root. */
function savedTree(
  json: Json,
  builder: TreesBuilder,
  { target, columns, weight }: { readonly target: number; readonly columns: number; readonly weight: number },
): number {
  const left = json.get('left_children').numbers();
  const count = left.length;
  const right = json.get('right_children').numbers(count);
  const indices = json.get('split_indices').numbers(count);
  const conditions = json.get('split_conditions').numbers(count);
  const defaults = json.get('default_left').numbers(count);
  const types = json.has('split_type') ? json.get('split_type').numbers(count) : [];
  const param = json.get('tree_param');
  if (param.has('size_leaf_vector') && param.get('size_leaf_vector').count(1_000_000) > 1)
    json.unsupported('leaves of several values');
  const sets = setsOf(json);
  const seen = new Uint8Array(count);
  const enter = (node: number, depth: number): number => {
    if (!Number.isInteger(node) || node < 0 || node >= count)
      refuse('forest_node_missing', { tree: 0, id: node }, json.place);
    if (seen[node] === 1) refuse('forest_cycle', { tree: 0, id: node }, json.place);
    if (depth > MAX_DEPTH) refuse('forest_too_deep', { tree: 0, limit: MAX_DEPTH }, json.place);
    seen[node] = 1;
    const condition = fround(conditions[node] as number);
    if (left[node] === -1) return builder.leaf(target, fround(condition * weight));
    const feature = indices[node] as number;
    if (!Number.isInteger(feature) || feature < 0 || feature >= columns)
      refuse('forest_feature_range', { feature, width: columns }, json.place);
    const [yes, no] = [left[node] as number, right[node] as number];
    const missingLeft = defaults[node] === 1;
    if (types[node] === 1) {
      const set = sets.get(node) ?? [];
      const [goesLeft, goesRight] = [enter(yes, depth + 1), enter(no, depth + 1)];
      return categoryTest(builder, feature, set, {
        inSet: goesRight,
        other: goesLeft,
        missing: missingLeft ? goesLeft : goesRight,
      });
    }
    const test = builder.test({ kind: TEST.lt, feature, threshold: condition, missingTrue: missingLeft });
    builder.link(test, enter(yes, depth + 1), enter(no, depth + 1));
    return test;
  };
  return enter(0, 0);
}

/** A negative value is no category, so it is in no set; what is one, is looked up without its fraction. */
function categoryTest(
  builder: TreesBuilder,
  feature: number,
  set: readonly number[],
  { inSet, other, missing }: { readonly inSet: number; readonly other: number; readonly missing: number },
): number {
  const member = builder.test({ ...setTest(feature, set), missingTrue: missing === inSet });
  builder.link(member, inSet, other);
  if (!set.includes(0)) return member;
  const negative = builder.test({ kind: TEST.lt, feature, threshold: 0, missingTrue: missing === other });
  builder.link(negative, other, member);
  return negative;
}

/** Sets of categories by node: those that go right. */
function setsOf(json: Json): ReadonlyMap<number, readonly number[]> {
  if (!json.has('categories_nodes')) return new Map();
  const nodes = json.get('categories_nodes').numbers();
  const segments = json.get('categories_segments').numbers(nodes.length);
  const sizes = json.get('categories_sizes').numbers(nodes.length);
  const all = json.get('categories').numbers();
  return new Map(
    nodes.map((node, at) => {
      const first = segments[at] as number;
      const set = all.slice(first, first + (sizes[at] as number));
      if (set.length !== sizes[at] || set.some((value) => !Number.isInteger(value) || value < 0 || value >= 2 ** 24))
        json.get('categories').refuse('whole numbers, as many as are said');
      return [node, set];
    }),
  );
}

function readDump(json: Json): Forest {
  const builder = new TreesBuilder();
  const names = new Map<string, number>();
  const trees = json.list(1_000_000);
  for (const tree of trees) collectNames(tree, names);
  const numbered = [...names.keys()].every((name) => /^f\d{1,6}$/.test(name));
  const indexOf = (name: string): number => (numbered ? Number(name.slice(1)) : (names.get(name) as number));
  const width = Math.max(1, ...[...names.keys()].map((name) => indexOf(name) + 1));
  if (width > MAX_COLUMNS) refuse('forest_too_large', { what: 'columns', limit: MAX_COLUMNS });
  for (const tree of trees) builder.root(dumpedNode(tree, builder, indexOf, 0));
  if (trees.length === 0) refuse('forest_ensemble_count', { found: 0 });
  return forestOf(builder.done(), columnsOf(width, numbered ? [] : [...names.keys()]), {
    targets: 1,
    base: new Float64Array(1),
    outcome: { kind: 'regression', post: 'none' },
  });
}

function collectNames(tree: Json, names: Map<string, number>): void {
  const open: (readonly [Json, number])[] = [[tree, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next;
    if (node.has('leaf')) continue;
    if (depth > MAX_DEPTH) refuse('forest_too_deep', { tree: 0, limit: MAX_DEPTH }, node.place);
    const name = node.get('split').text();
    if (!names.has(name)) names.set(name, names.size);
    const children = node.get('children').list(2);
    if (children.length !== 2) node.get('children').refuse('two children');
    for (const child of children.toReversed()) open.push([child, depth + 1]);
  }
}

function dumpedNode(node: Json, builder: TreesBuilder, indexOf: (name: string) => number, depth: number): number {
  if (node.has('leaf')) {
    const { value } = node.get('leaf');
    return typeof value === 'number'
      ? builder.leaf(0, fround(value))
      : node.get('leaf').unsupported('leaves of several values');
  }
  const feature = indexOf(node.get('split').text());
  const children = node
    .get('children')
    .list(2)
    .map((child) => ({
      id: child.get('nodeid').value,
      at: dumpedNode(child, builder, indexOf, depth + 1),
    }));
  const child = (name: string): number => {
    const found = children.find(({ id }) => id === node.get(name).value);
    return found?.at ?? node.get(name).refuse('the number of a child');
  };
  const [yes, no, missing] = [child('yes'), child('no'), child('missing')];
  const condition = node.get('split_condition');
  if (Array.isArray(condition.value)) {
    const set = condition.numbers();
    if (set.some((value) => !Number.isInteger(value) || value < 0 || value >= 2 ** 24))
      condition.refuse('whole numbers');
    return categoryTest(builder, feature, set, { inSet: yes, other: no, missing });
  }
  if (typeof condition.value !== 'number') return condition.refuse('a number, or a list of categories');
  const test = builder.test({
    kind: TEST.lt,
    feature,
    threshold: fround(condition.value),
    missingTrue: missing === yes,
  });
  builder.link(test, yes, no);
  return test;
}

const columnsOf = (count: number, names: readonly string[]): readonly Column[] =>
  Array.from({ length: count }, (_, index) => ({
    name: names.length === count ? (names[index] as string) : `f${index}`,
    input: 'data',
    index,
    type: 'float32',
  }));

function forestOf(
  trees: Trees,
  columns: readonly Column[],
  {
    targets,
    base,
    outcome,
    version,
  }: { readonly targets: number; readonly base: Float64Array; readonly outcome: Outcome; readonly version?: string },
): Forest {
  return {
    source: { format: 'xgboost', ...(version !== undefined && { version }) },
    columns,
    features: columns.map((_, column) => ({ column, steps: [] })),
    trees,
    targets,
    summation: { arithmetic: 'float32', base, baseAt: 'start', aggregate: 'sum', scores: 'float32' },
    outcome,
  };
}
