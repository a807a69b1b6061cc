import type { Span } from '../text/source.js';
import type { Diagnostic, Edit } from './diagnostic.js';
import { DIAGNOSTICS, type DiagnosticCode, type DiagnosticParams } from './table.js';

/** Collects diagnostics: no repeats, and not without end. */
export class DiagnosticSink {
  private readonly list: Diagnostic[] = [];
  private readonly seen = new Set<string>();
  private overflown = false;
  private errors = 0;
  private adviceCount = 0;

  constructor(private readonly limit = 200) {}

  get hasErrors(): boolean {
    return this.errors > 0;
  }

  /** Errors reported so far, repeats included. */
  get errorCount(): number {
    return this.errors;
  }

  /** Whether there is no use in looking for more. */
  get isFull(): boolean {
    return this.overflown;
  }

  hasErrorWithin({ start, end }: Span): boolean {
    return this.list.some(({ severity, span }) => severity === 'error' && span.start >= start && span.end <= end);
  }

  /** Adds a finding at a place; a token stands for the place it has. */
  report<Code extends DiagnosticCode>(
    code: Code,
    { start, end }: Span,
    params: DiagnosticParams<Code>,
    fix?: Edit,
    otherwise?: Edit,
  ): void {
    const edits = { ...(fix && { fix }), ...(otherwise && { otherwise }) };
    this.add({ code, severity: DIAGNOSTICS[code].severity, span: { start, end }, params, ...edits });
  }

  /** Reports why the thing could not be made. */
  reject<Code extends DiagnosticCode>(code: Code, span: Span, params: DiagnosticParams<Code>, fix?: Edit): null {
    this.report(code, span, params, fix);
    return null;
  }

  /**
   * Adds what another sink found. Errors beyond the limit are stood for by one last diagnostic; warnings and notes beyond
   * as many again are left out, since a policy is not wrong for having them.
   */
  add(diagnostic: Diagnostic): void {
    const isError = diagnostic.severity === 'error';
    if (isError) this.errors++;
    if (this.overflown || (!isError && this.adviceCount >= this.limit)) return;
    const key = `${diagnostic.code} ${String(diagnostic.span.start)} ${String(diagnostic.span.end)} ${JSON.stringify(diagnostic.params)}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    if (!isError) this.adviceCount++;
    else if (this.list.length - this.adviceCount >= this.limit) {
      this.overflown = true;
      const params = { limit: String(this.limit) };
      this.list.push({ code: 'too_many_diagnostics', severity: 'error', span: diagnostic.span, params });
      this.errors++;
      return;
    }
    this.list.push(diagnostic);
  }

  /** Everything found, by place in the text, ties in order of report. */
  sorted(): Diagnostic[] {
    return this.list.toSorted((a, b) => a.span.start - b.span.start);
  }
}
