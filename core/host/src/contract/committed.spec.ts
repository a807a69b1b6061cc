import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { input } from '@ostiary/plugin-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { assemble as assemblePlugins } from '../plugin-loading/assemble.js';
import { readDeployment } from '../plugins/deployment.js';
import type { PluginRegistry } from '../plugins/registry.js';
import { projectFile } from '../config/project.js';
import { hostControllers } from '../start/host.modules.js';
import { routesOf, type ServedRoute } from '../http/route-table.js';
import type { JsonObject } from './json.js';
import { contractFiles } from '../start/contract-files.js';
import { CORE_PT } from './prose/pt/core.js';
import { mapProse, proseOf } from './prose/walk.js';

/** Prose that is the same in both languages. */
const ALIKE = new Set(['Ostiary']);

/** Served, but for operators and browsers; see `inContract` of the routes. */
const OUTSIDE = [
  'GET /',
  'GET /health/live',
  'GET /health/ready',
  'GET /problems',
  'GET /problems/{slug}',
  'GET /reference/{file}',
];

interface Operation {
  readonly responses: Record<
    string,
    { readonly content?: Record<string, { readonly examples?: Record<string, unknown> }> }
  >;
}
interface Contract {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: JsonObject;
}
interface Listed {
  readonly method: string;
  readonly path: string;
  readonly answers: readonly { readonly status: number; readonly slugs: readonly string[] }[];
}

const read = (path: string): string => readFileSync(projectFile(path), 'utf8');
const english = parse(read('contract/openapi.yaml')) as Contract;
const portuguese = parse(read('contract/openapi.pt.yaml')) as Contract;
const operations = JSON.parse(read('contract/operations.json')) as Listed[];

