import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { preparePolicy, warningsOf } from '@ostiary/guard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsOf, widthOf } from './show/screen.js';
import { inTerminal, ostiary } from './testing/run.js';

const GOOD = 'dialect 1;\n@id("small") allow pay when amount <= 100.00 EUR; // tail\n';
const BAD = 'dialect 1;\nallow pay\twhen note == "日本語" and amount = 5;\n';
const LOOSE = 'dialect 1;   @id("small")\nallow   pay when amount<=100.00 EUR; // tail\n';
const TOOLS = [
  {
    name: 'pay',
    parameters: { type: 'object', properties: { amount: { type: 'integer' }, note: { type: 'string' } } },
  },
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-cli-'));
  mkdirSync(join(folder, 'all/deep'), { recursive: true });
  const files = {
    'good.ost': GOOD,
    'bad.ost': BAD,
    'loose.ost': LOOSE,
    'all/one.ost': GOOD,
    'all/deep/two.ost': LOOSE,
    'all/other.txt': 'no policy',
    'tools.json': JSON.stringify(TOOLS),
    'twice.json': '{"tools": [],\n "tools": []}',
    'broken.json': '{"tools": [}',
    'named.ost': 'dialect 1; catalogue "shop@7"; allow pay;\n',
    'latin.ost': Buffer.from([0x64, 0xe9]),
    'escape.ost': 'dialect 1; allow pay when \u001B[31m\u202E;',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (line: string, input?: string) =>
  ostiary(line.split(' '), { cwd: folder, ...(input !== undefined && { input }) });

describe('ostiary check', () => {
  it('passes what is in order', () => {
    expect(run('check good.ost')).toEqual({ code: 0, out: '1 policy: 0 errors, 0 warnings\n', err: '' });
    expect(run('check all').out).toBe('2 policies: 0 errors, 0 warnings\n');
    expect(run('check -', GOOD).code).toBe(0);
  });

  it('says in a pipe each finding in one line that editors and people can follow, and ends with 5', () => {
    const { code, out } = run('check bad.ost good.ost');
    expect([code, out.split('\n')[0]]).toEqual([
      5,
      'bad.ost:2:41: error: `=` does not compare (use `==`) [equals_single]',
    ]);
  });

  it('counts warnings, which fail only when asked to', () => {
    expect(run('check named.ost').code).toBe(0);
    expect(run('check named.ost').out).toContain(
      'named.ost:1:22: warning: the policy is written for catalogue `shop@7`',
    );
    expect(run('check --deny-warnings named.ost').code).toBe(1);
  });

  it('gives the warnings that the service gives', async () => {
    const text = [
      'dialect 2; tool t (n: int, body?: text);',
      '@id("small") allow (tool == "t") when { args.n <= 100 };',
      '@id("all") confirm (tool == "t") when { args.n <= 500 };',
      '@id("taint") confirm (tool == "t") when { session.label("x") };',
      'define spare = 1;',
    ].join('\n');
    const prepared = preparePolicy({ text });
    const warnings = prepared.ok ? await warningsOf(prepared.policy, null) : [];
    const told = warnings.map(({ code, detail, hint }) => ({ code, message: detail.pt, hint: hint?.pt ?? null }));
    expect(new Set(told.map(({ code }) => code))).toEqual(
      new Set(['define_unused', 'rule_never_decides', 'confirm_lifts_default']),
    );
    const { out } = run('check --json --lang pt -', text);
    const { files } = JSON.parse(out) as { files: { findings: object[] }[] };
    expect(files[0]?.findings).toHaveLength(told.length);
    expect(files[0]?.findings).toEqual(
      expect.arrayContaining(told.map((each) => expect.objectContaining(each) as object)),
    );
  });

  it('checks against a catalogue in any form, and says what is wrong with it', () => {
    expect(run('check --catalogue tools.json good.ost').out).toContain('good.ost:2:39: error:');
    expect(run('check --catalogue=broken.json good.ost')).toMatchObject({
      code: 2,
      err: 'ostiary: broken.json:1:12: this is not JSON.\n',
    });
    expect(run('check --catalogue twice.json good.ost').err).toContain('same key twice');
    writeFileSync(join(folder, 'names.json'), '["pay"]');
    const named = run('check --catalogue names.json good.ost');
    expect([named.code, named.out]).toEqual([
      5,
      expect.stringContaining('names.json#/0: error: this is only a name') as string,
    ]);
  });

  it('writes JSON for machines', () => {
    const { code, out } = run('check --json bad.ost');
    expect([code, JSON.parse(out)]).toEqual([
      5,
      {
        files: [
          {
            file: 'bad.ost',
            findings: [
              {
                code: 'equals_single',
                severity: 'error',
                line: 2,
                column: 41,
                end_line: 2,
                end_column: 42,
                message: expect.any(String) as string,
                hint: null,
              },
            ],
          },
        ],
        catalogue: null,
        errors: 1,
        warnings: 0,
      },
    ]);
  });

  it('speaks Portuguese when asked, or when the environment does', () => {
    expect(run('check --lang pt bad.ost').out).toContain('erro: `=` não compara');
    expect(ostiary(['check', 'bad.ost'], { cwd: folder, env: { LANG: 'pt_BR.UTF-8' } }).out).toContain(
      '1 política: 1 erro',
    );
    expect(run('check --lang fr bad.ost').code).toBe(2);
  });

  it('tells what it cannot read, and how it is used', () => {
    expect(run('check none.ost')).toMatchObject({ code: 2, err: 'ostiary: There is no file none.ost.\n' });
    expect(run('check latin.ost')).toMatchObject({ code: 2, err: 'ostiary: latin.ost is not UTF-8 text.\n' });
    expect(run('check').code).toBe(2);
    expect(run('check --catalog x good.ost').err).toContain('It has --catalogue');
    expect(run('check --catalogue --json good.ost').err).toContain('--catalogue needs a value: FILE');
    expect(run('check --json=x good.ost').err).toContain('takes no value');
    expect(run('chekc good.ost').err).toContain('there are check, fmt');
    expect(run('check --help')).toMatchObject({ code: 0, out: expect.stringContaining('--deny-warnings') as string });
    expect(ostiary(['--version']).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("hands the operator's commands to the host", () => {
    const { code, out } = run('admin key --help');
    expect([code, out]).toEqual([0, expect.stringContaining('revoke') as string]);
  });
});

describe('at a terminal', () => {
  it('shows the line with a mark under what is meant, wide letters and tabs counted', () => {
    const out = inTerminal('check bad.ost', 100, folder, { NO_COLOR: '1' });
    const lines = out.split('\n');
    const source = lines.findIndex((line) => line.includes('日本語'));
    const column = (lines[source + 1] ?? '').indexOf('^');
    const before = Array.from(lines[source] ?? '');
    let width = 0;
    const at = before.findIndex((char) => (width += columnsOf(char)) > column);
    expect(before.slice(at, at + 3).join('')).toBe('= 5');
    expect(out).not.toContain('\u001B[');
  });

  it('cuts a long line to the window', () => {
    writeFileSync(
      join(folder, 'long.ost'),
      `dialect 1; allow pay when s in [${'"x", '.repeat(200)}"y"] and a = 5 and ${'b and '.repeat(100)} c;`,
    );
    for (const columns of [40, 60, 120]) {
      const lines = inTerminal('check long.ost', columns, folder, { NO_COLOR: '1' }).split('\n');
      const source = lines.find((line) => line.includes(' | …')) ?? '';
      expect(widthOf(source)).toBeLessThanOrEqual(columns);
      const marks = lines[lines.indexOf(source) + 1] ?? '';
      expect(source[marks.indexOf('^')]).toBe('=');
    }
  });

  it('uses colour, and none where NO_COLOR says so; both say the same', () => {
    const coloured = inTerminal('check bad.ost', 100, folder);
    expect(coloured).toContain('\u001B[31m');
    expect(stripVTControlCharacters(coloured)).toBe(inTerminal('check bad.ost', 100, folder, { NO_COLOR: '1' }));
  });

  it('never lets a file steer the terminal', () => {
    const out = inTerminal('check escape.ost', 100, folder, { NO_COLOR: '1' });
    expect(out).not.toMatch(/\u001B|\u202E/);
    expect(run('check escape.ost').out).not.toMatch(/\u001B|\u202E/);
  });
});

describe('ostiary fmt', () => {
  it('lays a policy out, keeps its comments, and changes nothing the second time', () => {
    const written = run('fmt -', LOOSE);
    expect(written).toEqual({ code: 0, out: GOOD, err: '' });
    expect(run('fmt -', GOOD).out).toBe(GOOD);
    const file = join(folder, 'again.ost');
    writeFileSync(file, LOOSE);
    expect([run('fmt again.ost').code, readFileSync(file, 'utf8')]).toEqual([0, GOOD]);
  });

  it('only says what would change when asked to', () => {
    expect(run('fmt --check loose.ost good.ost')).toEqual({ code: 1, out: 'loose.ost\n', err: '' });
    expect(run('fmt --check good.ost')).toEqual({ code: 0, out: '', err: '' });
    const { code, out } = run('fmt --diff loose.ost');
    expect([
      code,
      out.split('\n').slice(0, 2),
      out.includes('+@id("small") allow pay when amount <= 100.00 EUR; // tail'),
    ]).toEqual([1, ['--- loose.ost', '+++ loose.ost'], true]);
    expect(JSON.parse(run('fmt --check --json loose.ost bad.ost').out)).toEqual({
      changed: ['loose.ost'],
      unread: ['bad.ost'],
    });
    expect(readFileSync(join(folder, 'loose.ost'), 'utf8')).toBe(LOOSE);
  });

  it('touches nothing that does not parse', () => {
    const { code, out } = run('fmt bad.ost');
    expect([code, out, readFileSync(join(folder, 'bad.ost'), 'utf8')]).toEqual([
      5,
      expect.stringContaining('equals_single') as string,
      BAD,
    ]);
  });
});
