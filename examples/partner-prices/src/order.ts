import { text } from 'node:stream/consumers';
import { type InputFile, ProblemError, type PurposeDeclaration } from '@ostiary/plugin-api';
import { z } from 'zod';

/** One line of an order. */
export const Line = z
  .strictObject({
    article: z.string().max(100).describe('What is ordered.'),
    cents: z.int().min(0).describe('What the order says that one piece costs, in cents.'),
  })
  .meta({ id: 'OrderLine' });

export type Line = z.output<typeof Line>;

/** What is uploaded: an order as a file, a line each, `bolt;12`. */
export const purposes: Readonly<Record<string, PurposeDeclaration>> = {
  order: { maxBytes: 1024 * 1024, mediaTypes: ['text/csv'], recognise: (start) => !start.includes(0) },
};

/**
 * The lines of an order that was uploaded.
 * @throws ProblemError `invalid_request` for a file with a line that is none
 */
export async function linesOf(file: InputFile): Promise<readonly Line[]> {
  const lines = (await text(await file.stream())).split(/\r?\n/u).filter((line) => line !== '');
  return lines.map((line, at) => {
    const [article, cents] = line.split(';');
    const read = Line.safeParse({ article, cents: Number(cents) });
    if (read.success) return read.data;
    const detail = {
      en: `Line ${String(at + 1)} of the file is not an article and its price in cents.`,
      pt: `A linha ${String(at + 1)} do ficheiro não é um artigo e o seu preço em cêntimos.`,
    };
    throw new ProblemError('invalid_request', { errors: [{ pointer: '/file', slug: 'invalid_request', detail }] });
  });
}
