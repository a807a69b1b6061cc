import type { Effect } from '@ostiary/policy';
import { type Rng, below, chance, pick, several } from '@ostiary/policy/testing';
import type { Made, Property, Rule, SmallCatalogue, SmallField, Test } from '../lib/made.js';

const field = (type: SmallField['type'], required = true, given: Partial<SmallField> = {}): SmallField => ({
  type,
  required,
  ...given,
});
const EFFECTS: readonly Effect[] = ['allow', 'confirm', 'refuse'];
const names = ['a', 'b'];

/** Two tools: the first with a number, a number and a flag that may be left out, a name and an amount; the second with less. */
function catalogueOf(rng: Rng): SmallCatalogue {
  const maybe = <T>(value: T) => (chance(rng, 0.5) ? { default: value } : {});
  const classes = pick(rng, [['write'], ['irreversible'], ['write', 'privileged'], ['read']]);
  const currencies = chance(rng, 0.5) ? ['EUR', 'USD'] : ['EUR'];
  const amount = field({ kind: 'money', currencies, min: 1, max: currencies.length === 1 ? 4 : 2 });
  const first = {
    name: 'pay',
    classes,
    args: {
      kind: 'record' as const,
      fields: {
        n: field({ kind: 'int', min: 0, max: 3 }),
        k: field({ kind: 'int', min: 0, max: 2 }, false, maybe(below(rng, 3))),
        f: field({ kind: 'bool' }, false, maybe(chance(rng, 0.5))),
        e: field({ kind: 'string', format: 'keyword', enum: names }, chance(rng, 0.5)),
        m: amount,
        c: amount,
      },
    },
  };
  const second = {
    name: 'send',
    classes: pick(rng, [['write'], ['privileged'], ['read']]),
    args: {
      kind: 'record' as const,
      fields: {
        n: field({ kind: 'int', min: 0, max: 2 }),
        e: field({ kind: 'string', format: 'keyword', enum: names }, false, maybe('a')),
      },
    },
  };
  return {
    name: `small${String(below(rng, 1_000_000))}`,
    tools: [first, second],
    principal: {
      kind: 'record',
      fields: { role: field({ kind: 'string', format: 'keyword', enum: ['u', 'v'] }, false) },
    },
  };
}

const order = (rng: Rng): string => pick(rng, ['<', '<=', '>', '>=']);
const of = (name: string, text: string): Test => ({ of: name, text });

/** A test that both tools can be asked. */
const common = (rng: Rng): Test =>
  pick(rng, [
    () => of('n', `n ${order(rng)} ${String(below(rng, 4))}`),
    () => of('n', `n ${pick(rng, ['==', '!='])} ${String(below(rng, 3))}`),
    () => of('e', `e ${pick(rng, ['==', '!='])} "${pick(rng, names)}"`),
    () => of('principal.role', `principal.role == "${pick(rng, ['u', 'v'])}"`),
    () => of('now.hour', `now.hour ${pick(rng, ['<', '>='])} ${pick(rng, ['6', '18'])}`),
  ])();

const ofPay = (rng: Rng): Test =>
  pick(rng, [
    () => common(rng),
    () => of('k', `k ${order(rng)} ${String(below(rng, 3))}`),
    () => of('k', `k ${pick(rng, ['==', '!='])} ${String(below(rng, 3))}`),
    () => of('m', `m ${order(rng)} 0.0${String(1 + below(rng, 3))} EUR`),
    () => of('f', pick(rng, ['f', 'not f'])),
    () => of('k', pick(rng, ['has k', 'not has k'])),
  ])();

/** What only dialect 2 can say. */
const rich = (rng: Rng, tools: readonly string[]): Test => {
  const isPay = tools.length === 1 && tools[0] === 'pay';
  const ways: (() => Test)[] = [
    () => of('session.label', 'session.label("untrusted")'),
    () => of('e', `(args.e == "${pick(rng, names)}") or else ${String(chance(rng, 0.5))}`),
  ];
  if (isPay)
    ways.push(
      () => of('k', `has args.k && args.k ${order(rng)} ${String(below(rng, 3))}`),
      () => of('k', `(args.k or else ${String(below(rng, 3))}) ${order(rng)} ${String(below(rng, 3))}`),
      () => of('k', `(args.k ${order(rng)} ${String(below(rng, 3))}) or else ${String(chance(rng, 0.5))}`),
      () => of('f', `(args.f or else ${String(chance(rng, 0.5))})`),
      () => of('m c', `args.m + args.c ${order(rng)} 0.0${String(2 + below(rng, 3))} EUR`),
      () => of('n k', `args.n + args.k ${order(rng)} ${String(1 + below(rng, 3))}`),
    );
  return pick(rng, ways)();
};

/** A test as dialect 2 writes it. */
export const inDialect2 = ({ of: name, text }: Test): string => {
  if (/args|session|principal|now/u.test(text)) return text;
  const negated = text.startsWith('not ');
  const plain = (negated ? text.slice(4) : text).replace(new RegExp(`\\b${name}\\b(?!")`, 'u'), `args.${name}`);
  return negated ? `!(${plain})` : plain;
};

function nested(rng: Rng, tools: readonly string[], tests: Test[], depth: number): string {
  if (depth === 0 || chance(rng, 0.4)) {
    const test = chance(rng, 0.45) ? rich(rng, tools) : tools.includes('send') ? common(rng) : ofPay(rng);
    tests.push(test);
    return `(${inDialect2(test)})`;
  }
  if (chance(rng, 0.1)) return `!${nested(rng, tools, tests, depth - 1)}`;
  const parts = several(rng, 2, 2, () => nested(rng, tools, tests, depth - 1));
  return `(${parts.join(pick(rng, [' && ', ' && ', ' || ']))})`;
}

