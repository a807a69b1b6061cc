import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { compilePolicy } from './compile.js';
import { interpretPolicy } from './interpret.js';
import { unknownLabels } from './labels.js';
import type { Context } from './types.js';

const loaded = loadPolicy(
  'dialect 2; default allow; refuse (tool == "t") when { label(args.to, "PII") || session.label("Untrusted") };',
);
if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
const call = { tool: 't', args: { to: ['x'], 'a.b': 1 } };

function said(labels: NonNullable<Context['labels']>): string {
  if (!loaded.ok) throw new Error('not loaded');
  const compiled = compilePolicy(loaded.core).decide(call, { labels });
  expect(interpretPolicy(loaded.tree, loaded.environment, call, { labels })).toEqual(compiled);
  return compiled.slug;
}

describe('labels', () => {
  it.each([['to'], ['args.to'], ['to.0'], ['args.to.0'], ['/to'], ['/to/0']])(
    'of an argument may be written %j',
    (key) => {
      expect(said({ session: [], args: { [key]: ['pii'] } })).toBe('refused');
    },
  );

  it('are keywords', () => {
    expect(said({ session: [], args: { to: [' Pii '] } })).toBe('refused');
    expect(said({ session: ['UNTRUSTED'], args: {} })).toBe('refused');
    expect(said({ session: [], args: { other: ['pii'] } })).toBe('no_rule');
    // A label that two readers could read differently is perhaps the one that is asked for.
    expect(said({ session: ['un\u200btrusted'], args: {} })).toBe('guard_undefined');
  });

  it('are not known where null stands for them', () => {
    const none = JSON.parse('{"session":null,"args":null}') as NonNullable<Context['labels']>;
    expect(said(none)).toBe('guard_undefined');
  });

  it('stand on arguments that there are', () => {
    const faults = (args: Record<string, readonly string[]>): readonly string[] =>
      unknownLabels(loaded.ok ? loaded.core : (null as never), call, { labels: { args } }).map(({ key }) => key);
    expect(faults({ to: [], 'args.to': [], '/a.b': [], 'to.0': [] })).toEqual([]);
    expect(faults({ too: [], 'a.b': [], args: [], '': [] })).toEqual(['too', 'a.b', 'args', '']);
    expect(unknownLabels(loaded.ok ? loaded.core : (null as never), call, { labels: { args: { too: [] } } })).toEqual([
      { key: 'too', nearest: ['to'] },
    ]);
  });
});

describe('a label on an argument with parts', () => {
  /** Names that begin alike, so that a path by its characters is not one by its steps. */
  const TARGETS = ['a', 'a.b', 'a.b.c', 'ab', 'a.bc'] as const;
  const asked = loadPolicy(
    `dialect 2; default allow; ${TARGETS.map(
      (target, i) => `@id("r${String(i)}") refuse (tool == "t") when { label(args.${target}, "x") };`,
    ).join(' ')}`,
  );
  if (!asked.ok) throw new Error(JSON.stringify(asked.diagnostics));
  const { core, tree, environment } = asked;
  const decider = compilePolicy(core);
  const args = { a: { b: { c: 1 }, bc: 1 }, ab: 1 };
  const isPart = (part: string, whole: string): boolean => part === whole || part.startsWith(`${whole}.`);

  it('taints its parts and what it is a part of, and nothing that only begins with the same letters', () => {
    const keys = fc.constantFrom('a', 'a.b', 'a.b.c', 'ab', 'a.bc', 'a.b.d', 'abc', 'b');
    const written = fc.constantFrom(
      (key: string) => key,
      (key: string) => `args.${key}`,
      (key: string) => `/${key.replaceAll('.', '/')}`,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, written), { maxLength: 2 }), (given) => {
        const labels = { args: Object.fromEntries(given.map(([key, write]) => [write(key), ['x']])) };
        const decision = decider.decide({ tool: 't', args }, { labels });
        expect(interpretPolicy(tree, environment, { tool: 't', args }, { labels })).toEqual(decision);
        const tainted = TARGETS.flatMap((target, i) =>
          given.some(([key]) => isPart(key, target) || isPart(target, key)) ? [`r${String(i)}`] : [],
        );
        expect(decision.deciding.map(({ rule }) => rule)).toEqual(tainted);
      }),
      { numRuns: 200 },
    );
  });
});
