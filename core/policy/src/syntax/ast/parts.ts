/** What every part of the syntax tree is made of: spans, names, effects, comments, and the tools that something is about. */
import type { Span } from '../../text/source.js';

export type { Span };

export type Dialect = 1 | 2;

/** Ordered by strictness: see `strictness` in ../core/effect.ts. */
export type Effect = 'allow' | 'confirm' | 'refuse';

/** `// ...` kept as trivia, printed before the node that follows it, or at the end of its line when `trailing`. */
export interface Comment {
  readonly text: string;
  readonly trailing: boolean;
  readonly span: Span;
}

export interface Name {
  readonly text: string;
  readonly span: Span;
}

export type Target =
  | { readonly kind: 'any'; readonly span: Span }
  | { readonly kind: 'tools'; readonly names: readonly Name[]; readonly span: Span }
  | { readonly kind: 'class'; readonly name: Name; readonly span: Span }
  /** `tool like "github.*"`: every tool whose name matches the glob. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly span: Span };
