import type { Progress } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../testing/fake-context.js';
import { batchMode } from './batch.mode.js';
import { checkBatch } from './prepare.js';
import { BatchRequest, type BatchInput } from './request.js';
import { BatchResult, RowAnswer } from './result.js';
import { solveBatch } from './solve.js';

const policy = `dialect 1; policy "refunds"; default refuse;
@id("small") allow refund_order when amount <= 100.00 EUR;
@id("medium") confirm refund_order when amount <= 500.00 EUR and principal.role == "lead";
@id("old") refuse refund_order when days > 90;
@id("never") allow wipe when really == true;`;

const amount = (value: unknown, more: object = {}): object => ({
  action: { tool: 'refund_order', arguments: { amount: value, days: 1, ...more } },
});
const parse = (request: object): BatchInput => BatchRequest.parse({ policy, ...request });

const noFiles = () => Promise.reject(new Error('no files here'));

describe('mode batch', () => {
  it('does not decide a row that would hold up everybody else, and goes on with the others', async () => {
    const nested = 'dialect 2; allow (tool == "t") when { args.l.any(a, args.l.any(b, a + b == 1)) };';
    const rows = [5, 100_000].map((length) => ({
      custom_id: `${length}`,
      action: { tool: 't', arguments: { l: Array.from({ length }, (_, index) => index) } },
    }));
    const result = await solveBatch(parse({ policy: nested, rows }), fakeContext());
    expect(result.row_counts).toMatchObject({ allow: 1, error: 1 });
    expect(result.errors).toMatchObject([
      {
        row: 2,
        custom_id: '100000',
        pointer: '/action/arguments',
        detail: expect.stringMatching(/too large/) as string,
      },
    ]);
  });

  it('says what is wrong with a row in the language of the request', async () => {
    const heavy = 'dialect 2; allow (tool == "t") when { args.l.any(a, args.l.any(b, a + b == 1)) };';
    const long = { tool: 't', arguments: { l: Array.from({ length: 100_000 }, (_, index) => index) } };
    const json = [{}, { acton: {} }, { action: { tool: 't' }, context: { labels: { x: ['a'] } } }, { action: long }];
    const csv = { csv: 'tool,arguments\nt,[1]\nt,"{""a"":1,""a"":2}"\nt,1,2\n' };
    const details = async (language: 'en' | 'pt', rows: unknown) =>
      (await solveBatch(parse({ policy: heavy, rows, language }), fakeContext())).errors.map(({ detail }) => detail);
    for (const rows of [json, csv]) {
      const [en, pt] = [await details('en', rows), await details('pt', rows)];
      expect([en.length, pt.length]).toEqual(Array.isArray(rows) ? [4, 4] : [3, 3]);
      for (const [at, text] of pt.entries()) expect(text).not.toBe(en[at]);
      for (const text of pt) expect(text).toMatch(/ferramenta|campo|argumento|linha|chamada/);
    }
  });

  it('answers rows in order and sums them up', async () => {
    const context = { principal: { role: 'agent' } };
    const rows = [
      { custom_id: 'a', ...amount('100.00 EUR'), expected: 'allow' },
      { custom_id: 'b', ...amount('100.01 EUR'), context: { principal: { role: 'lead' } }, expected: 'allow' },
      amount('100.01 EUR'),
      { action: { tool: 'refund_order', arguments: { amount: '1.00 EUR' } } },
      { custom_id: 'e', action: { tool: 5 } },
      { ...amount('100.00 EUR'), expected: 'allow' },
      amount('1.00 EUR', { days: 91 }),
    ];
    const ctx = fakeContext();
    const result = await solveBatch(parse({ rows, defaults: { context } }), ctx);
    expect(BatchResult.parse(result)).toEqual(result);
    expect(result.row_counts).toEqual({ total: 7, allow: 2, confirm: 1, refuse: 3, error: 1 });
    expect(result.rows.map(({ answer, slug }) => `${answer} ${slug}`)).toEqual([
      'allow allowed',
      'confirm confirm_required',
      'refuse no_rule',
      'refuse guard_undefined',
      'null row_invalid',
      'allow allowed',
      'refuse refused',
    ]);
    expect(result.expected).toEqual({
      compared: 3,
      matched: 2,
      mismatched: [{ row: 2, custom_id: 'b', expected: 'allow', answer: 'confirm', slug: 'confirm_required' }],
    });
    expect(result.coverage).toEqual([
      { rule: 'small', line: 2, effect: 'allow', fired: 4, decided: 2, undefined: 0 },
      { rule: 'medium', line: 3, effect: 'confirm', fired: 1, decided: 1, undefined: 0 },
      { rule: 'old', line: 4, effect: 'refuse', fired: 2, decided: 2, undefined: 1 },
      { rule: 'never', line: 5, effect: 'allow', fired: 0, decided: 0, undefined: 0 },
    ]);
    expect(result.never_fired).toEqual(['never']);
    expect(result.default_only).toEqual({ count: 1, rows: [3] });
    expect(result.duplicates).toEqual({ count: 1, rows: [{ row: 6, same_as: 1 }] });
    expect(result.errors).toMatchObject([{ row: 5, custom_id: 'e', pointer: '/action/tool' }]);
    expect(result.missing_boundaries).toEqual([
      { path: 'args.amount', threshold: '100.00 EUR', rules: ['small'], missing: ['99.99 EUR'] },
      {
        path: 'args.amount',
        threshold: '500.00 EUR',
        rules: ['medium'],
        missing: ['499.99 EUR', '500.00 EUR', '500.01 EUR'],
      },
      { path: 'args.days', threshold: '90', rules: ['old'], missing: ['89', '90'] },
    ]);
    expect(result.policy).toMatchObject({ dialect: 1, name: 'refunds', rules: 4, catalogue_digest: null });

    const lines = (ctx.files.get('answers.jsonl') ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => RowAnswer.parse(JSON.parse(line)));
    expect(lines).toEqual(result.rows);
    expect(ctx.files.get('answers.csv')?.split('\r\n').slice(0, 6)).toEqual([
      'row,custom_id,tool,answer,slug,rules,expected,matched,pointer,detail',
      '1,a,refund_order,allow,allowed,small,allow,true,,',
      '2,b,refund_order,confirm,confirm_required,medium,allow,false,,',
      '3,,refund_order,refuse,no_rule,,,,,',
      '4,,refund_order,refuse,guard_undefined,old?,,,,',
      expect.stringMatching(/^5,e,,,row_invalid,,,,\/action\/tool,/),
    ]);
  });

  it('reads the same table from CSV', async () => {
    const csv =
      'tool,custom_id,Betrag,arguments.days,principal.role,expected\nrefund_order,a,100.00 EUR,1,agent,allow\nrefund_order,b,"100.01 EUR",1,lead,confirm\nrefund_order,c,1.00 EUR,,agent,\nrefund_order,d,1.00 EUR,x,,\nrefund_order,e,600,1,,\nrefund_order,f,1.00 EUR,1,lead,perhaps\n';
    const result = await solveBatch(parse({ rows: { csv, columns: { Betrag: 'arguments.amount' } } }), fakeContext());
    expect(result.rows.map(({ custom_id, answer, slug }) => `${custom_id} ${answer} ${slug}`)).toEqual([
      'a allow allowed',
      'b confirm confirm_required',
      'c refuse guard_undefined',
      'd refuse guard_undefined',
      'e confirm guard_undefined',
      'f null row_invalid',
    ]);
  });

  it('writes no cell that a spreadsheet would run', async () => {
    const ctx = fakeContext();
    await solveBatch(
      parse({ rows: [{ custom_id: '=HYPERLINK("http://x")', action: { tool: '+cmd', arguments: {} } }] }),
      ctx,
    );
    expect(ctx.files.get('answers.csv')?.split('\r\n')[1]).toMatch(
      /^1,"'=HYPERLINK\(""http:\/\/x""\)","'\+cmd",refuse,/,
    );
  });

  it('finds amounts of another currency, wrong types and huge numbers to be answers, not crashes', async () => {
    const rows = [
      amount('100.00 USD'),
      amount('100.00 XXZ'),
      amount('600'),
      amount([600]),
      amount(600),
      amount({ value: 600 }),
      amount('1.00 EUR', { days: 2 ** 53 }),
      { action: { tool: 'rеfund_order', arguments: {} } },
      { action: { tool: 'constructor', arguments: {} } },
    ];
    const result = await solveBatch(parse({ rows }), fakeContext());
    expect(result.row_counts).toMatchObject({ total: 9, allow: 0, error: 0 });
    expect(result.rows[6]).toMatchObject({ answer: 'refuse', slug: 'refused' });
    expect(result.rows[7]).toMatchObject({ answer: 'refuse', slug: 'tool_unknown' });
  });

  it('stops when it is cancelled', async () => {
    const control = new AbortController();
    const ctx = fakeContext({ signal: control.signal });
    const stopEarly = (update: Progress): void => {
      ctx.updates.push(update);
      control.abort(new Error('cancelled'));
    };
    const rows = Array.from({ length: 50_000 }, (_, i) => amount(`${i % 700}.00 EUR`));
    const work = solveBatch(parse({ rows }), { ...ctx, progress: stopEarly });
    await expect(work).rejects.toThrow('cancelled');
    expect(ctx.updates.at(-1)?.done).toBeLessThan(50_000);
    expect(ctx.files.size).toBe(0);
  });

  it('takes many rows, tells how far it is and leaves others their turn', async () => {
    const csv = `tool,arguments.amount\n${Array.from({ length: 20_000 }, (_, i) => `refund_order,${i % 700}.00 EUR\n`).join('')}`;
    const ctx = fakeContext();
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 5);
    const result = await solveBatch(
      parse({
        rows: { csv },
        defaults: { action: { arguments: { days: 1 } }, context: { principal: { role: 'agent' } } },
      }),
      ctx,
    );
    clearInterval(others);
    expect(result.row_counts).toEqual({ total: 20_000, allow: 2_929, confirm: 0, refuse: 17_071, error: 0 });
    expect(result.rows).toHaveLength(500);
    expect(result.rows_truncated).toBe(true);
    expect(result.duplicates.count).toBe(19_300);
    expect(ctx.updates.at(-1)).toEqual({ phase: 'rows', done: 20_000, total: 20_000, unit: 'rows' });
    expect(ctx.files.get('answers.csv')?.split('\r\n')).toHaveLength(20_002);
    expect(turns).toBeGreaterThan(10);
    // The first thousand, then one in sixteen.
    expect(result.cross_checked).toBe(1_000 + 1_188);
  });
});

