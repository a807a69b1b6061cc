/** What every part of the syntax tree is made of: spans, names, effects, comments, and the tools that something is about. */
import type { Span } from '../../text/source.js';

export type { Span };

/** A node of the tree: its kind, what it is made of, and where it stands in the text. */
export type Node<Kind extends string, Parts = unknown> = Readonly<{ kind: Kind; span: Span } & Parts>;

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
  | Node<'any'>
  | Node<'tools', { names: readonly Name[] }>
  | Node<'class', { name: Name }>
  /** `tool like "github.*"`: every tool whose name matches the glob. */
  | Node<'pattern', { pattern: string }>;
