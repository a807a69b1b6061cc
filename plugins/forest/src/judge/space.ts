/** Regions of a table as regions of the search. */
import type { CellForest } from '../cells/index.js';
import type { ColumnRegion, Derived, OneHot, Region as SearchRegion } from '../search/index.js';
import type { Allowed, FeatureFact, Names, Region, Value } from '../table/index.js';
import { Unsupported } from './unsupported.js';

/** Regions that a list of intervals is split into, at most. */
const MOST_REGIONS = 64;

/**
 * A region of a table as regions of the search, which has one interval for each column: all together they are the same.
 * @throws Unsupported where they would be too many, or a column follows from others in a way the search does not know
 */
export function searchRegions(region: Region, forest: CellForest, names: Names): readonly SearchRegion[] {
  const { features } = names.vocabulary;
  const derived = features.filter((feature) => feature.derived !== null).map((feature) => derivedOf(feature, names));
  const whole = new Set(derived.filter((each) => isWhole(each, forest)).map(({ column }) => column));
  const choices = features.map(({ column }) => {
    const own = columnRegions(region[column], column, forest);
    return whole.has(column) ? wholeNumbers(own, column) : own;
  });
  const many = choices.reduce((product, { length }) => product * Math.max(1, length), 1);
  if (many > MOST_REGIONS)
    throw new Unsupported({
      en: `The conditions leave ${many} separate regions. One row can have at most ${MOST_REGIONS}.`,
      pt: `As condições deixam ${many} regiões separadas. Uma linha pode ter no máximo ${MOST_REGIONS}.`,
    });
  let lists: (readonly ColumnRegion[])[] = [[]];
  for (const own of choices) {
    if (own.length === 0) continue;
    lists = lists.flatMap((list) => own.map((each) => [...list, each]));
  }
  const oneHot = [...names.oneHot().values()].map((members): OneHot => ({
    columns: members.map(({ column }) => column),
  }));
  return lists.map((columns) => ({
    columns,
    ...(oneHot.length > 0 && { oneHot }),
    ...(derived.length > 0 && { derived }),
  }));
}

/** What one column may be: several where its values lie apart. */
function columnRegions(allowed: Allowed | undefined, column: number, forest: CellForest): ColumnRegion[] {
  if (allowed === undefined) return [];
  const canMiss = allowed.missing && (forest.columns[column]?.missing ?? false);
  const only: ColumnRegion[] = canMiss ? [{ column, missing: 'only' }] : [];
  if (allowed.kind === 'texts') return [{ column, cells: cellsOf(allowed, column, forest) }];
  const { intervals } = allowed;
  const [first] = intervals;
  const missing = canMiss ? 'allowed' : 'never';
  if (intervals.length === 1 && first !== undefined) return [{ column, low: first.low, high: first.high, missing }];
  if (intervals.length > 1 && intervals.every(({ low, high }) => low === high))
    return [{ column, values: intervals.map(({ low }) => low), missing }];
  if (intervals.length === 0 && only.length === 0) return [{ column, values: [], missing: 'never' }];
  return [...intervals.map(({ low, high }): ColumnRegion => ({ column, low, high, missing: 'never' })), ...only];
}

/** Whether what follows is a whole number: a sum, a difference or a product of whole numbers, however it is rounded. */
function isWhole({ operation, of }: Derived, { columns }: CellForest): boolean {
  const whole = (column: number): boolean => {
    const { spacing, low } = columns[column] ?? { spacing: 'float64', low: [] };
    return typeof spacing === 'number' && Number.isInteger(spacing) && Number.isInteger(low[0]);
  };
  return operation !== 'ratio' && of.every(whole);
}

/** Of what a column may be, whole numbers alone. */
function wholeNumbers(regions: readonly ColumnRegion[], column: number): ColumnRegion[] {
  const left = regions.flatMap((region): ColumnRegion[] => {
    const { low, high, values } = region;
    if (values !== undefined) return [{ ...region, values: values.filter(Number.isInteger) }];
    if (low === undefined || high === undefined) return [region];
    const [first, last] = [Math.ceil(low), Math.floor(high)];
    return first <= last ? [{ ...region, low: first, high: last }] : [];
  });
  return left.length > 0 ? left : [{ column, values: [], missing: 'never' }];
}

/** Cells of a column of texts. `null` among the categories is any text that has no cell of its own. */
function cellsOf(
  { values, except, missing }: Extract<Allowed, { kind: 'texts' }>,
  column: number,
  forest: CellForest,
): number[] {
  const own = forest.columns[column];
  const categories = own?.categories ?? [];
  const cells = categories.flatMap((category, cell) => {
    if (category === null) {
      const other = values === null || values.some((value) => !categories.includes(value));
      return other ? [cell] : [];
    }
    const text = String(category);
    return (values === null || values.includes(text)) && !except.includes(text) ? [cell] : [];
  });
  return own?.missing === true && missing ? [...cells, own.cells - 1] : cells;
}

/** The cell of a record's text, or its number: what a distance is counted from. */
export function placeOf(value: Value, column: number, forest: CellForest): number {
  if (typeof value === 'number') return value;
  const own = forest.columns[column];
  if (value === null) return own === undefined ? -1 : own.cells - 1;
  const categories = own?.categories ?? [];
  const cell = categories.findIndex((category) => category !== null && String(category) === value);
  return cell >= 0 ? cell : categories.indexOf(null);
}

/** Just the value of a record. */
export function pointOf(value: Value): Allowed {
  if (value === null) return { kind: 'texts', values: [], except: [], missing: true };
  if (typeof value === 'string') return { kind: 'texts', values: [value], except: [], missing: false };
  if (Number.isNaN(value)) return { kind: 'numbers', intervals: [], missing: true };
  return { kind: 'numbers', intervals: [{ low: value, high: value }], missing: false };
}

const OPERATIONS: Readonly<Record<string, Derived['operation']>> = {
  '/': 'ratio',
  '*': 'product',
  '+': 'sum',
  '-': 'difference',
};

function derivedOf(feature: FeatureFact, names: Names): Derived {
  const [, left, sign, right] = /^\s*(.+?)\s*([/*+]|\s-\s)\s*(.+?)\s*$/.exec(feature.derived ?? '') ?? [];
  const operation = OPERATIONS[sign?.trim() ?? ''];
  if (left === undefined || right === undefined || operation === undefined)
    throw new Unsupported({
      en: `The formula of the derived feature "${feature.name}" is not modelled: ${feature.derived ?? ''}`,
      pt: `A fórmula da característica derivada "${feature.name}" não está modelada: ${feature.derived ?? ''}`,
    });
  return { column: feature.column, operation, of: [names.feature(left).column, names.feature(right).column] };
}
