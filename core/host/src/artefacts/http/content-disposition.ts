import { create } from 'content-disposition';

/**
 * Returns `attachment` with the file name as RFC 6266 wants it: an ASCII form for old clients, and `filename*` (RFC 8187) where that form
 * lost something. Path separators and control characters do not survive.
 */
export function attachment(name: string): string {
  const clean =
    name
      .replace(/[\p{Cc}\p{Cf}\\/]/gu, '_')
      .trim()
      .toWellFormed() || 'artefact';
  return create(clean, { fallback: clean.replace(/[^\x20-\x7e]/g, '_') });
}
