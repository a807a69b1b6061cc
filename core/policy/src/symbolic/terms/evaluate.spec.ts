import { describe, expect, it } from 'vitest';
import { TermEvaluator } from './evaluate.js';
import { TermFactory } from './factory.js';

const DEEP = 30_000;

describe('the value of a term', () => {
  it('is found however deep it is nested', () => {
    const factory = new TermFactory();
    const assignment = new Map(
      Array.from({ length: 7 }, (_, at) => [`p${String(at)}`, at % 3 === 0] as [string, boolean]),
    );
    let term = factory.boolVar('p0');
    let value = true;
    for (let at = 0; at < DEEP; at++) {
      const name: string = `p${String(at % 7)}`;
      const own = assignment.get(name) === true;
      const isOr = at % 2 === 0;
      const variable = factory.boolVar(name);
      term = factory.not(isOr ? factory.or(variable, term) : factory.and(variable, term));
      value = !(isOr ? own || value : own && value);
    }
    expect(new TermEvaluator(assignment).bool(term)).toBe(value);
  });

  it('is that of the part that is chosen, and the other one is not looked at', () => {
    const factory = new TermFactory();
    const [one, other] = [1n, 2n].map((at) => factory.intVar(`n${String(at)}`, { lo: 0n, hi: 9n }));
    if (!one || !other) throw new RangeError('no variables');
    const chosen = factory.ite(factory.boolVar('p'), one, other);
    const values = new Map<string, boolean | bigint>([
      ['p', true],
      ['n1', 4n],
      ['n2', 7n],
    ]);
    const evaluator = new TermEvaluator(values);
    expect(evaluator.int(factory.add(chosen, chosen))).toBe(8n);
    expect(new TermEvaluator(new Map([...values, ['p', false]])).int(chosen)).toBe(7n);
    // A variable without a value has the one nearest to 0.
    expect(new TermEvaluator(new Map()).int(factory.intVar('m', { lo: 3n, hi: 5n }))).toBe(3n);
  });
});
