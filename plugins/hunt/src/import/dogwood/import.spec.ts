import { decide } from '@ostiary/guard';
import type { HistoryEvent } from '@ostiary/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importPolicy } from '../index.js';
import { imported, prepared, rulesOf } from '../testing/hunt-foreign.js';

const permit = (tool: string, clause = ''): string =>
  `permit (principal, action == Shop::Action::"${tool}", resource)${clause};\n`;
const forbid = (tool: string, clause: string): string => permit(tool, clause).replace('permit', 'forbid');
const temporal = (condition: string, word = 'when'): string => `\n${word} temporal { ${condition} }`;
const event = (tool: string, kind: string, fields = ''): string => `Shop::Action::"${tool}"::${kind}{ ${fields} }`;

/** What happens in a session: a request and what is expected of it, or what came of the request before. */
type Row = readonly [at: number, what: 'allow' | 'refuse' | 'response' | 'error', tool: string, args?: object];

/**
 * Plays a session: each request stands in the history from then on, whatever the answer, as Dogwood observes every event before it
 * decides (guide/08-formal-specification.md, 6.1).
 */
async function played(policy: string, rows: readonly Row[]): Promise<readonly string[]> {
  const { text } = await imported('dogwood', policy);
  const history: HistoryEvent[] = [];
  const answers: string[] = [];
  for (const [index, [at, what, tool, args = {}]] of rows.entries()) {
    const now = Date.UTC(2026, 0, 1) + at * 1000;
    const by = { principal: 'User::"ann"', session: 's' };
    const put = (state: HistoryEvent['state']): number =>
      history.push({ tool, state, at: now, args: { ...args }, call_id: `${tool}-${String(index)}`, ...by });
    if (what === 'response' || what === 'error') put(what === 'response' ? 'ok' : 'failed');
    else {
      const context = { now, principal: { id: by.principal }, session: { id: by.session }, history: [...history] };
      const { answer } = decide(prepared(text), { tool, args: { resource: { uid: 'Shop::"x"' }, ...args } }, context);
      answers.push(answer);
      put('requested');
      put(answer === 'allow' ? 'allowed' : 'refused');
    }
  }
  return answers;
}

const expected = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(([, what]) => (what === 'allow' || what === 'refuse' ? [what] : []));

