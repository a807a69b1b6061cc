import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callCorpus } from '@ostiary/guard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ostiary } from './testing/run.js';

interface Answered {
  readonly answer: string;
  readonly slug: string;
  readonly pointer: string | null;
}

describe.each(callCorpus)('the corpus, asked of the command: $policy', ({ policy, catalogue, tool, calls }) => {
  let folder: string;
  const options = catalogue === undefined ? [] : ['--catalogue', 'catalogue.json'];
  const expected = calls.map(({ answer, slug, pointer }) => ({ answer, slug, pointer: pointer ?? null }));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ostiary-cli-'));
    writeFileSync(join(folder, 'p.ost'), policy);
    if (catalogue) writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
    const rows = calls.map(
      ({ args, principal, answer }) =>
        `{"action":{"tool":"${tool}","arguments":${args}},"context":{${principal === undefined ? '' : `"principal":${principal}`}},"expected":"${answer}"}`,
    );
    writeFileSync(join(folder, 'p.test.jsonl'), rows.join('\n'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('test answers each row so', () => {
    const { code, out } = ostiary(['test', '--json', ...options, 'p.ost'], { cwd: folder });
    const { policies } = JSON.parse(out) as { policies: { tests: Answered[] }[] };
    expect(policies[0]?.tests.map(({ answer, slug, pointer }) => ({ answer, slug, pointer }))).toEqual(expected);
    expect(code).toBe(0);
  });

  // Each is a process of its own: a few of them say that `decide` asks the same.
  it.each(calls.filter((_, index) => index % 4 === 0))('decide: $title', ({ args, principal, ...wanted }) => {
    const context = principal === undefined ? [] : ['--context', `{"principal":${principal}}`];
    const { out } = ostiary(['decide', '--json', ...options, '--action', '-', ...context, 'p.ost'], {
      cwd: folder,
      input: `{"tool":"${tool}","arguments":${args}}`,
    });
    const { answer, slug, pointer } = JSON.parse(out) as Answered;
    expect({ answer, slug, pointer }).toEqual({
      answer: wanted.answer,
      slug: wanted.slug,
      pointer: wanted.pointer ?? null,
    });
  });
});
