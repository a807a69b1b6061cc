/** Bounds on one catalogue. A document over them is refused before it costs memory. */
export const CATALOGUE_LIMITS = {
  tools: 2_000,
  /** Nesting of types, references followed. */
  depth: 64,
  /** Types in the whole catalogue after references are followed: stops documents that unfold exponentially. */
  types: 100_000,
  nameLength: 256,
  /** Examples kept for one field or tool. */
  examples: 20,
  /** Checks, and confirmations, that one tool may be. */
  rolesOfTool: 64,
  /** Arguments that one check or confirmation may be bound to. */
  roleArguments: 32,
  /** Pairs of a check or confirmation and a tool it guards, in the whole catalogue. */
  guardedPairs: 20_000,
  /** Executed tools a check may stay true for. */
  steps: 1_000,
} as const;
