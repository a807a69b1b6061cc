import { describe, expect, it } from 'vitest';
import { closureOf } from './closure.mjs';

const PACKAGES = {
  'core/host': { dependencies: { a: '1', '@x/own': '1' }, devDependencies: { tester: '1' } },
  'core/own': {
    dependencies: { b: '2' },
    peerDependencies: { peer: '1', absent: '1' },
    peerDependenciesMeta: { absent: { optional: true } },
  },
  'node_modules/@x/own': { link: true, resolved: 'core/own' },
  'node_modules/a': { dependencies: { b: '1' } },
  'node_modules/a/node_modules/b': {},
  'node_modules/b': { optionalDependencies: { native: '1' } },
  'node_modules/native': {},
  'node_modules/peer': { dependencies: { a: '1' } },
  'node_modules/tester': {},
};

describe('what a package needs to run', () => {
  it('is what it and its needs depend on, each copy for itself, links as what they lead to', () => {
    expect(closureOf(PACKAGES, ['core/host'])).toEqual([
      'core/host',
      'core/own',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/b',
      'node_modules/peer',
    ]);
  });

  it('is refused when the lockfile lacks a part of it', () => {
    expect(() => closureOf({ 'core/host': { dependencies: { gone: '1' } } }, ['core/host'])).toThrow(
      'core/host needs gone, which package-lock.json does not have',
    );
  });
});
