import type { Comment } from '../ast.js';

/** A line longer than this is broken where it can be. */
export const WIDTH = 110;

/**
 * Collects printed text and puts the comments back: each one before the first thing printed that stood after it,
 * a trailing one at the end of the line it then meets.
 */
export class Writer {
  private readonly lines: string[] = [];
  private current = '';
  /** A line break is due before more text, but a trailing comment may still come first. */
  private due = false;
  private indent = '';
  private nextComment = 0;

  /** `source`: the text as it was written, of which single blank lines are kept. */
  constructor(
    private readonly comments: readonly Comment[],
    private readonly source = '',
  ) {}

  /** Prints comments that stood before `offset`. */
  at(offset: number): this {
    for (;;) {
      const comment = this.comments[this.nextComment];
      if (!comment || comment.span.start >= offset) return this;
      this.nextComment++;
      this.comment(comment);
    }
  }

  /** Keeps one blank line where there is one or more before `offset`; none at the beginning of the text. */
  gap(offset: number): this {
    if (!this.isAfterBlank(offset)) return this;
    this.breakLine();
    if (this.lines.length > 0 && this.lines.at(-1) !== '') this.lines.push('');
    return this;
  }

  private isAfterBlank(offset: number): boolean {
    let breaks = 0;
    for (let at = offset - 1; at >= 0 && /\s/.test(this.source[at] ?? ''); at--) {
      if (this.source[at] === '\n' && ++breaks === 2) return true;
    }
    return false;
  }

  write(text: string): this {
    if (this.due) this.breakLine();
    this.current += this.current === '' ? this.indent + text.trimStart() : text;
    return this;
  }

  /** Ends the line, once a comment that belongs to it has had its chance. `indent` is of the lines that follow. */
  line(indent = ''): this {
    this.due = this.current !== '';
    this.indent = indent;
    return this;
  }

  finish(): string {
    this.at(Number.POSITIVE_INFINITY);
    this.breakLine();
    return this.lines.map((line) => `${line}\n`).join('');
  }

  private comment({ text, trailing, span }: Comment): void {
    if (trailing && this.current !== '') this.current = `${this.current.trimEnd()} `;
    else {
      this.breakLine();
      this.gap(span.start);
    }
    this.current += this.current === '' ? `${this.indent}//${text}` : `//${text}`;
    this.breakLine();
  }

  private breakLine(): void {
    if (this.current !== '') this.lines.push(this.current.trimEnd());
    this.current = '';
    this.due = false;
  }
}
