import type { Catalogue } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import type { CorePolicy } from '../../core/ir.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { Call } from '../../evaluate/types.js';
import type { Replay } from '../evidence/minimal.js';
import { analyseCompletions } from './analyse.js';
import type { CompletionRequest, CompletionResult } from './result.js';

function load(text: string, catalogue?: Catalogue): CorePolicy {
  const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.core;
}

function replayer(core: CorePolicy): Replay {
  const decider = compilePolicy(core);
  return (call, context) => decider.decide(call, context).answer;
}

/** Without a solver: what is tested here is decided by cells. */
async function analyse(
  text: string,
  request: Partial<CompletionRequest> & { readonly call: Call },
  catalogue?: Catalogue,
): Promise<CompletionResult> {
  const core = load(text, catalogue);
  return analyseCompletions(core, { context: {}, ...request }, null, replayer(core));
}

const CALL: Call = { tool: 'refund', args: { amount: '80.00 EUR' } };

describe('analyseCompletions', () => {
  it('holds when no open attribute is read', async () => {
    const result = await analyse('dialect 1; allow refund when amount <= 100.00 EUR;', { call: CALL });
    expect(result).toEqual({ kind: 'holds', answer: 'allow', method: 'constant', exact: true });
  });

  it('takes nothing of a principal for open that has a name in disguise', async () => {
    const result = await analyse('dialect 1; allow refund when principal.role == "lead" and principal.level > 1;', {
      call: CALL,
      context: { principal: { role: 'lead', Role: 'guest' } },
    });
    expect(result).toMatchObject({ kind: 'holds', answer: 'refuse', exact: true });
  });

  it('holds when what is open cannot change the answer', async () => {
    const result = await analyse('dialect 1; refuse refund; allow refund when principal.role == "lead";', {
      call: CALL,
    });
    expect(result).toMatchObject({ kind: 'holds', answer: 'refuse', method: 'constant' });
  });

  it('holds by cases when every value has the same answer', async () => {
    const text =
      'dialect 2; allow (tool == "refund") when { principal.level < 5 || principal.level >= 5 || !(principal has level) };';
    expect(await analyse(text, { call: CALL })).toMatchObject({
      kind: 'holds',
      answer: 'allow',
      method: 'cells',
      exact: true,
    });
  });

  it('depends, with a witness that sets no more than it must', async () => {
    const text =
      'dialect 1; allow refund when principal.role in ["agent", "lead"]; refuse refund when principal.region == "north" and principal.role == "agent"; refuse refund when session.locked;';
    const result = await analyse(text, { call: CALL, context: { session: { locked: false } } });
    expect(result).toMatchObject({
      kind: 'depends',
      answer: 'refuse',
      dependsOn: ['principal.region', 'principal.role'],
      unsettled: [],
    });
    expect(result.kind === 'depends' && result.witnesses).toEqual([
      { answer: 'allow', call: CALL, context: { session: { locked: false }, principal: { role: 'lead' } } },
    ]);
    expect(
      await analyse(text, { call: CALL, context: { principal: { role: 'lead' }, session: { locked: false } } }),
    ).toMatchObject({ kind: 'holds', answer: 'allow' });
  });

  it('gives one witness for each other answer', async () => {
    const text =
      'dialect 1; default refuse; allow refund when principal.level >= 3; confirm refund when principal.level < 10 and has principal.level;';
    const result = await analyse(text, { call: CALL, context: {} });
    expect(
      result.kind === 'depends' && result.witnesses.map(({ answer, context }) => [answer, context.principal]),
    ).toEqual([
      ['allow', { level: 10 }],
      ['confirm', { level: 0 }],
    ]);
  });

  it('leaves a history that is given as it is', async () => {
    const history = [1, 2, 3, 4].map((at) => ({
      tool: 'refund',
      state: 'ok' as const,
      at,
      args: {},
      principal: `p${String(at % 2)}`,
    }));
    const result = await analyse(
      'dialect 2; default allow; refuse (tool == "refund") when history { count(refund.ok) within 1h by principal >= 3 };',
      { call: CALL, context: { now: 5, history } },
    );
    expect(result).toMatchObject({ kind: 'depends', answer: 'refuse', dependsOn: ['principal.id'] });
    expect(result.kind === 'depends' && result.witnesses.map(({ context }) => context.history)).toEqual([history]);
  });

  it('names what the call must carry and lacks, when every completion differs from the call as it is', async () => {
    const field = (required: boolean) => ({ type: { kind: 'list', of: { kind: 'int' } }, required }) as const;
    const catalogue: Catalogue = {
      name: 'c',
      tools: [
        { name: 't', classes: ['write'], args: { kind: 'record', fields: { id: field(true), tags: field(false) } } },
      ],
    };
    const result = await analyse(
      'dialect 1; allow t when not has id unless tags contains 5;',
      { call: { tool: 't', args: { tags: [1] }, unknown: ['id'] }, open: { args: ['id', 'tags'] } },
      catalogue,
    );
    expect(result).toMatchObject({ kind: 'depends', answer: 'allow', dependsOn: ['args.id'] });
  });

  it('opens arguments by name, and takes values from the examples of the catalogue', async () => {
    const catalogue: Catalogue = {
      name: 'shop',
      tools: [
        {
          name: 'refund',
          classes: ['write'],
          args: {
            kind: 'record',
            fields: {
              order: { type: { kind: 'string', format: 'text' }, required: true, examples: ['ORD-1001', 'SUB-7'] },
              mail: { type: { kind: 'string', format: 'email' }, required: false },
            },
          },
        },
      ],
    };
    const text =
      'dialect 2; allow (tool == "refund") when { args.order like "ORD-*" && (!(args has mail) || args.mail.domain == "corp.example") };';
    const order = await analyse(
      text,
      { call: { tool: 'refund', args: { order: 'SUB-7' } }, open: { args: ['order'] } },
      catalogue,
    );
    expect(order).toMatchObject({
      kind: 'depends',
      dependsOn: ['args.order'],
      witnesses: [{ answer: 'allow', call: { args: { order: 'ORD-1001' } } }],
    });
    const mail = await analyse(
      text,
      { call: { tool: 'refund', args: { order: 'ORD-5' } }, open: { args: ['mail'] } },
      catalogue,
    );
    expect(mail).toMatchObject({
      kind: 'depends',
      answer: 'allow',
      dependsOn: ['args.mail'],
      witnesses: [{ answer: 'refuse' }],
    });
    const settled = await analyse(
      text,
      { call: { tool: 'refund', args: { order: 'SUB-7' } }, open: { args: ['mail'] } },
      catalogue,
    );
    expect(settled).toMatchObject({ kind: 'holds', answer: 'refuse' });
  });

  it('says that what stands in the way is an argument no well-formed call carries', async () => {
    const catalogue: Catalogue = {
      name: 'shop',
      tools: [
        {
          name: 'refund',
          classes: [],
          args: { kind: 'record', fields: { count: { type: { kind: 'int' }, required: false } } },
        },
      ],
    };
    const result = await analyse(
      'dialect 1; default allow; refuse refund when count == 7;',
      { call: { tool: 'refund', args: { count: '5' } }, open: { args: ['count'] } },
      catalogue,
    );
    expect(result).toMatchObject({
      kind: 'depends',
      answer: 'refuse',
      dependsOn: ['args.count'],
      witnesses: [{ answer: 'allow', call: { args: {} } }],
    });
  });

  it('fills in well-formed values, also where only presence is asked for', async () => {
    const catalogue: Catalogue = {
      name: 'shop',
      tools: [{ name: 'refund', classes: [], args: { kind: 'record', fields: {} } }],
      principal: {
        kind: 'record',
        fields: { role: { type: { kind: 'string', format: 'keyword', enum: ['agent', 'lead'] }, required: true } },
      },
    };
    const result = await analyse(
      'dialect 1; default allow; refuse refund when has principal.role;',
      { call: { tool: 'refund', args: {} } },
      catalogue,
    );
    expect(result).toMatchObject({
      kind: 'depends',
      answer: 'allow',
      dependsOn: ['principal.role'],
      witnesses: [{ answer: 'refuse', context: { principal: { role: 'agent' } } }],
    });
  });

  it('knows labels, the time and confirmation', async () => {
    const text =
      'dialect 2; default allow; confirm (tool == "refund") when { session.label("untrusted") }; refuse (tool == "refund") when { now.hour < 6 };';
    expect(await analyse(text, { call: CALL, context: { labels: {}, now: 0 } })).toMatchObject({
      kind: 'holds',
      answer: 'refuse',
    });
    const noon = Date.UTC(2026, 2, 1, 12);
    const labels = await analyse(text, { call: CALL, context: { now: noon } });
    expect(labels).toMatchObject({
      kind: 'depends',
      answer: 'confirm',
      dependsOn: ['labels.session'],
      witnesses: [{ answer: 'allow', context: { labels: { session: [] } } }],
    });
    const confirmed = 'dialect 2; default refuse; allow (tool == "refund") when { confirmed(this) };';
    expect(await analyse(confirmed, { call: CALL })).toMatchObject({
      kind: 'depends',
      dependsOn: ['confirmed'],
      witnesses: [{ answer: 'allow', context: { confirmed: true } }],
    });
    expect(await analyse(confirmed, { call: CALL, context: { confirmed: false } })).toMatchObject({
      kind: 'holds',
      answer: 'refuse',
    });
    // A ticket lifts every confirm; the question is asked without one unless a rule asks for it.
    expect(await analyse('dialect 1; confirm refund;', { call: CALL })).toMatchObject({
      kind: 'holds',
      answer: 'confirm',
    });
  });

  it('builds a history that replays', async () => {
    const text = `dialect 2; default refuse;
      allow (tool == "refund") when history { formerly within 1h lookup.ok{ order: args.order } };
      confirm (tool == "refund") when history { count(refund.open) within 24h by principal >= 3 };`;
    const call: Call = { tool: 'refund', args: { order: 'ORD-1' } };
    const now = Date.UTC(2026, 2, 1, 12);
    const result = await analyse(text, { call, context: { now, principal: { id: 'ann' } } });
    expect(result).toMatchObject({ kind: 'depends', answer: 'confirm', dependsOn: ['history'] });
    const [allowed] = result.kind === 'depends' ? result.witnesses : [];
    expect(allowed?.answer).toBe('allow');
    expect(allowed?.context.history).toEqual([
      expect.objectContaining({ tool: 'lookup', state: 'ok', args: { order: 'ORD-1' } }),
    ]);
    const given = await analyse(text, { call, context: { now, principal: { id: 'ann' }, history: [] } });
    expect(given).toMatchObject({ kind: 'holds', answer: 'refuse', method: 'constant' });
  });

  it('knows what conditions on one history have to do with one another', async () => {
    const now = Date.UTC(2026, 2, 1, 12);
    const context = { now, principal: { id: 'ann' }, session: { id: 's1' } };
    const contradictions = [
      'formerly within 1h lookup.ok && !(formerly within 24h lookup.ok)',
      'previous within 1h lookup.ok && previous within 1h lookup.failed',
      'count(lookup.ok) within 1h by principal >= 3 && !(count(lookup.ok) within 1h by principal >= 2)',
      'count(lookup.ok) within 1h by principal >= 1 && !(formerly within 1h lookup.ok)',
    ];
    const results = contradictions.map((each) =>
      analyse(`dialect 2; default refuse; allow (tool == "refund") when history { ${each} };`, { call: CALL, context }),
    );
    expect(await Promise.all(results)).toEqual(
      contradictions.map(() => ({ kind: 'holds', answer: 'refuse', method: 'cells', exact: false })),
    );
  });

  it('builds the events a sum needs, with the present call counted in', async () => {
    const text = `dialect 2; default allow;
      refuse (tool == "refund") when history { sum(refund.ok.amount in EUR) within 24h by principal including this > 500.00 EUR };`;
    const context = { now: Date.UTC(2026, 2, 1, 12), principal: { id: 'ann' } };
    const result = await analyse(text, { call: CALL, context });
    const witness = result.kind === 'depends' ? result.witnesses.find(({ answer }) => answer === 'refuse') : undefined;
    const amounts = witness?.context.history?.map(({ args }) => args['amount']) ?? [];
    expect(amounts.every((amount) => Number.parseFloat(String(amount)) > 420)).toBe(true);
    const given = { ...context, history: [] };
    expect(await analyse(text, { call: CALL, context: given })).toMatchObject({ kind: 'holds', answer: 'allow' });
  });

  it('weighs a given history against an open principal', async () => {
    const text =
      'dialect 2; default allow; refuse (tool == "refund") when history { count(refund.ok) within 24h by principal >= 2 };';
    const now = Date.UTC(2026, 2, 1, 12);
    const event = { tool: 'refund', state: 'ok', at: now - 1_000, args: {} } as const;
    const history = [
      { ...event, principal: 'ann' },
      { ...event, principal: 'ann' },
      { ...event, principal: 'bob' },
    ];
    const result = await analyse(text, { call: CALL, context: { now, history } });
    expect(result).toMatchObject({
      kind: 'depends',
      answer: 'refuse',
      dependsOn: ['principal.id'],
      witnesses: [{ answer: 'allow' }],
    });
    expect(await analyse(text, { call: CALL, context: { now, history: history.slice(2) } })).toMatchObject({
      kind: 'holds',
      answer: 'allow',
    });
  });

  it.each([
    ['int', 'depends'],
    ['int 0..9', 'holds'],
  ])('knows whether an open sum of %s can be negative', async (type, kind) => {
    const text = `dialect 2; default refuse; tool refund (n?: ${type});
      allow (tool == "refund") when history { sum(refund.ok.n) within 1h by principal < -5 };`;
    const bare = await analyse(text, {
      call: { tool: 'refund', args: {} },
      context: { now: 3_600_000, principal: { id: 'ann' } },
    });
    expect(bare.kind).toBe(kind);
  });

  it('treats lists of any length exactly', async () => {
    const text =
      'dialect 2; default refuse; allow (tool == "send") when { args.to.all(a, a.domain == "corp.example") && args.to.size() <= 40 };';
    const catalogue: Catalogue = {
      name: 'mail',
      tools: [
        {
          name: 'send',
          classes: [],
          args: {
            kind: 'record',
            fields: { to: { type: { kind: 'list', of: { kind: 'string', format: 'email' } }, required: true } },
          },
        },
      ],
    };
    const result = await analyse(
      text,
      { call: { tool: 'send', args: { to: ['a@corp.example'] } }, open: { args: ['to'] } },
      catalogue,
    );
    expect(result).toMatchObject({ kind: 'depends', answer: 'allow', dependsOn: ['args.to'], unsettled: [] });
    const covered =
      'dialect 2; default allow; refuse (tool == "send") when { args.to.any(a, a.domain == "x.example") && args.to.all(a, a.domain != "x.example") };';
    expect(
      await analyse(covered, { call: { tool: 'send', args: { to: [] } }, open: { args: ['to'] } }, catalogue),
    ).toMatchObject({ kind: 'holds', answer: 'allow', exact: true });
  });

  it('leaves undecided what needs a solver when there is none', async () => {
    const text =
      'dialect 2; default refuse; principal (limit: int); session (used: int); allow (tool == "refund") when { principal.limit * 2 > session.used * 3 && principal.limit < 7 };';
    expect(await analyse(text, { call: CALL })).toEqual({
      kind: 'undecided',
      answer: 'refuse',
      unsettled: [{ answer: 'allow', reason: 'no_solver' }],
    });
  });

  it('never answers from an encoding that replay contradicts', async () => {
    const core = load('dialect 1; default refuse; allow refund when principal.role == "lead";');
    expect(await analyseCompletions(core, { call: CALL, context: {} }, null, () => 'refuse')).toEqual({
      kind: 'undecided',
      answer: 'refuse',
      unsettled: [{ answer: 'allow', reason: 'engines_disagree' }],
    });
  });

  it('holds at once for a call that is not admitted', async () => {
    expect(
      await analyse('dialect 1; default allow; confirm refund when principal.role == "x";', {
        call: { tool: 'r\u0435fund', args: {} },
      }),
    ).toEqual({ kind: 'holds', answer: 'refuse', method: 'constant', exact: true });
  });
});
