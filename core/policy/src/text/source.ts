/** Half-open range of UTF-16 code units in the source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** 1-based line and column; columns count UTF-16 code units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text that knows its lines. Lines end in LF or CRLF. */
export class SourceText {
  private readonly lineStarts: readonly number[];

  constructor(readonly text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.lineStarts = starts;
  }

  /** Position of an offset; one beyond the text is its end. */
  position(offset: number): Position {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.min(offset, this.text.length) - (this.lineStarts[low] ?? 0) + 1 };
  }

  /** Offset of a position, kept inside its line. */
  offset(position: Position): number {
    const line = Math.min(Math.max(position.line, 1), this.lineStarts.length);
    const start = this.lineStarts[line - 1] ?? 0;
    const end = (this.lineStarts[line] ?? this.text.length + 1) - 1;
    return Math.min(start + Math.max(position.column, 1) - 1, end);
  }
}
