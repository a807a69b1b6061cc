import { describe, expect, it } from 'vitest';
import { payments } from '../testing/corpus/payments.js';
import { corpus } from '../testing/index.js';
import { loadPolicy } from './load.js';

/** What is said of tools that a cap does not count, with the tools. */
function warnings(rule: string, catalogue = payments.catalogue): unknown[] {
  const { diagnostics } = loadPolicy(`dialect 2;\n${rule}`, { catalogue });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.flatMap(({ code, params }) => (code === 'cap_scope' ? [params['tools']] : []));
}

const both = '(tool in ["pay_invoice", "transfer_funds"])';
const tally = (tools: string): string => `count(${tools}.open) within 24h by principal`;

describe('a rule that limits more tools than it counts', () => {
  it.each([
    [`refuse ${both} when history { ${tally('transfer_funds')} >= 3 };`, '`pay_invoice`'],
    [`confirm ${both} when history { ${tally('transfer_funds')} >= 3 };`, '`pay_invoice`'],
    [`refuse ${both} when history { !(${tally('pay_invoice')} < 3) };`, '`transfer_funds`'],
    [`refuse ${both} unless history { ${tally('pay_invoice')} < 3 };`, '`transfer_funds`'],
    [`allow ${both} when history { ${tally('pay_invoice')} <= 3 };`, '`transfer_funds`'],
    [`refuse ${both} when history { ${tally('pay_invoice')} == 3 };`, '`transfer_funds`'],
    [
      `refuse (tool == "pay_invoice") when history { sum(transfer_funds.ok.amount) within 1h by principal including this > 3.00 EUR };`,
      '`pay_invoice`',
    ],
    [
      `refuse ${both} when history { (${tally('pay_invoice')} > 3) since within 1h get_invoice.ok };`,
      '`transfer_funds`',
    ],
  ])('is warned of: %s', (rule, tools) => expect(warnings(rule)).toEqual([tools]));

  it.each([
    `refuse ${both} when history { ${tally('[pay_invoice, transfer_funds]')} >= 3 };`,
    `refuse ${both} when history { ${tally('@pay')} >= 3 };`,
    `refuse (tool in @irreversible) when history { ${tally('@irreversible')} >= 3 };`,
    `refuse (tool == "pay_invoice") when history { ${tally('[pay_invoice, transfer_funds]')} >= 3 };`,
    `refuse ${both} when history { ${tally('get_invoice')} >= 3 };`,
    `refuse ${both} when history { ${tally('pay_invoice')} < 3 };`,
    `allow ${both} when history { ${tally('pay_invoice')} >= 3 };`,
    `refuse ${both} when history { formerly within 1h pay_invoice.ok };`,
  ])('is not: %s', (rule) => expect(warnings(rule)).toEqual([]));

  it('is in no example of ours', () => {
    for (const { text, catalogue } of corpus) {
      const found = loadPolicy(text, { catalogue }).diagnostics;
      expect(found.map(({ code }) => code)).not.toContain('cap_scope');
    }
  });
});

describe('events of several tools', () => {
  const codes = (condition: string): string[] =>
    loadPolicy(`dialect 2; refuse (tool == "pay_invoice") when history { ${condition} };`, {
      catalogue: payments.catalogue,
    }).diagnostics.map(({ code }) => code);

  it.each([
    ['formerly within 1h [pay_invoice, transfer_funds].ok{ iban: args.iban }', []],
    ['formerly within 1h [pay_invoice, transfer_funds].ok{ invoice_id: args.invoice_id }', ['event_field_unknown']],
    ['formerly within 1h [pay_invoice, pay].ok', ['tool_unknown']],
    ['formerly within 1h @pay.ok', []],
    ['formerly within 1h @paying.ok', ['tool_class_unknown']],
    ['formerly within 1h @source.ok', ['event_class_empty']],
    ['formerly within 1h pay_invoice.ok{ iban > args.iban }', ['not_ordered']],
    ['formerly within 1h pay_invoice.ok{ by: args.amount }', ['type_mismatch']],
    ['formerly within 1h by now pay_invoice.ok', ['history_key_unknown']],
    ['formerly within 1h by args.purpose transfer_funds.ok', ['argument_unknown']],
    ['args.iban.any(x, formerly within 1h pay_invoice.ok{ iban: x })', ['not_list']],
  ] as const)('%s', (condition, expected) => expect(codes(condition)).toEqual(expected));

  it('reads each at the type of its own tool', () => {
    const tools = 'tool a (n: int 0..5); tool b (n: int 0..9); tool c (n: text); tool t (n: int);';
    const load = (list: string) =>
      loadPolicy(
        `dialect 2; ${tools} refuse (tool == "t") when history { formerly within 1h ${list}.ok{ n: args.n } };`,
      );
    const alike = load('[a, b]');
    expect(alike.ok && alike.core.rules[0]?.variants[0]?.guard).toMatchObject({
      event: { tools: ['a', 'b'], fields: [{ types: [{ max: 5 }, { max: 9 }] }] },
    });
    expect(load('[a, c]').diagnostics.map(({ code }) => code)).toContain('event_field_types');
  });
});
