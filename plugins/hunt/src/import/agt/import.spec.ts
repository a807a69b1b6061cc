import { decide, type PreparedPolicy } from '@ostiary/guard';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foundIn, imported, prepared, rulesOf } from '../testing/hunt-foreign.js';
import { importAgt } from './import.js';

const HEAD = 'apiVersion: governance.toolkit/v1\nname: shop\ndefault_action: deny\nrules:\n';
const rule = (condition: string, more = 'action: deny'): string =>
  `  - name: r\n    condition: ${JSON.stringify(condition)}\n    ${more}\n`;
const answer = (policy: PreparedPolicy, tool: string, args: Readonly<Record<string, unknown>> = {}): string =>
  decide(policy, { tool, args }, {}).answer;

describe('a policy of the Agent Governance Toolkit in our words', () => {
  it('lets the first rule by priority decide', async () => {
    const read = await imported(
      'agt',
      `${HEAD}${rule("tool_name == 'pay' and amount > 500", 'action: require_approval')}  - name: small\n    condition: "tool_name == 'pay' and amount <= 100"\n    action: allow\n    priority: 7\n`,
    );
    expect(rulesOf(read)).toEqual([
      '@id("small") allow (tool == "pay") when { args.amount <= 100 };',
      '@id("r") confirm (tool == "pay") when { (args.amount > 500) or else false } when { (!has args.amount || args.amount > 100) or else false };',
    ]);
    expect(read.readings.strictest).not.toContain('!has');
  });

  it('is about tools that a list or several tests name', async () => {
    const read = await imported(
      'agt',
      `${HEAD}${rule("tool_name in ['a', 'b'] or tool_name == 'c'")}${rule("tool_name != 'a'")}`,
    );
    expect(rulesOf(read)).toEqual([
      '@id("r") refuse (tool in ["a", "b", "c"]);',
      '@id("r (2)") refuse (tool) when { tool != "a" };',
    ]);
  });

  it.each([
    ["payee == 'x'", { payee: 'x' }, { payee: 'y' }],
    ["payee != 'x'", {}, { payee: 'x' }],
    ["payee not in ['x', 'y']", {}, { payee: 'y' }],
    ['amount >= 5.5', { amount: 5.5 }, {}],
    ['amount != 5', {}, { amount: 5 }],
    ['urgent', { urgent: true }, {}],
    ['urgent == false', { urgent: false }, {}],
    ["a.b.c == 'x'", { a: { b: { c: 'x' } } }, { a: { b: {} } }],
    ["note == 'this or that and so'", { note: 'this or that and so' }, { note: 'this' }],
    ["payee == 'x' and amount > 1 or urgent", { urgent: true }, { payee: 'x', amount: 1 }],
  ])('reads %s', async (condition, held, not) => {
    const policy = prepared((await imported('agt', `${HEAD.replace('deny', 'allow')}${rule(condition)}`)).text);
    expect(answer(policy, 'any_other_tool', held)).toBe('refuse');
    expect(answer(policy, 'any_other_tool', not)).toBe('allow');
  });

  it('refuses other agents where it names some', async () => {
    const read = await imported('agt', `agents: [ops, dev]\n${HEAD}${rule("tool_name == 'x'", 'action: allow')}`);
    expect(rulesOf(read)[0]).toBe(
      '@id("agents") refuse (tool) when { !(principal.id in ["ops", "dev"]) or else false };',
    );
  });
});