function conditionOf(rng: Rng, dialect: 1 | 2, tools: readonly string[]): { tests: Test[]; condition: string | null } {
  const tests: Test[] = [];
  if (dialect === 2) {
    if (chance(rng, 0.15)) return { tests, condition: null };
    return { condition: nested(rng, tools, tests, 2), tests };
  }
  const made = several(rng, chance(rng, 0.8) ? 1 : 0, 2, () => (tools.includes('send') ? common(rng) : ofPay(rng)));
  for (const test of made) if (!tests.some(({ text }) => text === test.text)) tests.push(test);
  return { tests, condition: tests.length === 0 ? null : tests.map(({ text }) => text).join(' and ') };
}

function propertyOf(rng: Rng, title: string): Property {
  const word = pick(rng, ['never', 'always'] as const);
  const answers = pick<readonly Effect[] | null>(rng, [['allow'], ['allow', 'confirm'], ['refuse'], ['confirm'], null]);
  const { condition } = conditionOf(rng, 2, chance(rng, 0.7) ? ['pay'] : ['pay', 'send']);
  return { title, word, answers, condition: condition === null || chance(rng, 0.15) ? '(args.n > 3)' : condition };
}

/** Of which bug there shall be more than chance brings. */
type Flavour = 'any' | 'bounds' | 'circumstance' | 'sum' | 'omission';
const FLAVOURS: readonly Flavour[] = [
  'any',
  'any',
  'any',
  'bounds',
  'circumstance',
  'sum',
  'sum',
  'omission',
  'omission',
];

/** Rules of a flavour, to stand among the others. */
function flavoured(rng: Rng, flavour: Flavour): readonly (Omit<Rule, 'id' | 'tools'> & { readonly dialect: 1 | 2 })[] {
  const rule = (dialect: 1 | 2, effect: Effect, ...tests: readonly Test[]) => ({
    dialect,
    effect,
    tests,
    condition: (dialect === 1 ? tests.map(({ text }) => text) : tests.map((test) => `(${inDialect2(test)})`)).join(
      dialect === 1 ? ' and ' : ' && ',
    ),
  });
  switch (flavour) {
    case 'any':
      return [];
    case 'bounds': {
      const [name, bound] = pick(rng, [
        ['n', '1'],
        ['n', '2'],
        ['k', '1'],
        ['m', '0.02 EUR'],
      ] as const);
      const more = chance(rng, 0.4) ? [common(rng)] : [];
      return [
        rule(1, pick(rng, EFFECTS), of(name, `${name} ${pick(rng, ['<', '<', '<='])} ${bound}`), ...more),
        rule(1, pick(rng, EFFECTS), of(name, `${name} > ${bound}`)),
      ];
    }
    case 'circumstance': {
      const test = pick(rng, [
        of('session.label', 'session.label("untrusted")'),
        of('f', 'f'),
        of('now.hour', 'now.hour >= 18'),
        of('session.label', '!session.label("untrusted")'),
      ]);
      return [
        rule(2, 'confirm', test, ...(chance(rng, 0.5) ? [common(rng)] : [])),
        rule(2, 'allow', common(rng), ...(chance(rng, 0.3) ? [ofPay(rng)] : [])),
      ];
    }
    case 'sum': {
      const sum = of('m c', `args.m + args.c ${order(rng)} 0.0${String(2 + below(rng, 3))} EUR`);
      return [rule(2, pick(rng, ['confirm', 'refuse']), sum, ...(chance(rng, 0.4) ? [common(rng)] : []))];
    }
    case 'omission': {
      const [name, bound] = pick(rng, [
        ['k', '1'],
        ['f', ''],
        ['e', '"a"'],
      ] as const);
      const test = name === 'f' ? 'args.f' : `args.${name} ${name === 'k' ? order(rng) : '=='} ${bound}`;
      const whole = pick(rng, [`has args.${name} && ${test}`, `(${test}) or else false`, test]);
      return [rule(2, pick(rng, ['confirm', 'refuse']), of(name, whole)), rule(2, pick(rng, EFFECTS), common(rng))];
    }
  }
}

/** A policy of one to five rules, some in dialect 2 with properties and assumptions. */
export function callPolicy(rng: Rng): Made {
  const flavour = pick(rng, FLAVOURS);
  const first = flavoured(rng, flavour);
  const dialect = first[0]?.dialect ?? pick(rng, [1, 2] as const);
  const others = several(rng, first.length === 0 ? 1 : 0, first.length === 0 ? 4 : 2, () => {
    const tools = pick(rng, [['pay'], ['pay'], ['pay'], ['send'], ['pay', 'send']]);
    return { effect: pick(rng, EFFECTS), tools, ...conditionOf(rng, dialect, tools) };
  });
  const mine = first.map(({ effect, tests, condition }) => ({ effect, tests, condition, tools: ['pay'] }));
  const rules = [...mine, ...others].map((rule, at): Rule => ({ ...rule, id: `r${String(at + 1)}` }));
  let titles = 0;
  const states = dialect === 2 && (flavour === 'any' || flavour === 'sum');
  return {
    dialect,
    default: pick(rng, ['refuse', 'refuse', ...EFFECTS] as const),
    catalogue: catalogueOf(rng),
    rules,
    properties: states ? several(rng, 0, 2, () => propertyOf(rng, `p${String(titles++)}`)) : [],
    assumptions: states && chance(rng, 0.3) ? [conditionOf(rng, 2, ['pay']).condition ?? '(args.n < 2)'] : [],
  };
}
