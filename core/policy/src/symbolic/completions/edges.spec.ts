import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { analyseCompletions } from './analyse.js';
import type { CompletionResult } from './result.js';

/** Without a solver, an empty call of `t` with these arguments open. */
async function ask(
  text: string,
  args: readonly string[],
  known: Readonly<Record<string, unknown>> = {},
): Promise<CompletionResult> {
  const loaded = loadPolicy(`dialect 2; ${text}`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const decider = compilePolicy(loaded.core);
  return analyseCompletions(
    loaded.core,
    { call: { tool: 't', args: known }, context: { now: 7_200_000 }, open: { args: [...args] } },
    null,
    (call, context) => decider.decide(call, context).answer,
  );
}

describe('an open number', () => {
  it('is looked at on both sides of every place where a test changes', async () => {
    const test = fc.record({
      factor: fc.constantFrom(1, 1, 2, 3, -1, -2),
      op: fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
      bound: fc.integer({ min: -9, max: 9 }),
    });
    const holds = (op: string, a: number, b: number): boolean =>
      op === '<'
        ? a < b
        : op === '<='
          ? a <= b
          : op === '>'
            ? a > b
            : op === '>='
              ? a >= b
              : (a === b) === (op === '==');
    const numbers = Array.from({ length: 61 }, (_, i) => i - 30);
    await fc.assert(
      fc.asyncProperty(
        fc.array(test, { minLength: 1, maxLength: 2 }),
        fc.constantFrom('&&', '||'),
        async (tests, and) => {
          const written = tests
            .map(({ factor, op, bound }) => `args.n * ${String(factor)} ${op} ${String(bound)}`)
            .join(` ${and} `);
          const said = (n: number): boolean => {
            const truths = tests.map(({ factor, op, bound }) => holds(op, n * factor, bound));
            return and === '&&' ? !truths.includes(false) : truths.includes(true);
          };
          // An argument that is not there is refused like one that is out of bounds.
          const text = `default allow; tool t (n?: int); refuse (tool == "t") when { args has n && !(${written}) };`;
          const found = await ask(text, ['n']);
          expect({ written, kind: found.kind }).toEqual({ written, kind: numbers.every(said) ? 'holds' : 'depends' });
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('an open history', () => {
  it('has a latest event for each tool when the key is an argument of theirs', async () => {
    const both = (key: string): string =>
      `tool t (id: text); tool u (id: text); tool v (id: text); allow (tool == "t") when history { previous within 1h ${key} u.ok && previous within 1h ${key} v.ok };`;
    expect(await ask(both('by args.id'), [], { id: 'a' })).toMatchObject({
      kind: 'depends',
      witnesses: [{ answer: 'allow' }],
    });
    expect((await ask(both('by anyone'), [], { id: 'a' })).kind).toBe('holds');
  });
});
