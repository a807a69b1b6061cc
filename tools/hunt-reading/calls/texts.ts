import type { Effect } from '@ostiary/policy';
import { type Rng, chance, pick, several } from '@ostiary/policy/testing';
import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import { readPolicy } from '../../third-reading/reading.mjs';
import type { Reading } from '../lib/compare.js';
import { isMilder } from '../lib/world.js';

type Bugs = ReadonlyMap<string, Severity | null>;

/** A test of the one argument: how it is written, and the text that it names. */
interface Named {
  readonly text: string;
  readonly literals: readonly string[];
}

interface TextRule {
  readonly effect: Effect;
  readonly test: Named | null;
  readonly role: string | null;
}

/** A policy about one argument that is a text of some kind. */
export interface Texts {
  readonly made: { readonly catalogue: undefined };
  readonly text: string;
  readonly kind: Kind;
  readonly format: string;
  readonly rules: readonly TextRule[];
  /** Whether another tool takes the same argument in a format that folds. */
  readonly folds: boolean;
  /** The answers to a call with this text, by each caller. */
  readonly answers: (s: string) => readonly Effect[];
}

const KINDS = ['word', 'word', 'number', 'path', 'url', 'address', 'domain', 'regex'] as const;
type Kind = (typeof KINDS)[number];

const FORMATS: Readonly<Record<Kind, readonly string[]>> = {
  word: ['text', 'text', 'keyword'],
  number: ['text', 'text', 'keyword'],
  path: ['text', 'text', 'path'],
  url: ['url', 'text'],
  address: ['email', 'text'],
  domain: ['domain', 'text'],
  regex: ['text'],
};

const PATTERNS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  path: ['/srv/data/*', '/etc/*', '/etc/passwd'],
  url: ['https://corp.example*', 'https://corp.example/*'],
  address: ['*@corp.example', '*corp.example'],
  domain: ['*corp.example', '*.corp.example', 'corp.example*'],
};

const EXPRESSIONS = ['api.corp.example', 'api\\\\.corp\\\\.example', '[a|b]x', '[ab]x', '[A-z]x', '[A-Za-z]x'];

function testOf(rng: Rng, kind: Kind): Named {
  const quoted = (each: string): string => JSON.stringify(each);
  switch (kind) {
    case 'word':
    case 'number': {
      const [one, other] = kind === 'word' ? ['prod', 'audit'] : ['600', '0'];
      const literal = pick(rng, [one, one, other] as const);
      return pick<Named>(rng, [
        { text: `s == ${quoted(literal)}`, literals: [literal] },
        { text: `s == ${quoted(literal)}`, literals: [literal] },
        { text: `s in [${quoted(one)}, ${quoted(other)}]`, literals: [one, other] },
        { text: `s != ${quoted(literal)}`, literals: [literal] },
      ]);
    }
    case 'regex': {
      const pattern = pick(rng, EXPRESSIONS);
      return { text: `s matches "${pattern}"`, literals: [pattern] };
    }
    default: {
      const pattern = pick(rng, PATTERNS[kind] ?? []);
      return { text: `s like ${quoted(pattern)}`, literals: [pattern] };
    }
  }
}

const ROLES = [undefined, 'u', 'v'];

export function texts(rng: Rng): Texts {
  const kind = pick(rng, KINDS);
  const format = pick(rng, FORMATS[kind]);
  const folds = (kind === 'word' || kind === 'number') && format === 'text' && chance(rng, 0.25);
  const otherwise = pick(rng, ['refuse', 'refuse', 'allow'] as const);
  const rules = several(rng, 1, 3, (): TextRule => {
    const isOf = chance(rng, 0.75);
    return {
      effect: pick(rng, ['allow', 'allow', 'confirm', 'refuse'] as const),
      test: isOf ? testOf(rng, kind) : null,
      role: chance(rng, isOf ? 0.3 : 0.7) ? pick(rng, ['u', 'v']) : null,
    };
  });
  const text = [
    'dialect 1;',
    `default ${otherwise};`,
    `tool run @write (s: ${format});`,
    folds ? 'tool look @read (s: keyword);' : '',
    'principal (role?: keyword in ["u", "v"]);',
    ...rules.map(({ effect, test, role }, at) => {
      const tests = [...(test ? [test.text] : []), ...(role === null ? [] : [`principal.role == "${role}"`])];
      return `@id("r${String(at)}") ${effect} run${tests.length === 0 ? '' : ` when ${tests.join(' and ')}`};`;
    }),
  ]
    .filter((line) => line !== '')
    .join('\n');
  const policy = readPolicy(text);
  return {
    made: { catalogue: undefined },
    text,
    kind,
    format,
    rules,
    folds,
    answers: (s) =>
      ROLES.map((role) => {
        const principal = { id: 'ann', ...(role !== undefined && { role }) };
        return policy.decide({ tool: 'run', args: { s } }, { principal, session: { id: 'monday' } }).answer;
      }),
  };
}

/** Whether somebody gets a milder answer for one text than for another. */
const passes = ({ answers }: Texts, mild: string, strict: string, as?: Effect): boolean => {
  const whole = answers(strict);
  return answers(mild).some(
    (answer, at) => isMilder(answer, whole[at] ?? 'refuse') && (as === undefined || answer === as),
  );
};

