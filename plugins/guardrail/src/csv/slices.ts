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

interface Marks<Piece> {
  readonly newline: (piece: Piece, from: number) => number;
  readonly quote: (piece: Piece, from: number) => number;
  readonly isReturn: (piece: Piece, at: number) => boolean;
}

const TEXT: Marks<string> = {
  newline: (piece, from) => piece.indexOf('\n', from),
  quote: (piece, from) => piece.indexOf('"', from),
  isReturn: (piece, at) => piece.charCodeAt(at) === 0x0d,
};
const BYTES: Marks<Buffer> = {
  newline: (piece, from) => piece.indexOf(0x0a, from),
  quote: (piece, from) => piece.indexOf(0x22, from),
  isReturn: (piece, at) => piece[at] === 0x0d,
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

/** Finds where records begin. Lines without a character are none, as `readCsv` has it. */
class Cutter<Piece extends { readonly length: number }> {
  private readonly slices: Slice[] = [];
  /** Of the piece that is read. */
  private offset = 0;
  private quoted = false;
  private line = 1;
  private records = 0;
  private begin = { offset: 0, line: 1, isReturn: false };

  constructor(
    private readonly marks: Marks<Piece>,
    private readonly cutting: Cutting,
  ) {}

  read(piece: Piece): void {
    const { newline, quote, isReturn } = this.marks;
    const nextQuote = this.cutting.quotes ? quote : () => -1;
    const first = this.begin.offset - this.offset;
    if (first >= 0 && first < piece.length) this.begin.isReturn = isReturn(piece, first);
    let quoteAt = nextQuote(piece, 0);
    let newlineAt = newline(piece, 0);
    while (quoteAt >= 0 || newlineAt >= 0) {
      if (newlineAt < 0 || (quoteAt >= 0 && quoteAt < newlineAt)) {
        this.quoted = !this.quoted;
        quoteAt = nextQuote(piece, quoteAt + 1);
        continue;
      }
      this.line += 1;
      const next = newlineAt + 1;
      if (!this.quoted) {
        this.finish(this.offset + newlineAt);
        this.begin = {
          offset: this.offset + next,
          line: this.line,
          isReturn: next < piece.length && isReturn(piece, next),
        };
      }
      newlineAt = newline(piece, next);
    }
    this.offset += piece.length;
  }

  end(): Slice[] {
    if (this.offset > this.begin.offset) this.count();
    return this.slices;
  }

  private finish(end: number): void {
    const length = end - this.begin.offset;
    if (length > 1 || (length === 1 && !this.begin.isReturn)) this.count();
  }

  private count(): void {
    this.records += 1;
    const row = this.records - this.cutting.header;
    if (row < 1) return;
    const { offset, line } = this.begin;
    const last = this.slices.at(-1);
    if (last === undefined || (row - 1) % this.cutting.rows === 0)
      this.slices.push({ offset, line, first: row, last: row });
    else this.slices[this.slices.length - 1] = { ...last, last: row };
  }
}
