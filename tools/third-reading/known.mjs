/** Disagreements that are known and not yet mended; each goes when its cause does. `knownPair` names the cause, or is null. */
export function knownPair({ text, catalogue, call }, { reading }) {
  if (reading.includes('tool_unknown') && /I/.test(call.tool) && text.toLowerCase().includes(call.tool.toLowerCase())) {
    return 'a tool in capitals with an I';
  }
  if (catalogue) return null;
  if (/contains/.test(text)) return 'constants in lists of rules over more tools';
  return /tool like/.test(text) && !text.includes(`"${call.tool}"`) ? 'types of tools that only a pattern names' : null;
}

const NOT_YET = [/principal\.inner\.a == 1/, /t\.ok\{ file: args\.file \}/, /has args\.env/];
export const knownCase = ({ text }) => NOT_YET.some((pattern) => pattern.test(text));

/** Normal forms of paths that have no value as they stand, an escaped space first, and drives in URLs. */
export const knownSpelling = ({ format, text }, { normal, engine }) =>
  (format === 'path' && (engine.includes('literal_invalid') || /%20|\b[A-Za-z]:/.test(text))) ||
  (format === 'url' && normal === null && /\/[A-Za-z]:|%41:/.test(text));
