// Embedded only: the command is embedded whatever the run is given.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SHORT_LIVED } from '../processes/short-lived.js';
import { root } from '../project.js';
import type { Kept } from './plugin-promise.js';

// Inside the workspace, so that a package here finds the plugin api as an installed one would.
const work = mkdtempSync(join(root, 'node_modules', '.cache-conform-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** What `ostiary-conform --json` says of a folder: promise -> what became of it. The command exits with 1 when one is broken. */
async function conformed(folder: string): Promise<ReadonlyMap<string, Kept>> {
  const command = join(root, 'core', 'testkit', 'bin', 'ostiary-conform.js');
  const [code, output] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, [...SHORT_LIVED, command, '--json', folder], { cwd: root }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, stdout || stderr]),
    );
  });
  const results = JSON.parse(output) as readonly Kept[];
  expect(code).toBe(results.some(({ state }) => state === 'broken') ? 1 : 0);
  return new Map(results.map((kept) => [kept.id, kept]));
}

const brokenIn = (results: ReadonlyMap<string, Kept>) =>
  Object.fromEntries(
    [...results.values()].filter(({ state }) => state === 'broken').map((each) => [each.id, each.findings]),
  );

describe('conform', () => {
  it.each([
    ['guardrail', join(root, 'plugins', 'guardrail')],
    ['packages', join(root, 'plugins', 'packages')],
    ['the smallest example', join(root, 'examples', 'partner-mode')],
  ])('finds nothing in %s', async (_, folder) => {
    expect(brokenIn(await conformed(folder))).toEqual({});
  });

  it('finds nothing in what new-plugin writes', async () => {
    const folder = join(work, 'template');
    cpSync(join(root, 'tools', 'new-plugin', 'template'), folder, { recursive: true });
    expect(brokenIn(await conformed(folder))).toEqual({});
  });

  it('says why a plugin is not admitted, and looks no further', async () => {
    const folder = join(work, 'refused');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'refused', version: '1.0.0' }));
    const results = await conformed(folder);
    expect(results.get('admitted')?.findings).toEqual([expect.stringMatching(/^not_a_plugin {2}/) as string]);
    expect(results.get('same_bytes')?.state).toBe('not_looked_at');
  });

  it('finds every promise that is broken, and says how', async () => {
    const folder = join(work, 'careless');
    mkdirSync(folder);
    const manifest = {
      name: 'careless',
      version: '1.0.0',
      type: 'module',
      ostiary: { plugin: './plugin.js', api: '^1.0.0' },
      dependencies: { zod: '^4.0.0' },
      peerDependencies: { '@ostiary/plugin-api': '^1.0.0' },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'conform.json'), JSON.stringify({ long: { careless: { text: 'for ever' } } }));
    writeFileSync(join(folder, 'plugin.js'), CARELESS);
    const broken = brokenIn(await conformed(folder));
    expect(broken).toEqual({
      peers_declared: [expect.stringContaining('zod is among the dependencies')],
      imports_declared: [
        'plugin.js imports @ostiary/testkit, which package.json does not name',
        'plugin.js imports left-pad, which package.json does not name',
      ],
      host_not_imported: ['plugin.js imports @ostiary/testkit'],
      translated: expect.arrayContaining([expect.stringContaining('"Work carelessly"')]) as string[],
      problems_in_both_languages: ['careless_fault: help is the same in both languages'],
      config_checked: [expect.stringContaining('without a word')],
      fields_refused: ['careless drops a field it does not know in the request'],
      healthy: [expect.stringContaining('GET /health/ready answers 503')],
      examples_work: ['mode untried has no example, and conform.json has no request for it'],
      result_declared: [expect.stringContaining('careless: the result has fields that its schema does not declare')],
      same_bytes: expect.arrayContaining([expect.stringContaining('was answered in 2 ways')]) as string[],
      request_untouched: expect.arrayContaining([
        expect.stringContaining('careless: {"text":"a"') as string,
      ]) as string[],
      prepare_repeatable: expect.arrayContaining([expect.stringContaining('careless: prepare returned')]) as string[],
      prepare_quick: expect.arrayContaining([
        expect.stringMatching(/^careless: prepare took \d\d+ times as long as JSON.parse does for 1 MiB, at best$/),
      ]) as string[],
      events_declared: ['careless sends the event careless.step, which it does not declare in progress'],
      artefacts_declared: ['careless makes a file of kind report, which it does not declare in artefacts'],
      stops_when_told: ['careless: solve still ran 5 s after its job was cancelled'],
    });
  });
});

/** A plugin that is admitted and breaks every other promise. */
const CARELESS = `
import { defineMode, definePlugin } from '@ostiary/plugin-api';
import { z } from 'zod';
const never = () => [import('@ostiary/testkit'), import('left-pad')];
let times = 0;
const mode = (name, rest) => defineMode({
  name, title: 'Work carelessly', grant: 'careless', limits: { inlineBytes: 1000, seconds: 30 },
  request: z.object({ text: z.string(), drawn: z.number().optional() }), result: z.object({ text: z.string() }), ...rest,
});
export default definePlugin({
  id: 'careless', grants: ['careless'], config: z.object({}),
  problems: { careless_fault: { status: 400, title: { en: 'A', pt: 'B' }, detail: { en: 'A', pt: 'B' }, help: { en: 'the same', pt: 'the same' }, retryable: false } },
  health: [{ name: 'careless', check: async () => false }],
  modes: [
    mode('careless', {
      example: { text: 'a' },
      prepare(request) {
        const body = JSON.stringify(Array.from({ length: 16_384 }, (_, id) => ({ id, of: 'x'.repeat(40) })));
        // It is asked five times of one request. The first is slow; the others have other faults.
        for (let read = 0; times < 5 && read < 80; read += 1) JSON.parse(body);
        return { ...request, drawn: (times += 1) };
      },
      async solve(request, ctx) {
        if (request.text === 'for ever') await new Promise((resolve) => setTimeout(resolve, 20_000));
        await ctx.event('careless.step', {}).catch(() => {});
        await ctx.artefact({ kind: 'report', name: 'a', mediaType: 'text/plain' }).catch(() => {});
        request.text = 'changed';
        return { text: String(times), more: 1 };
      },
    }),
    mode('untried', { solve: async ({ text }) => ({ text }) }),
  ],
});
`;
