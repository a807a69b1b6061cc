import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../index.js';

const codes = (test: string): readonly string[] =>
  loadPolicy(`dialect 2; tool t(n?: int, m?: int, ok?: bool, few?: [int]); confirm (tool == "t") when { ${test} };`)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

describe('what stands before `or else`', () => {
  it.each([
    'args.ok or else false',
    '(args.n == args.m) or else false',
    '(args.n + args.m or else 1) > 2',
    '(args.few.any(x, x > 1)) or else args.ok',
    '(args.few.sum(x, x * 2) or else 0) <= 10',
    '(args.few.containsAll([1, 2]) && !(args.n in [1])) or else true',
  ])('may be %s', (test) => {
    expect(codes(test)).toEqual([]);
  });
  it.each([
    ['tests that may do without an attribute', '((if args.ok then args.n else args.m) or else 1) > 2'],
    ['items beside something else', '(args.few.any(x, x > args.n)) or else false'],
    ['a fallback that is a test', '(args.ok or else (args.n == 1 && args.m == 1)) or else true'],
    ['nothing that may be absent', '(tool == "t") or else false'],
    ['what already has a fallback everywhere', '((args.n or else 1) > 2) or else false'],
    ['several tests before what is no constant', '(args.n == 1 && args.m == 1) or else args.ok'],
  ])('is not %s', (_, test) => {
    expect(codes(test)).toEqual(['or_else_operand']);
  });
});
