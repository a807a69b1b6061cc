import { describe, expect, it } from 'vitest';
import type { Effect } from '../syntax/ast.js';
import { judgeOf } from '../testing/judge.js';
import type { AnswerSlug, Call, Context } from './types.js';

type Value = 'T' | 'F' | 'U';

const ARGS: Call['args'] = {
  n: 1,
  wrong: '1',
  word: 'b',
  ok: true,
  cost: '5.00 USD',
  most: '90071992547409.91 EUR',
  link: 'mailto:ann@corp.example',
  path: 'not\0a path',
  few: [1, 2],
  none: [],
  mixed: [{ m: 1 }, {}],
  others: [{ m: 2 }, {}],
};
const CONTEXT: Context = { labels: { session: ['seen'], args: { n: ['seen'] } }, now: 3_600_000 };
const HISTORY: Context = {
  ...CONTEXT,
  history: [{ tool: 't', state: 'ok', at: 0, args: { n: 1, word: 'b' }, principal: 'p' }],
};

/** Worked out by hand from what the language says. `args.u` is absent; `T`, `F` and `U` are tests of that value. */
const TESTS: readonly [string, Value][] = [
  ['T', 'T'],
  ['F', 'F'],
  ['U', 'U'],
  ['T && U', 'U'],
  ['F && U', 'F'],
  ['U && F', 'F'],
  ['U && U', 'U'],
  ['T || U', 'T'],
  ['U || T', 'T'],
  ['F || U', 'U'],
  ['!(U)', 'U'],
  ['!(F && U)', 'T'],
  ['!(T || U)', 'F'],
  ['U || !(U)', 'U'],
  ['if U then T else T', 'U'],
  ['if T then U else T', 'U'],
  ['if T then F else U', 'F'],
  ['if F then U else T', 'T'],
  ['(if U then args.n else args.n) == 1', 'U'],
  ['(args.u or else 1) == 1', 'T'],
  ['(args.u or else args.v) == 1', 'U'],
  ['(args.wrong or else 1) == 1', 'U'],
  ['(args.u or else args.wrong or else 1) == 1', 'U'],
  ['(args.u or else args.v or else 1) == 1', 'T'],
  ['(args.u == 1) or else false', 'F'],
  ['(args.u == 1) or else true', 'T'],
  ['(args.n == 1) or else false', 'T'],
  ['(args.wrong == 1) or else false', 'U'],
  ['(args.u + args.wrong == 2) or else false', 'U'],
  ['(args.wrong + args.u == 2) or else false', 'U'],
  ['(args.u + args.n == 2) or else args.ok', 'T'],
  ['(args.u == 1 && args.v == 1) or else true', 'T'],
  ['(args.u == 1 && args.wrong == 1) or else false', 'F'],
  ['(args.u == 1 || args.wrong == 1) or else false', 'U'],
  ['(args.n == 1 || args.wrong == 1) or else false', 'T'],
  ['!(args.u == 1) or else false', 'F'],
  ['!(args.u == 1 && args.v == 1) or else false', 'F'],
  ['!(args.u == 1 && args.n == 2) or else false', 'T'],
  ['(tool == "t" && args.u == 1 && !(has args.u)) or else true', 'T'],
  ['(args.cost > 1.00 EUR || args.u == 1) or else false', 'U'],
  ['(args.cost > 1.00 EUR) or else false', 'U'],
  ['(args.cost in EUR using rates@v1 < 9.00 EUR) or else true', 'U'],
  ['(args.u + 1 or else 5) == 5', 'T'],
  ['(args.wrong + args.u or else 5) == 5', 'U'],
  ['(args.u * args.wrong > 1) or else false', 'U'],
  ['((args.u or else 2) * args.v > 1) or else true', 'T'],
  ['((args.wrong or else 2) * args.v > 1) or else true', 'U'],
  ['((args.u or else 2) * args.n > 1) or else false', 'T'],
  ['(args.u.any(x, x == 1)) or else true', 'T'],
  ['(args.few.any(x, x == 9)) or else true', 'F'],
  ['(args.mixed.all(x, (x.m == 1) or else true))', 'T'],
  ['(args.u contains args.v) or else true', 'T'],
  ['(args.few contains args.wrong) or else true', 'U'],
  ['(args.u in [1, 2]) or else true', 'T'],
  ['(args.u.sum(x, x * 2) > 1) or else true', 'T'],
  ['(args.mixed.sum(x, x.m) > 1) or else true', 'U'],
  ['(principal.role == "a" && principal has role) or else true', 'F'],
  ['args has u', 'F'],
  ['args.wrong?', 'T'],
  ['has args.n', 'T'],
  ['!(args has u) || U', 'T'],
  ['args has u && U', 'F'],
  ['args.wrong == 1', 'U'],
  ['args.wrong != 1', 'U'],
  ['args.u != 1', 'U'],
  ['args.u in [1, 2]', 'U'],
  ['args.u not in [1, 2]', 'U'],
  ['args.u in [] || args.u == 1', 'U'],
  ['args.n in [] || args.n == 2', 'F'],
  ['args.word in_order ["a", "b"] >= "b"', 'T'],
  ['args.word in_order ["a", "c"] >= "a"', 'U'],
  ['args.u in_order ["a", "b"] >= "a"', 'U'],
  ['args.text like "*"', 'U'],
  ['args.text not like "*"', 'U'],
  ['args.text matches ".*"', 'U'],
  ['args.tags contains 1', 'U'],
  ['args.tags.size() >= 0', 'U'],
  ['args.tags.any(x, x == 1)', 'U'],
  ['args.tags.all(x, x == 1)', 'U'],
  ['args.few contains args.u', 'U'],
  ['args.few.any(x, x == args.u)', 'U'],
  ['args.few.any(x, x == 2)', 'T'],
  ['args.few.all(x, x < 3 || U)', 'T'],
  ['args.none.any(x, x == args.u)', 'F'],
  ['args.none.all(x, x == args.u)', 'T'],
  ['args.mixed.any(x, x.m == 1)', 'T'],
  ['args.mixed.all(x, x.m == 1)', 'U'],
  ['args.others.any(x, x.m == 1)', 'U'],
  ['args.others.all(x, x.m == 1)', 'F'],
  ['args.others.all(x, x has m && x.m == 2)', 'F'],
  ['args.cost < 9.00 EUR', 'U'],
  ['args.cost == 5.00 EUR', 'U'],
  ['args.cost in [9.00 EUR, 5.00 USD]', 'T'],
  ['args.cost in [9.00 EUR, 4.00 USD]', 'U'],
  ['args.cost in [4.00 USD]', 'F'],
  ['args.cost in EUR using rates@v1 < 9.00 EUR', 'U'],
  ['args.cost in USD using rates@v1 < 9.00 USD', 'T'],
  ['args.most + args.most > 1.00 EUR', 'T'],
  ['args.most - args.most == 0.00 EUR', 'T'],
  ['args.n + args.u > 0', 'U'],
  ['-args.u < 0', 'U'],
  ['asUrl(args.link)', 'U'],
  ['asPath(args.path)', 'U'],
  ['same(args.u)', 'U'],
  ['same(args.n)', 'T'],
  ['idle(args.u)', 'T'],
  ['label(args.n, "seen")', 'T'],
  ['label(args.n, "other")', 'F'],
  ['session.label("other")', 'F'],
  ['confirmed(this)', 'F'],
  ['principal.role == "a"', 'U'],
  ['principal has role', 'F'],
  ['now.hour == 1', 'T'],
];

