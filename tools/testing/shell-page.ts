import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

interface Block {
  readonly heading: string;
  readonly kind: string;
  readonly text: string;
}

/** A command of a page, with what is written below it, if anything is. */
export interface ShellExample {
  readonly heading: string;
  readonly text: string;
  readonly expected: Block | null;
}

/** A page whose commands are tried one after the other, each with the names that those before it have found. */
export class ShellPage {
  readonly headings: readonly string[];
  readonly examples: readonly ShellExample[];
  private readonly names = new Map<string, string>();

  constructor(path: string) {
    const page = readFileSync(path, 'utf8');
    this.headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
    const blocks = blocksOf(page);
    this.examples = blocks.flatMap((block, index) => {
      const next = blocks[index + 1];
      return block.kind === 'sh' ? [{ ...block, expected: next && next.kind !== 'sh' ? next : null }] : [];
    });
  }

  /** Headings under which no answer is shown. */
  untried(): readonly string[] {
    const tried = new Set(this.examples.filter(({ expected }) => expected !== null).map(({ heading }) => heading));
    return this.headings.filter((title) => !tried.has(title));
  }

  /**
   * Runs a command in a folder, against a service at a port, after the first command of the page, which sets what all use.
   * @returns what it printed, and what of it is not as the page shows it
   */
  async run(
    { text, expected }: ShellExample,
    { folder, port, env }: { readonly folder: string; readonly port: number; readonly env?: NodeJS.ProcessEnv },
  ): Promise<{ readonly stdout: string; readonly wrong: readonly string[] }> {
    const known = [...this.names].map(([name, value]) => `${name}='${value}'`).join('\n');
    const first = this.examples[0]?.text ?? '';
    const script = `${first}\n${known}\n${text}`.replaceAll('localhost:8080', `127.0.0.1:${port}`);
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    return { stdout, wrong: wrongIn(stdout, expected, this.names) };
  }
}

/** The blocks of a page, each with the heading it stands under. */
function blocksOf(page: string): Block[] {
  let heading = '';
  return [...page.matchAll(/^#+ (.+)$|^```(sh|json|text)\n([\s\S]*?)^```$/gm)].flatMap(([, title, kind, text]) => {
    if (title !== undefined) heading = title;
    return kind === undefined || text === undefined ? [] : [{ heading, kind, text }];
  });
}

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
function wrongIn(stdout: string, expected: ShellExample['expected'], names: Map<string, string>): readonly string[] {
  if (expected?.kind === 'json') return match(JSON.parse(expected.text), JSON.parse(stdout) as unknown, names);
  const missing = expected?.kind === 'text' ? missingLine(expected.text, stdout) : undefined;
  return missing === undefined ? [] : [missing];
}
