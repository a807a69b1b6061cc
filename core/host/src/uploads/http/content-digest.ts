import { ProblemError } from '@ostiary/plugin-api';
import { parameterItem } from '../../problems/parameter-item.js';

/**
 * The sha-256 of a request's body that its field `Content-Digest` (RFC 9530) names, hex; null when it names none. Other
 * algorithms are passed over.
 * @throws ProblemError `invalid_request` when it is none
 */
export function contentSha256(header: string | undefined): string | null {
  const named = (header ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .find((entry) => /^sha-256=/i.test(entry));
  if (named === undefined) return null;
  const encoded = /^sha-256=:([A-Za-z0-9+/]{43}=):$/i.exec(named)?.[1];
  if (encoded !== undefined) return Buffer.from(encoded, 'base64').toString('hex');
  const detail = {
    en: 'The digest must be `sha-256=:BASE64:` of 32 bytes.',
    pt: 'O resumo tem de ser `sha-256=:BASE64:` de 32 bytes.',
  };
  throw new ProblemError('invalid_request', {
    errors: [parameterItem('header', 'Content-Digest', 'invalid_format', detail)],
  });
}
