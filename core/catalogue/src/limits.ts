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
} as const;
