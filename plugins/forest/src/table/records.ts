import { nearestNames } from '@ostiary/policy';
import { TableBroken } from './csv.js';
import { CellFault, type Flaw, meant, shown } from './flaw.js';
import { negative, readNumber } from './number.js';
import { gridOf, isCode, valueOf } from './region.js';
import type { Sheet, SheetRow } from './sheet.js';
import { type Named, readEpsilon, readNames } from './terms.js';
import type { Amount } from './number.js';
import type { FeatureFact } from './vocabulary.js';

/** The value of a cell as the model takes it: a number in the precision of its column (NaN: missing), or text (null: missing). */
export type Value = number | string | null;

/** One record: an input of the model that somebody has seen. */
export interface RecordRow {
  /** Its own, or its number from 1. */
  readonly id: string;
  /** Place among the rows, from 0. */
  readonly index: number;
  readonly line: number | null;
  /** By column of the model. */
  readonly values: readonly Value[];
  readonly expectedLabel: string | null;
  /** For how many cases it stands. */
  readonly weight: number;
  /** Columns that mean nothing here, as they were written. */
  readonly extra: Readonly<Record<string, string>>;
  /** How far may be looked around it, where the file says so. */
  readonly radius: readonly Named<Amount>[] | null;
  readonly vary: readonly string[] | null;
  /** What is wrong with it: then nothing is asked of it. */
  readonly flaws: readonly Flaw[];
}

const OWN = ['record_id', 'expected_label', 'weight', 'radius', 'vary'] as const;
const isOwn = (name: string): boolean => (OWN as readonly string[]).includes(name);

/**
 * Features named by the header of a file of records, where the model has names that nobody uses: as many columns as the model
 * has, none of which the model knows. Otherwise the features as they are.
 */
export function namedByRecords(
  features: readonly FeatureFact[],
  sheet: Pick<Sheet, 'columns'>,
): readonly FeatureFact[] {
  const names = sheet.columns.filter((name) => !isOwn(name));
  const known = new Set(features.map(({ name }) => name));
  if (names.length !== features.length || names.some((name) => known.has(name))) return features;
  return features.map((feature, at) => ({ ...feature, name: names[at] ?? feature.name }));
}

/**
 * Reads a file of records. Columns stand in any order; those that no feature is called come back with the record.
 * @throws TableBroken when a feature has no column: then it is no file of records of this model
 */
export function readRecords(sheet: Sheet, features: readonly FeatureFact[]): readonly RecordRow[] {
  const columns = new Set(sheet.columns);
  const lacking = features.filter(({ name }) => !columns.has(name));
  const [first] = lacking;
  if (first !== undefined) {
    const near = meant(
      nearestNames(
        first.name,
        sheet.columns.filter((name) => !isOwn(name)),
      ),
    );
    const others = lacking.length - 1;
    throw new TableBroken(
      'feature_missing',
      {
        en: `The header has no column "${shown(first.name)}"${others > 0 ? ` (nor ${others} more)` : ''}. A record needs a value for every feature.${near.en}`,
        pt: `O cabeçalho não tem a coluna "${shown(first.name)}"${others > 0 ? ` (nem outras ${others})` : ''}. Um registo precisa de um valor de cada característica.${near.pt}`,
      },
      sheet.place('').line ?? null,
    );
  }
  const known = new Set(features.map(({ name }) => name));
  const unknown = sheet.columns.filter((name) => !isOwn(name) && !known.has(name));
  const seen = new Set<string>();
  return sheet.rows.map((row) => {
    const read = readRecord(row, features, unknown);
    if (!seen.has(read.id)) {
      seen.add(read.id);
      return read;
    }
    const flaw: Flaw = {
      slug: 'record_id_twice',
      column: 'record_id',
      ...row.place('record_id'),
      words: {
        en: `Another record is called "${shown(read.id)}".`,
        pt: `Outro registo chama-se "${shown(read.id)}".`,
      },
    };
    return { ...read, flaws: [...read.flaws, flaw] };
  });
}

