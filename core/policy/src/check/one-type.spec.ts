import type { Catalogue, Field, Type } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { strictness } from '../core/effect.js';
import { compilePolicy } from '../evaluate/compile.js';
import { interpretPolicy } from '../evaluate/interpret.js';
import type { Call, Context, Decision } from '../evaluate/types.js';
import { chance, corpus, pick, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../testing/index.js';
import { loadPolicy } from './load.js';

const string = (format: 'text' | 'keyword' | 'email' | 'path' | 'url'): Type => ({ kind: 'string', format });
const fieldsOf = (type: Type | null): Readonly<Record<string, Field>> => (type ? { a: { type, required: false } } : {});
const toolsOf = (types: Readonly<Record<string, Type | null>>): Catalogue => ({
  name: 'c',
  tools: Object.entries(types).map(([name, type]) => ({
    name,
    classes: ['write'],
    args: { kind: 'record', fields: fieldsOf(type) },
  })),
});

function decide(text: string, catalogue: Catalogue, call: Call, context: Context = {}): Decision {
  const loaded = loadPolicy(text, { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const compiled = compilePolicy(loaded.core).decide(call, context);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(compiled);
  return compiled;
}

describe('a path has one type in a rule', () => {
  const rule = (test: string): string => `dialect 2; default allow; refuse (tool) when { ${test} };`;
  it.each<[Type, string]>([
    [string('keyword'), '(args.a or else "PROD") == "prod"'],
    [string('email'), '(args.a or else "Ann@X.Example") == "ann@x.example"'],
    [string('path'), '(args.a or else "/srv//x") == "/srv/x"'],
    [string('url'), '(args.a or else "https://X.example") == "https://x.example/"'],
    [{ kind: 'time' }, '(args.a or else "2026-01-01T01:00:00+01:00") <= "2026-01-01T00:00:00Z"'],
    [{ kind: 'int', min: 0, max: 5 }, '(args.a or else 0) <= 0'],
    [{ kind: 'decimal', scale: 2 }, '(args.a or else 0.5) == 0.50'],
    [string('keyword'), '(if args has a then args.a else "Prod") == "prod"'],
  ])('for tools that lack it, too: %j in %s', (type, test) => {
    const catalogue = toolsOf({ t: type, u: null });
    const slugs = ['t', 'u'].map((tool) => decide(rule(test), catalogue, { tool, args: {} }).slug);
    expect(slugs).toEqual(['refused', 'refused']);
  });

  it('and none when the others declare several', () => {
    const catalogue = toolsOf({ t: string('keyword'), v: string('text'), u: null });
    const said = (tool: string, test: string): string => decide(rule(test), catalogue, { tool, args: {} }).slug;
    const test = '(args.a or else "PROD") == "prod"';
    expect(['t', 'v', 'u'].map((tool) => said(tool, test))).toEqual(['refused', 'no_rule', 'guard_undefined']);
    const scoped = `dialect 2; default allow; refuse (tool in ["t", "u"]) when { ${test} };`;
    expect(decide(scoped, catalogue, { tool: 'u', args: {} }).slug).toBe('refused');
  });

  it('so that nothing says whether it is there', () => {
    const catalogue = toolsOf({ t: string('keyword'), v: { kind: 'int' }, u: null });
    const said = (tool: string, args: Call['args']): string =>
      decide(rule('has args.a'), catalogue, { tool, args }).slug;
    expect([said('t', { a: 'x' }), said('v', {}), said('u', {})]).toEqual(['refused', 'no_rule', 'guard_undefined']);
    const scoped = 'dialect 2; default allow; refuse (tool in ["t", "u"]) when { has args.a };';
    expect(decide(scoped, catalogue, { tool: 'u', args: {} }).slug).toBe('no_rule');
  });

  it('takes the finest of numbers', () => {
    const catalogue = toolsOf({ t: { kind: 'int' }, v: { kind: 'decimal', scale: 2 }, u: null });
    expect(decide(rule('(args.a or else 1) == 1'), catalogue, { tool: 'u', args: {} }).slug).toBe('refused');
  });

  it('asks for labels of what a tool lacks', () => {
    const catalogue = toolsOf({ t: string('text'), u: null });
    const text = rule('label(args.a, "x")');
    expect(decide(text, catalogue, { tool: 'u', args: {} }).slug).toBe('guard_undefined');
    expect(decide(text, catalogue, { tool: 'u', args: {} }, { labels: { args: {} } }).slug).toBe('no_rule');
  });
});

/** The catalogue with one argument taken away from one of the tools that declare it alike; null when there is none. */
function without(catalogue: Catalogue, tool: string, name: string): Catalogue | null {
  const typed = catalogue.tools.flatMap(({ args }) =>
    Object.hasOwn(args.fields, name) ? [JSON.stringify(args.fields[name]?.type)] : [],
  );
  if (typed.length < 2 || new Set(typed).size > 1) return null;
  const tools = catalogue.tools.map((each) => {
    if (each.name !== tool) return each;
    const fields = Object.fromEntries(Object.entries(each.args.fields).filter(([field]) => field !== name));
    return { ...each, args: { ...each.args, fields } };
  });
  return { ...catalogue, tools };
}

describe('taking the declaration of an attribute away', () => {
  it.each([1, 2] as const)('never makes a call without it milder (dialect %i)', (dialect) => {
    const rng = seededRandom(40 + dialect);
    let checked = 0;
    const milder: unknown[] = [];
    // Every catalogue twice over, so that tools share their arguments.
    const catalogues = [zoo, ...corpus.map((entry) => entry.catalogue)].map((catalogue) => ({
      ...catalogue,
      tools: catalogue.tools.flatMap((tool) => [tool, { ...tool, name: `${tool.name}_two` }]),
    }));
    for (let i = 0; i < 250; i++) {
      const catalogue = pick(rng, catalogues);
      const text = randomPolicy(rng, catalogue, dialect);
      const tool = pick(rng, catalogue.tools);
      const name = pick(rng, Object.keys(tool.args.fields).concat('none'));
      const smaller = without(catalogue, tool.name, name);
      if (!smaller) continue;
      const [before, after] = [loadPolicy(text, { catalogue }), loadPolicy(text, { catalogue: smaller })];
      // A rule about that tool alone speaks of what nobody has any more.
      if (!before.ok || !after.ok) continue;
      const deciders = [compilePolicy(before.core), compilePolicy(after.core)] as const;
      for (let j = 0; j < 10; j++) {
        const made = randomCall(rng, { ...catalogue, tools: [tool] });
        const { [name]: _, ...args } = made.args as Record<string, unknown>;
        const call: Call = { ...made, args, unknown: [name] };
        const context = chance(rng, 0.2) ? {} : randomContext(rng, catalogue);
        const [then, now] = deciders.map((decider) => decider.decide(call, context)) as [Decision, Decision];
        checked++;
        if (strictness[now.answer] < strictness[then.answer]) milder.push({ text, name, call, context, then, now });
      }
    }
    expect(milder).toEqual([]);
    expect(checked).toBeGreaterThan(400);
  });
});