describe('the example of the mode', () => {
  it('works', async () => {
    const request = BatchRequest.parse(batchMode.example);
    await checkBatch(request, noFiles);
    const result = await solveBatch(request, fakeContext());
    expect(result.expected).toEqual({ compared: 2, matched: 2, mismatched: [] });
  });
});

describe('the tests of a policy', () => {
  const tested = `${policy}
test "a small one" { call refund_order { amount: "5.00 EUR", days: 1 } principal { role: "agent" } } expect allow;
test "confirmed" { call refund_order { amount: "300.00 EUR", days: 1 } principal { role: "lead" } confirmed; } expect allow;
test "not what it does" { call refund_order { amount: "300.00 EUR", days: 1 } principal { role: "lead" } } expect allow;`;

  it('are the rows when there are none', async () => {
    const result = await solveBatch(BatchRequest.parse({ policy: tested }), fakeContext());
    expect(BatchResult.parse(result)).toEqual(result);
    expect(result.row_counts).toEqual({ total: 3, allow: 2, confirm: 1, refuse: 0, error: 0 });
    expect(result.expected).toMatchObject({
      compared: 3,
      matched: 2,
      mismatched: [{ row: 3, custom_id: 'not what it does', expected: 'allow', answer: 'confirm' }],
    });
    expect(result.coverage.map(({ rule, decided }) => [rule, decided])).toEqual([
      ['small', 1],
      ['medium', 2],
      ['old', 0],
      ['never', 0],
    ]);
  });

  it('are not run beside rows, and must be there without', async () => {
    const beside = await solveBatch(BatchRequest.parse({ policy: tested, rows: [amount('1.00 EUR')] }), fakeContext());
    expect(beside.row_counts.total).toBe(1);
    await expect(checkBatch(parse({}), noFiles)).rejects.toMatchObject({
      options: { errors: [{ pointer: '/rows', slug: 'tests_missing' }] },
    });
  });
});

