import type { Catalogue } from '@ostiary/catalogue';
import { interpretOnce, type PreparedPolicy } from '@ostiary/guard';
import { type Call, type Effect, strictness } from '@ostiary/policy';
import { below, chance, pick, type Rng, several } from '../../../../../core/policy/src/testing/random.js';
import { prepared } from './hunted.js';

const field = (type: object, required = true): object => ({ type, required });
const args = {
  kind: 'record',
  fields: {
    n: field({ kind: 'int', min: 0, max: 3 }),
    k: field({ kind: 'int', min: 0, max: 2 }, false),
    e: field({ kind: 'string', format: 'keyword', enum: ['a', 'b'] }),
    m: field({ kind: 'money', currencies: ['EUR'], min: 0, max: 3 }),
  },
};

/** Two names of one thing, and another tool: 128 calls of each. */
export const closedCatalogue = {
  name: 'closed',
  tools: [
    { name: 'pay', args, classes: ['write', 'privileged'], aliasGroup: 'pay' },
    { name: 'send', args, classes: ['write'], aliasGroup: 'pay' },
    { name: 'look', args, classes: ['read'] },
  ],
} as unknown as Catalogue;

export const TOOLS = closedCatalogue.tools.map(({ name }) => name);

/** Every call of a tool. */
const callsOf = (tool: string): readonly Call[] =>
  [0, 1, 2, 3].flatMap((n) =>
    [null, 0, 1, 2].flatMap((k) =>
      ['a', 'b'].flatMap((e) =>
        ['0.00', '0.01', '0.02', '0.03'].map((m) => ({
          tool,
          args: { n, ...(k !== null && { k }), e, m: `${m} EUR` },
        })),
      ),
    ),
  );

/** A test of one attribute. */
export interface Atom {
  readonly of: 'n' | 'k' | 'e' | 'm';
  readonly kind: 'order' | 'value' | 'presence';
  readonly text: string;
}

/** A rule as it was made up: a conjunction in dialect 1, else any condition. */
export interface MadeRule {
  readonly id: string;
  readonly effect: Effect;
  readonly tools: readonly string[];
  readonly atoms: readonly Atom[];
  readonly condition: string | null;
}

export interface MadePolicy {
  readonly dialect: 1 | 2;
  readonly default: Effect;
  readonly rules: readonly MadeRule[];
  readonly text: string;
}

function atom(rng: Rng): Atom {
  const order = (): string => pick(rng, ['<', '<=', '>', '>=']);
  switch (below(rng, 7)) {
    case 0:
    case 1:
      return { of: 'n', kind: 'order', text: `n ${order()} ${String(below(rng, 4))}` };
    case 2:
      return { of: 'k', kind: 'order', text: `k ${order()} ${String(below(rng, 3))}` };
    case 3:
      return { of: 'm', kind: 'order', text: `m ${order()} 0.0${String(below(rng, 4))} EUR` };
    case 4:
      return { of: 'e', kind: 'value', text: `e ${pick(rng, ['==', '!='])} "${pick(rng, ['a', 'b'])}"` };
    case 5:
      return { of: 'k', kind: 'presence', text: pick(rng, ['has k', 'not has k']) };
    default:
      return { of: 'n', kind: 'value', text: `n ${pick(rng, ['==', '!='])} ${String(below(rng, 4))}` };
  }
}

