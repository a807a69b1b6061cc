import { readdirSync, readFileSync } from 'node:fs';
import { corpus } from '@ostiary/policy/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.js';
import { preparePolicy } from '../prepare/prepare.js';
import { prepared } from '../testing/index.js';
import { liftedDefaults } from './lifted-default.js';
import { liftWarnings } from './lift-warnings.js';

const tool = (name: string, classes: readonly string[], fields: object): object => ({
  name,
  classes,
  args: { kind: 'record', fields },
});
const TEXT = { type: { kind: 'string', format: 'text' }, required: true };
const MAIL = {
  name: 'mail',
  tools: [
    tool('read_inbox', ['read'], {}),
    tool('send_email', ['write'], {
      to: { type: { kind: 'list', of: { kind: 'string', format: 'email' } }, required: true },
    }),
    tool('delete_email', ['write'], { message_id: TEXT }),
  ],
};
const named = (text: string, catalogue?: object): string[] =>
  liftedDefaults(prepared(text, catalogue)).map(({ rule }) => rule.id);

describe('liftedDefaults', () => {
  it('names a confirm rule that a label makes milder than the default, with a call that shows it', () => {
    const text = `dialect 2; default refuse;
@id("inside") allow (tool == "send_email") when { args.to.all(a, a.domain == "corp.example") };
@id("taint") confirm (tool in @write) when { session.label("untrusted") };`;
    const policy = prepared(text, MAIL);
    const [found, ...others] = liftedDefaults(policy);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: { id: 'taint' }, ground: { kind: 'label', path: null, label: 'untrusted' } });
    expect(liftWarnings(policy)).toMatchObject([
      {
        code: 'confirm_lifts_default',
        severity: 'warning',
        detail: {
          en: expect.stringMatching(
            /^`taint` lets more through where it should let less: `(?:send|delete)_email \{.*\}` is confirmed with the label `untrusted` on the session, and refused by the default without it$/,
          ) as string,
          pt: expect.stringMatching(
            /^`taint` deixa passar mais .* é confirmada com a etiqueta `untrusted` em sessão, e recusada por omissão sem ela$/,
          ) as string,
        },
        place: { of: 'policy', line: 3, column: 1 },
      },
    ]);
  });

  it.each([
    ['a label on an argument', 'dialect 2; confirm (tool == "t") when { label(args.body, "untrusted") };'],
    [
      'a label beside other tests',
      'dialect 2; confirm (tool == "pay") when { session.label("pii") && args.amount <= 500.00 EUR && args.country in ["DE", "FR"] && has principal.id };',
    ],
    [
      'a label behind rules that leave a corner',
      'dialect 2; allow (tool == "pay") when { args.n <= 100 }; refuse (tool == "pay") when { args.n > 200 }; confirm (tool == "pay") when { session.label("x") };',
    ],
    [
      'an hour',
      'dialect 2; allow (tool == "pay") when { args.n <= 100 }; confirm (tool == "pay") when { now.hour >= 20 };',
    ],
    ['a weekday', 'dialect 1; allow pay when n <= 100; confirm pay when now.weekday >= 6;'],
    ['a flag', 'dialect 1; allow pay when n <= 100; confirm pay when urgent;'],
  ])('sees %s', (_, text) => {
    expect(named(text)).toHaveLength(1);
  });

  it.each([
    ['a limit', 'dialect 1; confirm pay when amount <= 500.00 EUR;'],
    ['a limit above another', 'dialect 1; allow pay when n <= 100; confirm pay when n > 100 and n <= 500;'],
    ['a window in which it is fit to be confirmed', 'dialect 1; confirm restart when now.hour >= 22;'],
    [
      'hours in which less is asked than at night and more than by day',
      'dialect 1; allow t when now.hour >= 9 and now.hour < 17; confirm t when now.hour >= 17;',
    ],
    ['a flag that makes it fit', 'dialect 1; allow pay when n <= 100; confirm pay when n > 100 and approved;'],
    ['a label above an allow', 'dialect 2; allow (tool == "t"); confirm (tool == "t") when { session.label("x") };'],
    [
      'a label above a confirm',
      'dialect 2; confirm (tool == "t") when { args.n > 1 }; allow (tool == "t") when { args.n <= 1 }; confirm (tool == "t") when { session.label("x") && has args.n };',
    ],
    ['a refuse rule', 'dialect 2; refuse (tool == "t") when { session.label("x") };'],
    ['another default', 'dialect 2; default confirm; confirm (tool == "t") when { session.label("x") };'],
    ['a label that must be missing', 'dialect 2; confirm (tool == "t") when { !session.label("x") };'],
  ])('has nothing to say of %s', (_, text) => {
    expect(named(text)).toEqual([]);
  });

  it.each(corpus.map((entry) => [entry.name, entry] as const))(
    'has nothing to say of the corpus: %s',
    (_, { text, catalogue }) => {
      expect(named(text, catalogue)).toEqual([]);
    },
  );

  const examples = new URL('../../../../examples/policies/', import.meta.url);
  it.each(readdirSync(examples))('has nothing to say of the example %s', (name) => {
    const files = readdirSync(new URL(`${name}/`, examples));
    const read = (file: string): string => readFileSync(new URL(`${name}/${file}`, examples), 'utf8');
    const catalogue = files.includes('catalogue.json') ? (JSON.parse(read('catalogue.json')) as object) : undefined;
    expect(named(read('policy.ost'), catalogue)).toEqual([]);
  });

  it('shows a call that both evaluators confirm, by that rule alone, and refuse by the default without its ground', () => {
    const TESTS = [
      'session.label("x")',
      'label(args.a, "y")',
      'args.urgent',
      'now.hour >= 20',
      'args.n > 3',
      'args.n <= 5',
      'principal.role == "lead"',
      'args.a like "b*"',
      '!has args.n',
    ];
    const test = fc.constantFrom(...TESTS);
    const guard = fc.array(test, { minLength: 1, maxLength: 3 }).map((tests) => tests.join(' && '));
    const rule = fc.tuple(fc.constantFrom('allow', 'confirm', 'confirm', 'refuse'), guard);
    let lifted = 0;
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), (rules) => {
        const text = `dialect 2; ${rules.map(([effect, when]) => `${effect} (tool == "t") when { ${when} };`).join(' ')}`;
        const read = preparePolicy({ text });
        if (!read.ok) throw new Error(text);
        const { policy } = read;
        for (const {
          rule: { id },
          ground,
          confirmed,
          refused,
        } of liftedDefaults(policy)) {
          lifted += 1;
          expect(decide(policy, confirmed.call, confirmed.context)).toMatchObject({
            slug: 'confirm_required',
            deciding: [{ rule: id, cause: 'true' }],
          });
          expect(decide(policy, refused.call, refused.context).slug).toBe('no_rule');
          // Nothing but the ground differs.
          const beside = ({ call, context: { labels, now, principal } }: typeof refused): object => ({
            principal,
            ...(ground.kind !== 'flag' && { call }),
            ...(ground.kind !== 'label' && { labels }),
            ...(ground.kind !== 'clock' && { now }),
          });
          expect(beside(refused)).toEqual(beside(confirmed));
        }
      }),
      { numRuns: 200 },
    );
    expect(lifted).toBeGreaterThan(20);
  });
});
