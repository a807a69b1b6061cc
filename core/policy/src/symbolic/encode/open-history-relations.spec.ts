import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { loadPolicy, type LoadResult } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import { chance, pick, type Rng, seededRandom } from '../../testing/index.js';
import { CallQuestions } from '../questions/call-questions.js';

type Loaded = Extract<LoadResult, { ok: true }>;

const TOOLS = `dialect 2; tool look @read (id: text, kind?: text);
tool pay @write (id: text, kind?: text, amount?: money EUR 0.00..90.00, debt?: int -9..9);`;

function load(rule: string): Loaded {
  const loaded = loadPolicy(`${TOOLS} ${rule}`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded;
}

const allowing = (condition: string): string => `allow (tool == "pay") when history { ${condition} };`;
const refusing = (condition: string): string =>
  `allow (tool == "pay"); refuse (tool == "pay") when history { ${condition} };`;

/** Conditions of which the first is never answered milder than the second, whatever came before. */
const STRICTER: readonly (readonly [string, string])[] = [
  [
    allowing('formerly within 1h look.ok{ id: args.id, kind: args.kind }'),
    allowing('formerly within 1h look.ok{ id: args.id }'),
  ],
  [allowing('formerly within 1h look.ok{ id: args.id }'), allowing('formerly within 1h look.ok')],
  [
    allowing('previous within 1h look.ok{ id: args.id, kind: args.kind }'),
    allowing('formerly within 1h look.ok{ kind: args.kind }'),
  ],
  [
    refusing('sum(pay.ok.amount) within 1h by principal including this > 10.00 EUR'),
    refusing('sum(pay.ok.amount) within 1h by principal > 10.00 EUR'),
  ],
  [
    refusing('sum(pay.ok.amount) within 1h by principal including this >= 10.00 EUR'),
    refusing('sum(pay.ok.amount) within 1h by principal >= 10.00 EUR'),
  ],
  [
    allowing('sum(pay.ok.amount) within 1h by principal including this < 10.00 EUR'),
    allowing('sum(pay.ok.amount) within 1h by principal < 10.00 EUR'),
  ],
];

/** Of these that cannot be said. */
const EITHER: readonly (readonly [string, string])[] = [
  [allowing('formerly within 1h look.ok{ id: args.id }'), allowing('formerly within 1h look.ok{ kind: args.kind }')],
  [allowing('formerly within 1h look.ok{ id: args.id }'), allowing('formerly within 1h look.failed')],
  [allowing('formerly within 1h by anyone look.ok{ id: args.id }'), allowing('formerly within 1h look.ok')],
  // What may be less than nothing takes away.
  [
    refusing('sum(pay.ok.debt) within 1h by principal including this > 5'),
    refusing('sum(pay.ok.debt) within 1h by principal > 5'),
  ],
];

const MILD = { allow: 0, confirm: 1, refuse: 2 } as const;
const NOW = Date.UTC(2026, 10, 21, 10);

function someEvent(rng: Rng, at: number): HistoryEvent {
  const some = (name: string, values: readonly unknown[]) => (chance(rng, 0.7) ? { [name]: pick(rng, values) } : {});
  return {
    tool: pick(rng, ['look', 'pay']),
    state: pick(rng, ['ok', 'ok', 'failed'] as const),
    at: NOW - at * 60_000,
    call_id: `c${String(at)}`,
    principal: pick(rng, ['p', 'p', 'q']),
    args: {
      ...some('id', ['a', 'b']),
      ...some('kind', ['x', 'y']),
      ...some('amount', ['0.00 EUR', '4.00 EUR', '7.00 EUR', '9.99 EUR', '10.00 EUR']),
      ...some('debt', [-5, 0, 3, 6]),
    },
  };
}

describe('what holds between conditions on one history', () => {
  let z3: OpenedZ3;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  const milder = async (one: Loaded, other: Loaded): Promise<unknown> => {
    const questions = new CallQuestions([one.core, other.core], 'pay', { solver: z3, unfit: true });
    const found = await questions.conflict([questions.answer(one.core).milderThan(questions.answer(other.core))]);
    questions.close();
    return found === 'possible' || found === null ? found : 'never';
  };

  it.each(STRICTER)('is known of %s and %s', async (one, other) => {
    expect(await milder(load(one), load(other))).toBe('never');
  });

  it.each(EITHER)('is not taken for granted of %s and %s', async (one, other) => {
    expect(await milder(load(one), load(other))).toBe('possible');
  });

  it('is so of whatever came before', () => {
    const rng = seededRandom(31 + Number(process.env['TEST_SEED'] ?? 0));
    const pairs = STRICTER.map((pair) => pair.map((rule) => compilePolicy(load(rule).core)));
    let [apart, alike] = [0, 0];
    for (let round = 0; round < runs(2_000); round++) {
      const [one, other] = pick(rng, pairs);
      const history = Array.from({ length: Math.floor(rng() * 4) }, (_, at) => someEvent(rng, at + 1));
      const { args } = someEvent(rng, 0);
      const context = { now: NOW, principal: { id: 'p' }, ...(chance(rng, 0.95) && { history }) };
      const call = { tool: 'pay', args: { id: 'a', ...args } };
      const [strict, loose] = [one, other].map((decider) => decider?.decide(call, context).answer ?? 'refuse');
      if (!strict || !loose) throw new RangeError('no answer');
      expect({ call, context, stricter: MILD[strict] >= MILD[loose] }).toEqual({ call, context, stricter: true });
      if (strict === loose) alike += 1;
      else apart += 1;
    }
    expect(apart).toBeGreaterThan(20);
    expect(alike).toBeGreaterThan(20);
  });
});
