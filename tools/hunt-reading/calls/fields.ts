import type { Effect } from '@ostiary/policy';
import { type Rng, chance, pick } from '@ostiary/policy/testing';
import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import { readPolicy } from '../../third-reading/reading.mjs';
import type { Reading } from '../lib/compare.js';
import { isMilder } from '../lib/world.js';

type Bugs = ReadonlyMap<string, Severity | null>;
type Args = Readonly<Record<string, unknown>>;

/** A policy about one tool of a few arguments. */
export interface Fields {
  readonly made: { readonly catalogue: undefined };
  readonly text: string;
  readonly answer: (tool: string, args: Args) => Effect;
}

function fields(...lines: readonly string[]): Fields {
  const text = lines.filter((line) => line !== '').join('\n');
  const policy = readPolicy(text);
  const around = { principal: { id: 'ann' }, session: { id: 'monday' } };
  return {
    made: { catalogue: undefined },
    text,
    answer: (tool, args) => policy.decide({ tool, args }, around).answer,
  };
}

const one = (is: boolean, severity: Severity | null): Bugs => new Map(is ? [['it', severity]] : []);
const it = (): string => 'it';

/** A number that is limited, and a word beside it. */
export interface Counted extends Fields {
  readonly word: string;
  readonly bare: boolean;
  readonly values: readonly string[];
}

export function counted(rng: Rng): Counted {
  const word = pick(rng, ['currency', 'currency', 'currency', 'note']);
  const values = word === 'note' ? ['x', 'y'] : ['eur', 'kwd'];
  const bare = chance(rng, 0.8);
  const [small, large] = bare
    ? ['args.amount <= 100.00', 'args.amount > 100.00']
    : ['args.amount <= 100.00 EUR', 'args.amount > 100.00 EUR'];
  const asked = ` && args.${word} == "${values[0] ?? ''}"`;
  const rules = pick(rng, [
    [`@id("small") allow (tool == "pay") when { ${small} };`],
    [
      `@id("small") allow (tool == "pay") when { ${small} };`,
      `@id("large") confirm (tool == "pay") when { ${large} };`,
    ],
    [`@id("small") allow (tool == "pay") when { ${small}${asked} };`],
    ['@id("all") allow (tool == "pay");', `@id("large") refuse (tool == "pay") when { ${large} };`],
    [
      '@id("all") allow (tool == "pay");',
      `@id("large") refuse (tool == "pay") when { ${large} };`,
      `@id("other") refuse (tool == "pay") when { args.${word} != "${values[0] ?? ''}" };`,
    ],
    ['@id("all") allow (tool == "pay");'],
  ]);
  return {
    ...fields(
      'dialect 2;',
      `tool pay @write (amount: ${bare ? 'decimal2' : 'money EUR'}, ${word}: keyword in ["${values.join('", "')}"]);`,
      ...rules,
    ),
    word,
    bare,
    values,
  };
}

/** B08: a limit that does not ask what it counts. */
const B08: Reading<Counted> = {
  class: 'B08',
  bugs: ({ word, bare, values, answer }) => {
    if (!bare || word !== 'currency') return new Map();
    const is = values.every((value) =>
      isMilder(answer('pay', { amount: 50, [word]: value }), answer('pay', { amount: 500, [word]: value })),
    );
    return one(is, 'high');
  },
  of: it,
};

/** A list of which each item is limited. */
export interface Listed extends Fields {
  readonly money: boolean;
  /** Whether some rule says what the items may come to. */
  readonly summed: boolean;
}

export function listed(rng: Rng): Listed {
  const money = chance(rng, 0.7);
  const of = (units: number): string => (money ? `0.0${String(units)} EUR` : String(units));
  const more = pick(rng, [
    '',
    '',
    ` && args.items.sum(i, i.amount) <= ${of(2)}`,
    ` && args.items.sum(i, i.amount) <= ${of(4)}`,
    ' && args.items.size() <= 1',
    ' && args.items.size() <= 2',
  ]);
  const world = fields(
    'dialect 2;',
    `tool batch @write (items: [{ to: text, amount: ${money ? 'money EUR 0.01..0.09' : 'int 1..9'} }]);`,
    `@id("small") ${pick(rng, ['allow', 'allow', 'allow', 'confirm'])} (tool == "batch") when { args.items.all(i, i.amount <= ${of(2)})${more} };`,
    chance(rng, 0.2)
      ? `@id("total") refuse (tool == "batch") when { args.items.sum(i, i.amount) > ${of(pick(rng, [2, 3]))} };`
      : '',
  );
  return { ...world, money, summed: world.text.includes('.sum(') };
}

/** B10: many small items pass a limit. */
const B10: Reading<Listed> = {
  class: 'B10',
  bugs: ({ money, summed, answer }) => {
    if (summed) return new Map();
    const items = (...units: readonly number[]): Args => ({
      items: units.map((each) => ({ to: 'x', amount: money ? `0.0${String(each)} EUR` : each })),
    });
    const small = [
      [2, 1],
      [2, 2],
      [1, 1, 1],
      [2, 2, 2],
    ];
    const is =
      answer('batch', items(3)) !== 'allow' && small.some((each) => answer('batch', items(...each)) === 'allow');
    return one(is, money ? 'high' : 'low');
  },
  of: it,
};

