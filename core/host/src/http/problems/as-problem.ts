import { HttpException } from '@nestjs/common';
import { ProblemError } from '@ostiary/plugin-api';
import { isDatabaseGone } from '../../storage/database-gone.js';

/**
 * What was thrown, as a problem; undefined for a defect of ours.
 * Frameworks throw their own errors for paths nobody serves and for URLs that cannot be decoded.
 */
export function asProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof HttpException) return fromFramework(error.getStatus());
  if (error instanceof URIError) return new ProblemError('not_found');
  if (isDatabaseGone(error)) return new ProblemError('unavailable', { headers: { 'Retry-After': '2' } });
  return undefined;
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
