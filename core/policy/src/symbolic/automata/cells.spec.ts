import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGlob } from '../../text/glob.js';
import { parseRegex } from '../../text/regex.js';
import { type Cells, computeCells } from './cells.js';
import { AUTOMATA_LIMITS, isLimit } from './dfa.js';
import { ANY_TEXT, type Language } from './language.js';

const ANY: Language = { kind: 'regex', node: ANY_TEXT };

function glob(pattern: string): Language {
  const parsed = parseGlob(pattern);
  if (!parsed.ok) throw new Error(pattern);
  return { kind: 'glob', segments: parsed.segments };
}

function regex(pattern: string): Language {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) throw new Error(pattern);
  return { kind: 'regex', node: parsed.node };
}

function globToRegExp(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}$`,
    'u',
  );
}

function cells(languages: readonly Language[], more: Partial<Parameters<typeof computeCells>[0]> = {}): Cells {
  const result = computeCells({
    languages,
    literals: [],
    domain: ANY,
    admits: () => true,
    candidates: [],
    perCell: 1,
    ...more,
  });
  if (isLimit(result)) throw new Error(result.limit);
  return result;
}

const MAIL = ['*@corp.example', '*@*.corp.example', 'admin*@*', '*+*@corp.example', '*@partner.example'];

describe('computeCells', () => {
  it('gives every witness the acceptance its cell claims', () => {
    const found = cells(MAIL.map(glob), { domain: regex('[^@\\s]+@[^@\\s]+') });
    expect(found.exact).toBe(true);
    for (const { witnesses, accepts } of found.cells) {
      expect(witnesses.map((word) => MAIL.map((pattern) => globToRegExp(pattern).test(word)))).toEqual(
        witnesses.map(() => accepts),
      );
    }
  });

  it('misses no combination that some string has', () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'b', 'ab', '*', '*'), { maxLength: 5 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 }),
        (patterns, chars) => {
          const word = chars.join('');
          const found = cells(patterns.map(glob));
          const vector = patterns.map((each) => globToRegExp(each).test(word));
          expect(found.cells.filter((cell) => cell.accepts.join() === vector.join())).toHaveLength(1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reads regular expressions as JavaScript does', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '(?:a|bc)', '\\.');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,3}'))
      .map((parts) => parts.join(''));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), (patterns) => {
        const found = cells(patterns.map(regex));
        for (const cell of found.cells) {
          for (const witness of cell.witnesses) {
            expect(
              patterns.map((each) => new RegExp(`^(?:${each})$`, 'u').test(witness)),
              `${patterns.join('  ')} on ${JSON.stringify(witness)}`,
            ).toEqual(cell.accepts);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('prefers candidates, and short readable words where none fits', () => {
    const found = cells([glob('ORD-*'), glob('*7')], { candidates: ['ORD-1234', 'hello'] });
    const witness = (vector: string): string | undefined =>
      found.cells.find((cell) => cell.accepts.join() === vector)?.witnesses[0];
    expect(witness('true,false')).toBe('ORD-1234');
    expect(witness('false,false')).toBe('hello');
    expect(witness('true,true')).toBe('ORD-7');
    expect(witness('false,true')).toBe('7');
  });

  it('makes a literal a cell of its own and takes it out of the rest', () => {
    const found = cells([regex('a|b|c')], { literals: ['a', 'b'] });
    expect(found.exact).toBe(true);
    expect(found.cells.map((cell) => [cell.literal, cell.accepts[0], cell.witnesses[0]])).toEqual([
      ['a', true, 'a'],
      ['b', true, 'b'],
      [null, false, ''],
      [null, true, 'c'],
    ]);
  });

  it('knows that a finite language is used up by literals', () => {
    const digits = Array.from('0123456789');
    const found = cells([regex('\\d')], { literals: digits });
    expect(found.exact).toBe(true);
    expect(found.cells.filter((cell) => cell.accepts[0] === true && cell.literal === null)).toEqual([]);
  });

  it('finds as many distinct members as are asked for, or knows that there are fewer', () => {
    const found = cells([regex('a|b')], { perCell: 3 });
    expect(found.cells.find((cell) => cell.accepts[0] === true)).toMatchObject({ witnesses: ['a', 'b'], open: false });
    expect(found.cells.find((cell) => cell.accepts[0] === false)?.witnesses).toHaveLength(3);
  });

  it('keeps a cell open when nothing admitted is found in it', () => {
    const found = cells([glob('a*')], { admits: (word) => !word.startsWith('a') });
    expect(found).toMatchObject({ exact: false });
    expect(found.cells.find((cell) => cell.accepts[0] === true)).toMatchObject({ witnesses: [], open: true });
  });

  it.each([
    ['evil globs', [glob(`${'*a'.repeat(200)}*b`), glob(`${'*a*b'.repeat(100)}*`)]],
    ['long look-back', [regex('(.|\\n)*a.{30}')]],
    ['nested bounds', [regex('((a?){30}){30}'), regex('(a|aa){1,300}')]],
    ['many infixes', Array.from({ length: 40 }, (_, index) => glob(`*${String(index)}x${String(index)}*`))],
  ])('comes to an end on %s', (_, languages) => {
    const result = computeCells({
      languages,
      literals: [],
      domain: ANY,
      admits: () => true,
      candidates: [],
      perCell: 1,
    });
    expect(['cells', 'limit']).toContain(result.kind);
  });

  it('says which limit it met', () => {
    const request = { literals: [], domain: ANY, admits: () => true, candidates: [], perCell: 1 };
    expect(computeCells({ ...request, languages: [regex('(.|\\n)*a.{30}')] })).toEqual({
      kind: 'limit',
      limit: 'dfaStates',
    });
    expect(
      computeCells({ ...request, languages: MAIL.map(glob), limits: { ...AUTOMATA_LIMITS, productStates: 10 } }),
    ).toEqual({ kind: 'limit', limit: 'productStates' });
    expect(
      computeCells({ ...request, languages: MAIL.map(glob), limits: { ...AUTOMATA_LIMITS, cells: 2 } }),
    ).toMatchObject({ kind: 'limit' });
  });
});
