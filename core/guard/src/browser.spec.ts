import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { ticketDigest } from './ticket/ticket.js';

const ENTRY = fileURLToPath(new URL('browser-entry.js', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** What the scripts of a page find beside the guard itself, as far as the packages use it. */
const WEB: Readonly<Record<string, unknown>> = { URL, TextEncoder, structuredClone };

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
  it('a catalogue is read, and a call gets its whole verdict', async () => {
    const script = await bundleForBrowser(`
      import { decide, explain, preparePolicy, ticketDigest } from '@ostiary/guard';
      const catalogue = { tools: [{ name: 'fetch', inputSchema: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } } }] };
      const text = 'dialect 2; allow (tool == "fetch") when { args.url.host == "m\\u00fcnchen.example" };';
      const { policy } = preparePolicy({ text }, { catalogue });
      const call = { tool: 'fetch', args: { url: 'HTTPS://m\\u00fcnchen.example/' } };
      const decision = decide(policy, call, {});
      export const answer = decision.answer;
      export const read = explain(policy, call, {}, decision).read.length;
      export const digest = ticketDigest({ tool: 'fetch', arguments: {}, principal: null, catalogue: null, policyVersion: '' });
    `);
    const page = createContext({ ...WEB });
    runInContext(script, page);
    expect(runInContext('({ ...answer })', page)).toEqual({
      answer: 'allow',
      read: 1,
      digest: ticketDigest({ tool: 'fetch', arguments: {}, principal: null, catalogue: null, policyVersion: '' }),
    });
  });

  it('a module of Node does not go unnoticed', async () => {
    await expect(bundleForBrowser("import { readFileSync } from 'node:fs'; readFileSync('x');")).rejects.toThrow(
      'node:fs',
    );
  });
});
