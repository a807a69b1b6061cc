import { StringDecoder } from 'node:string_decoder';
import { type InputFile, ProblemError, type Text } from '@ostiary/plugin-api';
import { RECORD_MAX_LENGTH } from '../../csv/read.js';
import { readJson, UnreadableJson } from '@ostiary/policy-modes';
import { elementsOf, NotAnArray } from './json-elements.js';

/** The text of a file as it is read, from a byte on that a character begins with. */
export async function* piecesOf(file: InputFile, from = 0): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of await file.stream(from === 0 ? undefined : { first: from, last: file.size - 1 }))
    yield decoder.write(chunk as Buffer);
  yield decoder.end();
}

export const isCsv = ({ mediaType }: InputFile): boolean => mediaType === 'text/csv';

/**
 * The rows of a JSON file from the one numbered `first` on: the items of one array, or the lines of JSON Lines.
 * @throws ProblemError `invalid_request` with the number of the row that cannot be read
 */
export async function* jsonRowsOf(file: InputFile, first = 1): AsyncGenerator {
  const texts =
    file.mediaType === 'application/json' ? elementsOf(piecesOf(file), RECORD_MAX_LENGTH) : linesOf(piecesOf(file));
  let row = 1;
  try {
    for await (const text of texts) {
      if (row >= first) yield readJson(text);
      row += 1;
    }
  } catch (error) {
    if (error instanceof UnreadableJson) throw broken(row, error.detail);
    if (error instanceof NotAnArray) throw broken(row, error.detail);
    throw error;
  }
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const [first = '', ...more] = piece.split('\n');
    rest += first;
    for (const next of more) {
      if (rest.trim() !== '') yield rest;
      rest = next;
    }
    if (rest.length > RECORD_MAX_LENGTH) throw new NotAnArray(TOO_LONG);
  }
  if (rest.trim() !== '') yield rest;
}

const TOO_LONG: Text = {
  en: `a row is longer than ${RECORD_MAX_LENGTH} characters.`,
  pt: `uma linha tem mais de ${RECORD_MAX_LENGTH} caracteres.`,
};

function broken(row: number, { en, pt }: Text): ProblemError {
  return new ProblemError('invalid_request', {
    errors: [
      {
        pointer: '/rows',
        slug: 'json_broken',
        detail: {
          en: `Row ${row} of the file cannot be read: ${en}`,
          pt: `A linha ${row} do ficheiro não pode ser lida: ${pt}`,
        },
      },
    ],
  });
}
