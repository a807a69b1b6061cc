import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomCases, type GraphCase } from '../../../../tools/graph-oracle/generate.mjs';
import { judge, questionsOf, spacesOf, TooLarge } from '../../../../tools/graph-oracle/judge.mjs';
import { runs } from '../../../../tools/testing/runs.js';
import { effectsOf, type Rule, type Verdict, type VerdictWord } from '../model/index.js';
import { checkGraph } from './check.js';
import { verifyCertificate } from './verify.js';

interface Planted extends GraphCase {
  readonly name: string;
  readonly expect: readonly {
    readonly rule: string;
    readonly kind?: string;
    readonly target?: string;
    readonly verdict: VerdictWord;
  }[];
}

const folder = new URL('../../../../tools/graph-oracle/planted/', import.meta.url);
const planted = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Planted);

describe('the cases that were planted', () => {
  it.each(planted.map((each) => [each.name, each] as const))(
    '%s',
    (_, { graph, catalogue, rules, expect: expected }) => {
      const { verdicts, certificates } = checkGraph(graph, effectsOf(catalogue), rules);
      const said = expected.map(({ rule: id, kind, target, verdict }) => {
        const found = verdicts.find(
          (each) => each.rule_id === id && (kind === undefined || (each.kind === kind && each.target === target)),
        );
        return { id, kind, target, verdict, said: found?.verdict };
      });
      expect(said.filter((each) => each.said !== each.verdict)).toEqual([]);
      expect(said.length).toBeGreaterThan(0);
      for (const certificate of certificates)
        expect(
          verifyCertificate(
            graph,
            effectsOf(catalogue),
            rules.find(({ id }) => id === certificate.rule_id) as Rule,
            certificate,
          ),
        ).toBe(true);
    },
  );
});

/** A taint rule is answered for each tool that it is about. */
const worstOf = (verdicts: readonly Verdict[]): Verdict | undefined =>
  (['broken', 'possible', 'proved', 'vacuous'] as const)
    .map((word) => verdicts.find(({ verdict, kind }) => verdict === word && kind !== 'aborted_run'))
    .find((found) => found !== undefined);

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
        for (const rule of rules) {
          const { verdicts } = checkGraph(graph, effectsOf(catalogue), [rule]);
          for (const question of questionsOf(rule, catalogue)) {
            const { kind, target } = question;
            const said =
              rule.kind === 'saga'
                ? verdicts.find((each) => each.kind === kind && each.target === target)
                : worstOf(verdicts);
            const truth = judge(graph, catalogue, question, { bound: BOUND, spaces });
            // The oracle looks at two items at the same time, too, and does not ask of more.
            const ofMore = said?.deciders?.every(({ code }) => code === 'parallel_items') === true;
            if (truth.verdict === 'proved' && ofMore) continue;
            if (said?.verdict !== truth.verdict) wrong.push({ graph, rule, kind, target, truth, said });
          }
        }
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
      }
    }
    expect(wrong).toEqual([]);
  });
});
