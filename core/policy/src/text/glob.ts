/** A piece of a glob: text that must appear as it is, or any run of characters (also the empty one). */
export type GlobSegment = { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'star' };

export type GlobResult =
  | { readonly ok: true; readonly segments: readonly GlobSegment[] }
  /** `offset` counts UTF-16 code units in the pattern. */
  | { readonly ok: false; readonly offset: number; readonly reason: 'bad_escape' | 'too_long' };

export const MAX_GLOB_LENGTH = 4_096;

/**
 * Parses a glob: `*` is any run, `\*` a star, `\\` a backslash, everything else itself.
 * Neighbouring stars are one star; literals are never empty and never neighbours.
 */
export function parseGlob(pattern: string): GlobResult {
  if (pattern.length > MAX_GLOB_LENGTH) return { ok: false, offset: MAX_GLOB_LENGTH, reason: 'too_long' };
  const segments: GlobSegment[] = [];
  let literal = '';
  const endLiteral = (): void => {
    if (literal !== '') segments.push({ kind: 'literal', text: literal });
    literal = '';
  };
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === '*') {
      endLiteral();
      if (segments.at(-1)?.kind !== 'star') segments.push({ kind: 'star' });
    } else if (char === '\\') {
      const escaped = pattern.charAt(i + 1);
      if (escaped !== '*' && escaped !== '\\') return { ok: false, offset: i, reason: 'bad_escape' };
      literal += escaped;
      i++;
    } else {
      literal += char;
    }
  }
  endLiteral();
  return { ok: true, segments };
}

/** The segments of a pattern that was checked. @throws RangeError when it is no glob */
export function globSegments(pattern: string): readonly GlobSegment[] {
  const parsed = parseGlob(pattern);
  if (!parsed.ok) throw new RangeError(`not a glob: ${pattern}`);
  return parsed.segments;
}

/** The pattern that matches exactly `text`. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*]/g, (char) => `\\${char}`);
}
