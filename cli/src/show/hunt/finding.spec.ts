import { describe, expect, it } from 'vitest';
import { keptScreen } from '../../testing/screen.js';
import { showHuntFinding } from './finding.js';
import type { Step, Told } from './told.js';

const TEXT = 'dialect 1;\n@id("a") allow pay when amount <= 100.00 EUR;\n@id("b") refuse pay;\n';

const STEP: Step = {
  action: { tool: 'pay', arguments: { amount: '50.00 EUR', to: { iban: 'DE1', note: ' a\u200b ' } } },
  context: {
    principal: { role: 'true' },
    session: { id: 's', labels: ['web'], history: [] },
    now: '2026-03-01T09:00:00Z',
  },
  confirmed: true,
  answer: 'refuse',
  slug: 'refused',
  deciding: ['b'],
  label: null,
};

const EVIDENCE: NonNullable<Told['evidence']> = {
  rules: [{ rule: 'a', line: 2, column: 1, end_line: 2, end_column: 46 }],
  core: ['a', 'b'],
  bound: { kind: 'exact' },
  assumptions: [],
  benign: null,
  expected: null,
  region: null,
};

const FINDING: Told = {
  class: 'S01',
  severity: 'medium',
  rules: ['a'],
  tool: 'pay',
  title: 'Rule `a` never decides',
  detail: 'Whenever it fires, `b` does.',
  fingerprint: 'f1_a',
  witness: { kind: 'call', steps: [STEP] },
  evidence: EVIDENCE,
  repair: null,
};

function shown(finding: Told, human = true): string {
  const { screen, text } = keptScreen({ human });
  showHuntFinding({ name: 'p.ost', text: TEXT }, finding, screen);
  return text();
}

describe('a finding at a terminal', () => {
  it('names every value of the call as the policy language does, and lets nothing go unseen', () => {
    expect(shown(FINDING)).toContain(
      [
        '    tool            pay',
        '    args.amount     50.00 EUR',
        '    args.to.iban    DE1',
        '    args.to.note    " a[U+200B] "',
        '    principal.role  "true"',
        '    session.id      s',
        '    session.labels  web',
        '    now             2026-03-01T09:00:00Z',
        '    confirmed       true',
        '    -> refuse  Refused by `b`.',
      ].join('\n'),
    );
  });

  it('has the nearest call that is decided as it should be beneath a session, and how it differs', () => {
    const benign = { ...STEP, answer: 'allow' as const, label: 'Without an earlier call of `look`' };
    const out = shown({ ...FINDING, witness: { kind: 'session', steps: [STEP] }, evidence: { ...EVIDENCE, benign } });
    expect(out).toContain('  Nearest call with a different result (Without an earlier call of `look`)\n');
    expect(out.match(/^ {4}1\. pay/gmu)).toHaveLength(2);
  });

  it('has the repair as a diff, in the place of the advice of its class', () => {
    const text = TEXT.replace('@id("b") refuse pay;\n', '');
    const out = shown({ ...FINDING, repair: { title: 'Delete `b`.', text } });
    expect(out).toContain('  What to do: Delete `b`.\n    --- p.ost\n');
    expect(out).toContain('\n    -@id("b") refuse pay;\n');
    expect(out).toContain('  Proved: it removes this finding');
    expect(shown(FINDING)).not.toContain('---');
  });

  it('shows no call to a key that may not see it', () => {
    const { witness: _, evidence: __, ...cut } = FINDING;
    const out = shown(cut);
    expect(out).toContain('p.ost: medium: Rule `a` never decides [S01]\n  Whenever it fires');
    expect(out).not.toContain('The call');
    expect(shown(cut, false)).not.toContain('shown by');
  });

  it('shows six rules of many, and the first lines of a long one', () => {
    const text = 'x\n'.repeat(30);
    const places = Array.from({ length: 9 }, (_, at) => ({
      rule: `r${at}`,
      line: at + 1,
      column: 1,
      end_line: at === 0 ? 20 : at + 1,
      end_column: 2,
    }));
    const { evidence } = FINDING;
    const { screen, text: out } = keptScreen();
    const finding = { ...FINDING, ...(evidence && { evidence: { ...evidence, rules: places } }) };
    showHuntFinding({ name: 'p.ost', text }, finding, screen);
    expect(out()).toContain('\n   8 > x\n     > …\n');
    expect(out()).toContain('… and 3 more rules');
  });

  it('says where nothing can be shown how far that was decided', () => {
    expect(shown({ ...FINDING, witness: null })).toContain('This was decided over all possible calls.');
  });
});
