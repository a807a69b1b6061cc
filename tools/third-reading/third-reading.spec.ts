import { describe, expect, it } from 'vitest';
import { CASES } from './cases.mjs';
import { ODD_VALUES } from './odd-values.mjs';
import { differ, randomPairs, shown, shrunk, threeAnswers } from './compare.mjs';
import { randomTexts, takenOtherwise } from './spellings.mjs';
import { runs } from '../testing/runs.js';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_121);
const PAIRS = runs(500);
const TEXTS = runs(2000);

/** The evaluators are compared with a reading of the documentation by itself; see reading.mjs. */
describe('a third reading of the policy language', () => {
  it('answers the cases by hand as the pages say, and as both evaluators do', () => {
    const wrong = CASES.flatMap((given) => {
      const answers = threeAnswers(given);
      if (answers === null) return [`the text is refused\n${shown(given)}`];
      const slug = answers.reading.startsWith('no answer')
        ? answers.reading
        : (JSON.parse(answers.reading) as string[])[1];
      return slug === given.slug && !differ(answers)
        ? []
        : [`${given.slug} ${JSON.stringify(answers)}\n${shown(given)}`];
    });
    expect(wrong).toEqual([]);
  });

  it('agrees with both evaluators on random policies and calls', () => {
    let compared = 0;
    const wrong: string[] = [];
    for (const pair of randomPairs(SEED)) {
      if (compared >= PAIRS || wrong.length > 2) break;
      const answers = threeAnswers(pair);
      if (answers === null) continue;
      compared += 1;
      if (differ(answers)) wrong.push(`${JSON.stringify(answers)}\n${shown(shrunk(pair))}`);
    }
    expect(wrong).toEqual([]);
  });

  it('reads the same in odd spellings of numbers, amounts, durations, times and objects', () => {
    const wrong = ODD_VALUES.filter((pair) => {
      const answers = threeAnswers(pair);
      return answers === null || differ(answers);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('makes the same normal forms of hostile texts', () => {
    let compared = 0;
    const wrong: object[] = [];
    for (const given of randomTexts(SEED)) {
      if (compared >= TEXTS) break;
      compared += 1;
      const otherwise = takenOtherwise(given);
      if (otherwise) wrong.push({ ...given, ...otherwise });
    }
    expect(wrong).toEqual([]);
  });
});
