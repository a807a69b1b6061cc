import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@ostiary/testkit/project';
import { type Service, startService } from '@ostiary/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Block {
  readonly heading: string;
  readonly kind: string;
  readonly text: string;
}

/** The blocks of the page, each with the heading it stands under. */
function blocksOf(page: string): Block[] {
  let heading = '';
  return [...page.matchAll(/^#+ (.+)$|^```(sh|json|text)\n([\s\S]*?)^```$/gm)].flatMap(([, title, kind, text]) => {
    if (title !== undefined) heading = title;
    return kind === undefined || text === undefined ? [] : [{ heading, kind, text }];
  });
}

const blocks = blocksOf(readFileSync(join(root, 'docs', 'jobs.md'), 'utf8'));
/** Each command with what is written below it, if anything is. */
const examples = blocks.flatMap((block, index) => {
  const next = blocks[index + 1];
  return block.kind === 'sh' ? [{ ...block, expected: next && next.kind !== 'sh' ? next : null }] : [];
});

/** Fields that are shown must be there and alike; `{name}` stands for a text that has that name from then on. */
function match(shown: unknown, found: unknown, names: Map<string, string>, place = ''): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(found) || found.length < shown.length) return [`${place}: fewer than shown`];
    return shown.flatMap((one, at) => match(one, found[at] as unknown, names, `${place}/${at}`));
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof found !== 'object' || found === null) return [`${place}: no object`];
    return Object.entries(shown).flatMap(([name, value]) =>
      match(value, (found as Record<string, unknown>)[name], names, `${place}/${name}`),
    );
  }
  const named = typeof shown === 'string' ? /^\{(\w+)\}$/.exec(shown)?.[1] : undefined;
  if (named !== undefined && typeof found === 'string') {
    names.set(named, found);
    return [];
  }
  const wanted =
    typeof shown === 'string' ? shown.replaceAll(/\{(\w+)\}/g, (_, name: string) => names.get(name) ?? '') : shown;
  return wanted === found ? [] : [`${place}: ${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`];
}

/** Lines that are shown stand in the answer in this order, each as the beginning of a line; others may stand between. */
function missingLine(shown: string, found: string): string | undefined {
  const lines = found.split(/\r?\n/);
  return shown
    .trimEnd()
    .split('\n')
    .find((wanted) => {
      const at = lines.findIndex((line) => line.startsWith(wanted));
      lines.splice(0, at + 1);
      return at < 0;
    });
}

/** What the page shows and the service does not say; an example without an answer below it shows nothing. */
function wrongIn(
  stdout: string,
  expected: (typeof examples)[number]['expected'],
  names: Map<string, string>,
): readonly string[] {
  if (expected?.kind === 'json') return match(JSON.parse(expected.text), JSON.parse(stdout) as unknown, names);
  const missing = expected?.kind === 'text' ? missingLine(expected.text, stdout) : undefined;
  return missing === undefined ? [] : [missing];
}

describe('docs/jobs.md', () => {
  const names = new Map<string, string>();
  let folder: string;
  let service: Service;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostiary-jobs-page-'));
    service = await startService(join(folder, 'data'));
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has an example under every heading that tells of a request', () => {
    const without = ['Jobs', 'Send large inputs'];
    const headings = [...readFileSync(join(root, 'docs', 'jobs.md'), 'utf8').matchAll(/^#+ (.+)$/gm)].map(
      ([, title]) => title,
    );
    const tried = new Set(examples.filter(({ expected }) => expected !== null).map(({ heading }) => heading));
    expect(headings.filter((title) => !tried.has(title ?? '') && !without.includes(title ?? ''))).toEqual([]);
  });

  it.each(examples.map((example, index) => [`${index + 1}, ${example.heading}`, example] as const))(
    'example %s',
    async (_, { text, expected }) => {
      const [first = ''] = blocks.filter(({ kind }) => kind === 'sh').map((block) => block.text);
      const known = [...names].map(([name, value]) => `${name}='${value}'`).join('\n');
      const script = `${first}\n${known}\n${text}`.replaceAll('localhost:8080', `127.0.0.1:${service.port}`);
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder });
      expect({ stdout, wrong: wrongIn(stdout, expected, names) }).toEqual({ stdout, wrong: [] });
    },
  );
});
