import type { HuntOutput, ToldFinding } from '../request/result.js';
import { CLASS_IDS } from '../search/index.js';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** A fingerprint that stands for a name, of the form that the engine makes. */
export function fingerprint(name: string): string {
  const letters = Array.from(name, (char) => BASE32[(char.codePointAt(0) ?? 0) % 32]).join('');
  return `f1_${letters.padEnd(52, 'a')}`;
}

/** A finding called `name`, as a hunt tells it; what it is about does not matter to those who compare and count. */
export function told(name: string, more: Partial<ToldFinding> = {}): ToldFinding {
  return {
    class: 'S01',
    severity: 'high',
    rules: ['small'],
    tool: 'refund_order',
    title: `Finding ${name}`,
    fingerprint: fingerprint(name),
    subkind: null,
    attribute: 'args.amount',
    detail: `What ${name} is about.`,
    structure: `structure of ${name}`,
    evidence_hash: `evidence of ${name}`,
    witness: {
      kind: 'call',
      steps: [
        {
          action: { tool: 'refund_order', arguments: { amount: '100.00 EUR' } },
          context: {},
          confirmed: false,
          answer: 'allow',
          slug: 'rule',
          deciding: ['small'],
          label: null,
        },
      ],
    },
    evidence: {
      rules: [{ rule: 'small', line: 1, column: 12, end_line: 1, end_column: 40 }],
      core: ['small'],
      bound: { kind: 'exact' },
      assumptions: [],
      benign: null,
      expected: null,
      region: null,
    },
    repair: null,
    ...more,
  };
}

type Check = HuntOutput['checks'][number];

/** What became of a class of which everything was decided. */
export const decided = (id: Check['class'], more: Partial<Check> = {}): Check => ({
  class: id,
  asked: 1,
  found: 0,
  bound: { kind: 'exact' },
  undecided: 0,
  not_rechecked: 0,
  ...more,
});

/** A report with these findings, in which every class is decided unless something else is said of it. */
export function reportOf(findings: readonly ToldFinding[], ...checks: readonly Check[]): HuntOutput {
  const said = new Map(checks.map((check) => [check.class, check]));
  return {
    findings: [...findings],
    checks: CLASS_IDS.filter((id) => id !== 'X01').map(
      (id) => said.get(id) ?? decided(id, { found: findings.filter((finding) => finding.class === id).length }),
    ),
    coverage: { decided: 1, tools: ['refund_order'], rules: 1 },
    import: null,
    policy: {
      digest: 'sha256:0',
      dialect: 1,
      name: 'refunds',
      rules: 1,
      catalogue_digest: null,
      warnings: [],
    },
  };
}
