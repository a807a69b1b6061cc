import { z } from 'zod';

/** A parameter that takes some of the words of an enum, with commas between. `wordsIn` reads it. */
export const wordsOf = (words: readonly string[], description: string) => {
  const word = `(?:${words.join('|')})`;
  return z
    .string()
    .regex(new RegExp(`^${word}(?:,${word}){0,${words.length - 1}}$`))
    .optional()
    .describe(description);
};

/** Those of the words that such a parameter names; undefined when it was not sent. */
export function wordsIn<Word extends string>(
  words: readonly Word[],
  value: string | undefined,
): readonly Word[] | undefined {
  const named = value?.split(',');
  return named && words.filter((word) => named.includes(word));
}
