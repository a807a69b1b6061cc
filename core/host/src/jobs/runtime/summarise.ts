import type { AnswerSummary, ModeBody } from '@ostiary/plugin-api';
import type { z } from 'zod';

/** Longest text of a summary, UTF-16 units: as long as the name of a tool may be. */
const TEXT = 256;
const ENTRIES = 8;

/**
 * The answer of a mode in short, cut to its bounds; null when the mode gives none.
 * @throws what the mode throws
 */
export function summarise(
  body: ModeBody<z.ZodType, z.ZodType>,
  result: unknown,
  request: unknown,
): AnswerSummary | null {
  if (body.summary === undefined) return null;
  const { answer, slug, tool, rules, counts } = body.summary(result, request);
  return {
    answer: answer === null ? null : cut(answer),
    ...(slug !== undefined && { slug: cut(slug) }),
    ...(tool !== undefined && { tool: cut(tool) }),
    ...(rules !== undefined && { rules: rules.slice(0, ENTRIES).map(cut) }),
    ...(counts !== undefined && {
      counts: Object.fromEntries(
        Object.entries(counts)
          .slice(0, ENTRIES)
          .map(([name, count]) => [cut(name), count]),
      ),
    }),
  };
}

/** What Postgres keeps in jsonb: no NUL, no half of a surrogate pair, also where a pair was cut in two. */
function cut(text: string): string {
  return text.slice(0, TEXT).toWellFormed().replaceAll('\0', '\u{FFFD}');
}
