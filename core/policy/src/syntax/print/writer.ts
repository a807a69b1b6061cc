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

  constructor(private readonly comments: readonly Comment[]) {}

  /** Prints comments that stood before `offset`. */
  at(offset: number): this {
    for (;;) {
      const comment = this.comments[this.nextComment];
      if (!comment || comment.span.start >= offset) return this;
      this.nextComment++;
      this.comment(comment);
    }
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

  private comment({ text, trailing }: Comment): void {
    if (trailing && this.current !== '') this.current = `${this.current.trimEnd()} `;
    else this.breakLine();
    this.current += this.current === '' ? `${this.indent}//${text}` : `//${text}`;
    this.breakLine();
  }

  private breakLine(): void {
    if (this.current !== '') this.lines.push(this.current.trimEnd());
    this.current = '';
    this.due = false;
  }
}
