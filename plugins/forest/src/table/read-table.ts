import { nearestNames } from '@ostiary/policy';
import { TableBroken } from './csv.js';
import { shown } from './flaw.js';
import type { TableRow } from './property.js';
import { COLUMNS } from './columns.js';
import { readProperty } from './read-property.js';
import type { Sheet } from './sheet.js';
import { Names, type Vocabulary } from './vocabulary.js';

/**
 * Reads a table of properties. A row that is wrong says so, and stops no other.
 * @throws TableBroken when it is no table of properties at all
 */
export function readTable(sheet: Sheet, vocabulary: Vocabulary): readonly TableRow[] {
  if (!sheet.columns.includes('kind')) {
    const near = nearestNames('kind', sheet.columns);
    throw new TableBroken(
      'column_missing',
      {
        en: `A table of properties needs a column "kind". This one has ${sheet.columns.slice(0, 8).map(shown).join(', ')}.${near[0] === undefined ? '' : ` Is it "${shown(near[0])}"?`}`,
        pt: `Uma tabela de propriedades precisa da coluna "kind". Esta tem ${sheet.columns.slice(0, 8).map(shown).join(', ')}.${near[0] === undefined ? '' : ` É "${shown(near[0])}"?`}`,
      },
      sheet.place('kind').line ?? null,
    );
  }
  if (sheet.rows.length === 0)
    throw new TableBroken(
      'table_empty',
      { en: 'The table has no rows.', pt: 'A tabela não tem linhas.' },
      sheet.place('kind').line ?? null,
    );
  const names = new Names(vocabulary);
  const unknown = sheet.columns.filter((name) => !(COLUMNS as readonly string[]).includes(name));
  const seen = new Set<string>();
  return sheet.rows.map((row) => {
    const extra = Object.fromEntries(unknown.map((name) => [name, row.cell(name)]));
    const read = readProperty(row, names, extra);
    if (!seen.has(read.id)) {
      seen.add(read.id);
      return read;
    }
    const words = { en: `Another row is called "${shown(read.id)}".`, pt: `Outra linha chama-se "${shown(read.id)}".` };
    const flaw = { slug: 'id_twice', words, column: 'id', ...row.place('id') };
    return { ...read, property: null, empty: null, flaws: [...read.flaws, flaw] };
  });
}
