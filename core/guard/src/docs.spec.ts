import { readdirSync, readFileSync } from 'node:fs';
import type { Context } from '@ostiary/policy';
import { corpus, zoo } from '@ostiary/policy/testing';
import { describe, expect, it } from 'vitest';
import { decide } from './decide/decide.js';
import { preparePolicy, type PreparedPolicy } from './prepare/prepare.js';
import { rowOfTest } from './tests/row-of-test.js';
import { warningsOf } from './warnings/warnings.js';
import { runTests } from './tests/run-tests.js';

const folder = new URL('../../../docs/language/', import.meta.url);
const catalogues = new Map([zoo, ...corpus.map(({ catalogue }) => catalogue)].map((each) => [each.name, each]));

interface Example {
  readonly title: string;
  readonly text: string;
  readonly policy: PreparedPolicy;
}

/** The policies of the pages on the language, each as a reader would use it. */
function examples(): Example[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const page = readFileSync(new URL(name, folder), 'utf8');
      return [...page.matchAll(/^```ostiary(?: (.*))?\n([^]*?)^```$/gm)].flatMap(
        ({ index, 1: info = '', 2: text = '' }) => {
          const catalogue = catalogues.get(/catalogue=(\w+)/.exec(info)?.[1] ?? '');
          const dialect = /dialect=(\d)/.exec(info)?.[1];
          const prepared = preparePolicy(
            { text, dialect: dialect === '1' ? 1 : dialect === '2' ? 2 : undefined },
            { catalogue },
          );
          const title = `${name}:${String(page.slice(0, index).split('\n').length)}`;
          return prepared.ok ? [{ title, text, policy: prepared.policy }] : [];
        },
      );
    });
}

const all = examples();

/** The one example that has a rule of this id, or this text. */
function exampleWith(part: string): PreparedPolicy {
  const [found, ...others] = all.filter(({ title, text }) => title.startsWith('README') && text.includes(part));
  if (!found || others.length > 0) throw new Error(`${String(others.length + (found ? 1 : 0))} examples have ${part}`);
  return found.policy;
}

const refund = (amount: string, more: object = {}) => ({
  tool: 'refund_order',
  args: { order_id: 'ORD-1', amount, reason: 'late', days_since: 3, tags: [], ...more },
});
const by = (role: string): Context => ({ principal: { role } });
const select = { verb: 'select', database: 'prod' };

describe('docs/language', () => {
  it('has examples that can be used', () => expect(all.length).toBeGreaterThanOrEqual(10));

  it('warns of the confirm rule that lifts the default, as the page says', async () => {
    const codes = (await warningsOf(exampleWith('@id("taint") confirm (tool in ["send_mail"'), null)).map(
      ({ code }) => code,
    );
    expect(codes).toContain('confirm_lifts_default');
  });

  it.each(all.filter(({ policy }) => policy.tests.length > 0))('$title passes the tests it carries', ({ policy }) => {
    const { outcomes } = runTests(policy, policy.tests.map(rowOfTest), Date.parse('2026-03-01T09:00:00Z'));
    expect(outcomes.map((outcome) => outcome.kind === 'decided' && outcome.passed)).not.toContain(false);
  });

  // What the page says of its examples, and what a reader takes them to say.
  it.each([
    [
      '@id("flagged")',
      'a small refund by a lead is not confirmed',
      refund('100.00 EUR'),
      by('lead'),
      'allow',
      ['small'],
    ],
    ['@id("flagged")', 'a larger one is', refund('100.01 EUR'), by('lead'), 'confirm', ['medium']],
    ['@id("flagged")', 'a large one is refused', refund('500.01 EUR'), by('lead'), 'refuse', []],
    [
      '@id("flagged")',
      'one without days_since is refused too',
      refund('5.00 EUR', { days_since: null }),
      by('lead'),
      'refuse',
      ['old'],
    ],
    [
      '@id("flagged")',
      'a disputed one is refused',
      refund('5.00 EUR', { tags: ['disputed'] }),
      by('lead'),
      'refuse',
      ['flagged'],
    ],
    [
      '@id("large")',
      'a query of many rows is refused',
      { tool: 'run_sql', args: { ...select, rows: 100_001 } },
      {},
      'refuse',
      ['large'],
    ],
    [
      '@id("large")',
      'production is read in small pieces',
      { tool: 'run_sql', args: { ...select, rows: 1_000 } },
      {},
      'allow',
      ['read'],
    ],
    ['@id("large")', 'and not without saying how many', { tool: 'run_sql', args: select }, {}, 'refuse', []],
    [
      'path like "/workspace/**"',
      'a path that leads out is not allowed',
      { tool: 'read_file', args: { path: '/workspace/../etc/passwd' } },
      {},
      'refuse',
      [],
    ],
    [
      'path like "/workspace/**"',
      'a path inside is',
      { tool: 'read_file', args: { path: '/workspace/a/b' } },
      {},
      'allow',
      ['rule-1'],
    ],
    [
      'group clerks in [staff]',
      'a teller is in staff',
      { tool: 'read_ledger', args: {} },
      { principal: { groups: ['tellers'] } },
      'allow',
      ['rule-1'],
    ],
    [
      'refuse tool like',
      'whatever deletes is refused',
      { tool: 'github.delete_repo', args: {} },
      {},
      'refuse',
      ['rule-1'],
    ],
  ] as const)('%s: %s', (part, _, call, context, answer, rules) => {
    const decision = decide(exampleWith(part), call, context);
    expect([decision.answer, decision.deciding.map(({ rule }) => rule)]).toEqual([answer, rules]);
  });
});
