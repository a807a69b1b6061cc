import { ProblemError, type Progress } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { HuntRequest } from '../request/request.js';
import { HuntResult } from '../request/result.js';
import { inlineInput, loadPolicies, type OwnInput } from './load.js';
import { solveHunt } from './solve.js';

const NEVER = 'dialect 1; @id("never") refuse refund_order when amount < 10.00 EUR and amount > 20.00 EUR;';

const request = (more: object = {}): Promise<OwnInput> =>
  inlineInput(HuntRequest.parse({ policy: NEVER, ...more }), () => Promise.reject(new Error('no files here')));

/** Hunts without a solver; says what was told meanwhile. */
async function hunt(asked: OwnInput) {
  const events: [string, object][] = [];
  const updates: Progress[] = [];
  const files = new Map<string, string>();
  const output = await solveHunt(
    asked,
    {
      event: (type, payload) => {
        events.push([type, payload]);
        return Promise.resolve();
      },
      progress: (update) => updates.push(update),
      artefact: ({ kind }) => {
        const parts: string[] = [];
        return Promise.resolve({
          write: (part) => {
            parts.push(String(part));
            return Promise.resolve();
          },
          close: () => {
            files.set(kind, parts.join(''));
            return Promise.resolve({ id: kind, size: 0, sha256: '' });
          },
        });
      },
    },
    null,
  );
  return { output, events, updates, files };
}

describe('a hunt', () => {
  it('tells of each class as it is done and of each finding as it is confirmed', async () => {
    const { output, events, updates } = await hunt(await request({ options: { classes: ['G01', 'S07'] } }));
    expect(HuntResult.parse(output)).toEqual(output);
    expect(events).toEqual(
      output.findings.map(({ class: id, severity, rules, tool, title, fingerprint }) => [
        'finding.found',
        { class: id, severity, rules, tool, title, fingerprint },
      ]),
    );
    expect(output.findings.map(({ class: id }) => id)).toContain('G01');
    expect(updates.map(({ phase, done, total }) => [phase, done, total])).toEqual([
      ['hunt', 1, 2],
      ['hunt', 2, 2],
    ]);
  });

  it('looks into what the policy states about itself unless it is told not to', async () => {
    const classesOf = async (options: object): Promise<readonly string[]> =>
      (await hunt(await request({ options }))).output.checks.map(({ class: id }) => id);
    const without = await classesOf({ properties: false });
    const all = await classesOf({});
    expect(all.filter((id) => !without.includes(id))).toEqual(['H06', 'P01', 'P02']);
  });

  it('compares with the accepted version, and its catalogue with the present one', async () => {
    const pay = (...names: readonly string[]): object => ({
      name: 'bank',
      tools: [{ name: 'pay', classes: ['write'], args: { kind: 'record', fields: fieldsOf(names) } }],
    });
    const fieldsOf = (names: readonly string[]): object =>
      Object.fromEntries(
        names.map((name) => [name, { type: { kind: 'money', currencies: ['EUR'] }, required: false }]),
      );
    const policy = 'dialect 1; allow pay when amount <= 5.00 EUR;';
    const compare = async (options: object): Promise<readonly (readonly unknown[])[]> => {
      const asked = await request({
        policy,
        catalogue: pay('amount', 'fee'),
        options: { classes: ['P03', 'P05'], ...options },
      });
      const { output } = await hunt(asked);
      return output.findings.map(({ class: id, subkind, attribute }) => [id, subkind, attribute]);
    };
    expect(await compare({})).toEqual([]);
    expect(await compare({ compare_with: policy })).toEqual([]);
    expect(await compare({ compare_with: policy, compare_catalogue: pay('amount') })).toEqual([
      ['P05', 'field_added', 'args.fee'],
    ]);
    expect(await compare({ compare_with: policy.replace('5.00', '4.00') })).toEqual([['P03', 'refuse_to_allow', null]]);
  });

  it('says where the accepted version and its catalogue are wrong', async () => {
    const faults = async (options: object): Promise<unknown> => {
      try {
        loadPolicies(await request({ options }));
        return [];
      } catch (error) {
        return error instanceof ProblemError ? error.options.errors : error;
      }
    };
    const allow = 'dialect 1; allow pay;';
    expect(await faults({ compare_with: 'dialect 1; allow' })).toMatchObject([{ pointer: '/options/compare_with' }]);
    expect(await faults({ compare_with: allow, compare_catalogue: { tools: 7 } })).toMatchObject([
      { pointer: '/options/compare_catalogue' },
    ]);
  });

  it('speaks the language asked for, in its result and in its files', async () => {
    const en = await hunt(await request({ language: 'en' }));
    const pt = await hunt(await request({ language: 'pt' }));
    const [first, other] = [en, pt].map(({ output }) => output.findings[0]);
    expect(first?.title).not.toBe(other?.title);
    expect(first?.fingerprint).toBe(other?.fingerprint);
    expect(pt.files.get('markdown')).not.toBe(en.files.get('markdown'));
  });

  it('names a finding by its rules, and knows it again when they are renamed', async () => {
    const renamed = await hunt(await request({ policy: NEVER.replace('"never"', '"nowhere"') }));
    const changed = await hunt(await request({ policy: NEVER.replace('10.00', '11.00') }));
    const [first] = (await hunt(await request())).output.findings;
    const [same] = renamed.output.findings;
    expect(same?.structure).toBe(first?.structure);
    expect(same?.fingerprint).not.toBe(first?.fingerprint);
    expect(changed.output.findings[0]?.structure).not.toBe(first?.structure);
    expect(changed.output.findings[0]?.fingerprint).toBe(first?.fingerprint);
  });

  it('keeps the policy as it was sent, and says in SARIF where it stands', async () => {
    const { files } = await hunt(await request({ path: 'policies/refunds.ost' }));
    expect(files.get('source')).toBe(NEVER);
    expect(files.get('sarif')).toContain('policies/refunds.ost');
  });
});
