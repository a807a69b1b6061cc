import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Example {
  readonly value: { readonly mode?: string; readonly slug?: string; readonly status?: number };
}
interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      { readonly requestBody?: { readonly content: Record<string, { readonly examples?: Record<string, Example> }> } }
    >
  >;
  readonly components: { readonly schemas: Record<string, object>; readonly examples: Record<string, Example> };
}

const document = parse(readFileSync(join(import.meta.dirname, '../../contract/openapi.yaml'), 'utf8')) as Document;

/** Checks a value against a component, by a validator that has nothing to do with the one of the service. */
function valid(component: string, value: unknown): boolean {
  // Formats are annotations in JSON Schema 2020-12; what they mean is zod's to check.
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
    allErrors: true,
  });
  ajv.addVocabulary(['components', 'x-grant', 'x-inline-limit-bytes']);
  return ajv.compile({ $ref: `#/components/schemas/${component}`, components: document.components })(value);
}

const submissions = Object.entries(
  document.paths['/v1/solves']?.['post']?.requestBody?.content['application/json']?.examples ?? {},
);
const problems = Object.entries(document.components.examples);

describe('the schemas of the contract', () => {
  test.each(Object.keys(document.components.schemas))('%s is a schema that a strict validator takes', (name) => {
    expect(() => valid(name, {})).not.toThrow();
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
      expect(valid('SolveRequest', value)).toBe(true);
      expect(valid('SolveRequest', { ...value, no_such_field: 1 })).toBe(false);
      expect(valid('SolveRequest', { ...value, mode: 'no_such_mode' })).toBe(false);
      expect(valid('SolveRequest', { ...value, deadline_ms: 'soon' })).toBe(false);
      expect(valid('SolveRequest', { mode: value.mode })).toBe(false);
    },
  );

  test.each(problems)('the problem %s is valid', (slug, { value }) => {
    expect(value.slug).toBe(slug);
    expect(valid('Problem', value)).toBe(true);
    expect(valid('Problem', { ...value, status: undefined })).toBe(false);
  });
});
