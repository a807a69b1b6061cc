/** The dot of other languages, as an importer writes it. */
export const NO_LINE_FEED = String.raw`[^\n]`;

/** A slip, and the expression that its author had in mind. */
export const SLIPS: readonly { readonly name: string; readonly reading: (pattern: string) => string }[] = [
  // A dot before a letter or digit that nothing repeats.
  {
    name: 'dot',
    reading: (pattern) =>
      outsideClasses(pattern, (part) => part.replace(/(?<=[A-Za-z0-9)\]+*])(?<!\\[a-zA-Z])\.(?=[A-Za-z0-9])/g, '\\.')),
  },
  {
    name: 'bar_in_class',
    reading: (pattern) => pattern.replace(/\[([A-Za-z0-9_]+(?:\|[A-Za-z0-9_]+)+)\][+*]?/g, '($1)'),
  },
  { name: 'range', reading: (pattern) => pattern.replaceAll('A-z', 'A-Za-z') },
];

const outsideClasses = (pattern: string, change: (part: string) => string): string =>
  pattern
    .split(/(\[(?:\\.|[^\]\\])*\])/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** Why an expression with a slip holds more, by the name of the slip. */
export const SAID: Readonly<Record<string, { readonly en: string; readonly pt: string }>> = {
  dot: { en: 'A dot is any character.', pt: 'Um ponto é qualquer caractere.' },
  bar_in_class: {
    en: 'Between brackets every character stands for itself, and one of them is taken.',
    pt: 'Entre colchetes cada caractere vale por si, e um deles é tomado.',
  },
  range: {
    en: '`A-z` holds the six signs between `Z` and `a` as well.',
    pt: '`A-z` contém também os seis sinais entre `Z` e `a`.',
  },
};

/** Texts of every format that no policy means. */
export const STRANGERS = ['zz9', 'zz9.invalid', 'zz9@zz9.invalid', 'https://zz9.invalid/', '/zz9/zz9'];

/** The expression read as a text, a letter in the place of each dot. */
export const literal = (pattern: string): string =>
  pattern.replaceAll('\\.', '\0').replaceAll('.', 'x').replaceAll('\0', '.');
