import { nearestNames } from '@ostiary/policy';
import { LABEL, readWhere, type Where } from './conditions.js';
import { CellFault, type Flaw, meant, shown } from './flaw.js';
import { readNumber } from './number.js';
import { type Kind, KINDS, type Property, SEVERITIES, type TableRow } from './property.js';
import { emptiness, regionOf } from './region.js';
import type { SheetRow } from './sheet.js';
import {
  type Named,
  readCosts,
  readCount,
  readDirections,
  readDistance,
  readEpsilon,
  readExpect,
  readNames,
  readOutput,
  readTolerance,
} from './terms.js';
import type { PropertyColumn } from './columns.js';
import { needsOf } from './needs.js';
import { boundsOf, type SumBound } from './sums.js';
import type { FeatureFact, Names } from './vocabulary.js';

/** Whatever is wrong with a row is said of that row: the others are asked all the same. */
export function readProperty(row: SheetRow, names: Names, extra: Readonly<Record<string, string>>): TableRow {
  const flaws: Flaw[] = [];
  const cell = (column: PropertyColumn): string => row.cell(column).trim();
  const flaw = (column: PropertyColumn | null, { slug, words }: Pick<CellFault, 'slug' | 'words'>): void =>
    void flaws.push({ slug, words, column, ...row.place(column) });
  const read = <T>(column: PropertyColumn, reader: (text: string) => T): T | null => {
    const text = cell(column);
    if (text === '') return null;
    try {
      return reader(text);
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      flaw(column, error);
      return null;
    }
  };
  const severity = read('severity', (text) => word(text, SEVERITIES)) ?? 'major';
  const told = {
    index: row.index,
    line: row.place(null).line ?? null,
    id: cell('id') || `row-${row.index + 1}`,
    kind: cell('kind'),
    title: cell('title'),
    severity,
    note: cell('note'),
    extra,
  };
  if (row.surplus > 0) flaw(null, SURPLUS);
  if (told.kind === '') flaw('kind', NO_KIND);
  const kind = read('kind', (text) => word(text, KINDS));
  const where = read('where', (text) => readWhere(text, names)) ?? { records: false, conditions: [] };
  const region = read('where', () => regionOf(onFeatures(where), names)) ?? regionOf([], names);
  const sums = read('where', () => sumsOf(where, names)) ?? [];
  const columns = new Columns(names);
  const vary = read('vary', (text) => columns.several(readNames(text)));
  const fixed = read('fixed', (text) => columns.several(readNames(text))) ?? [];
  const epsilon = read('epsilon', (text) => columns.map(readEpsilon(text)));
  const output = read('output', readOutput) ?? { kind: 'label' as const };
  const expect = read('expect', readExpect);
  const property: Omit<Property, 'kind'> = {
    id: told.id,
    title: told.title,
    severity,
    note: told.note,
    where,
    region,
    sums,
    free: freeOf(names.vocabulary.features, vary, fixed, epsilon),
    epsilon,
    protected: read('protected', (text) => columns.several(readNames(text))) ?? protectedOf(kind, names),
    direction: read('direction', (text) => columns.map(readDirections(text))) ?? new Map(),
    compareModel: cell('compare_model') || null,
    output,
    expect,
    tolerance: read('tolerance', readTolerance),
    distance: read('distance', readDistance),
    cost: read('cost', (text) => columns.map(readCosts(text))) ?? new Map(),
    maxChanges: read('max_changes', readCount),
    budgetSeconds: read('budget_s', (text) => readNumber(text)),
  };
  if (flaws.length === 0) for (const { column, fault } of immutable(cell, columns)) flaw(column, fault);
  // A cell that could not be read is not also said to be empty.
  const faulty = new Set(flaws.map(({ column }) => column));
  const needs = kind === null ? [] : needsOf({ ...property, kind }, names).filter(({ column }) => !faulty.has(column));
  for (const { column, fault } of needs) flaw(column, fault);
  const empty = where.records ? null : emptiness(region, names);
  return {
    ...told,
    property: flaws.length > 0 || kind === null ? null : { ...property, kind },
    flaws,
    empty: flaws.length > 0 ? null : empty,
  };
}

