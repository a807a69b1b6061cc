import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const ENTRY = fileURLToPath(new URL('browser-entry.js', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** What the scripts of a page find beside the language itself, as far as the packages use it. */
const WEB: Readonly<Record<string, unknown>> = { URL, structuredClone };

/** One script of `source` and all it imports, made for a browser; a module of Node in it is an error. */
async function bundleForBrowser(source: string): Promise<string> {
  const bundle = await rolldown({
    input: ENTRY,
    cwd: PACKAGE,
    platform: 'browser',
    external: [],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? source : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'answer' });
  await bundle.close();
  return output[0].code;
}

describe('in a browser', () => {
  it('a catalogue is read and a call decided', async () => {
    const script = await bundleForBrowser(`
      import { readAnyCatalogue } from '@ostiary/catalogue';
      import { compilePolicy, interpretPolicy, loadPolicy } from '@ostiary/policy';
      const read = readAnyCatalogue({ tools: [{ name: 'fetch', inputSchema: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } } }] });
      const text = 'dialect 2; allow (tool == "fetch") when { args.url.host == "m\\u00fcnchen.example" };';
      const loaded = loadPolicy(text, { catalogue: read.catalogue });
      const call = { tool: 'fetch', args: { url: 'HTTPS://m\\u00fcnchen.example/' } };
      export const compiled = compilePolicy(loaded.core).decide(call, {}).answer;
      export const interpreted = interpretPolicy(loaded.tree, loaded.environment, call, {}).answer;
    `);
    const page = createContext({ ...WEB });
    runInContext(script, page);
    expect(runInContext('({ ...answer })', page)).toEqual({ compiled: 'allow', interpreted: 'allow' });
  });

  it('a module of Node does not go unnoticed', async () => {
    await expect(bundleForBrowser("import { readFileSync } from 'node:fs'; readFileSync('x');")).rejects.toThrow(
      'node:fs',
    );
  });
});
