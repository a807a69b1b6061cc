import type { Type } from '@ostiary/catalogue';
import type { DiagnosticSink } from '../../diagnostics/sink.js';
import type { Expr, PathExpr } from '../../syntax/ast.js';
import type { Defines } from '../defines.js';
import type { NamedLists } from '../lists.js';
import type { TypeEnvironment } from '../environment.js';
import type { Budget, Closure, Scope } from '../scope.js';
import type { SlotTable } from '../slots.js';
import type { Typed } from './typed.js';

/** What a name in an expression stands for. `level` counts quantifiers from the outside. */
export type Binding =
  | { readonly kind: 'item'; readonly level: number; readonly type: Type }
  | ({ readonly kind: 'param'; readonly type: Type } & Closure<Binding>);

export type Names = Scope<Binding> | null;

/** A path that some tool of the rule lacks. */
export interface Missing {
  readonly path: PathExpr;
  /** Whether only its presence was asked, which is an answer and not a gap. */
  readonly presence: boolean;
}

/** Shared by everything lowered from one policy. */
export interface Shared {
  readonly environment: TypeEnvironment;
  readonly defines: Defines;
  readonly lists: NamedLists;
  readonly slots: SlotTable;
  readonly budget: Budget;
  readonly sink: DiagnosticSink;
  readonly knownTools: ReadonlySet<string>;
}

/** The state of lowering one body for one group of tools that type its paths alike. */
export interface Lowering extends Shared {
  /**
   * Lowers an expression inside the one at hand; see `lower` in ./expressions.ts. Handed down, so that the files of
   * the kinds of expression need not import each other in a circle.
   */
  readonly lower: (expr: Expr, names: Names, expected?: Type) => Typed | null;
  /** A tool of the group, which stands for all; `ANY_TOOL` for tools nobody names. */
  readonly tool: string;
  /** All tools that the rule or statement is about. */
  readonly scope: readonly string[];
  /** Whether `tool == "x"` has one answer for the whole group. */
  readonly single: boolean;
  /** Properties and assumptions may ask for the answer. */
  readonly mayAskAnswer: boolean;
  readonly missing: Missing[];
  /** The path a constant is compared with, for reports. */
  subject: string;
  /** Quantifiers around the expression at hand. */
  level: number;
}
