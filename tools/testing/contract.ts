import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { RawAnswer } from '@ostiary/testkit/requests';
import { root } from '@ostiary/testkit/project';

interface Answer {
  readonly headers: Record<string, unknown>;
  readonly content?: Record<
    string,
    { readonly schema?: { readonly contentSchema?: object }; readonly examples?: object }
  >;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}
export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly examples?: Record<string, { readonly value: object }> }>;
  };
  readonly responses: Record<string, Answer>;
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly examples: Record<string, { readonly value: { readonly slug?: string; readonly status?: number } }>;
  };
}

/** The committed contract. */
export const contract = parse(readFileSync(join(root, 'contract', 'openapi.yaml'), 'utf8')) as Document;

/** The examples of submissions in the contract, by mode. */
export const submissions = Object.entries(
  contract.paths['/v1/solves']?.['post']?.requestBody?.content['application/json']?.examples ?? {},
);

// Formats are annotations in JSON Schema 2020-12; what they mean is zod's to check.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  validateFormats: false,
  allErrors: true,
});
ajv.addVocabulary(['components', 'x-grant', 'x-inline-limit-bytes', 'x-upload-purpose', 'x-made-by']);

const compiled = new Map<object, ValidateFunction>();

/** Whether a value is as a component of the contract says, by a validator that has nothing to do with the one of the service. */
export function isValid(component: string, value: unknown): boolean {
  const schema = contract.components.schemas[component];
  if (schema === undefined) throw new Error(`the contract has no schema ${component}`);
  return validatorOf(schema)(value);
}

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile({ ...schema, components: contract.components });
  compiled.set(schema, known);
  return known;
}

/** Header fields that stand on whole kinds of answers; the others are there when they have something to say. */
const ALWAYS = ['Request-Id', 'RateLimit', 'RateLimit-Policy', 'WWW-Authenticate', 'Content-Language'];

/** Header fields of the interface that are never sent where the contract does not list them. */
const LISTED = [
  'Location',
  'Retry-After',
  'ETag',
  'Repr-Digest',
  'Artifact-Signature',
  'Accept-Ranges',
  'Content-Range',
  'Content-Disposition',
  'Preference-Applied',
  'Idempotent-Replayed',
  'WWW-Authenticate',
];

/** The JSON values in an answer: its body, or the data of each event of a stream. */
export function carried(mediaType: string, { body, text }: Pick<RawAnswer, 'body' | 'text'>): unknown[] {
  if (mediaType.includes('json')) return [body];
  if (mediaType !== 'text/event-stream') return [];
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as unknown);
}

/** What is wrong with an answer by the contract alone: nothing, when it is as promised. */
export function complaints(method: string, path: string, { status, headers, body, text }: RawAnswer): string[] {
  const answer = contract.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  if (!answer) return [`the status ${status} is not listed`];
  const [mediaType = ''] = String(headers['content-type'] ?? '').split(';');
  const content = answer.content?.[mediaType] ?? answer.content?.['*/*'];
  if (!content) return [`the media type ${mediaType} is not listed`];
  const listed = Object.keys(answer.headers);
  const has = (name: string): boolean => headers[name.toLowerCase()] !== undefined;
  const missing = listed.filter((name) => ALWAYS.includes(name) && !has(name));
  const stray = LISTED.filter((name) => has(name) && !listed.includes(name));
  const { slug } = body as { slug?: string };
  const unlisted =
    mediaType === 'application/problem+json' && !Object.hasOwn(content.examples ?? {}, slug ?? '')
      ? [`the slug ${slug} is not listed`]
      : [];
  const { schema } = content;
  const invalid = schema
    ? carried(mediaType, { body, text }).flatMap((value) => {
        const check = validatorOf(schema.contentSchema ?? schema);
        return check(value) ? [] : [JSON.stringify(check.errors)];
      })
    : [];
  return [
    ...missing.map((name) => `the header field ${name} is missing`),
    ...stray.map((name) => `the header field ${name} is not listed`),
    ...unlisted,
    ...invalid,
  ];
}
