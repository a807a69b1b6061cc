/** Disagreements that are known and not yet mended; each goes when its cause does. */
export const knownPair = ({ text, call }, { reading, compiled }) => {
  // A capital I is taken for a small L before it is lowered.
  if (reading.includes('tool_unknown') && /I/.test(call.tool) && text.toLowerCase().includes(call.tool.toLowerCase()))
    return true;
  // A sum over the history is undefined for a number that a double does not hold.
  if (/\bsum\s*\(/.test(text) && compiled !== reading) return true;
  // A constant that is not in normal form does not stop inference for items of lists.
  return /contains\W+"[^"]*@/.test(text);
};

const NOT_YET = [
  /^(?:has )?principal\.inner\.a/,
  /args\.at \+ args\.wait|args\.wait \+ args\.at/,
  /t\.ok\{ file: args\.file \}/,
  /sum\(t\.ok\.any_number\)/,
  /has args\.env/,
];
export const knownCase = ({ text }) =>
  NOT_YET.some(
    (pattern) =>
      pattern.test(
        text
          .split('\n')
          .at(-1)
          .replace(/^.*?\{ /, ''),
      ) || pattern.test(text),
  );

/** Normal forms of paths that have no value as they stand, an escaped space first, and drives in URLs. */
export const knownSpelling = ({ format, text }, { normal, engine }) =>
  (format === 'path' && (engine.includes('literal_invalid') || /%20|\b[A-Za-z]:/.test(text))) ||
  (format === 'url' && normal === null && /\/[A-Za-z]:|%41:/.test(text));
