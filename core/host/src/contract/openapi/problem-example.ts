import type { ProblemDeclaration, Text } from '@ostiary/plugin-api';
import { z } from 'zod';
import type { Json, JsonObject } from '../json.js';

/** The error body of every operation (RFC 9457 with the members of this service). */
export const ProblemBody = z
  .looseObject({
    type: z.string().meta({ format: 'uri-reference', description: 'Address of the page about this kind of problem.' }),
    title: z.string().describe('Short name of the problem, in the language of `Accept-Language`.'),
    status: z.int().min(400).max(599).describe('The HTTP status.'),
    slug: z
      .string()
      .describe(
        'Name of the kind of problem, for programs. Never changes and is never translated; new ones may be added.',
      ),
    detail: z.string().describe('What happened, in the language of `Accept-Language`.'),
    instance: z
      .string()
      .meta({ format: 'uri-reference', description: 'This occurrence: `/requests/` and the id of the request.' }),
    request_id: z.string().describe('Id of the request, as in the header `Request-Id`.'),
    retryable: z.boolean().describe('Whether the same request may succeed later.'),
    errors: z
      .array(
        z
          .looseObject({
            pointer: z
              .string()
              .optional()
              .describe('Where in the body: a JSON pointer (RFC 6901). Left out when it is about a parameter.'),
            parameter: z.string().optional().describe('Name of the parameter it is about.'),
            in: z
              .enum(['path', 'query', 'header'])
              .meta({ id: 'ParameterPlace' })
              .optional()
              .describe('Where the parameter stands.'),
            slug: z.string().describe('What is wrong there, for programs.'),
            detail: z.string().describe('What is wrong there.'),
          })
          .meta({ id: 'ProblemItem', description: 'One thing that is wrong with a request.' }),
      )
      .optional()
      .describe('What is wrong with the request: the first 100 faults.'),
    errors_omitted: z.int().min(1).optional().describe('How many more faults there are; left out when there are none.'),
  })
  .meta({
    id: 'Problem',
    description: 'Why the request was not answered. Kinds of problems add members of their own.',
  });

/** An Example Object that shows the problem; texts in English, as `translationsOf` knows them. */
export function problemExample(
  slug: string,
  { status, title, detail, help, retryable }: ProblemDeclaration,
): JsonObject {
  const value: Record<string, Json> = {
    type: `/problems/${slug}`,
    title: title.en,
    status,
    slug,
    detail: detail.en,
    instance: '/requests/req_01JD6Z7F5M9Q2R8T4V6X0Y1A3B',
    request_id: 'req_01JD6Z7F5M9Q2R8T4V6X0Y1A3B',
    retryable,
  };
  return { summary: title.en, description: help.en, value };
}

/** The problem's texts as entries of a translation table, English to Portuguese. */
export function translationsOf({ title, detail, help }: ProblemDeclaration): (readonly [string, string])[] {
  return [title, detail, help].map(({ en, pt }: Text) => [en, pt] as const);
}
