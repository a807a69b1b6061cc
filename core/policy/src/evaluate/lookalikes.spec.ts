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

describe('the principal and the session', () => {
  const NOW = Date.UTC(2026, 10, 21);
  const CAP = 'count(t.ok) within 1h by principal >= 1';
  const spent = { now: NOW, history: [{ tool: 't', state: 'ok' as const, at: NOW - 1, args: {}, principal: 'ann' }] };

  function answered(policy: string, context: object): string {
    const loaded = loadPolicy(`dialect 2; default allow; tool t(); ${policy}`);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const call = { tool: 't', args: {} };
    const compiled = compilePolicy(loaded.core).decide(call, context);
    expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(compiled);
    return compiled.slug;
  }
  const ADMIN = 'principal (role: keyword, level?: int); refuse (tool) when { principal.role != "admin" };';

  it.each<[string, string, object, string]>([
    ['the attribute alone', ADMIN, { principal: { role: 'admin', other: 1 } }, 'no_rule'],
    ['beside another case', ADMIN, { principal: { role: 'admin', Role: 'guest' } }, 'guard_undefined'],
    ['another case alone', ADMIN, { principal: { Role: 'admin' } }, 'guard_undefined'],
    ['beside full-width letters', ADMIN, { principal: { role: 'admin', ｒole: 'guest' } }, 'guard_undefined'],
    ['beside a NUL', ADMIN, { principal: { role: 'admin', 'role\0': 'guest' } }, 'guard_undefined'],
    ['beside a Cyrillic letter', ADMIN, { principal: { role: 'admin', 'r\u043ele': 'guest' } }, 'guard_undefined'],
    ['of another attribute that is declared', ADMIN, { principal: { role: 'admin', Level: 1 } }, 'guard_undefined'],
    [
      'of a session, with types from use',
      'refuse (tool) when { session.trusted == false };',
      { session: { trusted: true, Trusted: false } },
      'guard_undefined',
    ],
    ['`has`', 'refuse (tool) when { has session.vip };', { session: { Vip: true } }, 'guard_undefined'],
    ['`or else`', 'refuse (tool) when { (principal.n or else 1) > 1 };', { principal: { N: 2 } }, 'guard_undefined'],
    [
      'a key of the history',
      `refuse (tool) when history { ${CAP} };`,
      { principal: { id: 'bob' }, ...spent },
      'no_rule',
    ],
    [
      'a key of the history in disguise',
      `refuse (tool) when history { ${CAP} };`,
      { principal: { id: 'bob', ID: 'ann' }, ...spent },
      'guard_undefined',
    ],
  ])('%s', (_, policy, context, slug) => {
    expect(answered(policy, context)).toBe(slug);
  });

  it('never get a milder answer by one name more', () => {
    const member = fc.tuple(
      fc.constantFrom('role', 'Role', 'ROLE', 'r0le', 'level', 'x'),
      fc.constantFrom('admin', 'guest', 1),
    );
    fc.assert(
      fc.property(fc.array(member, { maxLength: 3 }), member, (members, more) => {
        const [before, after] = [members, [...members, more]].map((each) =>
          answered(ADMIN, { principal: Object.fromEntries([...each, ['role', 'guest']]) }),
        );
        expect(['refused', 'guard_undefined']).toContain(before);
        expect(before === 'guard_undefined' ? ['guard_undefined'] : ['refused', 'guard_undefined']).toContain(after);
      }),
    );
  });
});
