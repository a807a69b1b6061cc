import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circleOfGroups, readAnyCatalogue, readCatalogue } from '../index.js';

const problems = (groups: unknown): readonly string[] => {
  const result = readCatalogue({ name: 'x', tools: [], groups });
  return result.ok ? [] : result.problems.map(({ pointer, slug }) => `${pointer} ${slug}`);
};

describe('groups of principals', () => {
  it('are part of the model, also beside a document', () => {
    const groups = { clerks: ['staff'], 'front desk': [] };
    expect(readCatalogue({ name: 'x', tools: [], groups })).toMatchObject({ ok: true, catalogue: { groups } });
    expect(readAnyCatalogue({ document: { tools: [] }, format: 'mcp', groups })).toMatchObject({
      catalogue: { groups },
    });
  });

  it.each([
    [[], '/groups wrong_type'],
    [{ a: 'b' }, '/groups/a wrong_type'],
    [{ a: [1] }, '/groups/a/0 wrong_type'],
    [{ ' a': [] }, '/groups/ a name_invalid'],
    [{ a: [''] }, '/groups/a/0 name_invalid'],
    [{ a: ['a'] }, '/groups/a group_cycle'],
    [{ x: ['b'], b: ['c'], C: ['B'] }, '/groups/b group_cycle'],
  ])('%j: %s', (groups, problem) => expect(problems(groups)).toEqual([problem]));

  it('lie in a circle exactly when one can be reached from itself', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.dictionary(name, fc.array(name, { maxLength: 3 })), (stated) => {
        const groups = new Map(Object.entries(stated));
        const above = (start: string): Set<string> => {
          const found = new Set(groups.get(start) ?? []);
          for (const each of found) for (const next of groups.get(each) ?? []) found.add(next);
          return found;
        };
        const circle = circleOfGroups(groups);
        expect(circle.length > 0).toBe([...groups.keys()].some((each) => above(each).has(each)));
        circle.forEach((each, i) => expect(groups.get(each)).toContain(circle[(i + 1) % circle.length]));
      }),
      { numRuns: 500 },
    );
  });
});
