/**
 * A model of LightGBM in its text format (`save_model`, version v3 or v4). Values and sums are of double precision. Source: LightGBM 4,
 * include/LightGBM/tree.h (NumericalDecision, CategoricalDecision) and src/boosting/gbdt_model_text.cpp.
 */
import { type Column, type Forest, type Outcome, TEST } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import { type NewTest, setTest, TreesBuilder } from '../trees/builder.js';

const FORMAT = 'LightGBM';
const MAX_TREES = 1_000_000;
const MAX_LEAVES = 10_000_000;
const MAX_DEPTH = 2000;
const MAX_COLUMNS = 100_000;
/** Values this near to zero are zero: `predict` makes them so before the trees are asked. */
const NEAR_ZERO = Math.fround(1e-35);

const refused = (what: string, line: number): never =>
  refuse('forest_source_refused', { format: FORMAT, what }, { line });

/** `name=value` lines of one part of the file. */
class Block {
  readonly line: number;
  readonly #values: ReadonlyMap<string, string>;

  constructor(lines: readonly string[], line: number) {
    this.line = line;
    this.#values = new Map(
      lines.map((text) => {
        const at = text.indexOf('=');
        return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
      }),
    );
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string {
    const found = this.#values.get(name);
    return (
      found ?? refuse('forest_source_value', { format: FORMAT, expected: name, found: 'nothing' }, { line: this.line })
    );
  }

  /** `infinite`: they may be infinite, too. */
  numbers(name: string, length?: number, infinite = false): readonly number[] {
    const text = this.text(name).trim();
    const found = text === '' ? [] : text.split(' ').map(numberOf);
    if (found.some((value) => !Number.isFinite(value) && !(infinite && Number.isFinite(1 / value))))
      refuse(
        'forest_source_value',
        { format: FORMAT, expected: `numbers as ${name}`, found: text.slice(0, 60) },
        { line: this.line },
      );
    if (length !== undefined && found.length !== length)
      refuse('forest_array_length', { array: name, found: found.length, expected: length }, { line: this.line });
    return found;
  }

  count(name: string, most: number): number {
    const [value] = this.numbers(name, 1);
    if (value === undefined || !Number.isInteger(value) || value < 0 || value > most)
      return refuse(
        'forest_source_value',
        { format: FORMAT, expected: `${name} from 0 to ${most}`, found: this.text(name) },
        { line: this.line },
      );
    return value;
  }
}

const numberOf = (text: string): number =>
  text === 'inf' ? Number.POSITIVE_INFINITY : text === '-inf' ? Number.NEGATIVE_INFINITY : Number(text);

/** Reads a text that begins with a line `tree`. */
export function readLightgbm(text: string): Forest {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const starts = lines.flatMap((line, at) => (/^Tree=\d+$/.test(line) ? [at] : []));
  const end = lines.indexOf('end of trees');
  if (end === -1) refuse('forest_source_syntax', { format: FORMAT, reason: 'there is no line `end of trees`' });
  if (starts.length === 0 || starts.length > MAX_TREES) refuse('forest_too_large', { what: 'trees', limit: MAX_TREES });
  const head = new Block(lines.slice(0, starts[0]), 1);
  if (head.has('linear_tree') && head.text('linear_tree') === '1') refused('linear trees', 1);
  const perIteration = head.count('num_tree_per_iteration', 10_000);
  const width = head.count('max_feature_idx', MAX_COLUMNS - 1) + 1;
  if (perIteration === 0 || starts.length % perIteration !== 0)
    refuse('forest_source_value', {
      format: FORMAT,
      expected: `a multiple of ${perIteration} trees`,
      found: String(starts.length),
    });
  const builder = new TreesBuilder();
  for (const [at, start] of starts.entries()) {
    const block = new Block(lines.slice(start, starts[at + 1] ?? end), start + 1);
    builder.root(readTree(block, builder, at % perIteration, width));
  }
  const names = head.has('feature_names') ? head.text('feature_names').split(' ') : [];
  const columns = Array.from({ length: width }, (_, index): Column => ({
    name: names.length === width ? (names[index] as string) : `Column_${index}`,
    input: 'data',
    index,
    type: 'float64',
  }));
  return {
    source: { format: 'lightgbm', version: head.has('version') ? head.text('version').slice(0, 20) : 'v2' },
    columns,
    features: columns.map((_, column) => ({ column, steps: [] })),
    trees: builder.done(),
    targets: perIteration,
    summation: {
      arithmetic: 'float64',
      base: new Float64Array(perIteration),
      baseAt: 'start',
      aggregate: averaged(head, perIteration),
      scores: 'float64',
    },
    outcome: outcomeOf(head, perIteration),
  };
}

function averaged(head: Block, perIteration: number): 'sum' | 'average' {
  if (!head.has('average_output')) return 'sum';
  // The average is over iterations; over trees it is the same where an iteration is one tree.
  return perIteration === 1 ? 'average' : refused('averages of several classes', head.line);
}

