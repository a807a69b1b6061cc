import { z } from 'zod';

/** Postgres keeps neither NUL nor half a surrogate pair in a text. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A string that goes into a column as it is. */
export const storableText = (): z.ZodString =>
  z.string().refine(isStorable, {
    error: 'Must hold neither NUL nor half a surrogate pair.',
    params: { pt: 'Não pode conter NUL nem meio par substituto.' },
  });
