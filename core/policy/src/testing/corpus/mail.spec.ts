import { describe, expect, it } from 'vitest';
import type { Call, Context, HistoryEvent } from '../../evaluate/types.js';
import { type Judgement, judgeOf } from '../judge.js';
import { mail } from './mail.js';

const TEXT = `dialect 2; policy "mail"; catalogue "mail@3"; default refuse;
define ours(a: email) = a.domain in ["corp.example", "mail.corp.example"];
@id("internal") allow   (tool == "send_email") when { args.to.all(a, ours(a)) && (!(args has cc) || args.cc.all(a, ours(a))) };
@id("external") confirm (tool in ["send_email","forward_email"]) when { args.to.size() <= 5 };
@id("pii-out")  refuse  (tool in ["send_email","forward_email"]) when { args.labels.contains("pii") && args.to.any(a, !ours(a)) };
@id("taint")    refuse  (tool in @write) when { session.label("untrusted") };
@id("burst")    refuse  (tool == "send_email") when history { count(send_email.open) within 1h by principal >= 20 };
never "tainted body leaves unconfirmed": answer == "allow" && label(args.body, "untrusted");
`;
const judge = judgeOf(TEXT, { catalogue: mail.catalogue });
const NOW = Date.UTC(2026, 2, 2, 12);
const HOUR = 3_600_000;
const clean: Context = { principal: { id: 'ann' }, now: NOW, history: [], labels: { session: [] } };
const tainted: Context = { ...clean, labels: { session: ['untrusted'] } };

const one = ['ann@corp.example'];
/** Six of ours in many spellings: too many for `external`. */
const six = [
  ...one,
  'Bob@CORP.example',
  'eve@mail.corp.example',
  'dan@corp.example.',
  'joe+x@Mail.Corp.Example',
  'kim@corp.example',
];
const send = (args: Call['args']): Call => ({
  tool: 'send_email',
  args: { labels: [], ...args },
  unknown: ['to'],
});
const forward = (to: readonly string[], labels?: readonly string[]): Call => ({
  tool: 'forward_email',
  args: { message_id: 'm', to, ...(labels && { labels }) },
});
const burst = (count: number, age = 1, more: Partial<HistoryEvent> = {}): Context => ({
  ...clean,
  history: Array.from({ length: count }, (_, i) => ({
    tool: 'send_email',
    state: 'ok' as const,
    at: NOW - age,
    args: { to: one },
    principal: 'ann',
    session: 's',
    call_id: `c${String(i)}`,
    ...more,
  })),
});

const CONFIRM: Judgement = ['confirm', 'confirm_required', 'external'];
const ALLOW: Judgement = ['allow', 'allowed', 'internal'];
const NO_RULE: Judgement = ['refuse', 'no_rule'];
const TAINT: Judgement = ['refuse', 'refused', 'taint'];

describe('the mail policy', () => {
  it.each<[string, Call, Context, Judgement]>([
    ['one of ours: `external` asks for up to five of anybody', send({ to: one }), clean, CONFIRM],
    ['five', send({ to: six.slice(1) }), clean, CONFIRM],
    ['six of ours', send({ to: six }), clean, ALLOW],
    ['six, one of them of others', send({ to: [...six.slice(1), 'x@evil.example'] }), clean, NO_RULE],
    ['a domain that only ends like ours', send({ to: [...six, 'x@notcorp.example'] }), clean, NO_RULE],
    ['a domain that only begins like ours', send({ to: [...six, 'x@corp.example.evil.example'] }), clean, NO_RULE],
    ['a domain below ours', send({ to: [...six, 'x@hr.corp.example'] }), clean, NO_RULE],
    ['a copy to ours', send({ to: six, cc: one }), clean, ALLOW],
    ['a copy to nobody', send({ to: six, cc: [] }), clean, ALLOW],
    ['a copy to others', send({ to: six, cc: ['x@evil.example'] }), clean, NO_RULE],
    ['nobody at all: `all` holds of an empty list, and its size is under five', send({ to: [] }), clean, CONFIRM],
    [
      'no recipients: `external` is undefined and fires; `pii-out` is false by its labels',
      send({}),
      clean,
      ['confirm', 'guard_undefined', 'external'],
    ],
    [
      'two addresses in one',
      send({ to: ['ann@corp.example,x@evil.example'] }),
      clean,
      ['refuse', 'argument_ill_typed'],
    ],
    ['one address that is no list', send({ to: 'ann@corp.example' }), clean, ['refuse', 'argument_ill_typed']],
    ['personal data to others', forward(['x@evil.example'], ['PII']), clean, ['refuse', 'refused', 'pii-out']],
    ['personal data to ours', forward(one, ['pii']), clean, CONFIRM],
    ['other labels', forward(['x@evil.example'], ['draft']), clean, CONFIRM],
    [
      'unknown labels to others: undefined',
      forward(['x@evil.example']),
      clean,
      ['refuse', 'guard_undefined', 'pii-out'],
    ],
    ['unknown labels to ours: false, whatever they are', forward(one), clean, CONFIRM],
    ['six forwarded', forward(six, []), clean, NO_RULE],
    ['a tainted session', send({ to: six }), tainted, TAINT],
    ['what would else be confirmed', send({ to: one }), tainted, TAINT],
    [
      'labels of the session not known: undefined',
      send({ to: six }),
      { principal: { id: 'ann' }, now: NOW, history: [] },
      ['refuse', 'guard_undefined', 'taint'],
    ],
    ['writing tools are covered by their class', { tool: 'delete_email', args: { message_id: 'm' } }, tainted, TAINT],
    ['and only then', { tool: 'delete_email', args: { message_id: 'm' } }, clean, NO_RULE],
    ['reading tools are not', { tool: 'read_inbox', args: {} }, tainted, NO_RULE],
    ['19 mails in the hour', send({ to: six }), burst(19), ALLOW],
    ['20', send({ to: six }), burst(20), ['refuse', 'refused', 'burst']],
    ['20 just an hour ago', send({ to: six }), burst(20, HOUR), ['refuse', 'refused', 'burst']],
    ['20 longer ago', send({ to: six }), burst(20, HOUR + 1), ALLOW],
    ['20 of another', send({ to: six }), burst(20, 1, { principal: 'bob' }), ALLOW],
    ['20 that failed', send({ to: six }), burst(20, 1, { state: 'failed' }), ALLOW],
    ['20 of nobody known', send({ to: six }), { ...burst(20), principal: {} }, ['refuse', 'guard_undefined', 'burst']],
    ['19 of nobody known', send({ to: six }), { ...burst(19), principal: {} }, ALLOW],
    ['forwarding has no such limit', forward(one, []), burst(20), CONFIRM],
  ])('%s', (_, call, context, expected) => expect(judge(call, context)).toEqual(expected));
});
