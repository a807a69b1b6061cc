/** A text for people, in both languages of the product. */
export interface Words {
  readonly en: string;
  readonly pt: string;
}

export type Language = keyof Words;

/** A text in one language, `{name}` filled in. A name without a value stays as it is. */
export function say(words: Words, language: Language, values: Readonly<Record<string, string | number>> = {}): string {
  return words[language].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** A whole number from 0 as people write it: `12,345` in English, `12 345` in Portuguese, which writes 1234 in one. */
export function count(number: number, language: Language): string {
  if (language === 'pt' && number < 10_000) return String(number);
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, language === 'en' ? ',' : ' ');
}

/** A share from 0 to 1 as people write it, rounded down so that only all of it is 100 %: `99.9 %`, `99,9 %`. */
export function percent(share: number, language: Language): string {
  const text = String(Math.floor(share * 1000 + 1e-9) / 10);
  return `${language === 'pt' ? text.replace('.', ',') : text} %`;
}