describe('a policy of Dogwood decides as the language says', () => {
  it.each<readonly [string, string, readonly Row[]]>([
    [
      'nothing is allowed unless it is permitted',
      permit('a'),
      [
        [0, 'refuse', 'b'],
        [1, 'allow', 'a'],
      ],
    ],
    ['what is forbidden is, wherever it stands', forbid('a', '') + permit('a'), [[0, 'refuse', 'a']]],
    [
      'a window is closed: what is as old as it counts',
      permit('read') + permit('write', temporal(`formerly within 1m ${event('read', 'response')}`)),
      [
        [0, 'refuse', 'write'],
        [1, 'allow', 'read'],
        [2, 'response', 'read'],
        [62, 'allow', 'write'],
        [63, 'refuse', 'write'],
      ],
    ],
    [
      'a request is no response',
      permit('read') + permit('write', temporal(`formerly within 1h ${event('read', 'response')}`)),
      [
        [0, 'allow', 'read'],
        [1, 'refuse', 'write'],
        [2, 'error', 'read'],
        [3, 'refuse', 'write'],
      ],
    ],
    [
      'an error is what was denied, and what failed',
      permit('pay') + forbid('pay', temporal(`formerly within 3m ${event('approve', 'error')}`)),
      [
        [0, 'allow', 'pay'],
        [1, 'refuse', 'approve'],
        [10, 'refuse', 'pay'],
      ],
    ],
    [
      'fields hold an event and the request together',
      permit('read') +
        permit('write', temporal(`formerly within 1h ${event('read', 'response', 'input.doc: context.input.doc')}`)),
      [
        [0, 'response', 'read', { doc: 'a' }],
        [1, 'refuse', 'write', { doc: 'b' }],
        [2, 'allow', 'write', { doc: 'a' }],
      ],
    ],
    [
      'what is not there matches nothing: a forbid falls away, and an unless is not met',
      permit('pay') +
        permit(
          'send',
          temporal(`formerly within 1h ${event('stop', 'response', 'input.to: context.input.to')}`, '\nunless'),
        ) +
        forbid('pay', temporal(`formerly within 1h ${event('stop', 'response', 'input.to: context.input.to')}`)),
      [
        [0, 'response', 'stop', { to: 'x' }],
        [1, 'refuse', 'pay', { to: 'x' }],
        [2, 'allow', 'pay'],
        [3, 'refuse', 'send', { to: 'x' }],
        [4, 'allow', 'send'],
      ],
    ],
    [
      'a limit on requests counts the present one, and those that were denied',
      permit('pay') +
        forbid(
          'pay',
          temporal(
            `exists (n: Long). (count for (t: Timepoint). where (formerly within 5m (${event('pay', 'request')} && tp(t)))) == n && n > 3`,
          ),
        ),
      [
        [0, 'allow', 'pay'],
        [10, 'allow', 'pay'],
        [20, 'allow', 'pay'],
        [30, 'refuse', 'pay'],
        [305, 'refuse', 'pay'],
        [700, 'allow', 'pay'],
      ],
    ],
    [
      'a limit on responses counts what was done',
      permit('pay') +
        forbid(
          'pay',
          temporal(`0 < count for (t: Timepoint). where (formerly within 5m (${event('pay', 'response')} && tp(t)))`),
        ),
      [
        [0, 'allow', 'pay'],
        [1, 'allow', 'pay'],
        [2, 'response', 'pay'],
        [3, 'refuse', 'pay'],
      ],
    ],
    [
      'a budget counts the present request in',
      permit('pay') +
        forbid(
          'pay',
          temporal(
            `exists (s: Long). (sum a for (a: Long), (t: Timepoint). where (formerly within 5m (${event('pay', 'request', 'input.amount: a')} && tp(t)))) == s && s >= 3000`,
          ),
        ),
      [
        [0, 'allow', 'pay', { amount: 1000 }],
        [10, 'allow', 'pay', { amount: 1000 }],
        [20, 'refuse', 'pay', { amount: 1000 }],
        [30, 'refuse', 'pay', { amount: 1 }],
        [40, 'refuse', 'pay'],
      ],
    ],
    [
      'a budget of another tool does not',
      permit(
        'pay',
        temporal(
          `exists (s: Long). (sum a for (a: Long), (t: Timepoint). where (formerly within 24h (${event('price', 'request', 'input.cost: a')} && tp(t)))) == s && s < 60`,
        ),
      ),
      [
        [0, 'allow', 'pay', { cost: 100 }],
        [1, 'refuse', 'price', { cost: 70 }],
        [2, 'refuse', 'pay', { cost: 1 }],
      ],
    ],
    [
      'an approval is good for one use',
      permit('approve') +
        permit('pay', temporal(`!${event('pay', 'response')} since within 1h ${event('approve', 'response')}`)),
      [
        [0, 'refuse', 'pay'],
        [1, 'allow', 'approve'],
        [2, 'response', 'approve'],
        [10, 'allow', 'pay'],
        [11, 'response', 'pay'],
        [20, 'refuse', 'pay'],
        [30, 'allow', 'approve'],
        [31, 'response', 'approve'],
        [40, 'allow', 'pay'],
        [3632, 'refuse', 'pay'],
      ],
    ],
    [
      'two uses before the first has ended are both let through',
      permit('approve') +
        permit('pay', temporal(`!${event('pay', 'response')} since within 1h ${event('approve', 'response')}`)),
      [
        [1, 'response', 'approve'],
        [10, 'allow', 'pay'],
        [12, 'allow', 'pay'],
        [13, 'response', 'pay'],
        [14, 'refuse', 'pay'],
      ],
    ],
    [
      'the previous event is the one before, whatever it is of',
      permit('login') + permit('look') + permit('read', temporal(`previous within 1m ${event('login', 'response')}`)),
      [
        [0, 'response', 'login'],
        [1, 'allow', 'read'],
        [2, 'response', 'login'],
        [3, 'allow', 'look'],
        [4, 'refuse', 'read'],
        [5, 'response', 'login'],
        [70, 'refuse', 'read'],
      ],
    ],
    [
      'a condition may stand inside of another',
      permit(
        'pay',
        `\nwhen { context.input.cost < 25 || temporal { formerly within 1h ${event('approve', 'response')} } }`,
      ),
      [
        [0, 'allow', 'pay', { cost: 24 }],
        [1, 'refuse', 'pay', { cost: 25 }],
        [2, 'response', 'approve'],
        [3, 'allow', 'pay', { cost: 25 }],
        [4, 'refuse', 'pay'],
      ],
    ],
    [
      'variables are compared with what they stand for',
      permit(
        'pay',
        temporal(`exists (a: Long). (formerly within 1h ${event('check', 'response', 'input.amount: a')} && a > 100)`),
      ),
      [
        [0, 'response', 'check', { amount: 100 }],
        [1, 'refuse', 'pay'],
        [2, 'response', 'check', { amount: 101 }],
        [3, 'allow', 'pay'],
      ],
    ],
    [
      'an event at this moment is the request alone',
      permit('pay', temporal(event('pay', 'request', 'input.to: "x"'))) +
        permit('look', temporal(event('look', 'response'))),
      [
        [0, 'refuse', 'pay', { to: 'y' }],
        [1, 'allow', 'pay', { to: 'x' }],
        [2, 'refuse', 'look'],
      ],
    ],
    [
      'a request is in the history of its own decision',
      permit('pay', temporal(`formerly within 1h ${event('pay', 'request', 'input.to: context.input.to')}`)) +
        permit('send', temporal(`!formerly within 1h ${event('send', 'request')}`)),
      [
        [0, 'allow', 'pay', { to: 'x' }],
        [1, 'refuse', 'pay'],
        [2, 'refuse', 'send'],
      ],
    ],
  ])('%s', async (_, policy, rows) => {
    expect(await played(policy, rows)).toEqual(expected(rows));
  });
});

