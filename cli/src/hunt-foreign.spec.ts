import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ostiary } from './testing/run.js';

const FILES = {
  'p.cedar': `@id("pays") permit (principal, action == Action::"pay", resource);
@id("cap") forbid (principal, action == Action::"pay", resource)
when { context.amount > 500 };
`,
  'p.cedarschema': `entity User, Order;
action pay appliesTo { principal: [User], resource: [Order], context: { amount: Long } };
`,
  'limits.yaml': 'version: "1"\ntools:\n  pay:\n    rules:\n      - { name: often, rate_limit: 5/minute }\n',
  'progent.json': '{"pay": [[1, 0, {"amount": {"maximum": 5}}, 0]]}',
  'tools.json': JSON.stringify({
    tools: [{ name: 'pay', inputSchema: { type: 'object', properties: { amount: { type: 'string' } } } }],
  }),
  'broken.cedar': 'permit (principal, action, resource) when { 1 + };\n',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-foreign-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (line: string, input?: string) =>
  ostiary(line.split(' '), { cwd: folder, ...(input !== undefined && { input }) });

describe('ostiary hunt of a policy in another language', () => {
  it('finds what its language drops, at the lines of the source, and offers no repair', () => {
    const { code, out } = run('hunt --class G03 --json p.cedar');
    const { policies } = JSON.parse(out) as { policies: { findings: object[]; import: object }[] };
    expect(code).toBe(1);
    expect(policies).toMatchObject([
      {
        import: { format: 'cedar', not_imported: [] },
        findings: [
          {
            class: 'G03',
            severity: 'high',
            rules: ['cap'],
            repair: null,
            evidence: { rules: [{ line: 2, column: 1, end_line: 3 }] },
          },
        ],
      },
    ]);
  });

  it('takes a schema, which says what is always there', () => {
    expect(run('hunt --class G03 --schema p.cedarschema p.cedar')).toMatchObject({ code: 0 });
  });

  it('knows a language by its text, or is told', () => {
    const found = run('hunt --class G03 -', FILES['p.cedar']);
    expect([found.code, found.out]).toEqual([1, expect.stringMatching(/^\(stdin\):2:1: high: .*\[G03\]$/m)]);
    expect(run('hunt --class G03 --format Progent progent.json').out).toMatch(
      /^progent\.json:1:\d+: high: .*\[G03\]$/m,
    );
    expect(run('hunt --class G03 --format cedar progent.json').out).toContain(
      'progent.json:1:1: error: Cedar cannot read this',
    );
    expect(run('hunt --format rego p.cedar')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--format has no rego; there are cedar, intercept, agt, progent') as string,
    });
  });

  it('tells what has no counterpart', () => {
    expect(run('hunt --class G01 limits.yaml').out).toMatch(/^limits\.yaml:5: warning: window: .* \[not_imported\]$/m);
  });

  it('says where a policy does not read', () => {
    expect(run('hunt broken.cedar')).toMatchObject({
      code: 5,
      out: expect.stringMatching(
        /^broken\.cedar:1:\d+: error: Cedar cannot read this: .* \[not_readable\]$/m,
      ) as string,
    });
    expect(run('hunt --schema progent.json p.cedar')).toMatchObject({
      code: 5,
      out: expect.stringMatching(/^progent\.json:\d+:\d+: error: .* \[not_readable\]$/m) as string,
    });
  });

  it('says at which rule it does not fit the catalogue', () => {
    const { code, out } = run('hunt --catalogue tools.json progent.json');
    expect([code, out]).toEqual([5, expect.stringMatching(/^progent\.json:1:1: error: /m)]);
  });

  it('compares with a version, which may be in another language', () => {
    const loose = FILES['p.cedar'].replace('500', '900');
    writeFileSync(join(folder, 'loose.cedar'), loose);
    expect(run('hunt --class P03 --schema p.cedarschema --against p.cedar loose.cedar').out).toContain('[P03]');
  });

  it('writes reports with the text of the source', () => {
    run('hunt --class G03 --html r.html --sarif r.sarif p.cedar');
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('context.amount');
    expect(readFileSync(join(folder, 'r.sarif'), 'utf8')).toMatch(/"startLine": ?2/);
  });
});
