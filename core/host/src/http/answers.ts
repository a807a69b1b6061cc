import type { RouteAnswer } from '@ostiary/plugin-api';

/** The answer every operation has that needs a key. */
export const UNAUTHENTICATED: RouteAnswer = {
  status: 401,
  when: 'No Authorization: Bearer key (slug missing_key), or a key that is malformed (prefix or checksum), unknown, revoked, expired or of a closed account (slug invalid_key, one answer for all of these). WWW-Authenticate: Bearer.',
  slugs: ['missing_key', 'invalid_key'],
  headers: { 'WWW-Authenticate': 'The scheme: Bearer.' },
};
