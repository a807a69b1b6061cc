import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { assemble } from './assemble.js';
import { asDeployment, DeploymentError, readDeployment } from '../plugins/deployment.js';
import { findPackage } from './find-package.js';
import { PluginsRefused } from './refusal.js';
import { pluginTree } from './tree.js';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
let directory: string;

beforeAll(() => {
  // Inside the workspace, so that a package here finds the plugin api as an installed one would.
  directory = mkdtempSync(join(workspace, 'node_modules', '.cache-plugins-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Installs a package as `ostiary plugins add` does. */
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
  const refused: unknown = await assemble(
    asDeployment({ kind: 'embedded', plugins }, 'test', directory, directory),
    [],
  ).catch((error: unknown) => error);
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
    install('next-zod', { type: 'module', ...PLUGIN, peerDependencies: { zod: '^9.0.0' } }, { 'plugin.js': trap });
    expect(await codes('missing', 'not-a-plugin', 'outside', 'too-new', 'too-wide', 'next-zod')).toEqual([
      'not_a_plugin missing',
      'not_a_plugin not-a-plugin',
      'not_a_plugin outside',
      'api_mismatch too-new',
      'api_range_too_wide too-wide',
      'framework_missing next-zod',
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

  it('says which framework a plugin needs in another version, and which package it needs beside it', async () => {
    const peerDependencies = {
      zod: '^9.0.0',
      '@ostiary/plugin-api': '^1.0.0',
      'some-parser': '^1.0.0',
      'some-extra': '*',
    };
    const peerDependenciesMeta = { 'some-extra': { optional: true } };
    install(
      'alone',
      { type: 'module', ...PLUGIN, peerDependencies, peerDependenciesMeta },
      { 'plugin.js': esm('alone') },
    );
    expect(await messages('alone')).toEqual([
      expect.stringMatching(
        /^it needs zod \^9\.0\.0; the host gives 4\.\S+; it needs some-parser beside it, which is not installed$/,
      ) as string,
    ]);
    install('some-parser', {}, {});
    const fitting = { ...peerDependencies, zod: '^4.0.0' };
    install(
      'not-alone',
      { type: 'module', ...PLUGIN, peerDependencies: fitting, peerDependenciesMeta },
      { 'plugin.js': esm('not-alone') },
    );
    expect(await codes('not-alone')).toEqual(['admitted not-alone 1.0.0 not-alone']);
  });

  it("gives a plugin the host's frameworks in place of copies of its own, and packages beside it where they have none", async () => {
    const frameworks = mkdtempSync(join(tmpdir(), 'ostiary-elsewhere-'));
    onTestFinished(() => rmSync(frameworks, { recursive: true, force: true }));
    const there = (name: string, files: Readonly<Record<string, string>>, manifest: object = {}) => {
      const folder = join(frameworks, 'node_modules', name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ name, version: '1.0.0', type: 'module', ...manifest }),
      );
      for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    };
    const trap = { 'index.js': 'throw new Error("a second copy was loaded");' };
    const copied = { exports: './index.js' };
    there('helper', { 'index.js': `export { z } from 'zod';` }, copied);
    there(
      'helps',
      {
        'plugin.js': `import { z } from 'zod'; import { z as theirs } from 'helper'; import { definePlugin } from '@ostiary/plugin-api';
      if (z !== theirs) throw new Error('two zods'); export default definePlugin({ id: 'helps', config: z.strictObject({}) });`,
      },
      PLUGIN,
    );
    there(
      'copies',
      {
        'plugin.cjs': `const { definePlugin } = require('@ostiary/plugin-api'); module.exports = definePlugin({ id: 'copies' });`,
      },
      { ostiary: { plugin: './plugin.cjs', api: '^1.0.0' } },
    );
    there('copies/node_modules/@ostiary/plugin-api', trap, copied);
    there('copies/node_modules/zod', trap, copied);
    const plugins = [{ package: 'helps' }, { package: 'copies' }];
    const registry = await assemble(asDeployment({ kind: 'embedded', plugins }, 'test', directory, frameworks), []);
    expect(registry.plugins.map(({ id }) => id)).toEqual(['helps', 'copies']);
    expect(registry.plugins[0]?.definition.config).toBeInstanceOf(z.ZodType);
  });

  it('finds what is not installed among the packages of the host', () => {
    const places = { directory, installed: directory };
    expect(findPackage('@ostiary/guardrail', places)).toBe(join(workspace, 'plugins', 'guardrail', 'package.json'));
    expect(findPackage('nowhere', places)).toEqual({
      problem: expect.stringContaining('ostiary plugins add') as string,
    });
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

  it('tells which grants two plugins share', async () => {
    const make = (id: string) => esm(id).replace(`id: '${id}'`, `id: '${id}', grants: ['look', '${id}_own']`);
    install('looks', { type: 'module', ...PLUGIN }, { 'plugin.js': make('looks') });
    install('peers', { type: 'module', ...PLUGIN }, { 'plugin.js': make('peers') });
    const plugins = [{ package: 'looks' }, { package: 'peers' }];
    const registry = await assemble(asDeployment({ kind: 'embedded', plugins }, 'test', directory, directory), []);
    expect(pluginTree(registry).split('\n\n')[1]).toBe(
      'the grant look is declared by looks and peers: a key with it may use both\n',
    );
  });

  it('shows the plugins as a tree', async () => {
    const deployment = asDeployment(
      { kind: 'embedded', plugins: [{ package: 'esm-plugin' }] },
      'test',
      directory,
      directory,
    );
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
