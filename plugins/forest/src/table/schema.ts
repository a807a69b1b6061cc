import { nearestNames } from '@ostiary/policy';
import { CellFault, type Flaw, meant, shown, type Words } from './flaw.js';
import { readNumber } from './number.js';
import { split, unquoted } from './split.js';
import { FEATURE_TYPES, type FeatureFact } from './vocabulary.js';
import type { Sheet, SheetRow } from './sheet.js';

/** What the model says of its columns. */
export interface ModelColumn {
  readonly name: string;
  readonly type: 'float32' | 'float64' | 'int32' | 'int64' | 'bool' | 'string';
  /** Where the model fails on some values of the type: the values that it takes, and whether one may be missing. */
  readonly takes?: { readonly values?: readonly (string | number)[]; readonly missing?: false };
}

const COLUMNS = [
  'name',
  'position',
  'type',
  'group',
  'min',
  'max',
  'step',
  'values',
  'missing',
  'unit',
  'mutable',
  'protected',
  'cost_per_unit',
  'derived',
] as const;
type SchemaColumn = (typeof COLUMNS)[number];

/** Precision in which a column of the model takes its values. */
const precisionOf = (type: ModelColumn['type']): FeatureFact['precision'] =>
  type === 'string' ? 'text' : type === 'float32' || type === 'float64' ? type : 'int64';

const OWN_TYPES = {
  float32: 'float',
  float64: 'float',
  int32: 'int',
  int64: 'int',
  bool: 'bool',
  string: 'enum',
} as const satisfies Readonly<Record<ModelColumn['type'], FeatureFact['type']>>;

/** A feature of which nothing is said but what the model says. */
export function bareFeature({ name, type, takes }: ModelColumn, column: number): FeatureFact {
  return {
    name,
    column,
    precision: precisionOf(type),
    type: OWN_TYPES[type],
    group: null,
    min: type === 'int32' ? -(2 ** 31) : null,
    max: type === 'int32' ? 2 ** 31 - 1 : null,
    step: null,
    missing: 'never',
    values: takes?.values?.map(String) ?? null,
    unit: null,
    mutable: 'yes',
    protected: false,
    cost: 1,
    derived: null,
  };
}

/**
 * Reads a schema of features: each row is one column of the model, found by `position` (from 0) or, without it, by `name`.
 * Columns of the model that no row names stay as the model has them.
 * @returns all that is wrong, instead of features, when anything is
 */
export function readSchema(
  sheet: Sheet,
  model: readonly ModelColumn[],
): { readonly features: readonly FeatureFact[]; readonly flaws: readonly Flaw[] } {
  const flaws: Flaw[] = unknownColumns(sheet);
  if (!sheet.columns.includes('name')) flaws.push({ slug: 'column_missing', column: null, line: 1, words: NO_NAME });
  const features = model.map(bareFeature);
  const taken = new Set<number>();
  for (const row of sheet.rows) {
    const reader = new RowReader(row, flaws);
    const column = positionOf(reader, model, sheet.rows);
    const own = model[column ?? -1];
    if (column === null || own === undefined) continue;
    if (taken.has(column)) reader.flaw('position', POSITION_TWICE);
    taken.add(column);
    features[column] = reader.feature(own, column);
  }
  const names = new Set<string>();
  for (const { name } of features) {
    if (names.has(name))
      flaws.push({
        slug: 'feature_twice',
        column: 'name',
        words: {
          en: `Two columns of the model are called "${shown(name)}".`,
          pt: `Duas colunas do modelo chamam-se "${shown(name)}".`,
        },
      });
    names.add(name);
  }
  return { features, flaws };
}

const NO_NAME: Words = {
  en: 'The header has no column "name". A schema needs the name of each feature.',
  pt: 'O cabeçalho não tem a coluna "name". Um esquema precisa do nome de cada característica.',
};
const POSITION_TWICE = new CellFault('position_twice', {
  en: 'Another row is about the same column of the model.',
  pt: 'Outra linha trata da mesma coluna do modelo.',
});

function unknownColumns(sheet: Sheet): Flaw[] {
  return sheet.columns
    .filter((name) => !(COLUMNS as readonly string[]).includes(name))
    .map((name): Flaw => {
      const near = meant(nearestNames(name, COLUMNS));
      return {
        slug: 'column_unknown',
        column: name,
        ...sheet.place(name),
        words: {
          en: `A schema has no column "${shown(name)}".${near.en}`,
          pt: `Um esquema não tem a coluna "${shown(name)}".${near.pt}`,
        },
      };
    });
}

function positionOf(reader: RowReader, model: readonly ModelColumn[], rows: readonly SheetRow[]): number | null {
  const name = reader.text('name');
  if (name === '') {
    reader.flaw(
      'name',
      new CellFault('cell_empty', { en: 'The feature needs a name.', pt: 'A característica precisa de um nome.' }),
    );
    return null;
  }
  const given = reader.read('position', (text) => readNumber(text, 'int64'));
  if (given !== null) {
    if (given >= 0 && given < model.length) return given;
    reader.flaw(
      'position',
      new CellFault('position_unknown', {
        en: `The model has ${model.length} columns, so positions run from 0 to ${model.length - 1}.`,
        pt: `O modelo tem ${model.length} colunas, e as posições vão de 0 a ${model.length - 1}.`,
      }),
    );
    return null;
  }
  const found = model.findIndex((column) => column.name === name);
  if (found >= 0) return found;
  // A model without names of its own: rows stand in the order of its columns.
  if (rows.length === model.length && model.every((column) => !rows.some((row) => row.cell('name') === column.name)))
    return reader.index;
  const near = meant(
    nearestNames(
      name,
      model.map((column) => column.name),
    ),
  );
  reader.flaw(
    'name',
    new CellFault('feature_unknown', {
      en: `The model has no column "${shown(name)}", and the row gives no position.${near.en}`,
      pt: `O modelo não tem a coluna "${shown(name)}", e a linha não dá uma posição.${near.pt}`,
    }),
  );
  return null;
}

