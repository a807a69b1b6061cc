import type { Catalogue } from '@ostiary/catalogue';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { Call, Context } from '../../evaluate/types.js';
import { runs } from '../../../../../tools/testing/runs.js';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { chance, pick, seededRandom, several } from '../../testing/index.js';
import { neverDecides } from './analyse.js';

/** A small world of dialect 1: the tests its policies are made of, and every call they can tell apart. */
interface World {
  readonly header: string;
  readonly catalogue?: Catalogue;
  readonly atoms: readonly string[];
  readonly calls: readonly { readonly call: Call; readonly context: Context }[];
}

const KEYWORD = { kind: 'string', format: 'keyword' } as const;
const NOW = Date.UTC(2026, 10, 21, 10);
const withArgs = (args: Call['args']): World['calls'][number] => ({ call: { tool: 't', args }, context: { now: NOW } });

function product(domains: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  return Object.entries(domains).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => (value === undefined ? row : { ...row, [name]: value }))),
    [{}],
  );
}

const subsets = (items: readonly string[]): string[][] =>
  items.reduce<string[][]>((all, item) => [...all, ...all.map((each) => [...each, item])], [[]]);

const PATHS = [
  '/',
  '/etc',
  '/srv',
  '/srv/a',
  '/srv/a/b',
  '/srv/b',
  '/x',
  'a',
  'b',
  'etc',
  'srv/a',
  'srv/b',
  'x',
  '/b/a',
  'b/a',
];
/** Too long for `matches`. */
const LONG = ['/srv/', '/srv/a/', '/', '', 'srv/'].flatMap((start) =>
  ['a', 'b'].map((letter) => start + letter.repeat(MAX_MATCHED_LENGTH + 1)),
);
const DAY = 86_400_000;
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const HALVES = [-1, 0, 0.25, 0.4, 0.5, 0.75, 1, 2, 3.5, 4];