/** Texts that rules name: to stop them, or to leave them out of what they let through. */
const forbidden = ({ rules, kind }: Texts): readonly string[] =>
  kind === 'word' || kind === 'number' ? rules.flatMap(({ test }) => test?.literals ?? []) : [];

const cases = (s: string): readonly string[] =>
  [s.toUpperCase(), `${s.slice(0, 1).toUpperCase()}${s.slice(1)}`, `${s} `, ` ${s}`].filter((each) => each !== s);
const wide = (s: string): string =>
  s.replaceAll(/[a-z]/gu, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0));
const lookAlikes = (s: string): readonly string[] => [
  s.replace('o', 'о').replace('a', 'а'),
  `${s.slice(0, 1)}\u200b${s.slice(1)}`,
  wide(s),
  `\u202e${s}`,
];

const spelled = (world: Texts, variants: (s: string) => readonly string[]): boolean =>
  forbidden(world).some((literal) =>
    variants(literal).some((variant) => variant !== literal && passes(world, variant, literal)),
  );
const one = (is: boolean, severity: Severity | null): Bugs => new Map(is ? [['s', severity]] : []);
const byArgument: Reading<Texts>['of'] = ({ attribute }) => attribute?.replace('args.', '') ?? '';

/** B01: another case, another space, a milder answer. */
const B01: Reading<Texts> = {
  class: 'B01',
  bugs: (world) => (world.kind === 'word' ? one(spelled(world, cases), world.folds ? 'high' : 'medium') : null),
  of: byArgument,
};

/** B02: a look-alike gets a milder answer. */
const B02: Reading<Texts> = {
  class: 'B02',
  bugs: (world) => {
    if (world.kind !== 'word') return null;
    if (world.format !== 'text') return new Map();
    const lower = spelled(world, cases);
    return one(spelled(world, lookAlikes), lower ? (world.folds ? null : 'low') : world.folds ? 'high' : 'medium');
  },
  of: byArgument,
};

const ways = (s: string): readonly string[] => [`0${s}`, `${s}.0`];

/** B06: a number compared as text. */
const B06: Reading<Texts> = {
  class: 'B06',
  bugs: (world) => {
    if (world.kind !== 'word' && world.kind !== 'number') return null;
    return one(world.kind === 'number' && spelled(world, ways), world.folds ? 'high' : 'medium');
  },
  of: byArgument,
};

/** Of each file some ways to write it: the first is the plain one. */
const FILES = [
  ['/etc/passwd', '/srv/data/../../etc/passwd', '/./etc/passwd', '//etc/passwd', '/srv/../etc/passwd'],
  ['/srv/data/x', '/./srv/data/x', '//srv/data/x', '/etc/../srv/data/x'],
  ['/root/x', '/etc/../root/x', '/srv/data/../../root/x'],
  ['/etc/x', '/srv/data/../../etc/x', '/./etc/x', '//etc/x', '/srv/../etc/x'],
];

/** B04: a path compared as text. */
const B04: Reading<Texts> = {
  class: 'B04',
  bugs: (world) => {
    if (world.kind !== 'path') return world.kind === 'regex' ? null : new Map();
    return one(
      world.format === 'text' && FILES.some(([plain = '', ...raw]) => raw.some((each) => passes(world, each, plain))),
      'high',
    );
  },
  of: byArgument,
};

/** A stranger who does not disguise himself, and disguises that a program takes for somebody else's. */
const STRANGERS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  url: [
    'https://attacker.example/',
    'https://corp.example.attacker.example/',
    'https://corp.example@attacker.example/',
    'https://attacker.example/corp.example',
  ],
  address: ['eve@attacker.example', 'eve@notcorp.example', 'eve@attacker.example,ann@corp.example'],
  domain: ['attacker.example', 'notcorp.example', 'corp.example.attacker.example'],
};

/** B03: a pattern over an address holds more than was meant. */
const B03: Reading<Texts> = {
  class: 'B03',
  bugs: (world) => {
    const [plain, ...disguises] = STRANGERS[world.kind] ?? [];
    if (plain === undefined) return new Map();
    const isAddress = (pattern: string): boolean => world.format !== 'text' || /:\/\/|@/u.test(pattern);
    const allows = world.rules.some(({ effect, test }) => effect !== 'refuse' && test?.literals.some(isAddress));
    return one(allows && disguises.some((each) => passes(world, each, plain)), 'high');
  },
  of: byArgument,
};

const SLIPS = [
  { pattern: 'api.corp.example', extra: 'apixcorpxexample', severity: 'high' },
  { pattern: '[a|b]x', extra: '|x', severity: 'medium' },
  { pattern: '[A-z]x', extra: '_x', severity: 'medium' },
] as const;

/** B05: an expression that holds more than it seems to. */
const B05: Reading<Texts> = {
  class: 'B05',
  bugs: (world) => {
    if (world.kind !== 'regex') return world.kind === 'path' ? null : new Map();
    const open = world.rules.flatMap(({ effect, test }) => (effect === 'refuse' ? [] : (test?.literals ?? [])));
    const found = SLIPS.filter(
      ({ pattern, extra }) => open.includes(pattern) && passes(world, extra, 'something else'),
    );
    const isGrave = found.some(
      ({ severity, extra }) => severity === 'high' && passes(world, extra, 'something else', 'allow'),
    );
    return one(found.length > 0, isGrave ? 'high' : 'medium');
  },
  of: byArgument,
};

export const TEXT_READINGS = [B01, B02, B03, B04, B05, B06];