/** One row, its cells read with their faults noted. */
class RowReader {
  constructor(
    private readonly row: SheetRow,
    private readonly flaws: Flaw[],
  ) {}

  get index(): number {
    return this.row.index;
  }

  text(column: SchemaColumn): string {
    return this.row.cell(column).trim();
  }

  flaw(column: SchemaColumn, { slug, words }: CellFault): void {
    this.flaws.push({ slug, words, column, ...this.row.place(column) });
  }

  /** Null for a cell that is empty or faulty. */
  read<T>(column: SchemaColumn, read: (text: string) => T): T | null {
    const text = this.text(column);
    if (text === '') return null;
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      this.flaw(column, error);
      return null;
    }
  }

  feature(model: ModelColumn, column: number): FeatureFact {
    const bare = bareFeature(model, column);
    const number = (text: string): number => readNumber(text, bare.precision === 'text' ? 'float64' : bare.precision);
    const type = this.read('type', (text) => oneOf(text, FEATURE_TYPES)) ?? bare.type;
    const [min, max] = [inner(this.read('min', number), bare.min, 1), inner(this.read('max', number), bare.max, -1)];
    if (min !== null && max !== null && min > max) this.flaw('max', MIN_ABOVE_MAX);
    const fits = bare.precision === 'text' ? type === 'enum' || type === 'ordinal' : true;
    if (!fits) this.flaw('type', TEXT_COLUMN);
    const group = this.text('group') === '' ? null : this.text('group');
    if (type === 'onehot' && group === null) this.flaw('group', NO_GROUP);
    return {
      ...bare,
      name: this.text('name'),
      type,
      group,
      min,
      max,
      step: this.read('step', (text) => positive(readNumber(text))),
      values: this.read('values', (text) => takenValues(split(text, '|').map(unquoted), bare)) ?? bare.values,
      missing: this.read('missing', (text) => takenMissing(missingOf(text, number), model, bare)) ?? 'never',
      unit: this.text('unit') === '' ? null : this.text('unit'),
      mutable: this.read('mutable', (text) => oneOf(text, ['yes', 'no', 'up', 'down'] as const)) ?? 'yes',
      protected: this.read('protected', (text) => oneOf(text, ['yes', 'no'] as const)) === 'yes',
      cost: this.read('cost_per_unit', (text) => positive(readNumber(text))) ?? 1,
      derived: this.text('derived') === '' ? null : this.text('derived'),
    };
  }
}

/** The bound that allows less: of the schema, or of what the model takes. */
const inner = (said: number | null, own: number | null, way: 1 | -1): number | null =>
  said === null || own === null ? (said ?? own) : way * Math.max(way * said, way * own);

/** Values of the schema, each of which the model takes. */
function takenValues(values: readonly string[], { precision, values: own }: FeatureFact): readonly string[] {
  const takes = (value: string): boolean =>
    own === null || own.includes(precision === 'text' ? value : String(readNumber(value, precision)));
  const other = values.find((value) => !takes(value));
  if (other === undefined) return values;
  const near = meant(nearestNames(other, own ?? []));
  throw new CellFault('value_not_taken', {
    en: `The model fails on "${shown(other)}". It knows ${own?.length ?? 0} values here.${near.en}`,
    pt: `O modelo falha com "${shown(other)}". Conhece aqui ${own?.length ?? 0} valores.${near.pt}`,
  });
}

function takenMissing(
  missing: FeatureFact['missing'],
  { takes }: ModelColumn,
  { min, max, values }: FeatureFact,
): FeatureFact['missing'] {
  const fails =
    missing === 'allow'
      ? takes?.missing === false || values !== null
      : missing !== 'never' &&
        ((min !== null && missing.code < min) ||
          (max !== null && missing.code > max) ||
          (values !== null && !values.includes(String(missing.code))));
  if (!fails) return missing;
  throw new CellFault('missing_not_taken', {
    en: 'The model fails on a missing value here.',
    pt: 'O modelo falha aqui com um valor em falta.',
  });
}

const MIN_ABOVE_MAX = new CellFault('bounds_crossed', {
  en: 'The maximum is below the minimum.',
  pt: 'O máximo está abaixo do mínimo.',
});
const TEXT_COLUMN = new CellFault('type_of_text', {
  en: 'The model takes text here. Use the type enum.',
  pt: 'O modelo recebe texto aqui. Use o tipo enum.',
});
const NO_GROUP = new CellFault('group_missing', {
  en: 'A one-hot feature needs a group.',
  pt: 'Uma característica one-hot precisa de um grupo.',
});

function positive(value: number): number {
  if (value > 0) return value;
  throw new CellFault('number_not_positive', { en: 'It must be above zero.', pt: 'Tem de ser maior do que zero.' });
}

function oneOf<T extends string>(text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text.toLowerCase());
  if (found !== undefined) return found;
  const near = meant(nearestNames(text, words));
  throw new CellFault('word_unknown', {
    en: `"${shown(text)}" is not one of ${words.join(', ')}.${near.en}`,
    pt: `"${shown(text)}" não é nenhum de ${words.join(', ')}.${near.pt}`,
  });
}

/** `allow`, `never`, or the number that stands for a missing value: `code -999`. */
function missingOf(text: string, number: (text: string) => number): FeatureFact['missing'] {
  const [, code] = /^(?:code)?\s*[:= ]?\s*([+-]?[\d.].*)$/i.exec(text) ?? [];
  return code === undefined ? oneOf(text, ['allow', 'never'] as const) : { code: number(code) };
}
