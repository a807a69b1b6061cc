/**
 * Values of variables (S7): for each variable that a decided guard reads, a finite set of values among which every comparison of the graph
 * comes out in each way it can.
 */
export const comparisons = (expr) =>
  expr.op === 'and' || expr.op === 'or'
    ? expr.of.flatMap(comparisons)
    : expr.op === 'not'
      ? comparisons(expr.of)
      : [expr];

const numeric = (type) => type === 'int' || type === 'real';
const kindOf = (type) => (numeric(type) ? 'number' : type === 'bool' ? 'boolean' : type);

function fits(atom, variables) {
  const type = variables.get(atom.variable)?.type;
  if (type === undefined) return false;
  if (atom.op === 'empty' || atom.op === 'present') return true;
  if (atom.op === 'contains') return type === 'string' && typeof atom.value === 'string';
  if (atom.op === 'in') return atom.values.every((value) => typeof value === kindOf(type));
  const equal = atom.op === '=' || atom.op === '!=';
  if (atom.other !== undefined) {
    const other = variables.get(atom.other)?.type;
    return other !== undefined && kindOf(other) === kindOf(type) && (equal || numeric(type));
  }
  return typeof atom.value === kindOf(type) && (equal || numeric(type));
}

/** Whether a guard can be read: each comparison fits the type of its variables (S7). */
export const readable = (expr, variables) => comparisons(expr).every((atom) => fits(atom, variables));

const ORDER = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** Whether an expression holds for these values, each `{ is, present?, empty? }`. */
export function holds(expr, values) {
  if (expr.op === 'and') return expr.of.every((part) => holds(part, values));
  if (expr.op === 'or') return expr.of.some((part) => holds(part, values));
  if (expr.op === 'not') return !holds(expr.of, values);
  const value = values[expr.variable];
  if (expr.op === 'present') return value.present;
  if (expr.op === 'empty') return value.empty ?? value.is === '';
  if (expr.op === 'contains') return value.is.includes(expr.value);
  if (expr.op === 'in') return expr.values.includes(value.is);
  return ORDER[expr.op](value.is, expr.other === undefined ? expr.value : values[expr.other].is);
}

const variablesOf = (expr) => [
  ...new Set(
    comparisons(expr).flatMap((atom) => (atom.other === undefined ? [atom.variable] : [atom.variable, atom.other])),
  ),
];

export const bodiesOf = (graph) => [graph, ...(graph.subgraphs ?? [])];

/** For each variable in a readable guard of the graph: its values. */
export function domainsOf(graph) {
  const variables = new Map((graph.variables ?? []).map((variable) => [variable.name, variable]));
  const exprs = bodiesOf(graph)
    .flatMap((body) => body.edges.flatMap(({ guard }) => (guard?.expr ? [guard.expr] : [])))
    .filter((expr) => readable(expr, variables));
  const atoms = exprs.flatMap(comparisons);
  const names = [...new Set(exprs.flatMap(variablesOf))];
  return new Map(names.map((name) => [name, valuesOf(variables.get(name), group(name, atoms), atoms)]));
}

/** The variables compared with this one, directly or by way of others. */
function group(name, atoms) {
  const found = new Set([name]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { variable, other } of atoms)
      if (other !== undefined && (found.has(variable) || found.has(other))) found.add(variable).add(other);
  }
  return found;
}

function valuesOf(variable, linked, atoms) {
  const mine = atoms.filter(({ variable: name, other }) => linked.has(name) || linked.has(other));
  const constants = [...new Set(mine.flatMap(({ value, values }) => values ?? (value === undefined ? [] : [value])))];
  const plain =
    variable.type === 'bool'
      ? [false, true]
      : numeric(variable.type)
        ? numbers(variable, constants, linked.size)
        : texts(variable, constants, mine, linked.size);
  const asked = (op) => atoms.some((atom) => atom.op === op && atom.variable === variable.name);
  const ways = (op) => (asked(op) ? [false, true] : [undefined]);
  const all = plain.flatMap((is) =>
    ways('present').flatMap((present) =>
      (variable.type === 'string' ? [undefined] : ways('empty')).map((empty) => ({
        is,
        ...(present === undefined ? {} : { present }),
        ...(empty === undefined ? {} : { empty }),
      })),
    ),
  );
  return linked.size > 1 ? all : distinct(variable.name, all, mine);
}

