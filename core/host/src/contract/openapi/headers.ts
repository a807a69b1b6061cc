import type { RouteAnswer } from '@ostiary/plugin-api';
import { fromMembers, type JsonObject } from '../json.js';

const string = { type: 'string' };

/** Header fields that whole kinds of answers have. */
const SHARED = {
  RequestId: { description: 'Id of this request. Name it when you report a fault.', schema: string },
  RateLimit: {
    description:
      'What is left of each rate limit: `r` requests, and `t` seconds until it is full again (draft-ietf-httpapi-ratelimit-headers).',
    schema: string,
  },
  RateLimitPolicy: {
    description: 'The rate limits of this key: `q` requests in each window of `w` seconds.',
    schema: string,
  },
  RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 0 } },
  WwwAuthenticate: { description: 'The scheme to authenticate with: Bearer.', schema: string },
  ContentLanguage: {
    description: 'Language of `title` and `detail`, chosen by `Accept-Language`.',
    schema: { type: 'string', enum: ['en', 'pt'] },
  },
} as const satisfies Record<string, JsonObject>;

const FIELD_NAMES: Readonly<Record<keyof typeof SHARED, string>> = {
  RequestId: 'Request-Id',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
  ContentLanguage: 'Content-Language',
};

/** `components.headers`. */
export const SHARED_HEADERS: JsonObject = SHARED;

/** The header fields of one answer: those of its kind, then those that only its declaration has. */
export function headersOf(answer: RouteAnswer): JsonObject {
  const shared: (keyof typeof SHARED)[] = ['RequestId', 'RateLimit', 'RateLimitPolicy'];
  if (answer.status === 401) shared.push('WwwAuthenticate');
  if (answer.status === 429 || answer.status === 503) shared.push('RetryAfter');
  if (answer.status >= 400) shared.push('ContentLanguage');
  const known = new Set(shared.map((name) => FIELD_NAMES[name]));
  return fromMembers([
    ...shared.map((name) => [FIELD_NAMES[name], { $ref: `#/components/headers/${name}` }] as const),
    ...Object.entries(answer.headers ?? {})
      .filter(([name]) => !known.has(name))
      .map(([name, description]) => [name, { description, schema: string }] as const),
  ]);
}
