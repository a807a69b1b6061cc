import { preparePolicy } from '@ostiary/guard';
import { SourceText } from '@ostiary/policy';
import { describe, expect, it } from 'vitest';
import type { Imported, ImportFault } from '../model.js';
import { importCedar } from './import.js';

const SCHEMA = `
entity Team;
entity User in [Team] = { level: Long, manager?: User, mfa?: Bool };
entity Invoice = { owner: User, tags: Set<String>, note?: String };
action view, pay in [billing] appliesTo { principal: [User], resource: [Invoice], context: { amount: Long, ip?: ipaddr, at: datetime } };
action billing;
`;

async function imported(text: string, schema?: string): Promise<Imported> {
  const result = await importCedar({ text, schema, declares: true });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const prepared = preparePolicy({ text: result.imported.text });
  if (!prepared.ok) throw new Error(`${result.imported.text}\n${JSON.stringify(prepared.faults)}`);
  return result.imported;
}

/** The rules of a translation, a line each. */
const rules = ({ text }: Imported): readonly string[] =>
  text
    .replaceAll(/\n +/gu, ' ')
    .split('\n')
    .filter((line) => /^(?:@|allow|refuse)/u.test(line));

async function faults(text: string, schema?: string): Promise<readonly Omit<ImportFault, 'detail'>[]> {
  const result = await importCedar({ text, schema, declares: true });
  if (result.ok) throw new Error(result.imported.text);
  return result.faults.map(({ of, slug, line, column }) => ({ of, slug, line, column }));
}

describe('a policy of Cedar in our words', () => {
  it('keeps ids, and drops a forbid whose condition fails', async () => {
    const read = await imported(
      `@id("pays") permit (principal, action == Action::"pay", resource);
@id("cap") forbid (principal, action, resource) when { context.amount > 100 } unless { principal.mfa };`,
    );
    expect(rules(read)).toEqual([
      '@id("pays") allow (tool == "pay");',
      '@id("cap") refuse (tool) when { (args.amount > 100) or else false } when { !principal.mfa or else false };',
    ]);
    expect(read.readings.closed).toContain('when { args.amount > 100 }');
    expect(read.notImported).toEqual([]);
  });

  it('takes types, groups of actions and entities behind attributes from a schema', async () => {
    const read = await imported(
      `permit (principal in Team::"fin", action in Action::"billing", resource is Invoice) when { resource.owner.manager == principal };`,
      SCHEMA,
    );
    expect(read.text).toContain(
      `tool view (
  resource: { uid: text, note?: text, owner: { uid: text, manager?: { uid: text } }, tags: [text] },
  amount: int,
  at: time,
  ip?: ip,
);`,
    );
    expect(rules(read)).toEqual([
      String.raw`allow (tool in ["pay", "view"]) when { principal.ancestors.contains("Team::\"fin\"") } when { args.resource.owner.manager.uid == principal.id };`,
    ]);
  });

  it('does not say that an attribute may be absent where the type that is asked for has it', async () => {
    const schema = `entity User = { level: Long, zone: String }; entity Robot = { zone: Long };
action run appliesTo { principal: [User, Robot], resource: [User, Robot], context: {} };`;
    const read = await imported(
      `@id("head") forbid (principal is User, action, resource) when { principal.level < 3 };
@id("one") forbid (principal == User::"a", action, resource) when { principal.level < 3 };
@id("test") forbid (principal, action, resource) when { resource is User && resource.level < 3 };
@id("any") forbid (principal, action, resource) when { principal.level < 3 };
@id("other") forbid (principal is User, action, resource) when { resource.level < 3 };
@id("late") forbid (principal, action, resource) when { principal.level < 3 && principal is User };
@id("mixed") forbid (principal is User, action, resource) when { principal.zone == 1 };`,
      schema,
    );
    const closed = rules({ ...read, text: read.readings.closed ?? '' });
    const isUnsure = (rule: string): boolean => !rule.endsWith('or else false };');
    expect(closed.filter(isUnsure).map((rule) => /"(\w+)"/u.exec(rule)?.[1])).toEqual([
      'any',
      'other',
      'late',
      'mixed',
    ]);
  });

  it('does not make true what has failed in Cedar: a test before `||`, and one that is negated', async () => {
    const read = await imported(
      'forbid (principal, action, resource) when { context.a == 1 || context.b == 2 } unless { context.c == 3 && context.d == 4 };',
    );
    expect(rules(read)).toEqual([
      'refuse (tool) when { (args.a == 1 || (args.a != 1 && args.b == 2)) or else false } when { (args.c != 3 || (args.c == 3 && args.d != 4)) or else false };',
    ]);
  });

  it('says where each rule stands', async () => {
    const text = `// a comment; with "signs"\n@note("a;b")\npermit (principal, action, resource);\n\n  forbid (principal, action, resource) when { context.a };`;
    const { places } = await imported(text);
    const source = new SourceText(text);
    expect(places.map(({ start, end }) => [source.position(start), source.position(end).line])).toEqual([
      [{ line: 2, column: 1 }, 3],
      [{ line: 5, column: 3 }, 5],
    ]);
  });

  it('gives policies of one id two ids', async () => {
    const twice = '@id("x") permit (principal, action, resource); @id("x") forbid (principal, action, resource);';
    expect(rules(await imported(twice))).toEqual(['@id("x") allow (tool);', '@id("x (2)") refuse (tool);']);
  });

  it('keeps attributes apart that would be one with us', async () => {
    const { text } = await imported(
      'permit (principal, action, resource) when { principal.id == "a" && principal.attr_id == "b" && resource.uid == "c" && context.resource == "d" };',
    );
    expect(text).toContain(
      'principal.attr_id == "a" && principal.attr_attr_id == "b" && args.resource.attr_uid == "c" && args.attr_resource == "d"',
    );
  });

  it('quotes names of actions, entities and attributes', async () => {
    const read = await imported(
      String.raw`permit (principal == User::"a\"b", action == Action::"do it", resource) when { context["odd \" name"] like "*\**\\" };`,
    );
    expect(rules(read)).toEqual([
      String.raw`allow (tool == "do%20it") when { principal.id == "User::\"a\\\"b\"" } when { args["odd \" name"] like "*\**\\" };`,
    ]);
  });
});

