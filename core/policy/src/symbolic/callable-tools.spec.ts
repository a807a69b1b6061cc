import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { toolKeys } from '../evaluate/compile/tool-plan.js';
import { quoteGlob } from '../text/escapes.js';
import { nameJudge } from '../values/names.js';
import { callableTools } from './callable-tools.js';

const coreOf = (text: string) => {
  const loaded = loadPolicy(text);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.core;
};

describe('the tools a question is about', () => {
  it('are those that are known, and one for all others', () => {
    expect(callableTools(coreOf('dialect 1; allow pay; tool pay ();'))).toEqual({ tools: ['pay'], complete: true });
    expect(callableTools(coreOf('dialect 1; allow pay;'))).toEqual({ tools: ['pay', 'other_tool'], complete: true });
    expect(callableTools(coreOf('dialect 1; allow other_tool;')).tools).toEqual(['other_tool', 'other_tool_']);
  });

  it('are one for each set of patterns that a name can match', () => {
    const { tools, complete } = callableTools(
      coreOf('dialect 1; refuse tool like "a*"; confirm tool like "*z"; allow tool like "ab";'),
    );
    expect(complete).toBe(true);
    expect(
      tools.map((tool) => [tool.startsWith('a'), tool.endsWith('z'), tool === 'ab'].map(Number).join('')).toSorted(),
    ).toEqual(['000', '010', '100', '101', '110']);
  });

  it('say when they are not all', () => {
    const rules = Array.from(
      { length: 40 },
      (_, i) => `refuse tool like "*${String.fromCharCode(97 + (i % 26))}${String(i)}*";`,
    );
    expect(callableTools(coreOf(`dialect 1; ${rules.join('')}`)).complete).toBe(false);
  });

  it('stand for every name', () => {
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 4 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(glob, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 20, maxLength: 20 }),
        (globs, names) => {
          const core = coreOf(
            `dialect 1; allow known; ${globs.map((each) => `refuse tool like ${quoteGlob(each)};`).join('')}`,
          );
          const keyOf = toolKeys(core);
          const kinds = new Set(callableTools(core).tools.map(keyOf));
          const judge = nameJudge(core.tools);
          const others = names.filter((each) => judge(each) === 'other');
          expect(others.filter((each) => !kinds.has(keyOf(each)))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