const PAST = 'formerly within 1h by anyone t.ok';
const HISTORY_TESTS: readonly [string, Value, Context][] = [
  [PAST, 'T', HISTORY],
  [PAST, 'U', CONTEXT],
  [`!${PAST}`, 'U', CONTEXT],
  [`${PAST} && count(t.ok) within 1h by principal >= 0`, 'U', CONTEXT],
  ['formerly within 59m by anyone t.ok', 'F', HISTORY],
  ['formerly within 1h by anyone t.ok{ word: args.word }', 'T', HISTORY],
  ['formerly within 1h by anyone t.ok{ n: args.u }', 'U', HISTORY],
  ['formerly within 59m by anyone t.ok{ n: args.u }', 'F', HISTORY],
  ['formerly within 1h by anyone t.failed{ n: args.u }', 'F', HISTORY],
  ['formerly within 1h by anyone t.ok{ v: * }', 'F', HISTORY],
  ['formerly within session t.ok', 'U', HISTORY],
  ['previous within 1h by anyone t.ok{ n: 2 }', 'F', HISTORY],
  [`(${PAST}) since within 1h by anyone t.ok{ n: args.u }`, 'U', HISTORY],
  ['count(t.ok) within 1h by principal >= 1', 'U', HISTORY],
  ['count(t.ok) within 1h by principal <= 1', 'T', HISTORY],
  ['count(t.ok) within 1h by principal >= 1', 'T', { ...HISTORY, principal: { id: 'p' } }],
  ['count(t.ok) within 1h by principal >= 1', 'F', { ...HISTORY, principal: { id: 'q' } }],
  ['count(t.ok) within 1h by customer == 0', 'U', { ...HISTORY, principal: { id: 'p' } }],
  ['sum(t.ok.n) within 1h by principal including this > 2', 'F', HISTORY],
  ['sum(t.ok.n) within 1h by principal including this > 1', 'U', HISTORY],
  ['sum(t.ok.u) within 1h by principal including this > 1', 'U', { ...HISTORY, principal: { id: 'p' } }],
  [PAST, 'U', { history: HISTORY.history ?? [] }],
  ['formerly within 1h t.ok', 'U', HISTORY],
  ['formerly within 1h t.ok', 'T', { ...HISTORY, principal: { id: 'p' } }],
  ['formerly within 1h t.ok', 'F', { ...HISTORY, principal: { id: 'q' } }],
  ['previous within 1h t.ok', 'U', HISTORY],
  ['previous within 1h t.ok', 'F', { ...HISTORY, principal: { id: 'q' } }],
  ['formerly within 1h by anyone t.ok{ n < 2 }', 'T', HISTORY],
  ['formerly within 1h by anyone t.ok{ n < args.n + 0 }', 'F', HISTORY],
  ['formerly within 1h by anyone t.ok{ n >= args.u + 0 }', 'U', HISTORY],
  ['formerly within 1h by anyone t.ok{ by != principal.id }', 'U', HISTORY],
  ['formerly within 1h by anyone t.ok{ by != principal.id }', 'F', { ...HISTORY, principal: { id: 'p' } }],
  ['formerly within 1h by anyone t.ok{ by != principal.id }', 'T', { ...HISTORY, principal: { id: 'q' } }],
  ['args.few.any(x, formerly within 1h by anyone t.ok{ n: x + 0 })', 'T', HISTORY],
  ['args.few.all(x, formerly within 1h by anyone t.ok{ n: x + 0 })', 'F', HISTORY],
  ['args.none.all(x, formerly within 1h by anyone t.ok{ n: x + 0 })', 'T', HISTORY],
  ['args.u.any(x, formerly within 1h by anyone t.ok{ n: x + 0 })', 'U', HISTORY],
  [PAST, 'U', { ...HISTORY, now: -1 }],
  [`!${PAST}`, 'U', { ...HISTORY, now: -1 }],
  ['formerly within 1h by anyone t.failed', 'F', { ...HISTORY, now: -1 }],
  ['count(t.ok) within 1h by anyone == 1', 'U', { ...HISTORY, now: -1 }],
];

