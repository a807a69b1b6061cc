import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widthOf } from './show/screen.js';
import { environment, inTerminal, linked, ostiary } from './testing/run.js';

const CLEAN = 'dialect 1;\n@id("small") allow pay when amount <= 100.00 EUR;\n';
const NEVER = '@id("never") refuse pay\n  when amount < 10.00 EUR and amount > 20.00 EUR;\n';
const BAD = `${CLEAN}${NEVER}`;
const WORSE = `${BAD}@id("late") refuse pay when amount > 9.00 EUR and amount < 8.00 EUR;\n`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-hunt-'));
  mkdirSync(join(folder, 'all/deep'), { recursive: true });
  const files = {
    'clean.ost': CLEAN,
    'bad.ost': BAD,
    'worse.ost': WORSE,
    'broken.ost': 'dialect 1; allow pay when ;',
    'all/one.ost': CLEAN,
    'all/deep/two.ost': BAD,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (line: string, input?: string) =>
  ostiary(line.split(' '), { cwd: folder, ...(input !== undefined && { input }) });

describe('ostiary hunt', () => {
  it('tells each bug in one line of a pipe, sums up, and fails', () => {
    const { code, out } = run('hunt --class G01 bad.ost');
    const [finding = '', outcome, gate] = out.split('\n');
    expect(finding).toMatch(/^bad\.ost:3:1: high: .*`never`.*; hint: .* \[G01\]$/);
    expect([outcome, gate, code]).toEqual([
      'bad.ost: 1 bug: 1 high; 2 questions, all decided',
      'gate: failed, 1 finding of severity medium or higher',
      1,
    ]);
  });

  it('passes where nothing is as grave as the gate', () => {
    expect(run('hunt --class G01 clean.ost')).toEqual({
      code: 0,
      out: 'clean.ost: no bugs found; 1 question, all decided\ngate: passed, no finding of severity medium or higher\n',
      err: '',
    });
    expect(run('hunt --class G01 --gate critical bad.ost').code).toBe(0);
    expect(run('hunt --class G01 --gate none bad.ost')).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('gate') as string,
    });
  });

  it('fails only at what is new since the version that was accepted', () => {
    const same = run('hunt --class G01 --against bad.ost bad.ost');
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('1 bug (0 new, 0 fixed)') as string]);
    expect(same.out).toContain('(persists)');
    const more = run('hunt --class G01 --against bad.ost worse.ost');
    expect([more.code, more.out]).toEqual([1, expect.stringContaining('2 bugs (1 new, 0 fixed)') as string]);
    expect(more.out).toMatch(/^worse\.ost:5:1: high: .*`late`.* \(new\)/m);
    expect(run('hunt --class G01 --against worse.ost clean.ost').out).toContain('no bugs found (0 new, 2 fixed)');
  });

  it('writes the reports', () => {
    const { code } = run(
      'hunt --class G01 --sarif r/a.sarif --junit r/a.xml --html r/a.html --markdown r/a.md bad.ost',
    );
    const report = (ending: string): string => readFileSync(join(folder, `r/a.${ending}`), 'utf8');
    expect(code).toBe(1);
    const sarif = JSON.parse(report('sarif')) as { runs: { results: { ruleId: string; locations: unknown }[] }[] };
    expect(sarif.runs[0]?.results).toMatchObject([
      { ruleId: 'G01', locations: [{ physicalLocation: { artifactLocation: { uri: 'bad.ost' } } }] },
    ]);
    expect(report('xml')).toContain('<testsuites');
    expect(report('html')).toContain('<!doctype html>');
    expect(report('md')).toContain('**1 bug found**');
    run('hunt --class G01 --sarif s all');
    expect(readdirSync(join(folder, 's')).toSorted()).toEqual(['all-deep-two.sarif', 'all-one.sarif']);
    expect(run('hunt --sarif clean.ost/a.sarif clean.ost')).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be written') as string,
    });
  });

  it('writes JSON for machines', () => {
    const { code, out } = run('hunt --class G01 --json bad.ost broken.ost');
    expect(code).toBe(5);
    expect(JSON.parse(out)).toMatchObject({
      policies: [
        {
          file: 'bad.ost',
          findings: [
            { class: 'G01', rules: ['never'], witness: null, evidence: { rules: [{ line: 3, end_line: 4 }] } },
          ],
          checks: [{ class: 'G01', asked: 2, found: 1 }],
          coverage: { rules: 2 },
          fixed: null,
          undecided: 0,
        },
      ],
      unread: [{ file: 'broken.ost' }],
      gate: { severity: 'medium', status: 'failed', failing: 1 },
    });
  });

  it('tells what it cannot do, and how it is used', () => {
    expect(run('hunt broken.ost')).toMatchObject({
      code: 5,
      out: expect.stringMatching(/^broken\.ost:1:27: error/) as string,
    });
    expect(run('hunt --class G99 bad.ost')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--class has no G99; there are G01') as string,
    });
    expect(run('hunt --severity grave bad.ost').err).toContain('there are critical, high, medium, low, info');
    expect(run('hunt --session-bound 13 bad.ost').err).toContain('from 1 to 12');
    expect(run('hunt --against bad.ost all').err).toContain('with one policy only');
    expect(run('hunt --watch -').err).toContain('not for the standard input');
    expect(run('hunt --branch main bad.ost').err).toContain('--branch needs --project');
    expect(run('hunt --help')).toMatchObject({ code: 0, out: expect.stringContaining('--against OLD') as string });
  });

  it('speaks Portuguese', () => {
    const { out } = run('hunt --lang pt --class G01 bad.ost');
    expect(out).toContain('bad.ost:3:1: alta: ');
    expect(out).toContain('1 erro: 1 alta; 2 perguntas, todas decididas');
  });

  it('hunts again when a file changes', async () => {
    const file = join(folder, 'watched.ost');
    writeFileSync(file, BAD);
    const child = spawn(linked, ['hunt', '--watch', '--class', 'G01', 'watched.ost'], {
      cwd: folder,
      env: environment(),
    });
    const gates: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('gate: ')) continue;
      gates.push(line.slice(0, 12));
      if (gates.length === 1) writeFileSync(file, CLEAN);
      else child.kill();
    }
    expect(gates).toEqual(['gate: failed', 'gate: passed']);
  });
});

