import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compareContracts } from './document.ts';
import { asObject, type JsonObject } from './json.ts';

const read = (path: string): JsonObject => parse(readFileSync(join(root, path), 'utf8')) as JsonObject;
const released = read('contract/released/v1.yaml');
const breaks = (present: JsonObject, before = released): string[] =>
  compareContracts(before, present)
    .filter(({ severity }) => severity === 'breaking')
    .map(({ where, what }) => `${where}: ${what}`);

/** The released contract without one field of one component. */
function without(component: string, field: string): JsonObject {
  const components = asObject(released['components']);
  const schemas = asObject(components['schemas']);
  const schema = asObject(schemas[component]);
  const { [field]: _gone, ...properties } = asObject(schema['properties']);
  return {
    ...released,
    components: { ...components, schemas: { ...schemas, [component]: { ...schema, properties } } },
  };
}

const paths = Object.entries(asObject(released['paths'])).map(([path, item]) => ({
  text: JSON.stringify(item),
  only: { paths: { [path]: item } },
}));

/** Whether a break is told at any operation. Those that name the component come first: most often the first one asked tells. */
function isTold(present: JsonObject, component: string): boolean {
  const names = ({ text }: { readonly text: string }): number => Number(text.includes(`/${component}"`));
  return paths
    .toSorted((one, other) => names(other) - names(one))
    .some(({ only }) => breaks({ ...present, ...only }, { ...released, ...only }).length > 0);
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
    const untold = fields.filter(([component, field]) => !isTold(without(component, field), component));
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
