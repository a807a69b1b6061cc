import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TermEvaluator } from './evaluate.js';
import { TermFactory } from './factory.js';
import { arePlainlyContrary } from './plainly-contrary.js';
import type { BoolTerm } from './term.js';

const factory = new TermFactory();
const names = ['p', 'q', 'r'];
const [p, q, r] = names.map((name) => factory.boolVar(name)) as [BoolTerm, BoolTerm, BoolTerm];
const not = (term: BoolTerm): BoolTerm => factory.not(term);

it.each([
  ['one that is false', [factory.false, p]],
  ['one and its contrary', [p, not(p)]],
  ['the contrary of several', [p, q, not(factory.and(p, q))]],
  ['the contrary of some case', [q, not(factory.or(p, q))]],
  ['the same in a conjunction', [factory.and(p, r, not(factory.and(p, r)))]],
  ['a disjunction of such cases', [p, factory.or(factory.and(q, not(factory.and(p, q))), not(p))]],
])('reads in terms that they are contrary: %s', (_, terms) => {
  expect(arePlainlyContrary(terms)).toBe(true);
});

it.each([
  ['none', []],
  ['what may be', [p, factory.or(q, not(p))]],
  ['part of what must not be together', [p, not(factory.and(p, q))]],
])('says nothing of others: %s', (_, terms) => {
  expect(arePlainlyContrary(terms)).toBe(false);
});

it('never says so of terms that some assignment makes true', () => {
  const { term } = fc.letrec<{ term: BoolTerm }>((tie) => ({
    term: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(p, q, r),
      tie('term').map(not),
      fc.array(tie('term'), { minLength: 1, maxLength: 3 }).map((parts) => factory.and(...parts)),
      fc.array(tie('term'), { minLength: 1, maxLength: 3 }).map((parts) => factory.or(...parts)),
    ),
  }));
  let contrary = 0;
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 4 }), (terms) => {
      if (!arePlainlyContrary(terms)) return;
      contrary += 1;
      for (let way = 0; way < 8; way++) {
        const assignment = new Map(names.map((name, at) => [name, Math.trunc(way / 2 ** at) % 2 === 1]));
        expect(terms.every((each) => new TermEvaluator(assignment).bool(each))).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
  expect(contrary).toBeGreaterThan(20);
});