const SURPLUS = {
  slug: 'cells_surplus',
  words: {
    en: 'The row has more cells than the header. Put a cell with commas in quotes.',
    pt: 'A linha tem mais células do que o cabeçalho. Ponha entre aspas uma célula com vírgulas.',
  },
};
const NO_KIND = {
  slug: 'cell_empty',
  words: { en: 'The row does not say what kind of property it is.', pt: 'A linha não diz que tipo de propriedade é.' },
};

const onFeatures = ({ records, conditions }: Where): Where['conditions'] =>
  records ? conditions.filter(({ name }) => name !== LABEL) : conditions;

const sumsOf = ({ conditions }: Where, names: Names): SumBound[] =>
  conditions.flatMap((condition) => (condition.kind === 'sum' ? boundsOf(condition, names) : []));

function word<T extends string>(text: string, words: readonly T[]): T {
  const found = words.find((each) => each === text.toLowerCase());
  if (found !== undefined) return found;
  const near = meant(nearestNames(text, words));
  const known = words.join(', ');
  throw new CellFault('word_unknown', {
    en: `"${shown(text)}" is not one of ${known}.${near.en}`,
    pt: `"${shown(text)}" não é nenhum de ${known}.${near.pt}`,
  });
}

/** Names of features turned into columns of the model. */
class Columns {
  constructor(private readonly names: Names) {}

  several(list: readonly string[]): number[] {
    const columns = list.flatMap((name) => this.names.several(name).map(({ column }) => column));
    return [...new Set(columns)].toSorted((a, b) => a - b);
  }

  /** The features that are named, and not only meant by "all". */
  named(list: readonly string[]): FeatureFact[] {
    return list.filter((name) => name !== '*').flatMap((name) => this.names.several(name));
  }

  /** What is said of one feature goes before what is said of its group, and that before what is said of all. */
  map<T>(list: readonly Named<T>[]): ReadonlyMap<number, T> {
    const breadth = (name: string): number => (name === '*' ? 2 : this.names.several(name).length > 1 ? 1 : 0);
    const rising = list.map((each) => ({ ...each, breadth: breadth(each.name) }));
    rising.sort((a, b) => b.breadth - a.breadth);
    return new Map(
      rising.flatMap(({ name, value }) => this.names.several(name).map(({ column }) => [column, value] as const)),
    );
  }
}

/** A row about protected features that names none is about those of the schema. */
const protectedOf = (kind: Kind | null, { vocabulary }: Names): number[] =>
  kind === 'protected_flip' || kind === 'protected_gap'
    ? vocabulary.features.filter((feature) => feature.protected).map(({ column }) => column)
    : [];

/** What may change: what `vary` names, or what has a tolerance, or everything that the schema lets change; never what is fixed. */
function freeOf(
  features: readonly FeatureFact[],
  vary: readonly number[] | null,
  fixed: readonly number[],
  epsilon: ReadonlyMap<number, { readonly value: number }> | null,
): number[] {
  const named = vary ?? (epsilon === null ? null : [...epsilon].filter(([, { value }]) => value > 0).map(([at]) => at));
  const free = named ?? features.map(({ column }) => column);
  return free
    .filter((column) => !fixed.includes(column) && features[column]?.mutable !== 'no')
    .toSorted((a, b) => a - b);
}

interface ColumnFault {
  readonly column: PropertyColumn;
  readonly fault: CellFault;
}

/** What a row lets change by name, the schema must let change. */
function immutable(cell: (column: PropertyColumn) => string, columns: Columns): ColumnFault[] {
  const vary = columns.named(readNames(cell('vary')));
  const tolerant = readEpsilon(cell('epsilon')).filter(({ value }) => value.value > 0);
  const found = [
    ...vary.map((feature) => ({ column: 'vary' as const, feature })),
    ...columns.named(tolerant.map(({ name }) => name)).map((feature) => ({ column: 'epsilon' as const, feature })),
  ];
  return found.flatMap(({ column, feature: { mutable, name } }) => {
    if (mutable !== 'no') return [];
    const words = {
      en: `The schema says that "${shown(name)}" never changes.`,
      pt: `O esquema diz que "${shown(name)}" nunca muda.`,
    };
    return [{ column, fault: new CellFault('feature_immutable', words) }];
  });
}