const WORLDS: Readonly<Record<string, World>> = {
  'paths of either kind': {
    header: 'tool t (p?: path, ps?: [path]);',
    atoms: [
      'p like "/srv/*"',
      'p not like "/srv/a*"',
      'p like "*a"',
      'p like "srv/*"',
      'p == "/etc"',
      'p != "x"',
      'p in ["/etc", "x"]',
      'p not in ["/x"]',
      'under(p, "/srv")',
      'not under(p, "/srv")',
      'has p',
      'ps contains "/srv/a"',
      'ps not contains "x"',
      'ps contains "b"',
      'has ps',
    ],
    calls: product({
      p: [undefined, ...PATHS],
      ps: [undefined, ...subsets(['/srv/a', 'x', 'b', '/other', 'other'])],
    }).map(withArgs),
  },
  'paths that nobody declared': {
    header: '',
    atoms: [
      'p like "/srv/*"',
      'p like "/srv/a/*"',
      'p == "/etc"',
      'p not like "/*"',
      'has p',
      'under(p, "/srv")',
      'p matches "/srv/.*|/x"',
    ],
    calls: product({ p: [undefined, 7, '/srv/../etc', ...PATHS, ...LONG] }).map(withArgs),
  },
  'more items of a list than a few': {
    header: 'tool t (many?: [keyword]);',
    atoms: [...LETTERS.flatMap((letter) => [`many contains "${letter}"`, `many not contains "${letter}"`]), 'has many'],
    calls: product({ many: [undefined, ...subsets(LETTERS)] }).map(withArgs),
  },
  'lists that hold few items, and amounts beside their currency': {
    header: '',
    catalogue: {
      name: 'c',
      tools: [
        {
          name: 't',
          classes: [],
          args: {
            kind: 'record',
            fields: {
              few: { type: { kind: 'list', of: KEYWORD, maxItems: 2 }, required: false },
              cost: { type: { kind: 'money', currencyFrom: 'in', min: 0, max: 300 }, required: false },
              in: { type: KEYWORD, required: false },
            },
          },
        },
      ],
    },
    atoms: [
      'few contains "a"',
      'few contains "b"',
      'few contains "c"',
      'few not contains "a"',
      'cost <= 1.00 EUR',
      'cost > 2.00 EUR',
      'cost == 1.00 USD',
      'has cost',
    ],
    calls: product({
      few: [undefined, [], ['a'], ['b'], ['c'], ['z'], ['a', 'b'], ['a', 'c'], ['b', 'c']],
      cost: [undefined, 0, 1, 1.01, 2, 2.01, 3, '1.00 USD', '2.00 USD', '1.00 GBP', '2.50 EUR'],
      in: [undefined, 'EUR', 'usd'],
    }).map(withArgs),
  },
  'numbers of all scales': {
    header: 'tool t (n?: int, d?: decimal, f?: decimal1, m?: int 0..2);',
    atoms: [
      'n <= 0',
      'n > 2',
      'n == 1',
      'n in [1, 3]',
      'd <= 0.5',
      'd == 0.25',
      'd in [1, 3.5]',
      'f < 0.7',
      'f >= 1.0',
      'f == 0.5',
      'm > 0',
      'm != 2',
    ],
    calls: product({
      n: [undefined, -1, 0, 1, 2, 3, 4],
      d: [undefined, ...HALVES],
      f: [undefined, -1, 0, 0.5, 0.6, 0.7, 0.8, 1, 1.1],
      m: [undefined, 0, 1, 2],
    }).map(withArgs),
  },
  'the fields of the time': {
    header: 'tool t ();',
    atoms: [
      'now.hour >= 9',
      'now.hour < 18',
      'now.hour == 12',
      'now.weekday <= 5',
      'now.weekday == 3',
      'now.minute == 0',
      'now.minute > 30',
      'now.time >= "2026-11-21T10:00:00Z"',
      'now.time < "2026-11-22T10:30:00Z"',
      'now.time == "2026-11-21T10:00:00Z"',
      'now.date == "2026-11-21"',
      'now.date <= "2026-11-22"',
    ],
    calls: [
      {},
      ...Array.from({ length: 22 * 24 * 4 }, (_, quarter) => ({
        now: NOW - 10 * DAY + quarter * 900_000 + (quarter % 2) * 60_000,
      })),
      ...[-1, 0, 1].flatMap((step) => [{ now: NOW + step }, { now: NOW + 1_470 * 60_000 + step }]),
    ].map((context) => ({ call: { tool: 't', args: {} }, context })),
  },
  'an object and what lies in it': {
    header: '',
    atoms: ['has meta', 'not has meta', 'meta.a == 1', 'meta.a != 1', 'has meta.a', 'meta.b == "x"', 'not has meta.b'],
    calls: product({
      meta: [undefined, 7, ...product({ a: [undefined, 1, 2, 'ill'], b: [undefined, 'x', 'y', 7] })],
    }).map(withArgs),
  },
};

describe('neverDecides in dialect 1, without a solver', () => {
  it.each(Object.entries(WORLDS))(
    'says of %s what all calls of a small world say',
    async (_, { header, catalogue, atoms, calls }) => {
      let silent = 0;
      const property = fc.asyncProperty(fc.nat(), async (seed) => {
        const rng = seededRandom(seed);
        const some = several(rng, 3, 5, () => pick(rng, atoms));
        const tests = (): string => several(rng, 1, 2, () => pick(rng, some)).join(' and ');
        const rules = several(rng, 2, 4, () => {
          const unless = chance(rng, 0.3) ? ` unless ${tests()}` : '';
          return `${pick(rng, ['allow', 'confirm', 'refuse'])} t when ${tests()}${unless};`;
        });
        const text = ['dialect 1;', header, ...rules].join('\n');
        const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
        if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
        const { core } = loaded;
        const decider = compilePolicy(core);
        const heard = new Set<string>();
        for (const { call, context } of calls)
          for (const { rule } of decider.decide(call, context).deciding) heard.add(rule);
        const truth = core.rules.map(({ id }) => id).filter((id) => !heard.has(id));
        const found = (await neverDecides(core, null)).map(({ rule }) => rule);
        expect({ text, silent: found }).toEqual({ text, silent: truth });
        silent += found.length;
      });
      await fc.assert(property, { numRuns: runs(25) });
      expect(silent).toBeGreaterThan(5);
    },
  );
});
