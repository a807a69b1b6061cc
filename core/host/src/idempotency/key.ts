import { ProblemError } from '@ostiary/plugin-api';
import { parameterItem } from '../problems/parameter-item.js';

/** How long a key stands for the request it was first sent with. */
export const IDEMPOTENCY_HOURS = 24;

/**
 * The `Idempotency-Key` of a request, or undefined when it has none.
 * @throws ProblemError `invalid_request` for one that is empty, too long, or not of visible ASCII characters
 */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  const detail = {
    en: 'Must be 1 to 255 visible ASCII characters.',
    pt: 'Tem de ter 1 a 255 caracteres ASCII visíveis.',
  };
  throw new ProblemError('invalid_request', {
    errors: [parameterItem('header', 'Idempotency-Key', 'invalid_format', detail)],
  });
}
