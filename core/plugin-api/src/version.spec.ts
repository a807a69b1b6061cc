import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLUGIN_API_VERSION } from './version.js';

describe('the version of the plugin api', () => {
  it('is the version of its package, which a partner names as a peer', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(version).toBe(PLUGIN_API_VERSION);
  });
});
