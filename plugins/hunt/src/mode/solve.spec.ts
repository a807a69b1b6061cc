import { ProblemError, type Progress } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { type HuntInput, HuntRequest } from '../request/request.js';
import { HuntResult } from '../request/result.js';
import { inlineInput, loadPolicies } from './load.js';
import { solveHunt } from './solve.js';

const NEVER = 'dialect 1; @id("never") refuse refund_order when amount < 10.00 EUR and amount > 20.00 EUR;';

const request = (more: object = {}): Promise<HuntInput> =>
  inlineInput(HuntRequest.parse({ policy: NEVER, ...more }), () => Promise.reject(new Error('no files here')));

/** Hunts without a solver; says what was told meanwhile. */
async function hunt(asked: HuntInput) {
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
        await loadPolicies(await request({ options }));
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

const CEDAR = `// Refunds
@id("all")
permit (principal, action == Action::"refund", resource);
@id("cap")
forbid (principal, action == Action::"refund", resource)
when { context.amount > 500 && context.note != {} };
`;

describe('a hunt in a policy of others', () => {
  const asked = (policy: object, options: object = { classes: ['G03'] }): Promise<HuntInput> =>
    request({ policy: { format: 'cedar', text: CEDAR, ...policy }, options });

  it('shows what a failing condition lets through, with the lines of the source', async () => {
    const { output, files } = await hunt(await asked({}));
    const [finding] = output.findings;
    expect(finding).toMatchObject({
      class: 'G03',
      severity: 'high',
      rules: ['cap'],
      attribute: 'args.amount',
      repair: null,
    });
    expect(finding?.evidence?.rules).toMatchObject([{ rule: 'cap', line: 4, column: 1, end_line: 6 }]);
    expect(finding?.witness?.steps[0]).toMatchObject({ answer: 'allow', deciding: ['all'] });
    expect(files.get('source')).toBe(CEDAR);
    expect(files.get('translation')).toContain('@id("cap") refuse (tool == "refund")');
    expect(files.get('markdown')).toContain('when { context.amount > 500');
  });

  it('says what was not imported, and where', async () => {
    const { output } = await hunt(await asked({}));
    expect(output.import).toMatchObject({ format: 'cedar', not_imported: [{ line: 4, construct: '!=' }] });
    expect((await hunt(await request())).output.import).toBeNull();
  });

  it('says with a schema that nothing is missing', async () => {
    const schema =
      'entity User, Order; action refund appliesTo { principal: User, resource: Order, context: { amount: Long, note: {} } };';
    expect((await hunt(await asked({ schema }))).output.findings).toMatchObject([{ attribute: 'session.unread_1' }]);
    const text = CEDAR.replace(' && context.note != {}', '');
    expect((await hunt(await asked({ schema, text }))).output.findings).toEqual([]);
  });

  it('tells of a translation that is no policy of ours by the lines of the source', async () => {
    const text = `${CEDAR}\n\npermit (principal, action, resource) when { context.Amount == "x" };`;
    await expect(hunt(await asked({ text }))).rejects.toMatchObject({
      slug: 'policy_invalid',
      options: { errors: [{ pointer: '/policy/text', slug: 'not_supported' }] },
    });
  });
});