/** A message to one address, or an amount, and another argument of the same kind. */
export interface Beside extends Fields {
  readonly tool: 'send' | 'pay';
  readonly main: string;
  readonly other: string;
  readonly good: unknown;
  readonly bad: unknown;
}

export function beside(rng: Rng): Beside {
  const mail = chance(rng, 0.7);
  const [tool, main] = mail ? (['send', 'to'] as const) : (['pay', 'amount'] as const);
  const other = mail ? pick(rng, ['cc', 'cc', 'bcc', 'from']) : 'tip';
  const type = mail ? 'email' : 'money EUR 0.01..9.00';
  const test = (name: string): string => (mail ? `args.${name}.domain == "corp.example"` : `args.${name} <= 1.00 EUR`);
  const both = chance(rng, 0.3) ? ` && (!(has args.${other}) || ${test(other)})` : '';
  const rules = pick(rng, [
    [`@id("ours") allow (tool == "${tool}") when { ${test(main)}${both} };`],
    [`@id("ours") allow (tool == "${tool}") when { ${test(main)}${both} };`],
    [`@id("ours") confirm (tool == "${tool}") when { ${test(main)}${both} };`],
    [
      `@id("all") allow (tool == "${tool}");`,
      `@id("theirs") refuse (tool == "${tool}") when { !(${test(main)}${both}) };`,
    ],
    [`@id("all") allow (tool == "${tool}");`],
  ]);
  return {
    ...fields('dialect 2;', `tool ${tool} @write (${main}: ${type}, ${other}?: ${type});`, ...rules),
    tool,
    main,
    other,
    good: mail ? 'a@corp.example' : '0.50 EUR',
    bad: mail ? 'eve@attacker.example' : '5.00 EUR',
  };
}

/** B11: another field escapes. */
const B11: Reading<Beside> = {
  class: 'B11',
  bugs: ({ tool, main, other, good, bad, answer }) => {
    if (other === 'from') return new Map();
    const stopped = answer(tool, { [main]: bad });
    const passed = answer(tool, { [main]: good, [other]: bad });
    return one(isMilder(passed, stopped), passed === 'allow' ? 'high' : 'medium');
  },
  of: it,
};

/** A name that several rules write, and one writes otherwise. */
export interface Spelt extends Fields {
  readonly severity: Severity;
  readonly slip: boolean;
  readonly times: number;
}

export function spelt(rng: Rng): Spelt {
  const [kind, name] = pick(rng, [
    ['attribute', 'department'],
    ['value', 'production'],
    ['tool', 'refund_order'],
  ] as const);
  const at = 4;
  const swapped = name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2);
  const [other, slip] = pick(rng, [
    [swapped, true],
    [name.slice(0, at) + name.slice(at + 1), true],
    [`${name.slice(0, at)}${name[at] ?? ''}${name.slice(at)}`, true],
    [`${name}s`, false],
    [`${name}2`, false],
    [name, false],
  ] as const);
  const times = pick(rng, [1, 2, 3]);
  const rule = (id: string, effect: Effect, tool: string, word: string): string =>
    kind === 'attribute'
      ? `@id("${id}") ${effect} ${tool} when principal.${word} == "support";`
      : kind === 'value'
        ? `@id("${id}") ${effect} ${tool} when env == "${word}";`
        : `@id("${id}") ${effect} ${word} when n > ${String(id.length)};`;
  const effect = kind === 'tool' ? pick(rng, ['confirm', 'refuse'] as const) : 'allow';
  return {
    ...fields(
      'dialect 1;',
      ...Array.from({ length: times }, (_, index) =>
        rule(`r${'x'.repeat(index)}`, 'allow', `tool_of_${'abc'[index] ?? ''}`, name),
      ),
      rule('last', effect, 'work', other),
    ),
    severity: kind === 'attribute' ? 'medium' : kind === 'value' ? 'low' : 'high',
    slip,
    times,
  };
}

/** G05: a name that is not what it looks like. */
const G05: Reading<Spelt> = {
  class: 'G05',
  bugs: ({ slip, times, severity }) => one(slip && times >= 2, severity),
  of: it,
};

/** Declarations of which some are used. */
export interface Declarations extends Fields {
  readonly unused: boolean;
}

export function declarations(rng: Rng): Declarations {
  const [attribute, list, value] = [chance(rng, 0.7), chance(rng, 0.7), chance(rng, 0.7)];
  return {
    ...fields(
      'dialect 1;',
      'tool pay @write (n: int 0..9);',
      'principal (level: int 0..9, mfa: bool);',
      'list odd = [1, 3, 5];',
      `@id("senior") allow pay when principal.level >= 5${attribute ? ' and principal.mfa' : ''}${list ? ' and n in odd' : ''};`,
      `@id("few") confirm pay when n in [2, ${value ? '4' : '8'}] and n < 6;`,
    ),
    unused: !attribute || !list || !value,
  };
}

