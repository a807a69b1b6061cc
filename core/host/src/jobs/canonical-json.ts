import { createHmac } from 'node:crypto';

/** JSON with members in code unit order and no white space (as RFC 8785): equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/**
 * Keyed digest of a request, base64url: tells whether two requests of one account are the same, and nothing else to anyone
 * who has the database but not the secret.
 */
export function requestDigest(secret: string, accountId: string, body: unknown): string {
  return createHmac('sha256', secret).update(`solve\0${accountId}\0`).update(canonicalJson(body)).digest('base64url');
}
