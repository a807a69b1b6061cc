import { ProblemError, type Text } from '@ostiary/plugin-api';
import { parameterItem } from '../../problems/parameter-item.js';

/** Which bytes of a file a request brings; `ask`: none, it asks how many are here. Positions from 0, both included. */
export type Part =
  | { readonly kind: 'whole' | 'ask' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number };

const FORM = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/i;

/**
 * Reads the header field `Content-Range` of a request that fills a file of `size` bytes.
 * @throws ProblemError `invalid_request`
 */
export function partOf(header: string | undefined, size: number): Part {
  if (header === undefined) return { kind: 'whole' };
  const [, first, last, total] = FORM.exec(header.trim()) ?? [];
  if (total === undefined)
    throw refused('invalid_format', {
      en: 'Must be `bytes FIRST-LAST/SIZE`, or `bytes */SIZE` to ask how much is here.',
      pt: 'Tem de ser `bytes PRIMEIRO-ÚLTIMO/TAMANHO`, ou `bytes */TAMANHO` para perguntar quanto já chegou.',
    });
  if (Number(total) !== size)
    throw refused('invalid_value', {
      en: `The size is not that of the upload, ${size}.`,
      pt: `O tamanho não é o do upload, ${size}.`,
    });
  if (first === undefined || last === undefined) return { kind: 'ask' };
  const part = { kind: 'part', first: Number(first), last: Number(last) } as const;
  if (part.first > part.last || part.last >= size)
    throw refused('out_of_range', {
      en: `The bytes must be some of 0-${size - 1}, the first before the last.`,
      pt: `Os bytes têm de estar entre 0-${size - 1}, o primeiro antes do último.`,
    });
  return part;
}

function refused(slug: string, detail: Text): ProblemError {
  return new ProblemError('invalid_request', {
    errors: [parameterItem('header', 'Content-Range', slug, detail)],
  });
}