const DEFINES = `define asUrl(x: url) = x.host == "corp.example";
define asPath(x: path) = x.name == "a";
define same(x: int) = x == 1;
define idle(x: int) = true;`;
const spelt = (test: string): string =>
  test.replaceAll(/\bT\b/g, 'args.n == 1').replaceAll(/\bF\b/g, 'args.n == 2').replaceAll(/\bU\b/g, 'args.u == 1');

/** What a rule of an effect does by the truth of its guard, under a default that it can be told from. */
function expected(effect: Effect, value: Value): [Effect, AnswerSlug, ...string[]] {
  if (effect === 'allow') return value === 'T' ? ['allow', 'allowed', 'r'] : ['refuse', 'no_rule'];
  if (value === 'F') return ['allow', 'no_rule'];
  return [effect, value === 'U' ? 'guard_undefined' : effect === 'confirm' ? 'confirm_required' : 'refused', 'r'];
}

const OPPOSITE: Readonly<Record<Value, Value>> = { T: 'F', F: 'T', U: 'U' };

function check(clause: string, value: Value, context: Context): void {
  for (const effect of ['allow', 'confirm', 'refuse'] as const) {
    for (const [word, truth] of [
      ['when', value],
      ['unless', OPPOSITE[value]],
    ] as const) {
      const text = `dialect 2; default ${effect === 'allow' ? 'refuse' : 'allow'};\n${DEFINES}\n@id("r") ${effect} (tool == "t") ${word} ${clause};`;
      expect({ text, said: judgeOf(text)({ tool: 't', args: ARGS }, context) }).toEqual({
        text,
        said: expected(effect, truth),
      });
    }
  }
}

describe('a guard is true, false or undefined, and each effect fires as it should', () => {
  it.each(TESTS)('%s is %s', (test, value) => {
    expect.hasAssertions();
    check(`{ ${spelt(test)} }`, value, CONTEXT);
  });

  it.each(HISTORY_TESTS)('history { %s } is %s', (test, value, context) => {
    expect.hasAssertions();
    check(`history { ${test} }`, value, context);
  });
});
