import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTerminal, ostiary } from './testing/run.js';

const POLICY = `dialect 1;
@id("small") allow pay when amount <= 100.00 EUR;
@id("medium") confirm pay when amount > 100.00 EUR and amount <= 500.00 EUR and principal.role == "lead";
@id("count") allow tally when n <= 0.1;
`;
const WITH_TESTS = `${POLICY}test "small" { call pay { amount: "5.00 EUR" } principal { role: "agent" } } expect allow;
test "wrong" { call pay { amount: "100.01 EUR" } principal { role: "lead" } } expect allow;
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-cli-'));
  const rows = [
    {
      custom_id: 'a',
      action: { tool: 'pay', arguments: { amount: '100.00 EUR' } },
      context: { principal: { role: 'lead' } },
      expected: 'allow',
    },
    { custom_id: 'b', action: { name: 'pay', input: {} }, expected: 'allow' },
    { action: { tool: 'pay', arguments: { amount: '600.00 EUR' } }, context: { principal: { role: 'lead' } } },
  ];
  const files = {
    'plain.ost': POLICY,
    'tested.ost': WITH_TESTS,
    'rows.ost': POLICY,
    'rows.test.jsonl': rows.map((row) => JSON.stringify(row)).join('\n\n'),
    'twice.jsonl': '{"action":{"tool":"pay","tool":"x"}}\n',
    'bad.ost': 'dialect 1; allow pay when',
    'action.json': '{"tool": "pay", "arguments": {"amount": "250.00 EUR"}}',
    'timed.ost': 'dialect 1; allow pay when now.hour < 12;\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], input?: string) =>
  ostiary(args, { cwd: folder, ...(input !== undefined && { input }) });
const pay = (amount: string): string => JSON.stringify({ tool: 'pay', arguments: { amount } });

describe('ostiary decide', () => {
  it.each([
    ['80.00 EUR', 'agent', 'allow', 0],
    ['250.00 EUR', 'lead', 'confirm', 10],
    ['250.00 EUR', 'agent', 'refuse', 11],
  ])('%s by %s is %s', (amount, role, answer, code) => {
    const context = JSON.stringify({ principal: { role } });
    const plain = run(['decide', 'plain.ost', '--action', pay(amount), '--context', context]);
    expect([plain.code, plain.out.split(':')[0]]).toEqual([0, answer]);
    expect(run(['decide', 'plain.ost', '--exit-code', '--action', pay(amount), '--context', context]).code).toBe(code);
  });

  it('takes the call from a file or the standard input, also with its arguments as JSON text', () => {
    const fromFile = run(['decide', 'plain.ost', '--action', 'action.json']);
    expect([fromFile.code, run(['decide', 'plain.ost', '--action', '-'], pay('250.00 EUR')).out]).toEqual([
      4,
      fromFile.out,
    ]);
    const asText = JSON.stringify({ tool: 'pay', arguments: '{"amount":"250.00 EUR"}' });
    expect(run(['decide', 'plain.ost', '--action', asText]).out).toBe(fromFile.out);
    expect(fromFile.out).toContain('depends on  principal.role');
  });

  it('keeps the digits of numbers', () => {
    const tally = (n: string) =>
      run(['decide', 'plain.ost', '--action', `{"tool":"tally","arguments":{"n":${n}}}`]).out;
    expect(tally('0.1')).toMatch(/^allow/);
    expect(tally('0.10000000000000000001')).toMatch(/^refuse/);
  });

  it('answers in JSON as the service does', () => {
    const { out } = run(['decide', '--json', '--trace', 'plain.ost', '--action', pay('250.00 EUR')]);
    expect(JSON.parse(out)).toMatchObject({
      answer: 'confirm',
      slug: 'guard_undefined',
      deciding: [{ rule: 'medium', line: 3, column: 1, effect: 'confirm', cause: 'undefined' }],
      completeness: { holds_for_all: false, depends_on: ['principal.role'] },
      policy: { dialect: 1, rules: 3 },
    });
    expect((JSON.parse(out) as { trace: unknown[] }).trace).toHaveLength(2);
  });

  it('decides at the time it is told', () => {
    const at = (now: string) =>
      run(['decide', 'timed.ost', '--action', '{"tool":"pay","arguments":{}}', '--now', now]).out;
    expect(at('2026-03-01T09:00:00Z')).toMatch(/^allow/);
    expect(at('2026-03-01T12:00:00Z')).toMatch(/^refuse/);
    expect(run(['decide', 'timed.ost', '--action', '{"tool":"pay","arguments":{}}', '--now', 'noon']).code).toBe(2);
  });

  it('says what is meant when a call is in another form, and where what is wrong stands', () => {
    const other = run(['decide', 'plain.ost', '--action', '{"name":"pay","input":{"amount":"5.00 EUR"}}']);
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringContaining('as the API of Anthropic writes it') as string,
    ]);
    expect(
      run(['decide', 'plain.ost', '--action', pay('5.00 EUR'), '--context', '{"session":{"labels":7}}']).err,
    ).toContain('--context#/session/labels');
    expect(
      run(['decide', 'plain.ost', '--lang', 'pt', '--action', '{"tool":"pay","arguments":{},"x":1}']).err,
    ).toContain('campo desconhecido `x`');
    expect(run(['decide', 'plain.ost']).err).toContain("--action '{");
    expect(run(['decide', 'bad.ost', '--action', pay('5.00 EUR')]).code).toBe(5);
    const unread = run(['decide', '--json', 'bad.ost', '--action', pay('5.00 EUR')]);
    expect(JSON.parse(unread.out)).toMatchObject({ answer: null, findings: [{ code: 'expected', line: 1 }] });
    expect(run(['decide', 'plain.ost', 'rows.ost', '--action', pay('5.00 EUR')]).code).toBe(2);
  });

  it('colours the answer at a terminal', () => {
    expect(inTerminal('decide plain.ost --action action.json', 80, folder)).toContain('\u001B[33mconfirm');
  });
});

describe('ostiary test', () => {
  it('runs the tests in the policy, and says of one that fails what decided and what would have passed', () => {
    const { code, out } = run(['test', 'tested.ost']);
    expect(code).toBe(1);
    expect(out).toContain(
      'tested.ost:6: failed "wrong": expected allow, got confirm\n  Needs a confirmation by rule `medium`.',
    );
    expect(out).toContain('nearest  args.amount 100.01 EUR -> 100.00 EUR gives allow');
    expect(out).toContain('tested.ost: 1 passed, 1 failed\n  2 of 3 rules fired (66 %)');
    expect(out).toContain('count   never fired');
  });

  it('runs the rows beside the policy; one that cannot be read fails, one without an answer only counts', () => {
    const { code, out } = run(['test', 'rows.ost']);
    expect(code).toBe(1);
    expect(out).toContain(
      'rows.test.jsonl:3: failed "b": /action: This is a tool call as the API of Anthropic writes it.',
    );
    expect(out).toContain('rows.ost: 2 passed, 1 failed');
  });

  it('names the values at the edges that no test has', () => {
    const { out } = run(['test', '--json', 'tested.ost']);
    const { policies } = JSON.parse(out) as {
      policies: { covered: number; missing_boundaries: unknown[]; tests: unknown[] }[];
    };
    expect(policies[0]).toMatchObject({ file: 'tested.ost', passed: 1, failed: 1, covered: 66 });
    expect(policies[0]?.missing_boundaries).toContainEqual({
      path: 'args.amount',
      threshold: '100.00 EUR',
      rules: ['small', 'medium'],
      missing: ['99.99 EUR', '100.00 EUR'],
    });
    expect(policies[0]?.tests[1]).toMatchObject({
      place: 'tested.ost:6',
      passed: false,
      expected: 'allow',
      answer: 'confirm',
    });
  });

  it('fails below the coverage that is asked for', () => {
    const row =
      '{"action":{"tool":"pay","arguments":{"amount":"5.00 EUR"}},"context":{"principal":{"role":"x"}},"expected":"allow"}';
    const least = (percent: string) => run(['test', '--rows', '-', '--min-coverage', percent, 'plain.ost'], row);
    expect([least('33').code, least('34').code, least('101').code]).toEqual([0, 1, 2]);
    expect(least('34').out).toContain('33 % of the rules fired, 34 % are asked for');
  });

  it('says so when there are no tests, or a row is no JSON that all read alike', () => {
    expect(run(['test', 'plain.ost'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no tests') as string,
    });
    expect(run(['test', '--rows', 'twice.jsonl', 'plain.ost'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('twice.jsonl:1: an object has the same key twice') as string,
    });
    expect(run(['test', '--rows', '-', 'plain.ost'], '\n{"action": }').err).toBe(
      'ostiary: (stdin):2:12: this is not JSON.\n',
    );
    expect(run(['test', '--lang', 'pt', 'tested.ost']).out).toContain('esperava-se allow, veio confirm');
  });
});
