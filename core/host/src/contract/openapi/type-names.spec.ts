import { describe, expect, test } from 'vitest';
import { ContractError } from '../contract-error.js';
import type { JsonObject } from '../json.js';
import { checkTypeNames } from './type-names.js';

const of = (schemas: JsonObject, paths: JsonObject = {}): (() => void) => {
  return () => checkTypeNames({ paths, components: { schemas } });
};
const answered = (schema: JsonObject): JsonObject => ({
  '/v1/tea': { get: { responses: { '200': { content: { 'application/json': { schema } } } } } },
});

describe('names of types', () => {
  test.each<[string, () => void]>([
    ['components of different names', of({ Tea: {}, TeaList: {} })],
    ['a title that is nobody else’s', of({ Tea: { title: 'A cup of tea' } })],
    ['a component whose title is its own name', of({ TeaLeaf: { title: 'Tea leaf' } })],
    [
      'fields that are called title',
      of({ A: { properties: { title: { type: 'string' } } }, B: { properties: { title: {} } } }),
    ],
    ['data that has a title', of({ A: { examples: [{ title: 'Tea' }], default: { title: 'Tea' } }, Tea: {} })],
  ])('%s are fine', (_, check) => {
    expect(check).not.toThrow();
  });

  test.each<[string, () => void, string]>([
    [
      'two titles',
      of({ A: { title: 'Make tea' }, B: { title: 'Make tea' } }),
      'Make tea at /components/schemas/A, and Make tea at /components/schemas/B',
    ],
    [
      'a title and a component',
      of({ A: { properties: { leaf: { title: 'Tea leaf' } } }, TeaLeaf: {} }),
      'TeaLeaf at /components/schemas/TeaLeaf, and Tea leaf at /components/schemas/A/properties/leaf',
    ],
    ['components that differ in case', of({ HttpFault: {}, HTTPFault: {} }), 'HTTPFault at'],
    [
      'a title in an answer',
      of({ Tea: {} }, answered({ items: { title: 'tea' } })),
      '/paths/~1v1~1tea/get/responses/200/content/application~1json/schema/items',
    ],
  ])('%s are refused', (_, check, told) => {
    expect(check).toThrow(ContractError);
    expect(check).toThrow(told);
  });
});
