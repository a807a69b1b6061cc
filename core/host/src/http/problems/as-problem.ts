import { HttpException } from '@nestjs/common';
import { ProblemError } from '@ostiary/plugin-api';
import { isDatabaseGone } from '../../storage/database-gone.js';
import { isStorageFull } from '../../storage/storage-full.js';

/**
 * Returns what was thrown as a problem; undefined for a defect of ours.
 * Frameworks throw their own errors for paths nobody serves and for URLs that cannot be decoded.
 * @param routed the request had reached an operation: then a framework's exception is one that its method chose to throw
 */
export function asProblem(error: unknown, routed: boolean): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof HttpException) return routed ? fromMethod(error.getStatus()) : fromFramework(error.getStatus());
  if (error instanceof URIError) return new ProblemError('not_found');
  if (isDatabaseGone(error)) return new ProblemError('unavailable', { headers: { 'Retry-After': '2' } });
  if (isStorageFull(error)) return new ProblemError('storage_full', { headers: { 'Retry-After': '30' } });
  return undefined;
}

/** Nest's own exceptions, thrown by a method: the problem of the host that says the same, where there is one. */
function fromMethod(status: number): ProblemError | undefined {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return new ProblemError('invalid_request');
    case 404:
    case 405:
    case 410:
      return new ProblemError('not_found');
    case 502:
    case 503:
    case 504:
      return new ProblemError('unavailable', { headers: { 'Retry-After': '2' } });
    default:
      return undefined;
  }
}

function fromFramework(status: number): ProblemError | undefined {
  switch (status) {
    case 404:
    case 405:
      return new ProblemError('not_found');
    // The only one Nest's Express adapter makes by itself: a path with a broken percent sign.
    case 400:
      return new ProblemError('not_found');
    case 503:
      return new ProblemError('draining', { headers: { 'Retry-After': '2' } });
    default:
      return undefined;
  }
}
