import { openZ3 } from '@ostiary/smt';
import { StatementReplay } from '@ostiary/policy/symbolic';
import { describe, expect, it } from 'vitest';
import { runHunt } from '../run.js';
import { answers, findings, session } from '../testing/findings.js';
import { hunted, prepared } from '../testing/hunted.js';

const CALLS =
  'dialect 2; tool pay @write (amount: money EUR 0.01..90000.00, to: iban); tool look (id: text); allow (tool == "look"); @id("small") allow (tool == "pay") when { args.amount <= 500.00 EUR }; @id("big") allow (tool == "pay") when { args.amount > 500.00 EUR && principal.role == "lead" };';

describe('P01, a property of calls that does not hold', () => {
  it('comes with a call that breaks it, and the rules that answer it', async () => {
    const text = `${CALLS} never "large payments run": answer == "allow" && args.amount > 1000.00 EUR;`;
    const [finding, ...others] = await findings('P01', text);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'critical',
      subkind: 'large payments run',
      rules: ['big'],
      tool: 'pay',
      evidence: { bound: { kind: 'exact' } },
    });
    expect(answers(finding)).toEqual(['allow']);
    const policy = prepared(text);
    const [property] = policy.core.properties;
    const [step] = finding?.witness?.steps ?? [];
    if (!property || !step) throw new Error('no finding');
    expect(new StatementReplay(policy, property).breaks(step.call, step.context)).toBe(true);
  });

  it('is found for each tool that breaks it, and told apart by its title', async () => {
    const found = await findings('P01', `${CALLS} never "a": answer == "allow"; never "a": executes == "allow";`);
    const names = found.map(({ subkind, tool }) => `${subkind ?? ''} ${tool ?? ''}`);
    expect(names.toSorted()).toEqual(['a (2) look', 'a (2) pay', 'a look', 'a pay']);
  });

  it('is known again when another rule breaks it', async () => {
    const property = 'never "large payments run": answer == "allow" && args.amount > 1000.00 EUR;';
    const [one] = await findings('P01', `${CALLS} ${property}`);
    const [two] = await findings('P01', `${CALLS.replace('@id("big")', '@id("huge")')} ${property}`);
    expect(two?.rules).not.toEqual(one?.rules);
    expect(two?.fingerprint).toBe(one?.fingerprint);
  });

  it.each([
    `${CALLS} never "large payments run": answer == "allow" && args.amount > 100000.00 EUR;`,
    `${CALLS} always "leads": answer == "refuse" || tool == "look" || args.amount <= 500.00 EUR || principal.role == "lead";`,
    `${CALLS} assume "small": args.amount <= 900.00 EUR; never "large payments run": answer == "allow" && args.amount > 1000.00 EUR;`,
    CALLS,
  ])('is not in %s', async (text) => {
    expect(await findings('P01', text)).toEqual([]);
  });
});

const SESSIONS = 'dialect 2; tool pay @write (amount: money EUR 0.01..100.00); tool drop (id: text);';
const DAY = 'always "a day": session sum(pay.ok.amount) within 24h by principal <= 150.00 EUR;';
const cap = (window: string, most: string): string =>
  `allow (tool == "pay"); @id("cap") refuse (tool == "pay") when history { sum(pay.open.amount) within ${window} by principal including this > ${most} EUR };`;

describe('P01, a property of sessions that does not hold', () => {
  it('comes with the shortest session that breaks it', async () => {
    const [finding, ...others] = await findings('P01', `${SESSIONS} @id("pay") allow (tool == "pay"); ${DAY}`);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'critical', rules: ['pay'], tool: 'pay', subkind: 'a day' });
    expect(session(finding).slice(0, 2)).toEqual(['pay allow', 'pay allow']);
    expect(finding?.witness?.steps).toHaveLength(3);
    expect(finding?.evidence.bound).toEqual({ kind: 'bounded', k: 3 });
  });

  it('is asked of calls that run where it counts the call itself', async () => {
    const text = `dialect 2; tool pay @write (amount: money EUR 0.01..100.00); allow (tool == "pay"); always "a day": session sum(pay.ok.amount) within 24h by principal including this <= 150.00 EUR;`;
    const [finding] = await findings('P01', text);
    expect(session(finding)).toEqual(['pay allow', 'pay allow']);
    const stopped = text.replace('allow (tool', 'refuse (tool');
    expect(await findings('P01', stopped)).toEqual([]);
  });

  it('is found where a confirmed call breaks it, and where two principals do together', async () => {
    const [confirmed] = await findings('P01', `${SESSIONS} confirm (tool == "pay"); ${DAY}`);
    expect(session(confirmed)).toEqual(['pay confirm', 'pay confirm', expect.stringMatching(/^pay /)]);
    const [together] = await findings(
      'P01',
      `${SESSIONS} allow (tool == "pay"); refuse (tool == "pay") when history { count(pay.open) within 24h by principal >= 1 }; always "one": session count(pay.ok) within 24h by anyone <= 1;`,
    );
    const principals = together?.witness?.steps.map(({ context }) => context.principal?.['id']) ?? [];
    expect(new Set(principals).size).toBeGreaterThan(1);
  });

  it.each([
    ['a limit in a rule that counts the call', `${SESSIONS} ${cap('24h', '150.00')} ${DAY}`],
    ['a longer and lower limit', `${SESSIONS} ${cap('48h', '120.00')} ${DAY}`],
    [
      'a number of calls',
      `${SESSIONS} allow (tool == "pay"); refuse (tool == "pay") when history { count(pay.open) within 1h by principal >= 2 }; always "few": session count(pay.ok) within 1h by principal <= 2;`,
    ],
    [
      'an event that never happens',
      `${SESSIONS} allow (tool == "pay"); never "dropped": session formerly within session by session drop.ok;`,
    ],
  ])('is ruled out for sessions of any length by %s', async (_, text) => {
    const report = await hunted(text, undefined, { classes: ['P01'] });
    expect(report.findings).toEqual([]);
    expect(report.checks).toMatchObject([{ asked: 1, found: 0, undecided: 0, bound: { kind: 'inductive' } }]);
  });

  it('is ruled out up to a number of calls where it does not follow from one call to the next', async () => {
    const text = `dialect 2; tool pay (id: text); tool drop (id: text); allow (tool == "drop"); allow (tool == "pay") when history { formerly within session by session drop.ok }; always "first drop": session !(formerly within session by session pay.ok) || formerly within session by session drop.ok;`;
    const report = await runHunt(prepared(text), await openZ3(), { classes: ['P01'], sessionBound: 4 });
    expect(report.findings).toEqual([]);
    expect(report.checks).toMatchObject([{ asked: 1, undecided: 0, bound: { kind: 'bounded', k: 4 } }]);
  });
});