function readRecord(row: SheetRow, features: readonly FeatureFact[], unknown: readonly string[]): RecordRow {
  const flaws: Flaw[] = [];
  const attempt = <T>(column: string, read: (text: string) => T, otherwise: T): T => {
    const text = row.cell(column);
    if (text.trim() === '') return otherwise;
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      flaws.push({ slug: error.slug, words: error.words, column, ...row.place(column) });
      return otherwise;
    }
  };
  if (row.surplus > 0) flaws.push({ ...SURPLUS, column: null, ...row.place(null) });
  const values = features.map((feature): Value => {
    const text = row.cell(feature.name);
    const empty = text.trim() === '';
    if (!empty && !isNaN(text)) return attempt(feature.name, (own) => given(own, feature), Number.NaN);
    const value = missing(feature);
    if (value === undefined) flaws.push(notMissing(feature, row));
    return value ?? (feature.precision === 'text' ? null : Number.NaN);
  });
  const place = row.place(null);
  return {
    id: row.cell('record_id').trim() || String(row.index + 1),
    index: row.index,
    line: place.line ?? null,
    values,
    expectedLabel: row.cell('expected_label').trim() || null,
    weight: attempt('weight', weightOf, 1),
    extra: Object.fromEntries(unknown.map((name) => [name, row.cell(name)])),
    radius: attempt<readonly Named<Amount>[] | null>('radius', readEpsilon, null),
    vary: attempt<readonly string[] | null>('vary', readNames, null),
    flaws,
  };
}

function weightOf(text: string): number {
  const weight = readNumber(text);
  if (weight >= 0) return Math.abs(weight);
  throw negative(text.trim());
}

const SURPLUS = {
  slug: 'cells_surplus',
  words: {
    en: 'The row has more cells than the header.',
    pt: 'A linha tem mais células do que o cabeçalho.',
  },
} as const;

/** As programs write what is no number. */
const isNaN = (text: string): boolean => /^nan$/i.test(text.trim());

/** The value of an empty cell; undefined where the feature is never missing. */
function missing({ missing: how, precision }: FeatureFact): Value | undefined {
  if (how === 'never') return undefined;
  if (how === 'allow') return precision === 'text' ? null : Number.NaN;
  return how.code;
}

function notMissing({ name }: FeatureFact, row: SheetRow): Flaw {
  return {
    slug: 'value_missing',
    column: name,
    ...row.place(name),
    words: {
      en: `"${shown(name)}" has no value, but the schema does not allow it to be missing.`,
      pt: `"${shown(name)}" não tem valor, mas o esquema não permite que falte.`,
    },
  };
}

/** What a cell says of a feature, within what the schema lets it be. */
function given(text: string, feature: FeatureFact): Value {
  if (feature.precision === 'text') {
    if (feature.values === null || feature.values.includes(text)) return text;
    const near = meant(nearestNames(text, feature.values));
    throw new CellFault('value_unknown', {
      en: `"${shown(text)}" is not a value of "${shown(feature.name)}".${near.en}`,
      pt: `"${shown(text)}" não é um valor de "${shown(feature.name)}".${near.pt}`,
    });
  }
  const value = valueOf(text, feature);
  if (isCode(feature, value)) return value;
  const { min, max } = feature;
  if ((min !== null && value < min) || (max !== null && value > max))
    throw new CellFault('value_out_of_bounds', {
      en: `${shown(text)} is outside the bounds that the schema gives for "${shown(feature.name)}".`,
      pt: `${shown(text)} está fora dos limites que o esquema dá a "${shown(feature.name)}".`,
    });
  if (feature.values !== null && !feature.values.some((each) => valueOf(each, feature) === value))
    throw new CellFault('value_unknown', {
      en: `${shown(text)} is not a value of "${shown(feature.name)}".`,
      pt: `${shown(text)} não é um valor de "${shown(feature.name)}".`,
    });
  const grid = gridOf(feature);
  if (grid !== null && grid.from(value) !== value)
    throw new CellFault('value_off_step', {
      en: `${shown(text)} does not lie on a step of "${shown(feature.name)}" (${grid.step}).`,
      pt: `${shown(text)} não fica num passo de "${shown(feature.name)}" (${grid.step}).`,
    });
  return value;
}
