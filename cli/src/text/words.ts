import type { Language, Words } from '@ostiary/guard';

export type { Language, Words };

/** A text in one language, `{name}` filled in. */
export function say(words: Words, language: Language, params: Readonly<Record<string, string | number>> = {}): string {
  return words[language].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}

/** `1 error`, `2 errors`: one form for one, another for the rest. */
export function counted(count: number, one: Words, many: Words, language: Language): string {
  return `${count} ${say(count === 1 ? one : many, language)}`;
}
