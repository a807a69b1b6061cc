import cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { Catalogue, Type } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { chance, pick, type Rng, seededRandom, several } from '../testing/index.js';
import { compilePolicy } from './compile.js';
import { interpretPolicy } from './interpret.js';
import type { Call } from './types.js';

/**
 * The part of the language that Cedar has too: allow and refuse, integers, booleans, texts, sets, `like`, all data
 * present. There both must give one answer; Cedar skips an undefined policy, and we do not, so data is total.
 */
const TEXT: Type = { kind: 'string', format: 'text' };
const TYPES: Readonly<Record<string, Type>> = {
  n: { kind: 'int' },
  m: { kind: 'int' },
  s: TEXT,
  t: TEXT,
  b: { kind: 'bool' },
  c: { kind: 'bool' },
  list: { kind: 'list', of: TEXT },
  numbers: { kind: 'list', of: { kind: 'int' } },
};
const fields = Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, { type, required: true }]));
const TOOLS = ['alpha', 'beta', 'gamma'] as const;
const catalogue: Catalogue = {
  name: 'shared',
  tools: TOOLS.map((name) => ({ name, args: { kind: 'record', fields }, classes: ['write'] })),
};
const TEXTS = ['', 'a', 'ab', 'a*b', 'ORD-1', 'ord-1', 'é', 'a"b', 'a\\b'] as const;
const GLOBS = ['*', 'a*', '*b', 'a\\*b', 'ORD-*', '*-1', 'a*b', ''] as const;
const INTS = [-2, -1, 0, 1, 2, 3] as const;

type Twin = readonly [ours: string, theirs: string];
const quoted = (text: string): string => JSON.stringify(text);
const path = (name: string): Twin => [`args.${name}`, `context.${name}`];

function atom(rng: Rng): Twin {
  const [n, s, b, list] = [
    path(pick(rng, ['n', 'm'])),
    path(pick(rng, ['s', 't'])),
    path(pick(rng, ['b', 'c'])),
    path('list'),
  ];
  const order = pick(rng, ['<', '<=', '>', '>=', '==', '!=']);
  const equal = pick(rng, ['==', '!=']);
  const bound = String(pick(rng, INTS));
  const text = quoted(pick(rng, TEXTS));
  const texts = `[${several(rng, 1, 3, () => quoted(pick(rng, TEXTS))).join(', ')}]`;
  const both = ([ours, theirs]: Twin, rest: string): Twin => [ours + rest, theirs + rest];
  switch (pick(rng, ['order', 'pair', 'sum', 'text', 'in', 'like', 'list', 'number', 'bool', 'tool'] as const)) {
    case 'order':
      return both(n, ` ${order} ${bound}`);
    case 'pair':
      return [`args.n ${order} args.m`, `context.n ${order} context.m`];
    case 'sum':
      return [`args.n * 2 - args.m ${order} ${bound}`, `context.n * 2 - context.m ${order} ${bound}`];
    case 'text':
      return chance(rng, 0.7)
        ? both(s, ` ${equal} ${text}`)
        : [`args.s ${equal} args.t`, `context.s ${equal} context.t`];
    case 'in':
      return [`${s[0]} in ${texts}`, `${texts}.contains(${s[1]})`];
    case 'like': {
      const glob = pick(rng, GLOBS);
      return both(s, ` like "${glob}"`);
    }
    case 'list':
      return both(list, `.contains(${text})`);
    case 'number':
      return both(path('numbers'), `.contains(${bound})`);
    case 'bool':
      return b;
    case 'tool': {
      const tool = pick(rng, TOOLS);
      return [`tool == "${tool}"`, `action == Action::"${tool}"`];
    }
  }
}

