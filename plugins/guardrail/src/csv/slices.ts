/** Where some rows of a table begin: a reader can start there, and needs nothing that stands before. */
export interface Slice {
  /** Of the first record: characters into a text, bytes into a file. */
  readonly offset: number;
  /** The line that record begins on, from 1. */
  readonly line: number;
  /** Number of its row, from 1. */
  readonly first: number;
  /** Number of the last row of the slice. */
  readonly last: number;
}

/** Where the next line break, carriage return or quote of a piece is, from a place on; -1 for nowhere. */
interface Marks<Piece> {
  readonly newline: (piece: Piece, from: number) => number;
  readonly carriageReturn: (piece: Piece, from: number) => number;
  readonly quote: (piece: Piece, from: number) => number;
}

const TEXT: Marks<string> = {
  newline: (piece, from) => piece.indexOf('\n', from),
  carriageReturn: (piece, from) => piece.indexOf('\r', from),
  quote: (piece, from) => piece.indexOf('"', from),
};
const BYTES: Marks<Buffer> = {
  newline: (piece, from) => piece.indexOf(0x0a, from),
  carriageReturn: (piece, from) => piece.indexOf(0x0d, from),
  quote: (piece, from) => piece.indexOf(0x22, from),
};

interface Cutting {
  /** Rows in a slice, at most. */
  readonly rows: number;
  /** Records before the first row: 1 where a header stands above the rows. */
  readonly header: 0 | 1;
  /** Whether a line break between quotes belongs to the record, as in CSV. */
  readonly quotes: boolean;
}

/** Cuts a text at ends of records. It must be sound: of CSV in which a quote is wrong nothing could be told. */
export function slicesOfText(text: string, cutting: Cutting): Slice[] {
  const cutter = new Cutter(TEXT, cutting);
  cutter.read(text);
  return cutter.end();
}

/** As `slicesOfText`, of the bytes of a file in UTF-8, read piece by piece. */
export async function slicesOfBytes(pieces: AsyncIterable<Buffer>, cutting: Cutting): Promise<Slice[]> {
  const cutter = new Cutter(BYTES, cutting);
  for await (const piece of pieces) cutter.read(piece);
  return cutter.end();
}

/**
 * Finds where records begin. Lines without a character are none, as `readCsv` has it, and lines are counted as csv-parse counts
 * them: a carriage return is one too, unless it ends a record together with a line break.
 */
class Cutter<Piece extends { readonly length: number }> {
  private readonly slices: Slice[] = [];
  /** Of the piece that is read. */
  private offset = 0;
  private quoted = false;
  private line = 1;
  private lastReturn = -2;
  private records = 0;
  private begin = { offset: 0, line: 1 };

  constructor(
    private readonly marks: Marks<Piece>,
    private readonly cutting: Cutting,
  ) {}

  read(piece: Piece): void {
    const { newline, carriageReturn } = this.marks;
    const quote = this.cutting.quotes ? this.marks.quote : () => -1;
    let [quoteAt, newlineAt, returnAt] = [quote(piece, 0), newline(piece, 0), carriageReturn(piece, 0)];
    for (;;) {
      const at = earliest(quoteAt, newlineAt, returnAt);
      if (at < 0) break;
      if (at === quoteAt) {
        this.quoted = !this.quoted;
        quoteAt = quote(piece, at + 1);
      } else if (at === returnAt) {
        this.line += 1;
        this.lastReturn = this.offset + at;
        returnAt = carriageReturn(piece, at + 1);
      } else {
        this.breakLine(this.offset + at);
        newlineAt = newline(piece, at + 1);
      }
    }
    this.offset += piece.length;
  }

  end(): Slice[] {
    if (this.offset > this.begin.offset) this.count();
    return this.slices;
  }

  private breakLine(at: number): void {
    const both = this.lastReturn === at - 1;
    if (this.quoted || !both) this.line += 1;
    if (this.quoted) return;
    if ((both ? at - 1 : at) > this.begin.offset) this.count();
    this.begin = { offset: at + 1, line: this.line };
  }

  private count(): void {
    this.records += 1;
    const row = this.records - this.cutting.header;
    if (row < 1) return;
    const last = this.slices.at(-1);
    if (last === undefined || (row - 1) % this.cutting.rows === 0)
      this.slices.push({ ...this.begin, first: row, last: row });
    else this.slices[this.slices.length - 1] = { ...last, last: row };
  }
}

function earliest(...places: readonly number[]): number {
  let first = -1;
  for (const place of places) if (place >= 0 && (first < 0 || place < first)) first = place;
  return first;
}
