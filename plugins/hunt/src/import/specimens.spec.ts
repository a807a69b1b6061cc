import { describe, expect, it } from 'vitest';
import type { ClassId } from '../search/index.js';
import type { ForeignFormat } from './model.js';
import { foundIn } from './testing/hunt-foreign.js';

/** Mistakes of policies that were published, each as small as it can be and still be the mistake. */
interface Specimen {
  readonly what: string;
  readonly format: ForeignFormat;
  readonly text: string;
  /** What must be found, with the rules it is told of. */
  readonly found: readonly (readonly [ClassId, readonly string[]])[];
}

const action = (tool: string): string => `AgentCore::Action::"${tool}"`;
const permit = (id: string, tool: string, clause = ''): string =>
  `@id("${id}") permit (principal, action == ${action(tool)}, resource)${clause};\n`;
const after = (window: string, event: string, word = 'when'): string =>
  `\n${word} temporal { formerly within ${window} ${event} }`;
const response = (tool: string, fields = ''): string => `${action(tool)}::response{ ${fields} }`;
const total = (tool: string, field: string, test: string): string =>
  `exists (s: Long). ((sum a for (a: Long), (t: Timepoint). where (formerly within 12h (${action(tool)}::request{ input.${field}: a } && tp(t)))) == s && s ${test})`;

const SPECIMENS: readonly Specimen[] = [
  {
    what: 'a chain of steps whose first is never permitted',
    format: 'dogwood',
    text:
      permit('load', 'load_portfolio', after('5m', response('get_client_profile'))) +
      permit('rebalance', 'rebalance_portfolio', after('5m', response('load_portfolio'))),
    found: [
      ['H13', ['load']],
      ['H13', ['rebalance']],
    ],
  },
  {
    what: 'a budget that adds up quotes in place of trades',
    format: 'dogwood',
    text:
      permit('quote', 'get_market_price') +
      permit('budget', 'execute_trade', `\nwhen temporal { ${total('get_market_price', 'cost', '< 60000')} }`) +
      permit('small', 'execute_trade', ' when { context.input.cost < 25000 }'),
    found: [['H07', ['budget']]],
  },
  {
    what: 'gates of which each is an alternative, one of them open at the start',
    format: 'dogwood',
    text:
      permit('look', 'get_client_profile') +
      permit('quote', 'get_market_price') +
      permit('advise', 'interact_advisor') +
      permit('profile', 'execute_trade', after('24h', response('get_client_profile', 'input.id: context.input.id'))) +
      permit('price', 'execute_trade', after('30s', response('get_market_price'))) +
      permit('decay', 'execute_trade', after('15m', response('interact_advisor'), '\nunless')),
    found: [
      ['H02', ['profile', 'decay']],
      ['H02', ['price', 'decay']],
    ],
  },
  {
    what: 'a refused attempt that consumes the budget',
    format: 'dogwood',
    text:
      permit('transfer', 'initiate_transfer') +
      permit(
        'total',
        'initiate_transfer',
        `\nwhen temporal { ${total('initiate_transfer', 'amount', '> 50000')} }`,
      ).replace('permit', 'forbid'),
    found: [['H04', ['total']]],
  },
  {
    what: 'a daily spend that adds amounts of several currencies',
    format: 'intercept',
    text: `version: "1"
tools:
  create_charge:
    rules:
      - name: currency
        conditions: [{ path: "args.currency", op: "in", value: ["usd", "eur"] }]
      - name: daily spend
        conditions: [{ path: "state.create_charge.spent", op: "lt", value: 1000000 }]
        state: { counter: spent, window: day, increment_from: "args.amount" }
`,
    found: [['B08', ['daily spend']]],
  },
  {
    what: 'a dot that was meant to be one',
    format: 'intercept',
    text: `version: "1"
default: deny
tools:
  fetch:
    rules:
      - name: host
        conditions: [{ path: "args.host", op: regex, value: '^api.example.com$' }]
`,
    found: [['B05', ['host']]],
  },
  {
    what: 'a scaffold: tools with no rules, under a default that allows',
    format: 'intercept',
    text: 'version: "1"\ndefault: "allow"\ntools:\n  delete_project:\n    rules: []\n',
    found: [['S05', []]],
  },
  {
    what: 'a condition with parentheses, which the toolkit takes for false',
    format: 'agt',
    text: `apiVersion: governance.toolkit/v1
rules:
  - { name: urgent, condition: "tool_name == 'pay' and (amount > 900 or urgent)", action: deny }
`,
    found: [['G01', ['urgent']]],
  },
  {
    what: 'a policy that matches no request',
    format: 'cedar',
    text: '@id("none") permit (principal, action == Action::"view", resource) when { context.age > 18 && context.age < 18 };',
    found: [['G01', ['none']]],
  },
  {
    what: 'a policy that another says already',
    format: 'cedar',
    text: `@id("wide") permit (principal, action == Action::"view", resource) when { context.level > 5 };
@id("narrow") permit (principal, action == Action::"view", resource) when { context.level > 10 };`,
    found: [['S01', ['narrow']]],
  },
  {
    what: 'a restriction that asks nothing of an argument which is left out',
    format: 'progent',
    text: '{"send_money": [[1, 0, {"amount": {"type": "number", "maximum": 100}, "recipient": {"enum": ["a"]}}, 0]]}',
    found: [['G03', ['send_money allow']]],
  },
];

describe('what was found in published policies by others is found when they are imported', () => {
  it.each(SPECIMENS)('$what', async ({ format, text, found }) => {
    const all = await foundIn(format, text, [...new Set(found.map(([id]) => id))]);
    for (const [id, rules] of found)
      expect(all).toContainEqual(
        expect.objectContaining({ class: id, rules: expect.arrayContaining([...rules]) as unknown }),
      );
  });
});