/** One value of those that no comparison tells apart. */
function distinct(name, values, atoms) {
  const byAnswers = new Map();
  for (const value of values) {
    const answers = atoms.map((atom) => holds(atom, { [name]: value })).join();
    if (!byAnswers.has(answers)) byAnswers.set(answers, value);
  }
  return [...byAnswers.values()];
}

/** The constants, and between any two neighbours as many numbers as there are variables to tell apart. */
function numbers({ type, min = -Infinity, max = Infinity }, constants, count) {
  const near = (from, towards) =>
    Array.from({ length: count }, (_, i) =>
      type === 'int'
        ? towards > from
          ? from + i + 1
          : from - i - 1
        : from + ((towards - from) * (i + 1)) / (count + 1),
    );
  const sorted = [...new Set([...constants, min, max])].filter(Number.isFinite).toSorted((a, b) => a - b);
  if (sorted.length === 0) sorted.push(0);
  const all = sorted.flatMap((at, index) => [
    at,
    ...near(at, sorted[index + 1] ?? at + count + 1),
    ...(index === 0 ? near(at, at - count - 1) : []),
  ]);
  return [...new Set(all)].filter((n) => n >= min && n <= max && (type === 'real' || Number.isInteger(n)));
}

function texts({ values }, constants, atoms, count) {
  if (values) return values;
  const inside = atoms.filter(({ op }) => op === 'contains').map(({ value }) => value);
  const joined = inside.reduce((all, part) => [...all, ...all.map((text) => `${text}${part}|`)], ['']);
  const fresh = Array.from({ length: count }, (_, i) => `other ${String(i)}`);
  return [...new Set(['', ...constants, ...joined, ...fresh])];
}

/**
 * Whether an expression says that a variable has a value: it is false for every other value that the types allow (S7). A variable that is not declared, or is
 * compared as its type does not allow, may have any. `unlike`: that it has another value.
 */
export function implied(expr, variable, value, variables) {
  const atoms = comparisons(expr);
  const mentions = (name) => atoms.filter((atom) => atom.variable === name || atom.other === name);
  const constants = [value, ...atoms.flatMap((atom) => atom.values ?? (atom.value === undefined ? [] : [atom.value]))];
  const numbersNear = constants.filter((c) => typeof c === 'number').flatMap((c) => [c - 1, c - 0.5, c + 0.5, c + 1]);
  const inside = constants.filter((c) => typeof c === 'string').map((c) => `${c} and more`);
  const all = [...new Set([...constants, ...numbersNear, ...inside, 'neither', false, true])];
  const domain = (name) => {
    const type = variables.get(name);
    return type !== undefined && mentions(name).every((atom) => fits(atom, variables))
      ? all.concat(type.values ?? []).filter((c) => allows(type, c))
      : all;
  };
  const rest = settings(
    variablesOf(expr).filter((name) => name !== variable),
    domain,
  );
  const truths = (is) => rest.map((others) => safely(expr, { ...others, [variable]: { is, present: true } }));
  const others = domain(variable).filter((c) => c !== value);
  const same = domain(variable).includes(value) && truths(value).some(Boolean);
  if (others.every((c) => truths(c).every((t) => !t))) return same ? 'equal' : 'open';
  return same ? 'open' : 'unlike';
}

const allows = ({ type, values, min = -Infinity, max = Infinity }, value) =>
  typeof value === kindOf(type) &&
  (values?.includes(value) ?? true) &&
  (!numeric(type) || (value >= min && value <= max && (type === 'real' || Number.isInteger(value))));

function safely(expr, values) {
  try {
    return holds(expr, values);
  } catch {
    return true;
  }
}

const settings = (names, domain) =>
  names.reduce(
    (all, name) => all.flatMap((so) => domain(name).map((is) => ({ ...so, [name]: { is, present: true } }))),
    [{}],
  );

/** Whether a write of one name writes another (S7): `v` and `v.x` lie in each other. */
export const overlaps = (one, other) => one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
export const writesOver = (written, name) => written === '*' || written.some((one) => overlaps(one, name));
