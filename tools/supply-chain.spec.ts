import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
}

describe('packages', () => {
  it('are pinned by digest, and run nothing when they are installed', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>;
    };
    const foreign = Object.entries(packages).filter(
      ([name, { link }]) => name.includes('node_modules/') && link !== true,
    );
    expect(foreign.length).toBeGreaterThan(100);
    expect(foreign.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([name]) => name)).toEqual(
      [],
    );
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });
});
