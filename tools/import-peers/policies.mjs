/** Random policies in the languages of others, as JSON, which is YAML too; and calls that lie at their edges. */

const TEXTS = ['a', 'b', 'ab', 'A', 'a b', ' a', '', 'xaby', 'a\n', 'a\nb', '\n', 'é', 'a@b.example', '/a/b', '5'];
const NUMBERS = [-1, 0, 1, 2, 4.5, 5, 5.5, 6, 100];
const BOOLS = [true, false];
/** Arguments, each of one type. */
const ARGUMENTS = { amount: NUMBERS, count: NUMBERS, to: TEXTS, note: TEXTS, urgent: BOOLS };
const TOOLS = ['pay', 'send'];
/** Stands for the tools that a policy does not name. */
export const OTHER_TOOL = 'any_other_tool';
const PATTERNS = [
  'a',
  'a.b',
  '^.$',
  '^a?$',
  '^a',
  'b$',
  '^a.*b$',
  '^[a-z ]+$',
  'a|b',
  '(?i)^A$',
  '\\.',
  '^\\/a\\/',
  '@',
];

export class Dice {
  constructor(random) {
    this.random = random;
  }
  below(n) {
    return Math.floor(this.random() * n);
  }
  of(items) {
    return items[this.below(items.length)];
  }
  some(items, most) {
    return Array.from({ length: 1 + this.below(most) }, () => this.of(items));
  }
  chance(share) {
    return this.random() < share;
  }
}

const kindOf = (name) => typeof ARGUMENTS[name][0];

/** Arguments of their types, any of which may be absent. */
export const callOf = (dice) => ({
  tool: dice.chance(0.1) ? OTHER_TOOL : dice.of(TOOLS),
  args: Object.fromEntries(
    Object.entries(ARGUMENTS).flatMap(([name, values]) => (dice.chance(0.75) ? [[name, dice.of(values)]] : [])),
  ),
});

/** By name, the language and what makes its policies. */
export const KINDS = {
  progent: { format: 'progent', make: progent },
  agt: { format: 'agt', make: (dice) => agt(dice, false) },
  /** Of tests that the toolkit's evaluators in TypeScript and Python read alike. */
  'agt-shared': { format: 'agt', make: (dice) => agt(dice, true) },
  intercept: { format: 'intercept', make: intercept },
};

function progent(dice) {
  const rule = () => [
    dice.chance(0.1) ? 100 : 1 + dice.below(3),
    dice.below(2),
    Object.fromEntries(dice.some(Object.keys(ARGUMENTS), 2).map((name) => [name, restriction(dice, name)])),
    dice.of([0, 0, 1, 2]),
  ];
  return Object.fromEntries(TOOLS.map((tool) => [tool, Array.from({ length: 1 + dice.below(4) }, rule)]));
}

function restriction(dice, name) {
  const values = ARGUMENTS[name];
  switch (kindOf(name)) {
    case 'number': {
      const bound = dice.of(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);
      return dice.of([
        { type: 'number', [bound]: dice.of(values) },
        { enum: dice.some(values, 3) },
        { type: 'number' },
      ]);
    }
    case 'boolean':
      return dice.of([{ const: dice.of(values) }, { type: 'boolean' }, { enum: [dice.of(values)] }]);
    default:
      return dice.of([
        { type: 'string', pattern: dice.of(PATTERNS) },
        { enum: dice.some(values, 3) },
        { minLength: dice.below(3), maxLength: 1 + dice.below(4) },
        dice.of(PATTERNS),
        { const: dice.of(values) },
        {},
      ]);
  }
}

function agt(dice, shared) {
  const rules = Array.from({ length: 1 + dice.below(4) }, (_, at) => ({
    name: `r${at}`,
    condition: conditionOf(dice, shared),
    action: dice.of(['allow', 'deny', 'require_approval']),
    ...(dice.chance(0.5) && { priority: dice.below(3) }),
  }));
  return {
    apiVersion: 'governance.toolkit/v1',
    name: 'p',
    default_action: dice.of(['allow', 'deny']),
    rules,
  };
}

function conditionOf(dice, shared) {
  const test = () => {
    if (dice.chance(0.3)) return `tool_name ${dice.of(['==', '!='])} '${dice.of(TOOLS)}'`;
    const name = dice.of(Object.keys(ARGUMENTS));
    switch (kindOf(name)) {
      case 'number':
        return shared
          ? `${name} > ${Math.abs(dice.of(ARGUMENTS[name]))}`
          : `${name} ${dice.of(['<', '<=', '>', '>=', '==', '!='])} ${Math.abs(dice.of(ARGUMENTS[name]))}`;
      case 'boolean':
        return shared ? name : dice.of([name, `${name} == true`, `${name} == false`]);
      default: {
        const words = ARGUMENTS[name].filter((each) => /^[\w @./]+$/u.test(each) && each.trim() === each);
        const list = dice.some(words, 3).map((each) => `'${each}'`);
        return dice.of([
          `${name} ${dice.of(['==', '!='])} '${dice.of(words)}'`,
          `${name} ${shared ? 'in' : dice.of(['in', 'not in'])} [${list.join(', ')}]`,
        ]);
      }
    }
  };
  const both = () => (dice.chance(0.5) ? test() : `${test()} and ${test()}`);
  return dice.chance(0.7) ? both() : `${both()} or ${both()}`;
}

function intercept(dice) {
  const condition = () => {
    const name = dice.of(Object.keys(ARGUMENTS));
    const values = ARGUMENTS[name];
    const path = `args.${name}`;
    const shared = [
      { path, op: dice.of(['eq', 'neq']), value: dice.of(values) },
      { path, op: dice.of(['in', 'not_in']), value: dice.some(values, 3) },
      { path, op: 'exists', value: dice.of(BOOLS) },
    ];
    const own = {
      number: [{ path, op: dice.of(['lt', 'lte', 'gt', 'gte']), value: dice.of(values) }],
      string: [
        { path, op: 'regex', value: dice.of(PATTERNS) },
        { path, op: 'contains', value: dice.of(values) },
      ],
      boolean: [],
    }[kindOf(name)];
    return dice.of([...shared, ...own]);
  };
  const rule = (at) =>
    dice.chance(0.1)
      ? { name: `r${at}`, action: 'deny' }
      : { name: `r${at}`, action: 'evaluate', conditions: Array.from({ length: 1 + dice.below(2) }, condition) };
  const tools = [...TOOLS.filter(() => dice.chance(0.8)), ...(dice.chance(0.3) ? ['*'] : [])];
  return {
    version: '1',
    default: dice.of(['allow', 'deny']),
    ...(dice.chance(0.2) && { hide: [dice.of(TOOLS)] }),
    tools: Object.fromEntries(
      tools.map((tool) => [tool, { rules: Array.from({ length: dice.below(3) }, (_, at) => rule(at)) }]),
    ),
  };
}
