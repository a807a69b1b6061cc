import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/node.mjs';

const template = join(import.meta.dirname, 'template');

/** What a plugin may be called: as its id, with dashes. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Writes a plugin that works: the template, with the new name in place of its own.
 * @param {string} name e.g. `tool-names`; the mode is then `tool_names`
 * @param {string} folder an empty one, or one that is not there
 * @throws when the name cannot be that of a plugin, or the folder holds something
 */
export function writePlugin(name, folder) {
  if (!NAME.test(name) || name.length > 40)
    throw new Error(
      `${JSON.stringify(name)} cannot be the name of a plugin: lower case, digits and single dashes, e.g. tool-names`,
    );
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} holds something already; name another folder`);
  const versions = { api: versionOf('plugin-api'), testkit: versionOf('testkit') };
  for (const file of readdirSync(template)) {
    const text = renamed(readFileSync(join(template, file), 'utf8'), name);
    // npm leaves a .gitignore out of what it packs, and git would obey it here: the template's has no dot.
    const target = join(folder, file === 'gitignore' ? '.gitignore' : file);
    writeFileSync(target, file === 'package.json' ? withVersions(text, versions) : text);
  }
}

const capital = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

function renamed(text, name) {
  const words = name.split('-');
  const pascal = words.map(capital).join('');
  return text
    .replaceAll('new-plugin', name)
    .replaceAll('new_plugin', words.join('_'))
    .replaceAll('NewPlugin', pascal)
    .replaceAll('newPlugin', `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`);
}

function withVersions(text, { api, testkit }) {
  const manifest = JSON.parse(text);
  manifest.ostiary.api = `^${api}`;
  manifest.peerDependencies['@ostiary/plugin-api'] = `^${api}`;
  manifest.devDependencies = {
    '@ostiary/plugin-api': `file:vendor/ostiary-plugin-api-${api}.tgz`,
    '@ostiary/testkit': `file:vendor/ostiary-testkit-${testkit}.tgz`,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(root, 'core', name, 'package.json'), 'utf8')).version;
}