function outcomeOf(head: Block, targets: number): Outcome {
  const [objective = '', ...options] = head.has('objective') ? head.text('objective').split(' ') : ['none'];
  switch (objective) {
    case 'binary': {
      if (options.some((option) => option.startsWith('sigmoid:') && option !== 'sigmoid:1'))
        refused(options.join(' '), head.line);
      const rule = { kind: 'one_column', above: 0, scores: 'logistic' } as const;
      return { kind: 'classes', labels: [0, 1], post: 'logistic', rule };
    }
    case 'multiclass': {
      const labels = Array.from({ length: targets }, (_, label) => label);
      return { kind: 'classes', labels, post: 'softmax', rule: { kind: 'first_maximum', over: 'sums' } };
    }
    case 'none':
    case 'regression':
    case 'regression_l1':
    case 'huber':
    case 'fair':
    case 'quantile':
    case 'mape':
    case 'lambdarank':
    case 'rank_xendcg': {
      if (options.includes('sqrt')) refused('objectives of square roots', head.line);
      return { kind: 'regression', post: 'none' };
    }
    default: {
      return refused(`the objective ${objective}`, head.line);
    }
  }
}

/** One tree; children below zero are leaves. Returns its root. */
function readTree(block: Block, builder: TreesBuilder, target: number, width: number): number {
  const leaves = block.count('num_leaves', MAX_LEAVES);
  const values = block.numbers('leaf_value', leaves);
  if (block.has('is_linear') && block.text('is_linear') === '1') refused('linear trees', block.line);
  if (leaves === 1) return builder.leaf(target, values[0] as number);
  const inner = leaves - 1;
  const features = block.numbers('split_feature', inner);
  const thresholds = block.numbers('threshold', inner, true);
  const decisions = block.numbers('decision_type', inner);
  const left = block.numbers('left_child', inner);
  const right = block.numbers('right_child', inner);
  const sets = setsOf(block);
  const seen = new Uint8Array(inner);
  const enter = (node: number, depth: number): number => {
    if (!Number.isInteger(node) || node >= inner || -node - 1 >= leaves)
      refuse('forest_node_missing', { tree: 0, id: node }, { line: block.line });
    if (node < 0) return builder.leaf(target, values[-node - 1] as number);
    if (seen[node] === 1) refuse('forest_cycle', { tree: 0, id: node }, { line: block.line });
    if (depth > MAX_DEPTH) refuse('forest_too_deep', { tree: 0, limit: MAX_DEPTH }, { line: block.line });
    seen[node] = 1;
    const [feature, threshold, decision] = [
      features[node] as number,
      thresholds[node] as number,
      decisions[node] as number,
    ];
    if (!Number.isInteger(feature) || feature < 0 || feature >= width)
      refuse('forest_feature_range', { feature, width }, { line: block.line });
    const [whenTrue, whenFalse] = [enter(left[node] as number, depth + 1), enter(right[node] as number, depth + 1)];
    const put = (test: NewTest, yes: number, no: number): number => {
      const made = builder.test(test);
      builder.link(made, yes, no);
      return made;
    };
    if (decision % 2 === 1) {
      const set =
        sets[threshold] ??
        refuse(
          'forest_source_value',
          { format: FORMAT, expected: 'a set of categories', found: String(threshold) },
          { line: block.line },
        );
      return put(setTest(feature, set), whenTrue, whenFalse);
    }
    const [defaultLeft, missing] = [(decision >> 1) % 2 === 1, (decision >> 2) % 4];
    // Without a way for missing values, one is taken for zero.
    const missingTrue = missing === 2 ? defaultLeft : 0 <= threshold;
    const test = put({ ...comparison(threshold), feature, missingTrue }, whenTrue, whenFalse);
    if (missing !== 1) return test;
    const near = put(
      { kind: TEST.gte, feature, threshold: -NEAR_ZERO, missingTrue: true },
      defaultLeft ? whenTrue : whenFalse,
      test,
    );
    return put({ kind: TEST.leq, feature, threshold: NEAR_ZERO, missingTrue: true }, near, test);
  };
  return enter(0, 0);
}

/** `x <= threshold`, where an x that is near to zero is zero. */
function comparison(threshold: number): Pick<NewTest, 'kind' | 'threshold'> {
  if (Math.abs(threshold) > NEAR_ZERO) return { kind: TEST.leq, threshold };
  return threshold < 0 ? { kind: TEST.lt, threshold: -NEAR_ZERO } : { kind: TEST.leq, threshold: NEAR_ZERO };
}

/** Sets of categories: bits of words of 32, one set after another. */
function setsOf(block: Block): readonly (readonly number[])[] {
  if (!block.has('num_cat') || block.count('num_cat', MAX_LEAVES) === 0) return [];
  const words = block.numbers('cat_threshold');
  const bounds = block.numbers('cat_boundaries');
  return bounds
    .slice(1)
    .map((end, at) =>
      words
        .slice(bounds[at], end)
        .flatMap((word, place) =>
          Array.from({ length: 32 }, (_, bit) => place * 32 + bit).filter(
            (category) => ((word >>> (category % 32)) & 1) === 1,
          ),
        ),
    );
}
