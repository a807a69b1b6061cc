import type { PreparedPolicy } from '@ostiary/guard';
import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { type ColumnProblem, readHeader, type Target } from '../../csv/columns.js';
import { chunksOf, CsvBroken, readCsv, RECORD_MAX_LENGTH } from '../../csv/read.js';
import { type BatchInput, type CsvInput, MAX_ROWS } from './request.js';

/** What is known of a table before its rows are decided. */
export interface TableShape {
  readonly rows: number;
  /** Where the columns of a CSV table go; null for JSON rows. */
  readonly targets: readonly Target[] | null;
}

/**
 * Reads a table once through: counts its rows and checks that CSV is CSV and has known columns. Rows are not judged.
 * @throws ProblemError `invalid_request`
 */
export async function shapeOf(rows: BatchInput['rows'], { tests }: Pick<PreparedPolicy, 'tests'>): Promise<TableShape> {
  if (rows === undefined) {
    if (tests.length === 0) throw invalid([TESTS_MISSING]);
    return { rows: tests.length, targets: null };
  }
  return Array.isArray(rows) ? { rows: rows.length, targets: null } : shapeOfCsv(rows);
}

const TESTS_MISSING: ProblemItem = {
  pointer: '/rows',
  slug: 'tests_missing',
  detail: {
    en: 'There are no rows, and the policy has no tests of its own.',
    pt: 'Não há linhas, e a política não tem testes seus.',
  },
};

/** Where the columns of a CSV table go: its header is read, and nothing below it. */
export async function targetsOf({ csv, columns }: CsvInput): Promise<readonly Target[]> {
  for await (const { cells } of readCsv(chunksOf(csv))) return headerOf(cells, columns);
  return [];
}

async function shapeOfCsv({ csv, columns }: CsvInput): Promise<TableShape> {
  let targets: readonly Target[] | null = null;
  let rows = 0;
  try {
    for await (const { cells } of readCsv(chunksOf(csv))) {
      if (targets === null) targets = headerOf(cells, columns);
      else rows += 1;
    }
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error;
    throw invalid([brokenItem(error)]);
  }
  if (targets === null || rows === 0)
    throw invalid([
      item('rows_missing', 'The table has no rows below its header.', 'A tabela não tem linhas abaixo do cabeçalho.'),
    ]);
  if (rows > MAX_ROWS)
    throw invalid([
      item(
        'too_many_rows',
        `The table has ${rows} rows, at most ${MAX_ROWS} are taken.`,
        `A tabela tem ${rows} linhas; são aceites no máximo ${MAX_ROWS}.`,
      ),
    ]);
  return { rows, targets };
}

/** What csv-parse found, in words. */
const BROKEN: ReadonlyMap<string, readonly [en: string, pt: string]> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', ['a quote is never closed', 'umas aspas nunca são fechadas']],
  [
    'INVALID_OPENING_QUOTE',
    [
      'a quote stands inside a cell that is not quoted; quote the whole cell and write `""` for a quote in it',
      'há aspas dentro de uma célula sem aspas; ponha a célula inteira entre aspas e escreva `""` para aspas dentro dela',
    ],
  ],
  ['CSV_INVALID_CLOSING_QUOTE', ['text follows a closing quote', 'há texto depois das aspas que fecham']],
  [
    'CSV_MAX_RECORD_SIZE',
    [
      `a record is longer than ${RECORD_MAX_LENGTH} characters; perhaps a quote is never closed`,
      `um registo tem mais de ${RECORD_MAX_LENGTH} caracteres; talvez umas aspas nunca sejam fechadas`,
    ],
  ],
]);

function brokenItem({ line, code }: CsvBroken): ProblemItem {
  const [en, pt] = BROKEN.get(code) ?? [code, code];
  return item(
    'csv_broken',
    `The CSV cannot be read from line ${line} on: ${en}.`,
    `O CSV não pode ser lido a partir da linha ${line}: ${pt}.`,
  );
}

/** Spreadsheets of many countries write another sign; what they write would be one column with a strange name. */
const OTHER_DELIMITER = /[;\t|]/;

function delimiterItems(names: readonly string[], renames: ReadonlyMap<string, string>): readonly ProblemItem[] {
  const [only = '', ...others] = names;
  const sign = others.length === 0 && !renames.has(only) ? OTHER_DELIMITER.exec(only)?.[0] : undefined;
  if (sign === undefined) return [];
  const shown = sign === '\t' ? '\\t' : sign;
  return [
    item(
      'delimiter_unknown',
      `The header has \`${shown}\` and no comma: columns must be separated by commas.`,
      `O cabeçalho tem \`${shown}\` e nenhuma vírgula: as colunas têm de ser separadas por vírgulas.`,
    ),
  ];
}

function headerOf(names: readonly string[], columns: CsvInput['columns']): readonly Target[] {
  const renames = new Map(Object.entries(columns ?? {}));
  const delimiter = delimiterItems(names, renames);
  if (delimiter.length > 0) throw invalid(delimiter);
  const { targets, problems } = readHeader(names, renames);
  const missing = [...renames.keys()].filter((name) => !names.includes(name));
  const items = [
    ...problems.map(columnItem),
    ...missing.map((name) =>
      item(
        'column_missing',
        `No column is named \`${short(name)}\`.`,
        `Nenhuma coluna se chama \`${short(name)}\`.`,
        '/rows/columns',
      ),
    ),
  ];
  if (items.length > 0) throw invalid(items);
  return targets;
}

function columnItem({ name, fault, whole = '' }: ColumnProblem): ProblemItem {
  if (fault === 'overlap')
    return item(
      'column_overlaps',
      `Column \`${short(name)}\` is a part of what column \`${short(whole)}\` holds: give the whole or its parts.`,
      `A coluna \`${short(name)}\` é parte do que a coluna \`${short(whole)}\` contém: dê o todo ou as partes.`,
    );
  return fault === 'twice'
    ? item('column_twice', `Two columns hold \`${short(name)}\`.`, `Duas colunas contêm \`${short(name)}\`.`)
    : item(
        'column_unknown',
        `Column \`${short(name)}\` is not known: columns are tool, custom_id, expected, now, labels, arguments.NAME, principal.NAME, session.NAME.`,
        `A coluna \`${short(name)}\` não é conhecida: as colunas são tool, custom_id, expected, now, labels, arguments.NOME, principal.NOME, session.NOME.`,
      );
}

function item(slug: string, en: string, pt: string, pointer = '/rows/csv'): ProblemItem {
  return { pointer, slug, detail: { en, pt } };
}

function invalid(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('invalid_request', { errors });
}

function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
