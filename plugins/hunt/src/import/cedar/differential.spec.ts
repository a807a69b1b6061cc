import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithCedar } from '../testing/compare.js';

const SCHEMA = `
entity Group in [Group];
entity User in [Group] = { level: Long, name: String, boss?: User, mfa?: Bool, roles: Set<String>, peers?: Set<User> } tags String;
entity Robot = { level?: Long };
entity File = { owner: User, size: Long, path: String, labels?: Set<String>, meta?: { kind: String, n?: Long } };
action all;
action read, write in [all] appliesTo { principal: [User, Robot], resource: [File], context: { n: Long, s?: String, ok: Bool, deep?: { a?: Long, b: String }, ip?: ipaddr, t: datetime, d: decimal } };
action drop appliesTo { principal: [User], resource: [File], context: { reason?: String } };
`;

const int = fc.constantFrom(
  'context.n',
  'principal.level',
  'resource.size',
  'context.deep.a',
  'resource.meta.n',
  '3',
  '0',
  'context.n + 1',
  'resource.size * 2 - context.n',
  '-context.n',
);
const text = fc.constantFrom(
  'context.s',
  'principal.name',
  'resource.path',
  'context.deep.b',
  'resource.meta.kind',
  '"a"',
  '"za"',
  'context.reason',
  'principal.getTag("a")',
);
const someone = fc.constantFrom(
  'principal',
  'resource.owner',
  'principal.boss',
  'resource.owner.boss',
  'User::"a"',
  'User::"z"',
);
const texts = fc.constantFrom('principal.roles', 'resource.labels', 'resource.owner.roles', '["a", "z"]');

const atom = fc.oneof(
  fc.tuple(int, fc.constantFrom('<', '<=', '>', '>=', '==', '!='), int).map((parts) => parts.join(' ')),
  fc.tuple(text, fc.constantFrom('==', '!='), text).map((parts) => parts.join(' ')),
  fc.tuple(text, fc.constantFrom('a*', '*z', '*a*z', '*')).map(([value, glob]) => `${value} like "${glob}"`),
  fc.tuple(someone, fc.constantFrom('==', '!='), someone).map((parts) => parts.join(' ')),
  fc
    .tuple(
      fc.constantFrom('principal', 'resource.owner', 'principal.boss'),
      fc.constantFrom('Group::"g"', 'User::"a"', '[Group::"g", Group::"h"]', 'principal.peers', 'resource.owner'),
    )
    .map(([one, of]) => `${one} in ${of}`),
  fc.tuple(texts, text).map(([set, item]) => `${set}.contains(${item})`),
  fc
    .tuple(texts, fc.constantFrom('containsAll', 'containsAny'), texts)
    .map(([set, test, other]) => `${set}.${test}(${other})`),
  fc.constantFrom(
    'context.ok',
    'principal.mfa',
    'context.ok == true',
    'principal.mfa == context.ok',
    'true',
    'false',
    'principal has mfa',
    'principal has boss',
    'context has deep.a',
    'context.deep has a',
    'resource.meta has n',
    'principal has wings',
    'principal.hasTag("a")',
    'resource.owner.boss has mfa',
    'principal is User',
    'principal is Robot',
    'principal is User in Group::"g"',
    'resource is File',
    'resource.owner is User',
    'action == Action::"read"',
    'action in Action::"all"',
    'action in [Action::"drop"]',
    'context.ip == ip("10.0.0.1")',
    'context.ip.isInRange(ip("10.0.0.0/8"))',
    'context.ip.isLoopback()',
    'context.ip.isIpv6()',
    'context.ip.isMulticast()',
    'context.t < datetime("2025-02-01")',
    'context.t.offset(duration("-24h")) > datetime("2025-01-01T00:00:00Z")',
    'context.d.lessThan(decimal("1.5"))',
    'context.d == decimal("1.25")',
    'principal.roles.isEmpty()',
    'principal.roles == ["a"]',
    'principal.peers.contains(resource.owner)',
    'context.missing == 1',
  ),
);

const condition = fc.letrec<{ readonly tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atom,
    tie('tree').map((inner) => `!(${inner})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('&&', '||'), tie('tree'))
      .map(([left, op, right]) => `(${left} ${op} ${right})`),
    fc
      .tuple(tie('tree'), tie('tree'), tie('tree'))
      .map(([test, then, otherwise]) => `(if ${test} then ${then} else ${otherwise})`),
  ),
})).tree;

const policy = fc
  .record({
    effect: fc.constantFrom('permit', 'permit', 'forbid'),
    principal: fc.constantFrom(
      'principal',
      'principal',
      'principal is User',
      'principal == User::"a"',
      'principal in Group::"g"',
      'principal is User in Group::"h"',
    ),
    action: fc.constantFrom(
      'action',
      'action',
      'action == Action::"read"',
      'action in [Action::"write", Action::"drop"]',
      'action in Action::"all"',
    ),
    resource: fc.constantFrom('resource', 'resource is File', 'resource == File::"a"'),
    clauses: fc.array(fc.tuple(fc.constantFrom('when', 'unless'), condition), { maxLength: 2 }),
  })
  .map(
    ({ effect, principal, action, resource, clauses }) =>
      `${effect} (${principal}, ${action}, ${resource}) ${clauses.map(([word, body]) => `${word} { ${body} }`).join(' ')};`,
  );

describe('Cedar and the translation', () => {
  it.each([
    ['with a schema', SCHEMA],
    ['without one', undefined],
  ])('answer every request alike, %s', async (_, schema) => {
    let allowed = 0;
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(policy, { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat({ max: 1_000_000 })),
        async (policies, stream) => {
          const random = (below: number): number => (stream.next().value ?? 0) % below;
          const found = await compareWithCedar({ text: policies.join('\n'), schema }, 12, random);
          if (!found) return;
          compared += found.asked;
          allowed += found.allowed;
          expect(found.differences).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(500);
    expect(allowed).toBeGreaterThan(50);
    expect(compared - allowed).toBeGreaterThan(50);
  });
});