describe('what is odd about a policy of the toolkit', () => {
  it('is a test that it takes for false without a word, which the hunt finds', async () => {
    const text = `${HEAD}${rule("tool_name == 'wire' and (amount > 5 or urgent)")}`;
    const { notImported } = await imported('agt', text);
    expect(notImported.map(({ line, construct }) => [line, construct])).toEqual([
      [5, 'condition'],
      [5, 'condition'],
    ]);
    expect(await foundIn('agt', text, ['G01'])).toMatchObject([{ class: 'G01', severity: 'high', rules: ['r'] }]);
  });

  it('is what leaving out an argument gets past', async () => {
    const text = `${HEAD.replace('deny', 'allow')}${rule("tool_name == 'pay' and amount > 500")}`;
    expect(await foundIn('agt', text, ['G03'])).toMatchObject([
      { class: 'G03', severity: 'high', attribute: 'args.amount' },
    ]);
  });

  it.each([
    ['action: warn', 'action'],
    ['action: forbid', 'action'],
    ['{ action: allow, enabled: false }', 'enabled'],
    ['{ action: rate_limit, limit: 3/minute }', 'limit'],
    ['{ action: rate_limit, limit: often }', 'limit'],
  ])('is told: %s', async (more, construct) => {
    const fields = more.startsWith('{')
      ? more
          .slice(1, -1)
          .split(',')
          .map((each) => each.trim())
          .join('\n    ')
      : more;
    const { notImported } = await imported('agt', `${HEAD}${rule("tool_name == 'x'", fields)}`);
    expect(notImported.map((each) => [each.line, each.construct])).toEqual([[5, construct]]);
  });

  it('stands for itself where two rules read an argument at two types', async () => {
    const { notImported, text } = await imported('agt', `${HEAD}${rule('x > 1')}${rule("x == 'a'")}`);
    expect(text).toContain('session.unread_1');
    expect(notImported.map(({ line }) => line)).toEqual([8]);
  });

  it('is a field that nobody reads', async () => {
    const text = `mode: monitor\n${HEAD}${rule("tool_name == 'x'", 'action: require_approval\n    approvers: [cfo]')}`;
    const { notImported } = await imported('agt', text);
    expect(notImported.map(({ line, construct }) => [line, construct])).toEqual([
      [1, 'mode'],
      [9, 'approvers'],
    ]);
    const plain = await imported('agt', `${HEAD}${rule("tool_name == 'x'", 'action: require_approval')}`);
    expect([(await imported('agt', text)).text, plain.notImported]).toEqual([plain.text, []]);
  });

  it.each([
    [
      'a list of patterns',
      'rules:\n  - { name: a, condition: "b", action: deny }\n  - { name: sql, pattern: "DROP" }',
      3,
      '`pattern`',
    ],
    ['rules of the proxy', 'rules:\n  - tool: run_shell\n    action: deny', 2, 'proxy'],
    [
      'a trust policy',
      'rules:\n  - name: t\n    condition: { field: trust_score, operator: lt, value: 200 }\n    action: deny',
      2,
      'trust policy',
    ],
    ['a rule that does nothing', 'rules:\n  - name: t\n    condition: "a"', 2, 'no `action`'],
    ['a manifest of Rego', 'extends: []\npolicies:\n  safe:\n    type: rego\n    bundle: .', 4, 'Rego'],
    [
      'a manifest of something else',
      'policies:\n  safe:\n    type: cedar\nintervention_points:\n  input: {}',
      4,
      'manifest',
    ],
    ['something else', 'kernel: {}', 1, 'no list of `rules`'],
  ])('is said of %s, with its place, and nothing is imported', (_, text, line, words) => {
    const result = importAgt({ text, declares: true });
    expect(result.ok ? [] : result.faults).toMatchObject([
      { slug: 'not_supported', line, detail: { en: expect.stringContaining(words) as string } },
    ]);
  });

  it.each(['rules: 7', 'a: [', '- 1', 'rules: [{tool: x, action: deny}]', '', 'a: &x 1\nb: *x', '['.repeat(200)])(
    'is refused where it is no such document: %s',
    (text) => {
      const result = importAgt({ text, declares: true });
      expect(result.ok ? [] : result.faults.map(({ slug }) => slug)).toMatchObject(
        [/not_(?:readable|supported)/].map((slug) => expect.stringMatching(slug)),
      );
    },
  );
});

/** The toolkit's own way of deciding, for values of the types that the conditions use. */
type Test = readonly [string, (args: Readonly<Record<string, unknown>>, tool: string) => boolean];
const TESTS: readonly Test[] = [
  ["tool_name == 'pay'", (_, tool) => tool === 'pay'],
  ["tool_name in ['pay', 'wire']", (_, tool) => ['pay', 'wire'].includes(tool)],
  ['amount > 5', ({ amount }) => Number(amount) > 5],
  ['amount <= 5', ({ amount }) => Number(amount) <= 5],
  ['amount != 5', ({ amount }) => Number(amount) !== 5],
  ["payee == 'x'", ({ payee }) => payee === 'x'],
  ["payee != 'x'", ({ payee }) => payee !== 'x'],
  ["payee not in ['x', 'y']", ({ payee }) => !['x', 'y'].includes(String(payee))],
  ['urgent', ({ urgent }) => Boolean(urgent)],
  ['urgent == false', ({ urgent }) => urgent === false],
];

const test = fc.constantFrom(...TESTS);
const condition = fc
  .array(fc.array(test, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map((or): Test => [
    or.map((and) => and.map(([text]) => text).join(' and ')).join(' or '),
    (args, tool) => or.some((and) => and.every(([, holds]) => holds(args, tool))),
  ]);
const ACTIONS = { allow: 'allow', deny: 'refuse', require_approval: 'confirm' } as const;
const ruleOf = fc.record({
  condition,
  action: fc.constantFrom('allow' as const, 'deny' as const, 'require_approval' as const),
  priority: fc.nat({ max: 3 }),
});
const call = fc.record({
  tool: fc.constantFrom('pay', 'wire', 'any_other_tool'),
  args: fc.record(
    { amount: fc.integer({ min: 4, max: 6 }), payee: fc.constantFrom('x', 'y', 'z'), urgent: fc.boolean() },
    { requiredKeys: [] },
  ),
});

describe('the toolkit and the translation', () => {
  it('answer every call alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ruleOf, { maxLength: 6 }),
        fc.constantFrom('allow', 'deny'),
        fc.array(call, { maxLength: 12 }),
        async (rules, otherwise, calls) => {
          const text = [
            `default_action: ${otherwise}`,
            `rules: ${JSON.stringify(rules.map(({ condition: [of], ...more }, at) => ({ name: `r${String(at)}`, condition: of, ...more })))}`,
          ].join('\n');
          const named = `${text}\n# pay wire`;
          const read = await imported('agt', named);
          const tools = ['pay', 'wire', 'any_other_tool'].filter((tool) => read.text.includes(`tool ${tool} `));
          const policy = prepared(read.text);
          const ordered = rules.toSorted((a, b) => b.priority - a.priority);
          for (const { tool, args } of calls.filter((each) => tools.includes(each.tool))) {
            const first = ordered.find(({ condition: [, holds] }) => holds(args, tool));
            expect(answer(policy, tool, args)).toBe(
              first ? ACTIONS[first.action] : otherwise === 'allow' ? 'allow' : 'refuse',
            );
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