const contracted = Object.entries(english.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

let registry: PluginRegistry;
let served: readonly ServedRoute[];

beforeAll(async () => {
  registry = await assemblePlugins(readDeployment(projectFile('deployments/embedded.yaml')), hostControllers());
  served = routesOf([...hostControllers(), ...registry.plugins.flatMap(({ controllers }) => controllers)]);
});

test('what is committed is what the code writes (else: npm run contract)', async () => {
  const { files, untranslated } = await contractFiles(readDeployment(projectFile('deployments/embedded.yaml')));
  expect(untranslated).toEqual([]);
  expect([...files].filter(([path, content]) => read(path) !== content).map(([path]) => path)).toEqual([]);
});

test('both deployments that are shipped enable the plugins it was written for', () => {
  const [embedded, hosted] = ['embedded', 'hosted'].map((name) =>
    readDeployment(projectFile(`deployments/${name}.yaml`)).plugins.map((plugin) => plugin.package),
  );
  expect(embedded).toHaveLength(registry.plugins.length);
  expect(hosted).toEqual(embedded);
});

describe('the Portuguese twin', () => {
  const blank = (document: Contract): unknown => mapProse(document as unknown as JsonObject, () => '');

  test('is the same contract once the prose is taken out', () => {
    expect(blank(portuguese)).toEqual(blank(english));
  });

  test('says every text otherwise than the English one, but for words that are alike', () => {
    const ours = proseOf(portuguese as unknown as JsonObject);
    const alike = proseOf(english as unknown as JsonObject).filter(({ text }, i) => ours[i]?.text === text);
    expect(alike.filter(({ text }) => !ALIKE.has(text))).toEqual([]);
  });

  test("uses every text of the host's table", () => {
    // A mode that takes a file brings these into the contract of whoever enables it.
    const ofFiles = z.toJSONSchema(input('any', { orArtefact: true }), { io: 'input' }) as unknown as JsonObject;
    const used = new Set([english as unknown as JsonObject, ofFiles].flatMap(proseOf).map(({ text }) => text));
    expect(Object.keys(CORE_PT).filter((text) => !used.has(text))).toEqual([]);
  });
});

describe('names of types', () => {
  /** Places of objects with known members, and of enums, that stand inside another schema. */
  function nameless(value: unknown, place: string): string[] {
    if (Array.isArray(value)) return value.flatMap((item, at) => nameless(item, `${place}/${at}`));
    if (typeof value !== 'object' || value === null) return [];
    const { properties, type, enum: values } = value as Record<string, unknown>;
    const known = type === 'object' && Object.keys(Object(properties) as object).length > 0;
    const below = Object.entries(value)
      .filter(([member]) => !['example', 'examples', 'default', 'const'].includes(member))
      .flatMap(([member, child]) => nameless(child, `${place}/${member}`));
    return known || Array.isArray(values) ? [place, ...below] : below;
  }
  const within = (schema: unknown, name: string): string[] => nameless(schema, name).filter((place) => place !== name);

  test('what a client could name is a component', () => {
    const { schemas = {} } = english.components as { schemas?: Record<string, object> };
    expect(nameless({ a: { type: 'object', properties: { b: {} } } }, '')).toEqual(['/a']);
    expect(Object.entries(schemas).flatMap(([name, schema]) => within(schema, name))).toEqual([]);
    expect(nameless(english.paths, '/paths')).toEqual([]);
  });
});

describe('routes', () => {
  const nameOf = ({ method, contractPath }: ServedRoute): string => `${method} ${contractPath}`;

  test('every one that is served is in the contract, and the other way round', () => {
    const inside = served.filter(({ declaration }) => declaration.inContract !== false).map(nameOf);
    expect(inside.toSorted()).toEqual(contracted.map(({ name }) => name).toSorted());
  });

  test('outside the contract are the known ones only', () => {
    expect(
      served
        .filter(({ declaration }) => declaration.inContract === false)
        .map(nameOf)
        .toSorted(),
    ).toEqual(OUTSIDE);
  });
});

describe('the published list of operations', () => {
  const listed = new Map(operations.map((one) => [`${one.method} ${one.path}`, one]));

  test('has every operation of the contract, with the same answers', () => {
    const answers = contracted.map(({ name, operation }) => [
      name,
      Object.keys(operation.responses)
        .map(Number)
        .toSorted((a, b) => a - b),
    ]);
    expect(answers).toEqual(
      contracted.map(({ name }) => [
        name,
        listed
          .get(name)
          ?.answers.map(({ status }) => status)
          .toSorted((a, b) => a - b),
      ]),
    );
  });

  test('names slugs that the operations in the contract answer, unless their plugin is yet to come', () => {
    /** Of modes that are not part of this deployment. */
    const later = new Set(['provider_unknown']);
    const missing = contracted.flatMap(({ name, operation }) =>
      (listed.get(name)?.answers ?? []).flatMap(({ status, slugs }) => {
        const content = operation.responses[String(status)]?.content?.['application/problem+json'];
        return slugs
          .filter((slug) => !later.has(slug) && content?.examples?.[slug] === undefined)
          .map((slug) => `${name} ${status} ${slug}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  const shared = join(projectFile(''), '../shared/contract/operations.json');
  test.skipIf(!existsSync(shared))(
    'is the one the interface was published with (skipped where that is not beside the project)',
    () => {
      expect(operations).toEqual(JSON.parse(readFileSync(shared, 'utf8')));
    },
  );
});

describe('problems', () => {
  const sections = [...read('docs/errors.md').matchAll(/^## (\w+)$/gm)].map(([, slug]) => slug);

  test('every one that is declared is in docs/errors.md, and the other way round', () => {
    expect(sections).toEqual([...registry.problems.keys()].toSorted());
  });

  test('every one that a route answers is declared', () => {
    const answered = served.flatMap(({ declaration }) => declaration.answers.flatMap(({ slugs = [] }) => slugs));
    expect(answered.filter((slug) => !registry.problems.has(slug))).toEqual([]);
  });

  /** Sources of the product without the tables that declare problems. */
  // The plugin that `verify-never-stored` starts a service of its own with brings its own problems.
  const sources = globSync('{core,plugins}/*/src/**/*.ts', { cwd: projectFile('') })
    .filter(
      (file) =>
        !/\.spec\.ts$|\/fixtures\/|\/testkit\/|problems?(\/table[^/]*)?\.ts$|\/verification\/probe\.ts$/.test(file),
    )
    .map(read);

  test('every one that the code throws is declared, and every declared one is used', () => {
    const thrown = sources.flatMap((source) =>
      [...source.matchAll(/new ProblemError\(\s*'(\w+)'/g)].map(([, slug = '']) => slug),
    );
    expect(thrown.length).toBeGreaterThan(20);
    expect([...new Set(thrown)].filter((slug) => !registry.problems.has(slug))).toEqual([]);
    expect(
      [...registry.problems.keys()].filter((slug) => !sources.some((source) => source.includes(`'${slug}'`))),
    ).toEqual([]);
  });
});
