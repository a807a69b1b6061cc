/** Records that try a model where it is odd: thresholds, one step beside them, missing values, zeros of both signs, the ends of the floats. */

/** A generator of whole numbers below 2^32 from a seed (xorshift). */
export function random(seed) {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);
function nextFloat(value, way) {
  floats[0] = value;
  if (Number.isNaN(floats[0])) return floats[0];
  if (floats[0] === 0) bits[0] = way > 0 ? 1 : -2147483647;
  else bits[0] += floats[0] > 0 === way > 0 ? 1 : -1;
  return floats[0];
}

const ODD = [
  Number.NaN,
  0,
  -0,
  Infinity,
  -Infinity,
  1e-45,
  -1e-45,
  1.1754942e-38,
  3.4028234e38,
  -3.4028234e38,
  1,
  2,
  3,
  0.5,
  2.5,
  31,
  32,
  33,
];

/** Thresholds that a column is compared with, as far as it has no steps. */
function thresholdsOf(forest) {
  const found = forest.columns.map(() => []);
  const { trees } = forest;
  for (let node = 0; node < trees.kind.length; node++) {
    const feature = forest.features[trees.feature[node]];
    if (!feature) continue;
    found[feature.column].push(trees.threshold[node], ...(trees.members.get(node) ?? []));
    for (const step of feature.steps) if (step.kind === 'bin') found[feature.column].push(...step.edges);
  }
  return found;
}

function textsOf(forest, column) {
  const texts = new Set(['', 'never seen']);
  for (const feature of forest.features)
    if (feature.column === column)
      for (const step of feature.steps) if (step.kind === 'map') for (const from of step.from) texts.add(from);
  return [...texts];
}

/** Rows for a model, of values that it takes: each value from its thresholds and their neighbours, odd values, other floats, and, if there are any, `records`. */
export function rowsFor(forest, count, seed, records = []) {
  const next = random(seed);
  const pick = (list) => list[next() % list.length];
  const thresholds = thresholdsOf(forest);
  const texts = forest.columns.map((_, column) => textsOf(forest, column));
  const value = (column) => {
    const { type, takes } = forest.columns[column];
    const isTaken = (number) =>
      (takes?.missing !== false || !Number.isNaN(number)) && (takes?.finite !== true || Math.abs(number) !== Infinity);
    if (takes?.values) return pick(takes.values);
    if (type === 'string') return pick(texts[column]);
    if (type === 'bool') return next() % 2;
    const known = thresholds[column];
    if (type === 'int32') {
      const t = pick([0, 2147483646, -2147483647, 16777217, next() | 0, ...known]);
      return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(Number.isFinite(t) ? t : 0) + (next() % 3) - 1));
    }
    if (type === 'int64') {
      if (next() % 4 === 0 || known.length === 0)
        return pick([0, 1, -1, 2, 3, 16777217, -16777217, 2147483648, 9007199254740991]);
      const t = pick(known);
      return Math.round(Math.max(2 - 2 ** 53, Math.min(2 ** 53 - 2, Number.isFinite(t) ? t : 0))) + (next() % 3) - 1;
    }
    const kind = next() % 10;
    if (kind < 6 && known.length > 0) {
      const t = pick(known);
      if (type === 'float64') return [t, t * (1 + 2 ** -52), t * (1 - 2 ** -53), Math.fround(t)][next() % 4];
      return [t, nextFloat(t, 1), nextFloat(t, -1)][next() % 3];
    }
    if (kind < 8 || known.length === 0) return pick(ODD.filter(isTaken));
    bits[0] = next() | 0;
    if (!isTaken(floats[0])) return 0;
    return kind === 8 ? floats[0] : (pick(known) + pick(known)) / 2;
  };
  return Array.from({ length: count }, () => {
    const record = records.length > 0 && next() % 3 === 0 ? [...pick(records)] : undefined;
    if (!record) return forest.columns.map((_, column) => value(column));
    const column = next() % forest.columns.length;
    record[column] = value(column);
    return record;
  });
}
