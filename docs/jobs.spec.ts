import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { type Service, startService } from '@ostiary/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleOfThisRun } from '../tools/testing/bundle/of-this-run.js';
import { ShellPage } from '../tools/testing/shell-page.js';

/** Pages whose commands are tried, all at one service, and the headings without an answer of it. */
const PAGES: readonly (readonly [page: string, without: readonly string[]])[] = [
  ['jobs.md', ['Jobs', 'Send large inputs']],
  ['cli-service.md', ['The command `ostiary` at a service', 'When the service does not answer']],
  ['projects.md', ['Projects: hunt a policy for bugs, again and again', 'In a pipeline']],
];

/** Where `ostiary` is found, and keeps what it keeps. */
const commandIn = (folder: string): NodeJS.ProcessEnv => ({
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  XDG_CONFIG_HOME: folder,
  ...bundleOfThisRun(),
  LANG: 'C',
});

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-shell-page-'));
  service = await startService(join(folder, 'data'));
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(PAGES)('docs/%s', (name, without) => {
  const page = new ShellPage(join(root, 'docs', name));

  it('has an example under every heading that tells of a request', () => {
    expect(page.untried()).toEqual(without);
  });

  it.each(page.examples.map((example, index) => [`${index + 1}, ${example.heading}`, example] as const))(
    'example %s',
    async (_, example) => {
      const { stdout, wrong } = await page.run(example, { folder, port: service.port, env: commandIn(folder) });
      expect({ stdout, wrong }).toEqual({ stdout, wrong: [] });
    },
  );
});
