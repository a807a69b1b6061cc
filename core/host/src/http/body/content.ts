import { ProblemError } from '@ostiary/plugin-api';
import type { Request } from 'express';

/** Whether the request sends a body at all. */
export function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/**
 * The body must be JSON in UTF-8, as it is or packed with gzip.
 * @throws ProblemError `unsupported_media_type`
 */
export function requireJson(request: Request): { readonly gzip: boolean } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (type !== 'application/json' || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new ProblemError('unsupported_media_type', { params: { expected: 'application/json' } });
  }
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'gzip') return { gzip: true };
  if (encoding === 'identity') return { gzip: false };
  throw new ProblemError('unsupported_media_type', { params: { expected: 'application/json, Content-Encoding gzip' } });
}
