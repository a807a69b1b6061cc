import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { textClasses, type TextQuestion } from './text-classes.js';

/** Whether a text answers a question with yes, by trying all ways. */
function holds(text: string, question: TextQuestion): boolean {
  if ('order' in question) {
    if (text === question.than) return question.order.endsWith('=');
    return question.order.startsWith(text < question.than ? '<' : '>');
  }
  const said = (one: string): string => (question.folded ? one.toLowerCase() : one);
  const [first = '', ...rest] = question.pieces.map(said);
  const own = said(text);
  if (rest.length === 0) return own === first;
  const ways = (at: number, pieces: readonly string[]): boolean => {
    const [piece, ...more] = pieces;
    if (piece === undefined) return at === own.length;
    return Array.from({ length: own.length - at + 1 }, (_, skip) => at + skip).some(
      (from) =>
        own.startsWith(piece, from) &&
        (more.length > 0 || from + piece.length === own.length) &&
        ways(from + piece.length, more),
    );
  };
  return own.startsWith(first) && ways(first.length, rest);
}

const short = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'c'), maxLength: 3 });
const question: fc.Arbitrary<TextQuestion> = fc.oneof(
  fc.record(
    { pieces: fc.array(short, { minLength: 1, maxLength: 3 }), folded: fc.constant(true as const) },
    { requiredKeys: ['pieces'] },
  ),
  fc.record({ order: fc.constantFrom('<', '<=', '>', '>='), than: short }),
);

describe('textClasses', () => {
  it('has one text for each combination of answers that some text gives, and no other', () => {
    fc.assert(
      fc.property(
        fc.array(question, { minLength: 1, maxLength: 4 }),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', 'c', 'C', 'x', '!'), maxLength: 6 })),
        (questions, texts) => {
          const classes = textClasses(questions) ?? [];
          for (const { witness, holds: answers } of classes)
            expect(answers).toEqual(questions.map((one) => holds(witness, one)));
          const known = new Set(classes.map(({ holds: answers }) => answers.join()));
          expect(known.size).toBe(classes.length);
          for (const text of texts) expect(known).toContain(questions.map((one) => holds(text, one)).join());
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('finds what excludes each other', () => {
    const ends = (end: string): TextQuestion => ({ pieces: ['', end] });
    expect(textClasses([ends('.txt'), ends('.pdf'), { pieces: ['a', ''] }])?.map(({ witness }) => witness)).toEqual([
      '',
      'a',
      '.txt',
      '.pdf',
      'a.txt',
      'a.pdf',
    ]);
  });

  it('gives up where there is too much to tell', () => {
    expect(textClasses([{ pieces: ['x'.repeat(300), ''] }])).toBeNull();
    expect(textClasses(Array.from({ length: 17 }, () => ({ pieces: ['a', ''] })))).toBeNull();
    expect(textClasses([{ pieces: ['Straße', ''], folded: true }])).toBeNull();
    const many = 'abcdefgh'.split('').map((one) => ({ pieces: ['', `${one}xyxyxyxyx`, 'q', ''] }));
    expect(textClasses(many)).toBeNull();
  });
});
