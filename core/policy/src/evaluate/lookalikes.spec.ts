import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { compilePolicy } from './compile.js';
import { interpretPolicy } from './interpret.js';

const DECLARED =
  'dialect 2; default allow; tool t(); principal (inner?: { a?: int, more?: { b?: int } }); session (way?: map { a?: int });';

function said(test: string, context: object): string {
  const loaded = loadPolicy(`${DECLARED} refuse (tool) when { ${test} };`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const call = { tool: 't', args: {} };
  const compiled = compilePolicy(loaded.core).decide(call, context);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(compiled);
  return compiled.slug;
}

describe('an object on the way to an attribute', () => {
  it.each<[string, object, string]>([
    ['principal.inner.a == 1', { inner: { a: 1, other: 2 } }, 'refused'],
    ['principal.inner.a == 2', { inner: { a: 1, other: 2 } }, 'no_rule'],
    ['principal.inner.a == 2', { inner: { a: 1, A: 2 } }, 'guard_undefined'],
    ['principal.inner.a == 2', { inner: { a: 1, '\uff41': 2 } }, 'guard_undefined'],
    ['principal.inner.a == 2', { inner: { a: 1, ['__proto__']: 2 } }, 'guard_undefined'],
    ['(principal.inner.a or else 1) == 2', { inner: { A: 2 } }, 'guard_undefined'],
    ['has principal.inner.a', { inner: { A: 2 } }, 'guard_undefined'],
    ['has principal.inner', { inner: { A: 2 } }, 'guard_undefined'],
    ['principal.inner.more.b == 2', { inner: { more: { b: 1 }, A: 2 } }, 'guard_undefined'],
    ['principal.inner.more.b == 2', { inner: { more: { b: 1, B: 1 } } }, 'guard_undefined'],
  ])('%s with %j: %s', (test, principal, slug) => expect(said(test, { principal })).toBe(slug));

  it('may be a map, whose names are data', () => {
    expect(said('session.way["x"].a == 2', { session: { way: { x: { a: 1 }, X: { a: 2 } } } })).toBe('no_rule');
    expect(said('session.way["x"].a == 2', { session: { way: { x: { a: 1, A: 1 } } } })).toBe('guard_undefined');
  });

  it('never makes an answer milder by one name more', () => {
    const member = fc.tuple(fc.constantFrom('a', 'A', 'b', '\u0430', 'more', 'M0RE', 'x'), fc.constantFrom(1, 2, null));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 3 }), member, (members, more) => {
        const slugs = [members, [...members, more]].map((each) =>
          said('principal.inner.a == 1', { principal: { inner: Object.fromEntries([...each, ['a', 1]]) } }),
        );
        expect(slugs).not.toContain('no_rule');
        expect(slugs).not.toEqual(['guard_undefined', 'refused']);
      }),
    );
  });
});
