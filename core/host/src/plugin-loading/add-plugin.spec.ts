import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addPlugin, PluginNotInstalled, removePlugin } from './add-plugin.js';
import { findPackage } from './find-package.js';

it('installs a package in a folder of its own without its peers, and takes it away again', async () => {
  const work = mkdtempSync(join(tmpdir(), 'ostiary-add-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  mkdirSync(join(work, 'hello'));
  const manifest = { name: 'hello-plugin', version: '1.0.0', peerDependencies: { '@ostiary/plugin-api': '^1.0.0' } };
  writeFileSync(join(work, 'hello', 'package.json'), JSON.stringify(manifest));
  const folder = join(work, 'installed');

  expect(await addPlugin('./hello', folder, work)).toEqual(['hello-plugin']);
  expect(findPackage('hello-plugin', { directory: work, installed: folder })).toBe(join(work, 'hello', 'package.json'));
  expect(existsSync(join(folder, 'node_modules', '@ostiary'))).toBe(false);
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ private: true });

  expect(await removePlugin('hello-plugin', folder)).toEqual([]);
  await expect(removePlugin('hello-plugin', folder)).rejects.toThrow(`hello-plugin is not installed in ${folder}`);
  await expect(addPlugin('./nowhere', folder, work)).rejects.toBeInstanceOf(PluginNotInstalled);
});
