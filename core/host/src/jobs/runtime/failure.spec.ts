import { ProblemError, SolverGone, type ProblemDeclaration } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { SolverBusy } from '../../compute/solver-pool.js';
import { failureOf } from './failure.js';

const text = (en: string): { en: string; pt: string } => ({ en, pt: en });
const problems = new Map<string, ProblemDeclaration>([
  [
    'provider_down',
    { status: 503, title: text('t'), detail: text('{provider} does not answer.'), help: text('h'), retryable: true },
  ],
]);

describe('failureOf', () => {
  it.each([
    [new SolverGone('memory'), 'solver_memory', false],
    [new SolverGone('solver_time'), 'solver_time', false],
    [new SolverGone('crashed'), 'solver_crashed', true],
    [Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 'storage_full', true],
    [new Error('of a plugin', { cause: Object.assign(new Error('quota'), { code: 'EDQUOT' }) }), 'storage_full', true],
    [Object.assign(new Error('could not extend file'), { code: '53100' }), 'storage_full', true],
    [new SolverBusy('z3'), 'engine_unavailable', false],
    [new Error('SELECT secret FROM keys'), 'internal', true],
    ['a string', 'internal', true],
    [undefined, 'internal', true],
    [new ProblemError('nobody_declared_it'), 'internal', true],
  ])('%s', (thrown, slug, defect) => {
    const failure = failureOf(thrown, problems);
    expect(failure.error.slug).toBe(slug);
    expect(failure.defect).toBe(defect);
    expect(failure.error.detail).not.toContain('SELECT');
  });

  it('tells a declared problem with its parameters', () => {
    const failure = failureOf(new ProblemError('provider_down', { params: { provider: 'acme' } }), problems);
    expect(failure).toEqual({
      error: { slug: 'provider_down', detail: 'acme does not answer.', retryable: true },
      defect: false,
    });
  });
});
