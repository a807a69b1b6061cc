import { text } from 'node:stream/consumers';
import type { PartFileName, PartFiles } from './part-files.js';

/** JSON of more bytes goes by a file: a row of the database is no place for it. */
const ROW_BYTES = 256 * 1024;

/** Files of the host's own among those of a part; a mode's names begin otherwise. */
export const REQUEST_FILE = '.request';
export const RESULT_FILE = '.result';

/** Keeps a JSON text in the row, or, when it is large, in a file. Returns what the row holds, null for nothing. */
export async function keepJson(files: PartFiles, file: PartFileName, json: string): Promise<string | null> {
  if (Buffer.byteLength(json) <= ROW_BYTES) return json;
  const sink = await files.create(file);
  try {
    await sink.write(Buffer.from(json));
    await sink.close();
  } finally {
    await sink.discard();
  }
  return null;
}

/** The JSON text again that was kept. */
export async function keptJson(files: PartFiles, file: PartFileName, inRow: string | null): Promise<string> {
  return inRow === null ? text(await files.open(file)) : inRow;
}
