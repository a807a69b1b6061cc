import type { PreparedPolicy } from '@ostiary/guard';
import { type InputFile, ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { type ColumnProblem, readHeader, type Target } from '../../csv/columns.js';
import { chunksOf, CsvBroken, readCsv, RECORD_MAX_LENGTH } from '../../csv/read.js';
import type { OpenFile } from '@ostiary/policy-modes';
import { isCsv, jsonRowsOf, piecesOf } from './file-rows.js';
import { type BatchInput, type CsvInput, MAX_FILE_ROWS, MAX_ROWS } from './request.js';
import { type RowFile, sourceOf } from './source.js';

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
export async function shapeOf(
  rows: BatchInput['rows'],
  { tests }: Pick<PreparedPolicy, 'tests'>,
  open: OpenFile,
): Promise<TableShape> {
  const source = sourceOf(rows);
  switch (source.kind) {
    case 'tests':
      if (tests.length === 0) throw invalid([TESTS_MISSING]);
      return { rows: tests.length, targets: null };
    case 'json':
      return { rows: source.rows.length, targets: null };
    case 'csv':
      return shapeOfCsv(chunksOf(source.text), source.columns, '/rows/csv', MAX_ROWS);
    case 'file':
      return shapeOfFile(await open(source.file), source);
  }
}

async function shapeOfFile(file: InputFile, { csv, pointer }: RowFile): Promise<TableShape> {
  if (isCsv(file)) return shapeOfCsv(piecesOf(file), csv?.columns, pointer, MAX_FILE_ROWS);
  if (csv === null) return shapeOfJson(file);
  throw invalid([
    item(
      'not_csv',
      'The file was uploaded as JSON, not as `text/csv`: name it in `rows` itself.',
      'O ficheiro foi enviado como JSON, não como `text/csv`: indique-o no próprio `rows`.',
      pointer,
    ),
  ]);
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
export async function targetsOf(
  pieces: Iterable<string> | AsyncIterable<string>,
  columns: CsvInput['columns'],
): Promise<readonly Target[]> {
  for await (const { cells } of readCsv(pieces)) return headerOf(cells, columns, '/rows');
  return [];
}

async function shapeOfJson(file: InputFile): Promise<TableShape> {
  let rows = 0;
  for await (const _row of jsonRowsOf(file)) {
    rows += 1;
    if (rows > MAX_FILE_ROWS) throw invalid([tooMany(MAX_FILE_ROWS, '/rows')]);
  }
  if (rows === 0) throw invalid([item('rows_missing', 'The file has no rows.', 'O ficheiro não tem linhas.', '/rows')]);
  return { rows, targets: null };
}

function tooMany(most: number, pointer: string): ProblemItem {
  return item(
    'too_many_rows',
    `The table has more than ${most} rows.`,
    `A tabela tem mais de ${most} linhas.`,
    pointer,
  );
}

async function shapeOfCsv(
  pieces: Iterable<string> | AsyncIterable<string>,
  columns: CsvInput['columns'],
  pointer: string,
  most: number,
): Promise<TableShape> {
  let targets: readonly Target[] | null = null;
  let rows = 0;
  try {
    for await (const { cells } of readCsv(pieces)) {
      if (targets === null) targets = headerOf(cells, columns, pointer);
      else rows += 1;
      if (rows > most) throw invalid([tooMany(most, pointer)]);
    }
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error;
    throw invalid([brokenItem(error, pointer)]);
  }
  if (targets === null || rows === 0)
    throw invalid([
      item(
        'rows_missing',
        'The table has no rows below its header.',
        'A tabela não tem linhas abaixo do cabeçalho.',
        pointer,
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

function brokenItem({ line, code }: CsvBroken, pointer: string): ProblemItem {
  const [en, pt] = BROKEN.get(code) ?? [code, code];
  return item(
    'csv_broken',
    `The CSV cannot be read from line ${line} on: ${en}.`,
    `O CSV não pode ser lido a partir da linha ${line}: ${pt}.`,
    pointer,
  );
}

/** Spreadsheets of many countries write another sign; what they write would be one column with a strange name. */
const OTHER_DELIMITER = /[;\t|]/;

function delimiterItems(
  names: readonly string[],
  renames: ReadonlyMap<string, string>,
  pointer: string,
): readonly ProblemItem[] {
  const [only = '', ...others] = names;
  const sign = others.length === 0 && !renames.has(only) ? OTHER_DELIMITER.exec(only)?.[0] : undefined;
  if (sign === undefined) return [];
  const shown = sign === '\t' ? '\\t' : sign;
  return [
    item(
      'delimiter_unknown',
      `The header has \`${shown}\` and no comma: columns must be separated by commas.`,
      `O cabeçalho tem \`${shown}\` e nenhuma vírgula: as colunas têm de ser separadas por vírgulas.`,
      pointer,
    ),
  ];
}

function headerOf(names: readonly string[], columns: CsvInput['columns'], pointer: string): readonly Target[] {
  const renames = new Map(Object.entries(columns ?? {}));
  const delimiter = delimiterItems(names, renames, pointer);
  if (delimiter.length > 0) throw invalid(delimiter);
  const { targets, problems } = readHeader(names, renames);
  const missing = [...renames.keys()].filter((name) => !names.includes(name));
  const items = [
    ...problems.map((problem) => columnItem(problem, pointer)),
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

function columnItem({ name, fault, whole = '' }: ColumnProblem, pointer: string): ProblemItem {
  if (fault === 'overlap')
    return item(
      'column_overlaps',
      `Column \`${short(name)}\` is a part of what column \`${short(whole)}\` holds: give the whole or its parts.`,
      `A coluna \`${short(name)}\` é parte do que a coluna \`${short(whole)}\` contém: dê o todo ou as partes.`,
      pointer,
    );
  return fault === 'twice'
    ? item('column_twice', `Two columns hold \`${short(name)}\`.`, `Duas colunas contêm \`${short(name)}\`.`, pointer)
    : item(
        'column_unknown',
        `Column \`${short(name)}\` is not known: columns are tool, custom_id, expected, now, labels, arguments.NAME, principal.NAME, session.NAME.`,
        `A coluna \`${short(name)}\` não é conhecida: as colunas são tool, custom_id, expected, now, labels, arguments.NOME, principal.NOME, session.NOME.`,
        pointer,
      );
}

function item(slug: string, en: string, pt: string, pointer: string): ProblemItem {
  return { pointer, slug, detail: { en, pt } };
}

function invalid(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('invalid_request', { errors });
}

function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
