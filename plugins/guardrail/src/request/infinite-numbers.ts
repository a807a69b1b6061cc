import { pointerChild } from '@ostiary/catalogue';
import { ProblemError } from '@ostiary/plugin-api';

/**
 * Refuses a request with a number such as `1e400`, which JSON.parse reads as infinity and which would be stored as null.
 * @throws ProblemError `invalid_request` with the pointer of the first one
 */
export function refuseInfinite(request: object): void {
  const pointer = infiniteNumber(request, '');
  if (pointer === null) return;
  const detail = { en: 'The number is too large to be one.', pt: 'O número é grande demais para o ser.' };
  throw new ProblemError('invalid_request', { errors: [{ pointer, slug: 'number_too_large', detail }] });
}

function infiniteNumber(value: unknown, pointer: string): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : pointer;
  if (typeof value !== 'object' || value === null) return null;
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof member !== 'number' && typeof member !== 'object') continue;
    const found = infiniteNumber(member, pointerChild(pointer, key));
    if (found !== null) return found;
  }
  return null;
}
