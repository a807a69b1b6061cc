import { thresholdsOf } from '@ostiary/policy';
import { describe, expect, it } from 'vitest';
import { prepared } from '../testing/index.js';
import { Boundaries } from './boundaries.js';

const field = (type: object): object => ({ type, required: false });
const catalogue = {
  name: 'x',
  tools: ['t', 'u'].map((name) => ({
    name,
    classes: [],
    args: {
      kind: 'record',
      fields: {
        n: field({ kind: 'int', min: 0, max: 100 }),
        d: field({ kind: 'decimal', scale: 2 }),
        m: field({ kind: 'money', currencies: ['EUR'] }),
        s: field({ kind: 'string', format: 'text' }),
        w: field({ kind: 'duration' }),
      },
    },
  })),
};
const load = (rules: string): ReturnType<typeof prepared> => prepared(`dialect 2; ${rules}`, catalogue);

describe('thresholdsOf', () => {
  it('finds numbers and amounts wherever they are compared, with their neighbours', () => {
    const { core } = load(
      '@id("a") allow (tool == "t") when { !(args.n > 7) || (args.d <= 0.25 && 10.00 EUR >= args.m) };',
    );
    expect(thresholdsOf(core).map(({ slot, around, rules }) => [slot.path.join(), around, [...rules]])).toEqual([
      ['n', [6, 7, 8], ['a']],
      ['d', [24, 25, 26], ['a']],
      [
        'm',
        [
          { minor: 999, currency: 'EUR' },
          { minor: 1000, currency: 'EUR' },
          { minor: 1001, currency: 'EUR' },
        ],
        ['a'],
      ],
    ]);
  });

  it('wants no value that the type has not, and none of an equality or a duration', () => {
    const { core } = load(
      '@id("a") allow (tool == "t") when { args.n >= 0 && args.n <= 100 && args.n != 50 && args.s == "x" && args.w <= 15m };',
    );
    expect(thresholdsOf(core).map(({ around }) => around)).toEqual([
      [0, 1],
      [99, 100],
    ]);
  });

  it('takes the last digit that is written as the step of a decimal of any scale', () => {
    const { core } = prepared('dialect 2; allow (tool == "t") when { args.n <= 0.25 && args.n > 0.1 };');
    expect(thresholdsOf(core).map(({ around }) => around)).toEqual([
      [0.24, 0.25, 0.26],
      [0, 0.1, 0.2],
    ]);
  });

  it('joins rules that compare with the same literal', () => {
    const { core } = load(
      '@id("a") allow (tool == "t") when { args.n <= 7 }; @id("b") refuse (tool == "t") when { args.n > 7 };',
    );
    expect(thresholdsOf(core).map(({ rules }) => [...rules])).toEqual([['a', 'b']]);
  });
});

describe('Boundaries', () => {
  it('counts a row only for the tools of the rule', () => {
    const boundaries = new Boundaries(load('@id("a") allow (tool == "t") when { args.n <= 7 };').core);
    boundaries.add({ tool: 'u', args: { n: 7 } }, {});
    boundaries.add({ tool: 't', args: { n: '7' } }, {});
    boundaries.add({ tool: 't', args: { n: 8 } }, {});
    expect(boundaries.result).toEqual([{ path: 'args.n', threshold: '7', rules: ['a'], missing: ['6', '7'] }]);
    boundaries.add({ tool: 't', args: { n: 7 } }, {});
    boundaries.add({ tool: 't', args: { n: 6 } }, {});
    expect(boundaries.result).toEqual([]);
  });

  it('counts a row for a rule on tools by glob only where the glob matches', () => {
    const rows = (text: string, ...tools: string[]): string[] => {
      const boundaries = new Boundaries(prepared(text).core);
      for (const tool of tools) boundaries.add({ tool, args: { n: 7 } }, {});
      return boundaries.result.flatMap(({ missing }) => missing);
    };
    const byGlob = 'dialect 2; allow (tool like "pay.*") when { args.n <= 7 };';
    expect(rows(byGlob, 'read', 'repay.x')).toEqual(['6', '7', '8']);
    expect(rows(byGlob, 'read', 'pay.x')).toEqual(['6', '8']);
  });
});
