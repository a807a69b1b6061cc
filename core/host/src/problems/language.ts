import type { Language, Text } from '@ostiary/plugin-api';

export type { Language };

const LONGEST_ECHO = 80;

/** A text in one language with its `{name}` parameters put in, each cut to 80 characters: part of it may come from the caller. */
export function say(
  text: string | Text,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const template = typeof text === 'string' ? text : text[language];
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    if (!Object.hasOwn(params, name)) return placeholder;
    const value = String(params[name]);
    return value.length > LONGEST_ECHO ? `${value.slice(0, LONGEST_ECHO - 1)}…` : value;
  });
}