describe('a policy of Dogwood in our words', () => {
  it('takes the history from the session at AgentCore, from one principal where it says so, else from all', async () => {
    const rules = rulesOf(
      await imported(
        'dogwood',
        permit('a', temporal(`formerly within 1h ${event('b', 'response', 'callerPrincipal: principal')}`)) +
          permit('a', temporal(`formerly within 1h ${event('b', 'response')}`)).replaceAll('Shop::', 'AgentCore::') +
          permit('a', temporal(`formerly within 1h ${event('b', 'response')}`)),
      ),
    );
    expect(rules.map((rule) => /by \w+/u.exec(rule)?.[0])).toEqual(['by principal', 'by session', 'by anyone']);
  });

  it('knows the arguments of tools and their types by a schema', async () => {
    const schema = `namespace Shop { entity User, Gateway;
action "pay" appliesTo { principal: [User], resource: [Gateway], context: { input: { amount: Long, note?: String }, system: { now: datetime } } };
action "look" appliesTo { principal: [User], resource: [Gateway], context: { input: { amount: Long }, output?: { ok: Bool } } }; }`;
    const text = permit(
      'pay',
      ` when { context.input has note && context.system.now > datetime("2026-01-01") }${temporal(`formerly within 1h ${event('look', 'response', 'input.amount: context.input.amount')}`)}`,
    );
    const result = await importPolicy('dogwood', { text, schema, declares: true });
    expect(result.ok && result.imported.text).toBe(`dialect 2;
default refuse;
tool look (resource: { uid: text }, amount: int, context_output?: { ok: bool });
tool pay (resource: { uid: text }, amount: int, note?: text, context_system: { now: time });
principal (id: text);
allow (tool == "pay")
  when { has args.note && args.context_system.now > "2026-01-01T00:00:00.000Z" }
  when history { formerly within 1h by anyone look.ok{ amount: args.amount } };
`);
  });

  it('tells what has no counterpart, and says that it may be anything', async () => {
    const { notImported, text } = await imported(
      'dogwood',
      `def temporal seen(?w) { formerly within ?w ${event('b', 'response')} };
${permit('a', temporal('seen(1h)'))}${permit('b', '\nwhen guardrails { Text::Check(context.input.note).bad == false }')}${permit('c', '\nwhen { Text::Check(context.input.note).bad == false }')}${permit('d', temporal(`formerly within 1h ${event('b', 'response', 'output.ok: true')}`))}${permit('e', temporal(`0 < count for (u: String). where formerly within 1h ${event('b', 'response', 'input.u: u')}`))}${permit('f', temporal(`formerly within 1h ${event('b', 'audit')}`))}`,
    );
    expect(notImported.map(({ line, construct }) => [line, construct])).toEqual([
      [1, 'def'],
      [3, 'call'],
      [5, 'guardrails'],
      [9, 'output.ok'],
      [11, 'count'],
      [13, 'audit'],
    ]);
    expect(text.match(/session\.unread_\d/gu)).toHaveLength(6);
  });

  it.each([
    ['formerly 5m a', 10, '`within`'],
    ['formerly within 5w Shop::Action::"a"::request{}', undefined, '`s`'],
    ['formerly within 5m Shop::Action::"a"', undefined, 'a comparison'],
    ['', undefined, 'an event'],
    [`${'('.repeat(70)}tp(t)${')'.repeat(70)}`, undefined, 'at most'],
  ])('says where %j is no condition', async (condition, _, words) => {
    const result = await importPolicy('dogwood', { text: permit('a', temporal(condition)), declares: true });
    if (result.ok) throw new Error(result.imported.text);
    expect(result.faults).toMatchObject([{ slug: 'not_readable', line: 2, of: 'text' }]);
    expect(result.faults[0]?.detail.en).toContain(words);
  });

  it('reads any text without failing, and makes policies that are read', async () => {
    const words = [
      'permit (principal, action == A::Action::"x", resource)',
      'when',
      'unless',
      'temporal {',
      '{',
      '}',
      ';',
      'formerly within 1h',
      'A::Action::"y"::request{',
      'input.a: context.input.a',
      '!',
      '&&',
      '||',
      '(',
      ')',
      'exists (n: Long).',
      '== n',
      'n > 3',
      'count for (t: Timepoint). where',
      'tp(t)',
      'guardrails {',
      'N::F(',
      '//',
      '"',
      'def temporal',
      'since within 1m',
      'context.input.b',
      'true',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 30 }), async (all) => {
        const result = await importPolicy('dogwood', { text: all.join(' '), declares: true });
        expect(result.ok ? prepared(result.imported.text).core.dialect : result.faults.length).toBeGreaterThan(0);
      }),
    );
  });
});
