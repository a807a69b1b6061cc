/** Models over cells: those of what the schema says that columns can be. */
import { type CellForest, type ColumnDomain, lower } from '../cells/index.js';
import type { Forest, Trees } from '../model/index.js';
import { domainOf, type FeatureFact, gridOf, type Vocabulary, type Words } from '../table/index.js';
import type { LoweredModel, ReadModel } from './model.js';

export type Lowered =
  | { readonly ok: true; readonly model: LoweredModel; readonly compare: LoweredModel | null }
  | { readonly ok: false; readonly words: Words };

/** Lowers a model, and with it the one that it is compared with: both over the same cells. */
export function lowerModels(model: ReadModel, compare: ReadModel | null, vocabulary: Vocabulary): Lowered {
  const domains = vocabulary.features.map((feature) => domainFor(feature));
  if (compare === null) {
    const lowered = lower(model.forest, domains);
    return lowered.ok
      ? { ok: true, model: { ...model, cells: lowered.lowered.forest }, compare: null }
      : emptyColumn(vocabulary, lowered.column);
  }
  const misfit = misfitOf(model.forest, compare.forest);
  if (misfit !== null) return { ok: false, words: misfit };
  const lowered = lower(joined(model.forest, compare.forest), domains);
  if (!lowered.ok) return emptyColumn(vocabulary, lowered.column);
  const { forest } = lowered.lowered;
  const count = model.forest.trees.roots.length;
  const part = ({ forest: own }: ReadModel, from: number, to: number): CellForest => ({
    ...forest,
    trees: { ...forest.trees, roots: forest.trees.roots.slice(from, to) },
    summation: own.summation,
    outcome: own.outcome,
  });
  return {
    ok: true,
    model: { ...model, cells: part(model, 0, count) },
    compare: { ...compare, cells: part(compare, count, forest.trees.roots.length) },
  };
}

/** What the cutter of cells is told of a column. */
function domainFor(feature: FeatureFact): ColumnDomain {
  const { precision, min, max, values } = feature;
  const missing = feature.missing === 'allow';
  if (precision === 'text') return { type: 'categories', values: values ?? [], other: values === null, missing };
  const whole = domainOf(feature);
  const ends = whole.kind === 'numbers' ? whole.intervals : [];
  // A code that stands for a missing value lies beyond the bounds: the regions of questions leave out what is between.
  const [low, high] = [ends[0]?.low ?? 0, ends.at(-1)?.high ?? 0];
  const grid = gridOf(feature);
  const beyond = low !== min || high !== max;
  if (grid !== null && grid.step === 1) return { type: 'int', min: safe(low), max: safe(high), missing };
  // A step that is no whole number has no exact multiples in binary, and rounding an interval inwards could lose one of its ends. Such
  // a column is asked over all numbers between: what is proved of them is proved of the steps.
  const exact = grid !== null && Number.isInteger(grid.step) && Number.isInteger(min) && Number.isInteger(max);
  if (exact && min !== null && max !== null && !beyond) return { type: 'grid', min, max, step: grid.step, missing };
  // Steps that are no grid are whole numbers all the same.
  const code = typeof feature.missing === 'object' ? feature.missing.code : 0;
  if (grid !== null && [grid.step, min ?? 0, code].every(Number.isInteger))
    return { type: 'int', min: safe(low), max: safe(high), missing };
  return precision === 'int64'
    ? { type: 'int', min: low, max: high, missing }
    : { type: precision, min: low, max: high, missing };
}

const safe = (value: number): number => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));

function emptyColumn({ features }: Vocabulary, column: number): Lowered {
  const name = features[column]?.name ?? '';
  return {
    ok: false,
    words: {
      en: `The schema of "${name}" does not fit what the model takes there, or allows no value.`,
      pt: `O esquema de "${name}" não corresponde ao que o modelo aí recebe, ou não permite nenhum valor.`,
    },
  };
}

/** Why two models cannot be compared; null where they can. */
function misfitOf(one: Forest, other: Forest): Words | null {
  if (
    one.columns.length !== other.columns.length ||
    one.columns.some(({ type }, at) => type !== other.columns[at]?.type)
  )
    return {
      en: 'The two models take different columns. Only models with the same columns can be compared.',
      pt: 'Os dois modelos recebem colunas diferentes. Só se podem comparar modelos com as mesmas colunas.',
    };
  if (one.targets !== other.targets)
    return {
      en: `One model has ${one.targets} sums and the other ${other.targets}. Only models with the same number can be compared.`,
      pt: `Um modelo tem ${one.targets} somas e o outro ${other.targets}. Só se podem comparar modelos com o mesmo número.`,
    };
  return null;
}

/** The trees of both, one behind the other: cut together they have the same cells. */
function joined(one: Forest, other: Forest): Forest {
  const [a, b] = [one.trees, other.trees];
  const nodes = a.kind.length;
  const votes = a.voteTarget.length;
  const features = one.features.length;
  const ints = (own: Int32Array, more: Int32Array, shift: number): Int32Array =>
    Int32Array.from([...own, ...more.map((each) => (each < 0 ? each : each + shift))]);
  const trees: Trees = {
    roots: ints(a.roots, b.roots, nodes),
    kind: Uint8Array.from([...a.kind, ...b.kind]),
    feature: ints(a.feature, b.feature, features),
    threshold: Float64Array.from([...a.threshold, ...b.threshold]),
    missingTrue: Uint8Array.from([...a.missingTrue, ...b.missingTrue]),
    whenTrue: ints(a.whenTrue, b.whenTrue, nodes),
    whenFalse: ints(a.whenFalse, b.whenFalse, nodes),
    members: new Map([...a.members, ...[...b.members].map(([node, values]) => [node + nodes, values] as const)]),
    voteStart: ints(a.voteStart.subarray(0, nodes), b.voteStart, votes),
    voteTarget: Int32Array.from([...a.voteTarget, ...b.voteTarget]),
    voteWeight: Float64Array.from([...a.voteWeight, ...b.voteWeight]),
  };
  return { ...one, features: [...one.features, ...other.features], trees };
}
