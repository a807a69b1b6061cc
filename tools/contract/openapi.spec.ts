import { describe, expect, test } from 'vitest';
import { contract, isValid, submissions } from '../testing/contract.ts';

const problems = Object.entries(contract.components.examples);

describe('the schemas of the contract', () => {
  test.each(Object.keys(contract.components.schemas))('%s is a schema that a strict validator takes', (name) => {
    expect(() => isValid(name, {})).not.toThrow();
  });
});

describe('the examples of the contract', () => {
  test('there are some', () => {
    expect(submissions.length).toBeGreaterThan(0);
    expect(problems.length).toBeGreaterThan(10);
  });

  test.each(submissions)(
    'the submission %s is valid, and is not with a field more, less or otherwise',
    (_, { value }) => {
      expect(isValid('SolveRequest', value)).toBe(true);
      expect(isValid('SolveRequest', { ...value, no_such_field: 1 })).toBe(false);
      expect(isValid('SolveRequest', { ...value, mode: 'no_such_mode' })).toBe(false);
      expect(isValid('SolveRequest', { ...value, deadline_ms: 'soon' })).toBe(false);
      expect(isValid('SolveRequest', { mode: (value as { mode?: unknown }).mode })).toBe(false);
    },
  );

  test.each(problems)('the problem %s is valid', (slug, { value }) => {
    expect(value.slug).toBe(slug);
    expect(isValid('Problem', value)).toBe(true);
    expect(isValid('Problem', { ...value, status: undefined })).toBe(false);
  });
});
