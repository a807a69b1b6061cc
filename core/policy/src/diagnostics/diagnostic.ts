import type { Span } from '../text/source.js';

export type Severity = 'error' | 'warning' | 'info';
export type Language = 'en' | 'pt';

/** Puts `text` in the place of what stands at `span`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** A finding about a policy text. Codes never change; their texts are in ./messages. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly params: Readonly<Record<string, string>>;
  /** A machine-applicable edit that removes the cause. */
  readonly fix?: Edit;
  /** The edit for the other reading, where the text has two. */
  readonly otherwise?: Edit;
}

/** A diagnostic ready to show: 1-based line and column (in UTF-16 code units), text in one language. */
export interface RenderedDiagnostic extends Diagnostic {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string | null;
  /** Anchor in docs/language/diagnostics.md. */
  readonly anchor: string;
}