describe('what is not imported of Cedar', () => {
  it('stands as something that may be anything, once for the same condition', async () => {
    const { text, notImported } = await imported(
      'permit (principal, action, resource) when { context.r == {a: 1} };\nforbid (principal, action, resource) when { context.r == {a: 1} };',
    );
    expect(text).toContain('session (unread_1?: bool);');
    expect(text).toContain('when { session.unread_1 }');
    expect(text).toContain('when { session.unread_1 or else false }');
    expect(notImported.map(({ line, construct }) => [line, construct])).toEqual([[1, '==']]);
  });

  it.each([
    ['context.n == 9007199254740993', '=='],
    ['context.a * context.b * context.c > 1', '>'],
    ['context.t.toTime() < duration("9h")', '<'],
    ['principal in resource.readers', 'in'],
    ['resource.getTag(context.key) == "x"', '=='],
    ['(if context.a then 1 else 2) == 1', '=='],
  ])('is %s', async (condition, construct) => {
    const { notImported } = await imported(`permit (principal, action, resource) when { ${condition} };`);
    expect(notImported.map((each) => each.construct)).toEqual([construct]);
  });

  it('is a template, and told is a test of what the schema does not have', async () => {
    const { notImported, text } = await imported(
      'permit (principal == ?principal, action, resource);\nforbid (principal, action == Action::"pay", resource) when { context.amuont > 3 };\npermit (principal, action == Action::"fly", resource);',
      SCHEMA,
    );
    expect(notImported.map(({ line, construct }) => [line, construct])).toEqual([
      [1, 'template'],
      [2, 'attribute'],
      [3, 'action'],
    ]);
    expect(text).toContain('refuse (tool == "pay") when { false };');
  });
});

describe('what Cedar cannot read', () => {
  it.each([
    ['permit (principal, action, resource);\npermit (principal, action) when { true };', 'text', 2],
    ['permit (principal, action, resource) when {\n"ü" == };', 'text', 2],
    ['allow everything', 'text', 1],
    ['"', 'text', 1],
    ['permit (principal, action, resource);;', 'text', 1],
  ])('is told with its line: %s', async (text, of, line) => {
    expect(await faults(text)).toMatchObject([{ of, slug: 'not_readable', line }]);
  });

  it.each(['entity A; action x appliesTo { principal: A, resource: Nobody };', '{', '{"": 7}', 'nonsense'])(
    'is a schema: %s',
    async (schema) => {
      expect(await faults('permit (principal, action, resource);', schema)).toMatchObject([
        { of: 'schema', slug: 'not_readable' },
      ]);
    },
  );

  it('is nothing at all, and that is a policy', async () => {
    expect(rules(await imported('// nothing'))).toEqual([]);
  });
});
