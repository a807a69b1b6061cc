import { preparePolicy, type PreparedPolicy } from '@ostiary/guard';
import { type Effect, strictness } from '@ostiary/policy';
import { seededRandom } from '@ostiary/policy/testing';
import { openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import type { ClassId } from '../model/class-id.js';
import type { Finding } from '../model/finding.js';
import { runHunt } from '../run.js';
import { callsOf, catalogue, smallOne } from '../testing/small-policies.js';

const SEED = Number(process.env['TEST_SEED'] ?? 0);
const CLASSES = ['G01', 'G02', 'G03', 'G04', 'S01', 'S02', 'S03', 'S05', 'S06', 'S07', 'S11', 'S12'] as const;

/** Whether a call may be answered otherwise once a finding is repaired, by what it was answered and by how many rules. */
const MAY_CHANGE: Readonly<Partial<Record<ClassId, (before: Effect, deciding: number, after: Effect) => boolean>>> = {
  G01: () => true,
  S05: (_, deciding) => deciding === 0,
  S06: (before) => before === 'refuse',
  S07: (before) => before === 'allow',
  S12: (before, _, after) => strictness[after] > strictness[before],
};

function preparedAgain(text: string): PreparedPolicy {
  const result = preparePolicy({ text }, { catalogue });
  if (!result.ok) throw new Error(`${text}\n${JSON.stringify(result.faults.map(({ detail }) => detail.en))}`);
  return result.policy;
}

describe('repairs of random policies', () => {
  let solver: Awaited<ReturnType<typeof openZ3>>;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(() => solver.close());

  const hunted = (policy: PreparedPolicy, classes: readonly ClassId[], repairs?: null) =>
    runHunt(policy, solver, { classes, ...(repairs === null && { repairs }) });

  it('change no call but those that the finding is about, and end it', async () => {
    const rng = seededRandom(4_711 + SEED);
    const seen = new Map<ClassId, number>();
    for (let round = 0; round < runs(60);) {
      const made = smallOne(rng);
      if (!made) continue;
      round += 1;
      const { policy, names } = made;
      const { findings } = await hunted(policy, CLASSES);
      for (const finding of findings.filter(({ repair }) => repair !== null)) {
        seen.set(finding.class, (seen.get(finding.class) ?? 0) + 1);
        await isAsProved(policy, names, finding);
      }
    }
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
    expect(seen.size).toBeGreaterThan(2);
  });

  async function isAsProved(policy: PreparedPolicy, names: readonly string[], finding: Finding): Promise<void> {
    const after = preparedAgain(finding.repair?.text ?? '');
    const { findings } = await hunted(after, [finding.class], null);
    expect(findings.map(({ fingerprint }) => fingerprint)).not.toContain(finding.fingerprint);
    const changed = callsOf(names).filter(({ call, context }) => {
      const before = policy.decider.decide(call, context);
      const now = after.decider.decide(call, context).answer;
      if (now === before.answer) return false;
      return !(MAY_CHANGE[finding.class]?.(before.answer, before.deciding.length, now) ?? false);
    });
    expect(changed, `${finding.class}\n${policy.text}\n\n${after.text}`).toEqual([]);
  }
});
