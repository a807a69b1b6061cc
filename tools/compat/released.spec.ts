import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compareContracts } from './document.ts';
import { asObject, type JsonObject } from './json.ts';

const read = (path: string): JsonObject => parse(readFileSync(join(root, path), 'utf8')) as JsonObject;
const released = read('contract/released/v1.yaml');
const breaks = (present: JsonObject): string[] =>
  compareContracts(released, present)
    .filter(({ severity }) => severity === 'breaking')
    .map(({ where, what }) => `${where}: ${what}`);

/** The released contract without one field of one component. */
function without(component: string, field: string): JsonObject {
  const copy = structuredClone(released) as { components: { schemas: Record<string, { properties: object }> } };
  Reflect.deleteProperty(copy.components.schemas[component]?.properties ?? {}, field);
  return copy as unknown as JsonObject;
}

/** The first field of every component that has any. */
const fields = Object.entries(asObject(asObject(released['components'])['schemas'])).flatMap(([component, schema]) => {
  const [field] = Object.keys(asObject(asObject(schema)['properties']));
  return field === undefined ? [] : [[component, field] as const];
});

describe('the released contract', () => {
  test('is not broken by the present one', () => {
    expect(breaks(read('contract/openapi.yaml'))).toEqual([]);
  });

  test('is held in every component: a field that is gone is told', () => {
    expect(fields.length).toBeGreaterThan(50);
    const untold = fields.filter(([component, field]) => breaks(without(component, field)).length === 0);
    expect(untold).toEqual([]);
  });

  test('is held in its operations and slugs', () => {
    const { '/v1/solves': solves, ...others } = asObject(released['paths']);
    expect(breaks({ ...released, paths: others }).toSorted()).toEqual([
      'GET /v1/solves: the operation was removed',
      'POST /v1/solves: the operation was removed',
    ]);
    const text = JSON.stringify(solves).replaceAll('"quota_exhausted":', '"quota_gone":');
    const renamed = { ...released, paths: { ...others, '/v1/solves': JSON.parse(text) as JsonObject } };
    expect(breaks(renamed).join()).toContain('the slug quota_exhausted was removed');
  });
});
