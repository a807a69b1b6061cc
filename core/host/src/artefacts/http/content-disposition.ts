/**
 * `attachment` with the file name as RFC 6266 wants it: a quoted ASCII form for old clients, and `filename*` (RFC 8187) when
 * that form lost something. Path separators and control characters do not survive.
 */
export function attachment(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}\\/]/gu, '_').trim() || 'artefact';
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === clean ? plain : `${plain}; filename*=UTF-8''${encodeExtended(clean)}`;
}

/** Percent-encodes all but attr-char of RFC 8187. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
