/** Bounds on what a policy text may ask of the machine. Going over one is a diagnostic, never a crash. */
export interface Limits {
  /** Of the text in UTF-8. */
  readonly maxBytes: number;
  readonly maxTokens: number;
  /** Levels of parentheses, blocks, `if`, calls and prefix operators inside one another; also steps of one path. */
  readonly maxDepth: number;
  /** Height of any expression's tree, with definitions written out; so also the length of one chain of `&&`. */
  readonly maxHeight: number;
  /** Nodes of the core form, with definitions written out and tools multiplied. */
  readonly maxNodes: number;
  /** Time zones that a policy reads clocks of. */
  readonly maxZones: number;
  readonly maxDiagnostics: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxBytes: 1_048_576,
  maxTokens: 300_000,
  maxDepth: 64,
  maxHeight: 500,
  maxNodes: 2_000_000,
  maxZones: 16,
  maxDiagnostics: 200,
};

/** Bytes of `text` in UTF-8; a lone surrogate counts as three. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}
