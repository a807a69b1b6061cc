import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { strictness } from '../core/effect.js';
import type { CoreExpr, CorePolicy } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';
import {
  catalogues,
  corpus,
  randomCall,
  randomContext,
  randomPolicy,
  type Rng,
  seededRandom,
  zoo,
} from '../testing/index.js';
import { compilePolicy } from './compile.js';
import type { Call, Context } from './types.js';
import { runs } from '../../../../tools/testing/runs.js';

/*
 * What is promised about missing and mistyped data (docs/adr/0022). Take a call that is admitted, and a second one that
 * differs in one attribute only: there it is absent, or of a type no rule reads. Both come without a confirmation (a
 * ticket is for one call and none like it). If no `has` or `or else` looks at that attribute, then
 *
 *   1. the second answer is never weaker than the first, unless the first is the default `refuse` with no rule fired
 *      and the second is `confirm`, by a confirm rule whose guard has become undefined;
 *   2. so it is never `allow` unless the first is, and with `default confirm` or `default allow` it is never weaker.
 */

/** Attributes (`args.x`, `principal.role`) that a `has` or an `or else` of some rule looks at; null: all of them. */
function excused(core: CorePolicy): ReadonlySet<string> | null {
  const found = new Set<string>();
  const visit = (expr: CoreExpr, within: boolean): boolean => {
    if (expr.op === 'has_field') return false;
    if (expr.op === 'has' || (within && expr.op === 'read')) {
      const slot = core.slots[expr.slot];
      if (slot) found.add(`${slot.root}.${slot.path[0] ?? ''}`);
    }
    // What a history condition or a label under `or else` takes from the call is not read through slots alone.
    if (within && ['formerly', 'previous', 'since', 'count', 'sum', 'label', 'convert'].includes(expr.op)) return false;
    return childrenOf(expr).every((child) => visit(child, within || expr.op === 'or_else'));
  };
  const clear = core.rules.every(({ variants }) => variants.every(({ guard }) => visit(guard, false)));
  return clear ? found : null;
}

interface Weakened {
  readonly what: string;
  readonly call: Call;
  readonly context: Context;
}

/** Every way to take away, or to mistype, one attribute of the call or of what stands around it. No type reads null. */
function weakenings(call: Call, context: Context): readonly Weakened[] {
  const found: Weakened[] = [];
  const vary = (
    root: 'args' | 'principal' | 'session',
    object: Readonly<Record<string, unknown>>,
    put: (changed: Record<string, unknown>) => Omit<Weakened, 'what'>,
  ): void => {
    for (const name of Object.keys(object)) {
      const { [name]: _gone, ...rest } = object;
      found.push(
        { what: `${root}.${name}`, ...put(rest) },
        { what: `${root}.${name}`, ...put({ ...rest, [name]: null }) },
      );
    }
  };
  vary('args', call.args, (args) => ({ call: { ...call, args }, context }));
  if (context.principal)
    vary('principal', context.principal, (principal) => ({ call, context: { ...context, principal } }));
  if (context.session) vary('session', context.session, (session) => ({ call, context: { ...context, session } }));
  for (const name of ['principal', 'session', 'history', 'labels', 'now', 'rates'] as const) {
    const { [name]: gone, ...rest } = context;
    if (gone !== undefined) found.push({ what: name, call, context: rest });
  }
  return found;
}

const WHOLE: Readonly<Record<string, string>> = { principal: 'principal.', session: 'session.', now: 'now.' };

function isExcused(what: string, exempt: ReadonlySet<string>): boolean {
  const prefix = WHOLE[what];
  return exempt.has(what) || (prefix !== undefined && [...exempt].some((path) => path.startsWith(prefix)));
}

function checkPolicy(
  text: string,
  options: Parameters<typeof loadPolicy>[1],
  rng: Rng,
  catalogue: typeof zoo,
  calls: number,
): { checked: number; confirmed: number } {
  const loaded = loadPolicy(text, options);
  const seen = { checked: 0, confirmed: 0 };
  const exempt = loaded.ok ? excused(loaded.core) : null;
  if (!loaded.ok || exempt === null) return seen;
  const decider = compilePolicy(loaded.core);
  for (let i = 0; i < calls; i++) {
    const call = randomCall(rng, catalogue);
    const { confirmed: _ticket, ...context } = randomContext(rng, catalogue);
    const before = decider.decide(call, context);
    if (before.pointer !== undefined || before.slug === 'tool_unknown') continue;
    for (const weak of weakenings(call, context)) {
      if (isExcused(weak.what, exempt)) continue;
      const after = decider.decide(weak.call, weak.context);
      seen.checked++;
      const weaker = strictness[after.answer] < strictness[before.answer];
      const excepted =
        before.slug === 'no_rule' &&
        before.answer === 'refuse' &&
        after.answer === 'confirm' &&
        after.slug === 'guard_undefined';
      if (weaker && excepted) seen.confirmed++;
      else if (weaker) throw new Error(`${text}\n${JSON.stringify({ call, context, weak, before, after }, null, 1)}`);
    }
  }
  return seen;
}

describe('missing and mistyped attributes', () => {
  it.each([
    [1, true],
    [2, true],
    [1, false],
    [2, false],
  ] as const)('never weaken the answer of a random policy (dialect %i, catalogue: %s)', (dialect, typed) => {
    const rng = seededRandom(70 + dialect);
    let [checked, confirmed] = [0, 0];
    for (let i = 0; i < runs(100); i++) {
      const catalogue = catalogues[i % catalogues.length] ?? zoo;
      const result = checkPolicy(randomPolicy(rng, catalogue, dialect), typed ? { catalogue } : {}, rng, catalogue, 12);
      checked += result.checked;
      confirmed += result.confirmed;
    }
    expect(checked).toBeGreaterThan(runs(1_200));
    // The one exception is real: the statement would be wrong without it.
    expect(confirmed).toBeGreaterThan(0);
  });

  it.each(corpus.map((entry) => [entry.name, entry] as const))(
    'never weaken the answer of the corpus policy %s',
    (_, { text, catalogue }) => {
      expect(checkPolicy(text, { catalogue }, seededRandom(9), catalogue, 200).checked).toBeGreaterThan(500);
    },
  );

  it('may weaken it where the policy asks for presence', () => {
    const loaded = loadPolicy(
      'dialect 2; default allow; refuse (tool == "t") when { args has cc && args.cc == "x" }; confirm (tool == "t") when { (args.n or else 0) > 5 };',
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const { decide } = {
      decide: (args: Call['args']) => compilePolicy(loaded.core).decide({ tool: 't', args }, {}).answer,
    };
    expect([decide({ cc: 'x', n: 9 }), decide({ n: 9 }), decide({})]).toEqual(['refuse', 'confirm', 'allow']);
  });

  it('turn the default refuse into confirm at most', () => {
    const loaded = loadPolicy('dialect 1; confirm t when amount <= 500; allow t when amount <= 100;');
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decider = compilePolicy(loaded.core);
    expect(decider.decide({ tool: 't', args: { amount: 600 } }, {})).toEqual({
      answer: 'refuse',
      slug: 'no_rule',
      deciding: [],
    });
    expect(decider.decide({ tool: 't', args: {} }, {})).toEqual({
      answer: 'confirm',
      slug: 'guard_undefined',
      deciding: [{ rule: 'rule-1', cause: 'undefined' }],
    });
  });
});
