/**
 * What the catalogue says of tools, as far as a run of a graph cares. The shape is that of the catalogue's tools, of which only these members are read.
 */
export interface ToolEffect {
  readonly name: string;
  readonly classes: readonly string[];
  readonly checks?: readonly CheckRole[];
  readonly confirms?: readonly ConfirmationRole[];
  readonly resource?: { readonly name: string; readonly arg?: string };
  readonly idempotencyKey?: string;
  /** The tool whose effect it undoes. */
  readonly compensates?: string;
  /** Of a `source`: what its results carry; of a `cleaner`: what it removes. Absent: nobody said (S11). */
  readonly labels?: readonly string[];
  /** Its arguments by name. */
  readonly args?: { readonly fields: Readonly<Record<string, unknown>> };
}

/** How a check or a confirmation passes (S6). Absent: nobody said. */
export type Passes =
  | 'success'
  | { readonly field: string; readonly equals: string | number | boolean }
  | { readonly branch: string };

export interface GuardRole {
  readonly tools: readonly string[];
  /** An argument of the guarded tool, and the argument of this one that must be the same. */
  readonly args?: Readonly<Record<string, string>>;
  readonly passes?: Passes;
}

export interface CheckRole extends GuardRole {
  readonly steps?: number;
  readonly consumed?: boolean;
}

export interface ConfirmationRole extends GuardRole {
  readonly anyOf?: boolean;
}

/** By the name of the tool. A tool that is not in it is unclassified. */
export type ToolEffects = ReadonlyMap<string, ToolEffect>;

export const effectsOf = (catalogue: { readonly tools: readonly ToolEffect[] }): ToolEffects =>
  new Map(catalogue.tools.map((tool) => [tool.name, tool]));

/** What the catalogue says of a tool; undefined where it says nothing: it does not have the tool, or gives it no class. */
export function classified(effects: ToolEffects, tool: string): ToolEffect | undefined {
  const effect = effects.get(tool);
  return effect === undefined || effect.classes.length === 0 ? undefined : effect;
}

export const isWrite = (effect: ToolEffect): boolean =>
  effect.classes.includes('write') || effect.classes.includes('irreversible');

/** A repeated call of it is the same call (S6). */
export const isIdempotent = (effect: ToolEffect | undefined): boolean =>
  effect?.classes.includes('idempotent') === true && effect.idempotencyKey !== undefined;