/** S11: something that nothing comes of. */
const S11: Reading<Declarations> = { class: 'S11', bugs: ({ unused }) => one(unused, 'info'), of: it };

/** A policy, and the same before one thing in the catalogue changed. */
export interface Drifted extends Fields {
  readonly accepted: string;
  readonly severity: Severity | null;
}

export function drifted(rng: Rng): Drifted {
  const looks = chance(rng, 0.5);
  const runs = pick(rng, ['allow', 'allow', 'confirm', 'refuse'] as const);
  const open = chance(rng, 0.4);
  const whole = chance(rng, 0.4);
  const policy = (pay: string, more = ''): string =>
    [
      'dialect 2;',
      pay,
      'tool look @read (id: text);',
      more,
      `@id("pay") ${runs} (tool == "pay") when { args.amount <= 100.00 EUR${looks ? ' && args.to == "x"' : ''} };`,
      open ? '@id("rest") allow (tool) when { tool != "pay" };' : '',
      whole ? '@id("grave") confirm (tool in @privileged);' : '',
    ]
      .filter((line) => line !== '')
      .join('\n');
  const pay = (to: string, more = '', classes = '@write'): string =>
    `tool pay ${classes} (amount: money EUR 0.01..5000.00, ${to}${more});`;
  const plain = pay('to: text');
  const runsAtAll = runs === 'allow';
  const [before, now, severity] = pick<() => readonly [string, string, Severity | null]>(rng, [
    () => [policy(plain), policy(plain), null],
    () => [policy(plain), policy(plain, 'tool extra @write (x: text);'), open ? 'high' : 'info'],
    () => [policy(plain), policy(plain, 'tool extra @read (x: text);'), open ? 'low' : 'info'],
    () => [policy(plain, 'tool extra @write (x: text);'), policy(plain), 'info'],
    () => [policy(plain), policy(pay('to: text', ', tip?: money EUR 0.01..9.00')), runsAtAll ? 'high' : 'info'],
    () => [policy(plain), policy(pay('to: text', ', copy?: email')), runsAtAll ? 'high' : 'info'],
    () => [policy(plain), policy(pay('to: text', ', fast?: bool')), runsAtAll ? 'medium' : 'info'],
    () => [policy(pay('to: text', ', fast?: bool')), policy(plain), 'info'],
    () => [policy(plain), policy(pay('to: keyword')), looks ? 'high' : 'low'],
    () => [policy(plain), policy(pay('to?: text')), looks ? 'medium' : 'info'],
    () => [policy(pay('to: text', '', '@write @privileged')), policy(plain), whole ? 'high' : 'low'],
    () => [policy(plain), policy(pay('to: text', '', '@write @privileged')), 'info'],
  ])();
  return { ...fields(now), accepted: before, severity };
}

/** P05: the catalogue has changed since the policy was accepted. */
const P05: Reading<Drifted> = { class: 'P05', bugs: ({ severity }) => one(severity !== null, severity), of: it };

/** A policy of the Agent Governance Toolkit: of the rules that hold the one of the highest priority decides. */
export interface Ordered {
  readonly foreign: string;
  readonly late: boolean;
}

const STRICT = { allow: 0, deny: 1 } as const;

export function ordered(rng: Rng): Ordered {
  const conditions = [
    ['amount <= 100', (amount: number) => amount <= 100],
    ['amount > 100', (amount: number) => amount > 100],
    ["payee == 'ACME'", (_: number, payee: string) => payee === 'ACME'],
    ["amount <= 500 and payee == 'ACME'", (amount: number, payee: string) => amount <= 500 && payee === 'ACME'],
  ] as const;
  const priorities = [10, 20, 30].toSorted(() => rng() - 0.5);
  const rules = priorities.slice(0, pick(rng, [2, 3])).map((priority, index) => ({
    name: `r${String(index)}`,
    priority,
    action: pick(rng, ['allow', 'deny'] as const),
    condition: pick(rng, conditions),
  }));
  const foreign = [
    'apiVersion: governance.toolkit/v1',
    'name: payments',
    `default_action: ${pick(rng, ['deny', 'allow'])}`,
    'rules:',
    ...rules.flatMap(({ name, priority, action, condition: [text] }) => [
      `  - name: ${name}`,
      `    condition: "tool_name == 'pay' and ${text}"`,
      `    action: ${action}`,
      `    priority: ${String(priority)}`,
    ]),
  ].join('\n');
  const late = [50, 200, 900].some((amount) =>
    ['ACME', 'Bill'].some((payee) => {
      const holding = rules.filter(({ condition: [, holds] }) => holds(amount, payee));
      const [first, ...others] = holding.toSorted((a, b) => b.priority - a.priority);
      return first !== undefined && others.some(({ action }) => STRICT[action] > STRICT[first.action]);
    }),
  );
  return { foreign: `${foreign}\n`, late };
}

/** S10: a rule that comes too late. */
const S10: Reading<Ordered> = { class: 'S10', bugs: ({ late }) => one(late, 'high'), of: it };

export const FIELD_READINGS = { S10, B08, B10, B11, G05, S11, P05 };
