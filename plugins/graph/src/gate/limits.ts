/** Bounds on one document, checked before what they bound costs memory or stack. */
export interface TextLimits {
  /** Bytes of what is given as bytes, UTF-16 code units of what is given as text. */
  readonly size: number;
  /** Levels of lists and records, or of elements. */
  readonly depth: number;
  /** Values: items, members and scalars, or elements, attributes and texts. What an alias stands for counts each time. */
  readonly values: number;
  /** Anchors and aliases of YAML, each. */
  readonly aliases: number;
  /** Attributes of one element, declarations of namespaces included. */
  readonly attributes: number;
}

/** YAML and XML are read some fifty times slower than JSON, so less of them is. */
export const TEXT_LIMITS = {
  json: { size: 96 * 2 ** 20, depth: 64, values: 12_000_000, aliases: 0, attributes: 0 },
  yaml: { size: 4 * 2 ** 20, depth: 64, values: 50_000, aliases: 1_000, attributes: 0 },
  xml: { size: 8 * 2 ** 20, depth: 64, values: 250_000, aliases: 0, attributes: 256 },
  mermaid: { size: 4 * 2 ** 20, depth: 0, values: 0, aliases: 0, attributes: 0 },
} as const satisfies Record<TextForm, TextLimits>;

export const TEXT_FORMS = ['json', 'yaml', 'xml', 'mermaid'] as const;
export type TextForm = (typeof TEXT_FORMS)[number];
