import { z } from 'zod';
import { callable, schema, word } from './form.js';

const Access = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('grants'), anyOf: z.array(word('a grant')).min(1) }),
  z.strictObject({ kind: z.literal('any_key') }),
  z.strictObject({ kind: z.literal('optional_key') }),
  z.strictObject({ kind: z.literal('public') }),
]);

const Answer = z.strictObject({
  status: z.int().min(200).max(599),
  when: z.string().min(1),
  slugs: z.array(z.string()).optional(),
  body: schema.optional(),
  mediaType: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

const Charge = z.strictObject({
  meter: word('a meter'),
  units: z
    .union([z.int().min(0), callable], { error: 'must be a whole number of 0 or more, or a function' })
    .optional(),
  by: z.enum(['host', 'handler']).optional(),
});

const Idempotent = z.union(
  [z.literal(true), z.strictObject({ scope: callable.optional(), answer: z.enum(['stored', 'job']).optional() })],
  { error: 'must be true, or an object with "scope" or "answer"' },
);

/** A `@Route` declaration. What the host itself answers before the handler runs must be among the answers. */
export const RouteForm = z
  .strictObject({
    operationId: z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'must be a name in camelCase'),
    summary: z.string().min(1),
    description: z.string().min(1).optional(),
    area: z.string().min(1).optional(),
    access: Access,
    bodyBytes: z.int().min(1).optional(),
    body: schema.optional(),
    content: z.enum(['json', 'raw', 'stream']).optional(),
    bodyMediaType: z.string().min(1).optional(),
    charge: Charge.optional(),
    idempotent: Idempotent.optional(),
    query: schema.optional(),
    params: schema.optional(),
    headers: schema.optional(),
    answers: z.array(Answer).min(1),
    inContract: z.boolean().optional(),
    serves: z
      .array(z.enum(['hosted', 'router']))
      .min(1)
      .optional(),
    elsewhere: word('a slug').optional(),
  })
  .superRefine(({ serves, elsewhere, answers }, context) => {
    const add = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    if ((serves === undefined) !== (elsewhere === undefined))
      add('elsewhere', 'goes with "serves": where it is served, and what it answers elsewhere');
    if (elsewhere !== undefined && !answers.some(({ slugs = [] }) => slugs.includes(elsewhere)))
      add('answers', `must list ${elsewhere}, which it answers where it is not served`);
  })
  .superRefine(({ access, answers, body, params }, context) => {
    const listed = new Set(answers.map(({ status }) => status));
    const need = (why: string, ...anyOf: readonly number[]): void => {
      if (anyOf.some((status) => listed.has(status))) return;
      context.addIssue({ code: 'custom', path: ['answers'], message: `must list ${anyOf.join(' or ')}: ${why}` });
    };
    if (access.kind === 'grants' || access.kind === 'any_key') need('the route asks for a key', 401);
    if (access.kind === 'grants') need('the route asks for a grant', 403);
    if (body !== undefined) need('a body can be refused', 400);
    if (params !== undefined) need('parameters of the path can be refused', 400, 404);
  });
