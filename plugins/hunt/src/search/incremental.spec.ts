import { openZ3, type OpenedZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpus } from '../../../../core/policy/src/testing/corpus/corpus.js';
import { below, chance, pick, type Rng, seededRandom } from '../../../../core/policy/src/testing/random.js';
import { smallCatalogue, smallPolicy } from '../../../../core/policy/src/testing/small-world.js';
import { runs } from '../../../../tools/testing/runs.js';
import { KeptAnswers } from './cache/kept-answers.js';
import { type RunOptions, runHunt } from './run.js';
import { prepared } from './testing/hunted.js';

const ENGINE = 'test';

/** The text with one rule changed: taken out, written twice, moved to the end, or another effect, number or word in it. */
function edited(rng: Rng, text: string, catalogue: unknown): string | null {
  const { core } = prepared(text, catalogue);
  if (core.rules.length === 0) return null;
  const { span } = pick(rng, core.rules);
  const [before, rule, after] = [text.slice(0, span.start), text.slice(span.start, span.end), text.slice(span.end)];
  const anonymous = rule.replace(/@id\("[^"]*"\)/u, '');
  const effects = ['allow', 'confirm', 'refuse'];
  switch (below(rng, 6)) {
    case 0:
      return before + after;
    case 1:
      return `${text}\n${anonymous}`;
    case 2:
      return `${before}${after}\n${rule}`;
    case 3:
      return before + rule.replace(/\b(?:allow|confirm|refuse)\b/u, () => pick(rng, effects)) + after;
    case 4:
      return `${before}// a remark\n${rule}${after}`;
    default:
      return before + rule.replace(/\b\d+\b/u, (number) => String(Number(number) + 1)) + after;
  }
}

/** A policy, and its report as it is asked afresh, with the answers of the version before, and with its own. */
interface Hunted {
  readonly text: string;
  readonly reports: readonly string[];
}

describe('a hunt with the answers of an earlier one', () => {
  let z3: OpenedZ3;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  /** Reports of a policy and of what becomes of it by a few edits; each hunt has the answers of the one before. */
  async function chain(rng: Rng, first: string, catalogue: unknown, edits: number): Promise<readonly Hunted[]> {
    const hunted: Hunted[] = [];
    let [text, kept]: [string, string | null] = [first, null];
    for (let edit = 0; edit <= edits; edit++) {
      const policy = prepared(text, catalogue);
      const options: RunOptions = { sessionBound: 2, ...(chance(rng, 0.8) && { repairs: null }) };
      const answers = KeptAnswers.read(kept, ENGINE);
      const [fresh, again] = [await runHunt(policy, z3, options), await runHunt(policy, z3, { ...options, answers })];
      kept = answers.write(10_000_000);
      const whole = KeptAnswers.read(kept, ENGINE);
      const third = await runHunt(policy, z3, { ...options, answers: whole });
      hunted.push({ text, reports: [fresh, again, third].map((report) => JSON.stringify(report)) });
      text = edited(rng, text, catalogue) ?? text;
      try {
        prepared(text, catalogue);
      } catch {
        return hunted;
      }
    }
    return hunted;
  }

  const differing = (hunted: readonly Hunted[]) => hunted.filter(({ reports }) => new Set(reports).size > 1);

  it.each(corpus.map((entry) => [entry.name, entry] as const))(
    'reports the same of %s after one rule was changed, byte for byte',
    async (_, { text, catalogue }) => {
      const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
      expect(differing(await chain(rng, text, catalogue, runs(1)))).toEqual([]);
    },
  );

  it('reports the same of random policies, byte for byte', async () => {
    const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
    for (let round = 0; round < runs(3); round++)
      expect(differing(await chain(rng, smallPolicy(rng), smallCatalogue, 1))).toEqual([]);
  });
});
