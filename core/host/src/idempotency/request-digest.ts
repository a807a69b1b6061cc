import { createHmac } from 'node:crypto';
import { canonicalJson } from '@ostiary/json';

/**
 * Keyed digest of a request, base64url: tells whether two requests of one account are the same, and nothing else to anyone
 * who has the database but not the secret.
 */
export function requestDigest(secret: string, accountId: string, body: unknown): string {
  return createHmac('sha256', secret).update(`solve\0${accountId}\0`).update(canonicalJson(body)).digest('base64url');
}
