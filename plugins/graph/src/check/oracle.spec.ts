import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomCases, type GraphCase } from '../../../../tools/graph-oracle/generate.mjs';
import { judge, questionsOf, spacesOf, TooLarge } from '../../../../tools/graph-oracle/judge.mjs';
import { runs } from '../../../../tools/testing/runs.js';
import { effectsOf, type Rule, type VerdictWord } from '../model/index.js';
import { checkGraph } from './check.js';
import { verifyCertificate } from './verify.js';

interface Planted extends GraphCase {
  readonly name: string;
  readonly expect: readonly { readonly rule: string; readonly verdict: VerdictWord }[];
}

const folder = new URL('../../../../tools/graph-oracle/planted/', import.meta.url);
const planted = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Planted);
const isJudged = ({ kind }: Rule): boolean => kind !== 'taint' && kind !== 'saga';

describe('the cases that were planted', () => {
  const judged = planted.filter(({ rules }) => rules.some(isJudged));

  it.each(judged.map((each) => [each.name, each] as const))(
    '%s',
    (_, { graph, catalogue, rules, expect: expected }) => {
      const asked = rules.filter(isJudged);
      const { verdicts, certificates } = checkGraph(graph, effectsOf(catalogue), asked);
      for (const { id } of asked)
        expect([id, verdicts.find((each) => each.rule_id === id)?.verdict]).toEqual([
          id,
          expected.find((each) => each.rule === id)?.verdict,
        ]);
      for (const certificate of certificates)
        expect(
          verifyCertificate(
            graph,
            effectsOf(catalogue),
            asked.find(({ id }) => id === certificate.rule_id) as Rule,
            certificate,
          ),
        ).toBe(true);
    },
  );
});

describe('random graphs', () => {
  const BOUND = 400;
  const SEED = Number(process.env['TEST_SEED'] ?? 20_261_122);

  it('get the verdicts of the oracle', () => {
    const wrong: unknown[] = [];
    let left = runs(120);
    for (const { graph, catalogue, rules } of randomCases(SEED)) {
      if (left === 0) break;
      left -= 1;
      try {
        const spaces = spacesOf(graph, catalogue, BOUND);
        for (const rule of rules.filter(isJudged)) {
          const [question] = questionsOf(rule, catalogue);
          if (!question) continue;
          const truth = judge(graph, catalogue, question, { bound: BOUND, spaces });
          const said = checkGraph(graph, effectsOf(catalogue), [rule]).verdicts[0];
          if (said?.verdict !== truth.verdict) wrong.push({ graph, rule, truth, said });
        }
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
      }
    }
    expect(wrong).toEqual([]);
  });
});
