import { type CsvError, parse, type Parser } from 'csv-parse';
import { spellOut, spelled } from './surrogates.js';

/** One record: its cells, and the 1-based line it ends on. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The text is no CSV from `line` on. What follows a broken quote cannot be told apart any more, so reading ends there. */
export class CsvBroken extends Error {
  constructor(
    /** Where the record begins that cannot be read; an empty line before it may be counted to it. */
    readonly line: number,
    readonly code: string,
  ) {
    super(`CSV broken at line ${line}: ${code}`);
    this.name = 'CsvBroken';
  }
}

/** A record longer than this, in characters, is broken: most likely a quote that is never closed. */
export const RECORD_MAX_LENGTH = 256 * 1024;

const CHUNK = 64 * 1024;

/** Pieces of a text, so that what is read from it is never in memory as a whole. Never ends between two surrogates. */
export function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + CHUNK, text.length);
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

/**
 * Reads CSV (RFC 4180; LF or CRLF, an optional byte-order mark) piece by piece, in order. Empty lines are passed over.
 * @param options `bom` false: what is read begins in the middle of a text, where the mark is a character like any
 * @throws CsvBroken
 */
export async function* readCsv(
  pieces: Iterable<string> | AsyncIterable<string>,
  { bom }: { readonly bom: boolean } = { bom: true },
): AsyncGenerator<CsvRecord> {
  const parser = new PieceParser(bom);
  try {
    for await (const piece of pieces) yield* await parser.write(piece);
    yield* await parser.end();
  } finally {
    parser.destroy();
  }
}

/** csv-parse, asked a piece at a time. */
class PieceParser {
  private queue: CsvRecord[] = [];
  private failed: Pick<CsvError, 'code'> | undefined;
  /** The line the last whole record ended on. */
  private readTo = 0;
  /** Characters since the last line break: csv-parse counts those of cells, and a record of commas has none. */
  private lineLength = 0;
  private done: () => void = () => undefined;
  private readonly parser: Parser;

  constructor(bom: boolean) {
    this.parser = parse({
      bom,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_MAX_LENGTH,
      // Runs while a piece is parsed; nothing is left for the stream's readable side, which nobody reads.
      on_record: (cells: readonly string[], { lines }) => {
        this.queue.push({ cells: cells.map(spelled), line: lines });
        this.readTo = lines;
        return null;
      },
    });
    this.parser.on('error', (error) => {
      this.failed = error as CsvError;
      this.done();
    });
    this.parser.on('end', () => this.done());
    this.parser.resume();
  }

  /** The records that are complete with this piece. */
  write(piece: string): Promise<readonly CsvRecord[]> {
    this.measure(piece);
    return this.step(() => this.parser.write(spellOut(piece), () => this.done()));
  }

  /** The record that the end of the text completes. */
  end(): Promise<readonly CsvRecord[]> {
    return this.step(() => this.parser.end());
  }

  private measure(piece: string): void {
    const end = piece.indexOf('\n');
    const length = this.lineLength + (end === -1 ? piece.length : end);
    this.lineLength = end === -1 ? length : piece.length - piece.lastIndexOf('\n') - 1;
    // Pieces are shorter than a record may be: only the line that one goes on with can be too long.
    if (length > RECORD_MAX_LENGTH) this.failed = { code: 'CSV_MAX_RECORD_SIZE' };
  }

  destroy(): void {
    this.parser.destroy();
  }

  private async step(act: () => void): Promise<readonly CsvRecord[]> {
    if (!this.failed) {
      await new Promise<void>((resolve) => {
        this.done = resolve;
        act();
      });
    }
    if (this.failed) throw new CsvBroken(this.readTo + 1, this.failed.code);
    const ready = this.queue;
    this.queue = [];
    return ready;
  }
}