describe('what a table is counted by', () => {
  it('does not count a row that no tool could be read of as one that no rule speaks about', async () => {
    const rows = [amount('900.00 EUR'), { action: { tool: 'nobody', arguments: {} } }, { action: 7 }, amount(5)];
    const context = { principal: { role: 'agent' } };
    const result = await solveBatch(parse({ rows, defaults: { context } }), fakeContext());
    expect(result.default_only).toEqual({ count: 3, rows: [1, 2, 4] });
    expect(result.row_counts.error).toBe(1);
  });

  it('types a column of the session as the session is, not as the principal', async () => {
    const text = 'dialect 2; allow (tool == "t") when { session.level <= 5 && principal.level == "5" };';
    const csv = 'session.level,principal.level\n5,5\n';
    const defaults = { action: { tool: 't' } };
    const result = await solveBatch(BatchRequest.parse({ policy: text, rows: { csv }, defaults }), fakeContext());
    expect(result.rows[0]).toMatchObject({ answer: 'allow' });
  });

  it('types a column by the tool of the row, or else of the defaults', async () => {
    const text =
      'dialect 2; tool t (n: int); tool u (n: text); allow (tool == "t") when { args.n <= 5 }; confirm (tool == "u") when { args.n == "5" };';
    const asked = async (csv: string): Promise<unknown[]> => {
      const request = { policy: text, rows: { csv }, defaults: { action: { tool: 't' } } };
      return (await solveBatch(BatchRequest.parse(request), fakeContext())).rows.map(({ answer }) => answer);
    };
    expect(await asked('arguments.n\n5\n6\n')).toEqual(['allow', 'refuse']);
    expect(await asked('tool,arguments.n\n,5\nu,5\n')).toEqual(['allow', 'confirm']);
  });

  it('lays the labels of a row over those of the defaults, by argument', async () => {
    const text =
      'dialect 2; default allow; @id("body") refuse (tool == "t") when { label(args.body, "pii") }; @id("to") confirm (tool == "t") when { label(args.to, "pii") };';
    const action = { tool: 't', arguments: { body: 'b', to: 'a' } };
    const rows = [
      {},
      { context: { labels: { to: ['pii'] } } },
      { context: { labels: { body: [] } } },
      { context: { labels: { body: [], to: ['pii'] } } },
      { context: { session: { id: 's' } } },
    ];
    const defaults = { action, context: { labels: { body: ['pii'] } } };
    const result = await solveBatch(BatchRequest.parse({ policy: text, rows, defaults }), fakeContext());
    expect(result.rows.map(({ answer, deciding }) => [answer, ...deciding.map(({ rule }) => rule)])).toEqual([
      ['refuse', 'body'],
      ['refuse', 'body'],
      ['allow'],
      ['confirm', 'to'],
      ['refuse', 'body'],
    ]);
  });
});