describe('at a terminal', () => {
  it('shows the rule with a mark, what is wrong and what to do, within the window', () => {
    for (const columns of [50, 80, 140]) {
      const out = inTerminal('hunt --class G01,S01 worse.ost', columns, folder, { NO_COLOR: '1' });
      // A diff stays as patch takes it.
      const lines = out.split('\n').filter((line) => !/^ {4}[-+ @]/.test(line));
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expect(out).toContain('  3 > @id("never") refuse pay\n  4 >   when amount');
      expect(out).toMatch(/ 5 \| @id\("late"\) refuse pay.*\n +\| \^{10}/);
      expect(out).toContain('What to do: ');
    }
  });

  it('shows calls beside each other: what they share once, what they differ in with each', () => {
    writeFileSync(join(folder, 'case.ost'), 'dialect 1;\nallow wipe;\n@id("prod") refuse wipe when name == "prod";\n');
    const out = inTerminal('hunt --class B01 case.ost', 100, folder, { NO_COLOR: '1' });
    expect(out).toContain('    tool  wipe\n');
    expect(out).toContain('      args.name  prod\n      -> refuse  Refused by `prod`.\n');
    expect(out).toContain('      args.name  PROD\n      -> allow  ');
  });

  it('shows a session call by call', () => {
    writeFileSync(join(folder, 'split.ost'), 'dialect 1;\n@id("small") allow pay when amount <= 100.00 EUR;\n');
    const out = inTerminal('hunt --class H01 split.ost', 100, folder, { NO_COLOR: '1' });
    expect(out).toMatch(/ {4}1\. pay amount .*\n {7}-> /);
    expect(out).toMatch(/ {4}2\. pay amount .*\n {7}-> allow {2}Allowed by `small`\.\n/);
  });
});
