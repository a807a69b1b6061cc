import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble } from './assemble.js';
import { asDeployment, DeploymentError, readDeployment } from '../plugins/deployment.js';
import { PluginsRefused } from './refusal.js';
import { pluginTree } from './tree.js';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
let directory: string;

beforeAll(() => {
  // Inside the workspace, so that a package here finds the plugin api as an installed one would.
  directory = mkdtempSync(join(workspace, 'node_modules', '.cache-plugins-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Installs a package beside the deployment file. */
function install(name: string, manifest: object, files: Readonly<Record<string, string>>): void {
  const folder = join(directory, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
}

const PLUGIN = { ostiary: { plugin: './plugin.js', api: '^1.0.0' } };
const esm = (id: string) =>
  `import { definePlugin } from '@ostiary/plugin-api'; export default definePlugin({ id: '${id}' });`;

async function codes(...names: readonly string[]): Promise<readonly string[]> {
  const deployment = asDeployment(
    { kind: 'embedded', plugins: names.map((name) => ({ package: name })) },
    'test',
    directory,
  );
  try {
    return (await assemble(deployment, [])).plugins.map(
      ({ id, version, packageName }) => `admitted ${id} ${version} ${packageName}`,
    );
  } catch (error) {
    if (error instanceof PluginsRefused) return error.refusals.map(({ code, plugin }) => `${code} ${plugin}`);
    throw error;
  }
}

/** The messages of the refusals. */
async function messages(...names: readonly string[]): Promise<readonly string[]> {
  const plugins = names.map((name) => ({ package: name }));
  const refused: unknown = await assemble(asDeployment({ kind: 'embedded', plugins }, 'test', directory), []).catch(
    (error: unknown) => error,
  );
  if (!(refused instanceof PluginsRefused)) throw new Error('nothing was refused');
  return refused.refusals.map(({ message }) => message);
}

describe('finding plugins', () => {
  it('loads an ES module that exports the plugin as default', async () => {
    install('esm-plugin', { type: 'module', ...PLUGIN }, { 'plugin.js': esm('esm-one') });
    expect(await codes('esm-plugin')).toEqual(['admitted esm-one 1.0.0 esm-plugin']);
  });

  it('loads CommonJS, however its plugin is exported', async () => {
    const make = (tail: string) =>
      `const { definePlugin } = require('@ostiary/plugin-api'); const plugin = definePlugin({ id: 'cjs' }); ${tail}`;
    for (const [index, tail] of [
      'module.exports = plugin;',
      'module.exports = { plugin };',
      'exports.__esModule = true; exports.default = plugin;',
    ].entries()) {
      install(`cjs-${index}`, PLUGIN, { 'plugin.js': make(tail) });
      expect(await codes(`cjs-${index}`)).toEqual([`admitted cjs 1.0.0 cjs-${index}`]);
    }
  });

  it('loads a package from a folder named by a path', async () => {
    expect(await codes('./node_modules/esm-plugin')).toEqual(['admitted esm-one 1.0.0 esm-plugin']);
  });

  it('refuses by the manifest, and then runs none of the code', async () => {
    const trap = 'globalThis.__trapped = true; throw new Error("loaded");';
    install('not-a-plugin', { type: 'module' }, { 'plugin.js': trap });
    install('outside', { type: 'module', ostiary: { plugin: '../../escape.js', api: '^1.0.0' } }, {});
    install('too-new', { type: 'module', ostiary: { plugin: './plugin.js', api: '^9.0.0' } }, { 'plugin.js': trap });
    install('too-wide', { type: 'module', ostiary: { plugin: './plugin.js', api: '>=1' } }, { 'plugin.js': trap });
    install('own-nest', { type: 'module', ...PLUGIN }, { 'plugin.js': trap });
    const copy = join(directory, 'node_modules', 'own-nest', 'node_modules', '@nestjs', 'core');
    mkdirSync(copy, { recursive: true });
    writeFileSync(
      join(copy, 'package.json'),
      JSON.stringify({ name: '@nestjs/core', version: '12.0.0', main: 'index.js' }),
    );
    writeFileSync(join(copy, 'index.js'), '');
    expect(await codes('missing', 'not-a-plugin', 'outside', 'too-new', 'too-wide', 'own-nest')).toEqual([
      'not_a_plugin missing',
      'not_a_plugin not-a-plugin',
      'not_a_plugin outside',
      'api_mismatch too-new',
      'api_range_too_wide too-wide',
      'framework_copied own-nest',
    ]);
    expect(globalThis).not.toHaveProperty('__trapped');
  });

  it('refuses code that throws or exports something else, together with all others', async () => {
    install('throws', { type: 'module', ...PLUGIN }, { 'plugin.js': 'throw new Error("no");' });
    install('exports-nothing', { type: 'module', ...PLUGIN }, { 'plugin.js': 'export default { id: "x" };' });
    install('bad-id', { type: 'module', ...PLUGIN }, { 'plugin.js': esm('Not An Id') });
    expect(await codes('throws', 'esm-plugin', 'exports-nothing', 'bad-id', 'missing')).toEqual([
      'load_failed throws',
      'not_a_plugin exports-nothing',
      'declaration_invalid bad-id',
      'not_a_plugin missing',
    ]);
  });

  it('says which line of the package threw, and which file of it is not there', async () => {
    install('throws-within', { type: 'module', ...PLUGIN }, { 'plugin.js': 'null.x;' });
    install('not-built', { type: 'module', ostiary: { plugin: './dist/plugin.js', api: '^1.0.0' } }, {});
    await expect(messages('throws-within', 'not-built')).resolves.toEqual([
      expect.stringMatching(/null.*throws-within\/plugin\.js:1:\d+/) as string,
      expect.stringMatching(/there is no file .*not-built\/dist\/plugin\.js; is the package built\?/) as string,
    ]);
  });

  it('refuses a package that brings its own copy of the plugin api: its errors would not be known for what they are', async () => {
    install('own-api', { type: 'module', ...PLUGIN }, { 'plugin.js': esm('own-api') });
    install('own-api/node_modules/@ostiary/plugin-api', { name: '@ostiary/plugin-api' }, {});
    expect(await codes('own-api')).toEqual(['framework_copied own-api']);
  });

  it('refuses what cannot be written into the contract before anything is opened, each plugin with its own reason', async () => {
    const make = (id: string, result: string) =>
      `import { defineMode, definePlugin } from '@ostiary/plugin-api'; import { z } from 'zod';
       const mode = defineMode({ name: '${id}', title: 'x', grant: '${id}', request: z.strictObject({}), result: ${result},
         limits: { inlineBytes: 1, seconds: 1 }, solve: async () => ({}) });
       export default definePlugin({ id: '${id}', grants: ['${id}'], modes: [mode] });`;
    install('turns', { type: 'module', ...PLUGIN }, { 'plugin.js': make('turns', 'z.string().transform(Number)') });
    install('dates', { type: 'module', ...PLUGIN }, { 'plugin.js': make('dates', 'z.date()') });
    install(
      'takes',
      { type: 'module', ...PLUGIN },
      { 'plugin.js': make('takes', `z.strictObject({}).meta({ id: 'Problem' })`) },
    );
    expect(await codes('turns', 'dates')).toEqual(['contract_invalid dates', 'contract_invalid turns']);
    expect(await messages('takes')).toEqual(['core and takes both bring the schema Problem, and not the same']);
  });

  it('takes a package that is linked into place', async () => {
    symlinkSync(join(directory, 'node_modules', 'esm-plugin'), join(directory, 'node_modules', 'linked'));
    expect(await codes('linked')).toEqual(['admitted esm-one 1.0.0 esm-plugin']);
  });

  it('shows the plugins as a tree', async () => {
    const deployment = asDeployment({ kind: 'embedded', plugins: [{ package: 'esm-plugin' }] }, 'test', directory);
    expect(pluginTree(await assemble(deployment, []))).toMatch(
      /^esm-one 1\.0\.0 \(esm-plugin, plugin api \^1\.0\.0, \d+ ms\)\n$/,
    );
  });
});

describe('the deployment file', () => {
  const read = (content: string) => {
    const file = join(tmpdir(), `ostiary-deployment-${process.pid}.yaml`);
    writeFileSync(file, content);
    try {
      return readDeployment(file);
    } finally {
      rmSync(file);
    }
  };

  it('names plugins and has execution budgets by default', () => {
    const deployment = read('kind: embedded\nplugins:\n  - package: "@a/b"\n    config: { x: 1 }\n');
    expect(deployment).toMatchObject({
      kind: 'embedded',
      plugins: [{ package: '@a/b', config: { x: 1 } }],
      defaultProfile: 'standard',
    });
    expect([...deployment.profiles.keys()]).toEqual(['standard', 'quick', 'thorough']);
  });

  it.each([
    ['nesting that ends a process', '['.repeat(900)],
    ['a bomb of aliases', 'a: &a [x,x,x]\nb: &b [*a,*a,*a]\nplugins: [*b,*b]\n'],
    ['a key twice', 'kind: embedded\nprofile: hosted\nplugins: []\n'],
    ['an unknown key', 'kind: embedded\nplugins: []\nplugin: []\n'],
    ['an unknown profile', 'profile: cloud\nplugins: []\n'],
    ['a default that is not there', 'kind: embedded\nplugins: []\ndefault_profile: slow\n'],
    ['nothing', ''],
    ['a tag', 'profile: !!js/function "x"\nplugins: []\n'],
  ])('refuses %s, twice, and the process lives', (_, content) => {
    expect(() => read(content)).toThrow(DeploymentError);
    expect(() => read(content)).toThrow(DeploymentError);
  });
});