const inDialect2 = ({ text }: Atom): string => {
  const negated = text.startsWith('not ');
  const plain = (negated ? text.slice(4) : text).replace(/\b(n|k|e|m)\b(?!")/u, 'args.$1');
  return negated ? `!(${plain})` : plain;
};

function nested(rng: Rng, atoms: Atom[], depth: number): string {
  if (depth === 0 || chance(rng, 0.3)) {
    if (chance(rng, 0.15))
      return pick(rng, ['args.n + args.n > 3', '(args.k or else 1) > 0', 'args.n + (args.k or else 0) >= 3']);
    const made = atom(rng);
    atoms.push(made);
    return inDialect2(made);
  }
  if (chance(rng, 0.2)) return `!(${nested(rng, atoms, depth - 1)})`;
  const parts = several(rng, 2, 2, () => nested(rng, atoms, depth - 1));
  return `(${parts.join(pick(rng, [' && ', ' || ']))})`;
}

/** A policy of two to five rules. */
export function closedPolicy(rng: Rng): MadePolicy {
  const dialect = pick(rng, [1, 1, 2] as const);
  const effects = ['allow', 'confirm', 'refuse'] as const;
  const otherwise = pick(rng, effects);
  let count = 0;
  const rules = several(rng, 2, 5, (): MadeRule => {
    const tools = pick(rng, [['pay'], ['pay'], ['send'], ['pay', 'send'], ['look']]);
    const atoms: Atom[] = [];
    let condition: string | null = null;
    if (dialect === 2) condition = nested(rng, atoms, 2);
    else if (chance(rng, 0.15)) {
      // A range of its own, so that some lie between others.
      const least = below(rng, 3);
      atoms.push(
        { of: 'n', kind: 'order', text: `n >= ${String(least)}` },
        { of: 'n', kind: 'order', text: `n <= ${String(least + below(rng, 2))}` },
      );
      condition = atoms.map(({ text }) => text).join(' and ');
    } else {
      for (const made of several(rng, 0, 3, () => atom(rng)))
        if (!atoms.some(({ text }) => text === made.text)) atoms.push(made);
      condition = atoms.length === 0 ? null : atoms.map(({ text }) => text).join(' and ');
    }
    return { id: `r${String(++count)}`, effect: pick(rng, effects), tools, atoms, condition };
  });
  const written = rules.map((rule) => ruleText(dialect, rule)).join('\n');
  return { dialect, default: otherwise, rules, text: `dialect ${String(dialect)};\ndefault ${otherwise};\n${written}` };
}

function ruleText(dialect: 1 | 2, { id, effect, tools, condition }: MadeRule): string {
  const head = `@id("${id}") ${effect}`;
  if (dialect === 1) return `${head} [${tools.join(', ')}]${condition === null ? '' : ` when ${condition}`};`;
  return `${head} (tool in [${tools.map((tool) => `"${tool}"`).join(', ')}]) when { ${condition ?? 'true'} };`;
}

/** T, U or F. */
export type Truth = 'T' | 'U' | 'F';

/** The truth of a condition of each call of a tool, by the interpreter: as a rule that would confirm on it. */
export function truths(dialect: 1 | 2, tool: string, condition: string | null): readonly Truth[] {
  const key = JSON.stringify([dialect, tool, condition]);
  const before = known.get(key);
  if (before) return before;
  const rule: MadeRule = { id: 'one', effect: 'confirm', tools: [tool], atoms: [], condition };
  const policy = prepared(`dialect ${String(dialect)};\n${ruleText(dialect, rule)}`, closedCatalogue);
  const found = callsOf(tool).map((call): Truth => {
    const { deciding } = interpretOnce(policy, call, {});
    return deciding.length === 0 ? 'F' : deciding[0]?.cause === 'undefined' ? 'U' : 'T';
  });
  if (known.size > 10_000) known.clear();
  known.set(key, found);
  return found;
}

const known = new Map<string, readonly Truth[]>();

/** All that is true of a policy in its world: of every call the truth of every rule, and the answer. */
export class ClosedWorld {
  readonly calls = new Map(TOOLS.map((tool) => [tool, callsOf(tool)]));
  private readonly table = new Map<string, readonly Truth[]>();

  constructor(
    readonly made: MadePolicy,
    policy: PreparedPolicy,
  ) {
    for (const rule of made.rules)
      for (const tool of rule.tools) this.table.set(`${rule.id} ${tool}`, truths(made.dialect, tool, rule.condition));
    for (const tool of TOOLS)
      for (const [at, call] of callsOf(tool).entries())
        if (interpretOnce(policy, call, {}).answer !== this.answer(tool, at))
          throw new Error(`not the answer: ${made.text}`);
  }

  truth({ id }: MadeRule, tool: string, at: number): Truth {
    return this.table.get(`${id} ${tool}`)?.[at] ?? 'F';
  }

  fires(rule: MadeRule, tool: string, at: number): boolean {
    const truth = this.truth(rule, tool, at);
    return truth === 'T' || (truth === 'U' && rule.effect !== 'allow');
  }

  /** @param left a rule that is not there */
  answer(tool: string, at: number, left?: MadeRule): Effect {
    const fired = this.made.rules.filter((rule) => rule !== left && this.fires(rule, tool, at));
    const [first, ...more] = fired.map(({ effect }) => effect);
    return more.reduce((a, b) => (strictness[a] > strictness[b] ? a : b), first ?? this.made.default);
  }

  /** Whether it is so for some call of some of the tools. */
  some(tools: readonly string[], is: (tool: string, at: number) => boolean): boolean {
    return tools.some((tool) => (this.calls.get(tool) ?? []).some((_, at) => is(tool, at)));
  }
}
