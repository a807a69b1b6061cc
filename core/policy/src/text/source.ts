import { countBefore } from '../search.js';

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
    const line = countBefore(this.lineStarts.length, (index) => (this.lineStarts[index] ?? 0) <= offset);
    return { line, column: Math.min(offset, this.text.length) - (this.lineStarts[line - 1] ?? 0) + 1 };
  }

  /** Offset of a position, kept inside its line. */
  offset(position: Position): number {
    const line = Math.min(Math.max(position.line, 1), this.lineStarts.length);
    const start = this.lineStarts[line - 1] ?? 0;
    const end = (this.lineStarts[line] ?? this.text.length + 1) - 1;
    return Math.min(start + Math.max(position.column, 1) - 1, end);
  }
}