function expression(rng: Rng, depth: number): Twin {
  const inner = (): Twin => expression(rng, depth - 1);
  const roll = depth === 0 ? 1 : rng();
  const join = (op: string): Twin => {
    const [a, b] = [inner(), inner()];
    return [`(${a[0]} ${op} ${b[0]})`, `(${a[1]} ${op} ${b[1]})`];
  };
  if (roll < 0.2) return join('&&');
  if (roll < 0.4) return join('||');
  if (roll < 0.5) {
    const [ours, theirs] = inner();
    return [`!(${ours})`, `!(${theirs})`];
  }
  if (roll < 0.56) {
    const [a, b, c] = [inner(), inner(), inner()];
    return [`(if ${a[0]} then ${b[0]} else ${c[0]})`, `(if ${a[1]} then ${b[1]} else ${c[1]})`];
  }
  return atom(rng);
}

function rule(rng: Rng): Twin {
  const allow = chance(rng, 0.65);
  const tools = several(rng, 0, 2, () => pick(rng, TOOLS));
  const clauses = several(rng, 0, 2, () => [chance(rng, 0.75) ? 'when' : 'unless', expression(rng, 2)] as const);
  const scope: Twin =
    tools.length === 0
      ? ['tool', 'action']
      : [
          `tool in [${tools.map(quoted).join(', ')}]`,
          `action in [${tools.map((tool) => `Action::"${tool}"`).join(', ')}]`,
        ];
  const body = (side: 0 | 1): string => clauses.map(([word, twin]) => ` ${word} { ${twin[side]} }`).join('');
  return [
    `${allow ? 'allow' : 'refuse'} (${scope[0]})${body(0)};`,
    `${allow ? 'permit' : 'forbid'} (principal, ${scope[1]}, resource)${body(1)};`,
  ];
}

function totalCall(rng: Rng): Call {
  return {
    tool: pick(rng, TOOLS),
    args: {
      n: pick(rng, INTS),
      m: pick(rng, INTS),
      s: pick(rng, TEXTS),
      t: pick(rng, TEXTS),
      b: chance(rng, 0.5),
      c: chance(rng, 0.5),
      list: several(rng, 0, 2, () => pick(rng, TEXTS)),
      numbers: several(rng, 0, 2, () => pick(rng, INTS)),
    },
  };
}

describe('our two evaluators and Cedar', () => {
  it('agree on random policies of the shared subset over total data', () => {
    const rng = seededRandom(11);
    let compared = 0;
    const answers = { allow: 0, refuse: 0 };
    for (let i = 0; i < 250; i++) {
      const rules = several(rng, 1, 6, () => rule(rng));
      const ours = `dialect 2; default refuse;\n${rules.map(([mine]) => mine).join('\n')}`;
      const theirs = rules.map(([, twin]) => twin).join('\n');
      const loaded = loadPolicy(ours, { catalogue });
      if (!loaded.ok) throw new Error(`${ours}\n${JSON.stringify(loaded.diagnostics)}`);
      const parsed = cedar.preparsePolicySet('twin', { staticPolicies: theirs });
      if (parsed.type !== 'success') throw new Error(`${theirs}\n${JSON.stringify(parsed.errors)}`);
      const decider = compilePolicy(loaded.core);
      for (let j = 0; j < 20; j++) {
        const call = totalCall(rng);
        const verdict = cedar.statefulIsAuthorized({
          principal: { type: 'Agent', id: 'a' },
          action: { type: 'Action', id: call.tool },
          resource: { type: 'Tool', id: 't' },
          context: call.args as never,
          preparsedPolicySetId: 'twin',
          entities: [],
        });
        if (verdict.type !== 'success') throw new Error(JSON.stringify(verdict.errors));
        expect(verdict.response.diagnostics.errors).toEqual([]);
        const expected = verdict.response.decision === 'allow' ? 'allow' : 'refuse';
        expect(decider.decide(call, {}).answer, `${ours}\n${JSON.stringify(call)}`).toBe(expected);
        expect(interpretPolicy(loaded.tree, loaded.environment, call, {}).answer).toBe(expected);
        answers[expected]++;
        compared++;
      }
    }
    expect(compared).toBe(5_000);
    expect(Math.min(answers.allow, answers.refuse)).toBeGreaterThan(500);
  });
});
