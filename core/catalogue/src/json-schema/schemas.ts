import type { TypeBudget } from './budget.js';
import type { Findings } from '../report/findings.js';
import type { SchemaReading } from './reading.js';

export interface SchemaOptions {
  /** Shared by the readers of one catalogue. */
  readonly budget: TypeBudget;
  /** Where the root that references start from stands in the whole document. */
  readonly base?: string;
  /** `$ref` hides its siblings (OpenAPI 3.0, JSON Schema up to draft 7). */
  readonly refHidesSiblings: boolean;
  /** A schema is of what is sent: a `readOnly` property is never required (OpenAPI). */
  readonly requests?: boolean;
  /** Other spellings of the seven type names, e.g. `dict` for `object`. */
  readonly typeAliases?: ReadonlyMap<string, string>;
}

/** Where the reader stands: nesting so far and the references being followed. */
export interface Place {
  readonly pointer: string;
  readonly depth: number;
  readonly following: readonly string[];
}

/** The reader, as the parts of it that read one kind of schema see it: what is inside one is read by the whole again. */
export interface Schemas {
  readonly findings: Findings;
  readonly options: SchemaOptions;
  readAt(schema: unknown, place: Place): SchemaReading;
  charge(types: number, pointer: string): boolean;
}
