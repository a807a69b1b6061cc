import { describe, expect, it } from 'vitest';
import { corpus, pick, randomPolicy, randomTree, seededRandom, zoo } from '../../testing/index.js';
import type { PolicyTree } from '../ast.js';
import { formatPolicy } from '../../service/format.js';
import { parsePolicy } from '../parser.js';
import { printPolicy } from './printer.js';
import { runs } from '../../../../../tools/testing/runs.js';

/** The tree as text, with the members of every node in one order. */
const withoutSpans = (tree: PolicyTree | null): string =>
  JSON.stringify(tree, (name, value: unknown) => {
    if (name === 'span') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

function reread(text: string): PolicyTree {
  const { tree, diagnostics } = parsePolicy(text);
  expect({ text, diagnostics }).toEqual({ text, diagnostics: [] });
  if (!tree) throw new Error('no tree');
  return tree;
}

describe('printPolicy', () => {
  it.each([1, 2] as const)('prints any tree of dialect %i so that it reads back the same', (dialect) => {
    const rng = seededRandom(40 + dialect);
    for (let i = 0; i < runs(500); i++) {
      const tree = randomTree(rng, dialect);
      expect(withoutSpans(reread(printPolicy(tree)))).toBe(withoutSpans(tree));
    }
  });

  it.each(corpus)('leaves the meaning and the layout of $name alone', ({ text }) => {
    const tree = reread(text);
    const printed = printPolicy(tree);
    expect(withoutSpans(reread(printed))).toBe(withoutSpans(tree));
    expect(printPolicy(reread(printed))).toBe(printed);
  });

  it('keeps comments between statements exactly as they are', () => {
    const rng = seededRandom(11);
    for (let i = 0; i < runs(300); i++) {
      const text = withComments(randomPolicy(rng, zoo, i % 2 === 0 ? 1 : 2), rng, /;/g);
      const tree = reread(text);
      expect(withoutSpans(reread(printPolicy(tree)))).toBe(withoutSpans(tree));
    }
  });

  it('keeps every comment, in order, wherever it stands', () => {
    const rng = seededRandom(12);
    for (let i = 0; i < runs(300); i++) {
      const text = withComments(randomPolicy(rng, zoo, i % 2 === 0 ? 1 : 2), rng, /"(?:[^"\\\n]|\\.)*"|[ ]|[^" ]+/g);
      const tree = reread(text);
      const again = reread(printPolicy(tree));
      expect(again.comments.map((comment) => comment.text)).toEqual(tree.comments.map((comment) => comment.text));
      expect(withoutSpans({ ...again, comments: [] })).toBe(withoutSpans({ ...tree, comments: [] }));
      expect(printPolicy(again)).toBe(printPolicy(tree));
    }
  });

  it('keeps one blank line where the text has some, between statements and before comments', () => {
    const source = `


dialect 1;
policy "x";


// about pay
allow pay; // tail

// about send


allow send when a == 1


  and b == 2;
allow stop;

// the end

`;
    const laid = `dialect 1;
policy "x";

// about pay
allow pay; // tail

// about send

allow send when a == 1 and b == 2;
allow stop;

// the end
`;
    expect(formatPolicy(source).text).toBe(laid);
    expect(formatPolicy(laid).text).toBe(laid);
  });
});

/** Puts comments after some of the pieces: at the end of the line, and on lines of their own. */
function withComments(text: string, rng: () => number, pieces: RegExp): string {
  let count = 0;
  return text.replaceAll(pieces, (piece) => {
    if ((piece !== ' ' && piece !== ';') || rng() > 0.2) return piece;
    count++;
    const own = `\n// own ${String(count)}\n`;
    return piece + pick(rng, [` // trailing ${String(count)}\n`, own, ` // trailing\n${own}\n  // and more\n`]);
  });
}
