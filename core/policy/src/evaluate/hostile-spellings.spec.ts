import { type Catalogue, STRING_FORMATS, type StringFormat } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { strictness } from '../core/effect.js';
import { hostileString, PRETENDED } from '../testing/hostile-strings.js';
import { judgeOf } from '../testing/judge.js';
import { seededRandom } from '../testing/random.js';
import { normaliseString } from '../values/strings.js';
import { runs } from '../../../../tools/testing/runs.js';

const FORMATS = STRING_FORMATS.filter((format) => format !== 'text');
const SPELLINGS = runs(400);
/** Another one under `npm run explore`. */
const SEED = Number(process.env['TEST_SEED'] ?? 0);

const catalogueOf = (format: StringFormat): Catalogue => ({
  name: 'c',
  tools: [
    {
      name: 't',
      classes: ['write'],
      args: { kind: 'record', fields: { x: { type: { kind: 'string', format }, required: false } } },
    },
  ],
});

/** Tests as lists of what is allowed, and of what is refused, are made of. */
const TESTS: Readonly<Record<Exclude<StringFormat, 'text'>, readonly string[]>> = {
  keyword: ['args.x like "drop*"', 'args.x matches "[a-z ]+"', 'args.x like "*a*"'],
  email: [
    'args.x.domain == "corp.example"',
    'args.x.local like "a*"',
    'args.x like "*@*corp.example"',
    'args.x.domain like "*.corp.example"',
  ],
  domain: ['args.x like "*.example"', 'args.x like "*corp.example"', 'args.x == "127.0.0.1"'],
  url: [
    'args.x.host == "corp.example"',
    'args.x.path like "/admin*"',
    'under(args.x.path, "/public")',
    'args.x like "https://corp.example/public/*"',
    'args.x like "https://corp.example/admin*"',
    'args.x.path matches "/public(/.*)?"',
    'args.x.scheme == "https" && args.x.port == 443',
    'args.x.query == ""',
    'args.x.host == "127.0.0.1"',
  ],
  path: [
    'under(args.x, "/srv/data")',
    'under(args.x, "/srv/data/private")',
    'args.x like "/srv/*"',
    'args.x like "/etc/*"',
    'args.x matches "/srv/.*"',
    'args.x.extension == "csv"',
    'args.x.directory == "/srv/data"',
    'args.x.name == "passwd"',
  ],
  iban: ['args.x.country == "de"', 'args.x like "DE*"', 'args.x matches "[A-Z]{2}[0-9]+"'],
  ip: [
    'in_range(args.x, "10.0.0.0/8")',
    'in_range(args.x, "127.0.0.0/8")',
    'in_range(args.x, "fc00::/7")',
    'in_range(args.x, "::/0")',
    'args.x like "10.*"',
  ],
};

describe.each(FORMATS)('%s in disguise', (format) => {
  it('has its own normal form, the one it pretends to have, or none', () => {
    const rng = seededRandom(17 + SEED);
    const wrong: unknown[] = [];
    for (let round = 0; round < SPELLINGS * 5; round++) {
      const { text, pretends } = hostileString(rng, format);
      const form = normaliseString(format, text);
      if (form !== null && (form !== pretends || normaliseString(format, form) !== form))
        wrong.push({ text, pretends, form });
    }
    expect(wrong).toEqual([]);
  });

  it('never gets a milder answer than the value it pretends to be', () => {
    const rng = seededRandom(18 + SEED);
    const tests = [
      ...TESTS[format],
      ...PRETENDED[format].slice(0, 3).map((value) => `args.x == ${JSON.stringify(value)}`),
      `args.x in ${JSON.stringify(PRETENDED[format].slice(0, 3))}`,
    ];
    const policies = tests.flatMap((test) => [
      `dialect 2; allow (tool) when { ${test} };`,
      `dialect 2; allow (tool) when { !(${test}) };`,
      `dialect 2; default allow; refuse (tool) when { ${test} };`,
      `dialect 2; default allow; confirm (tool) unless { ${test} };`,
    ]);
    // With a catalogue a value that has no normal form is refused before; without one the rules are asked.
    const judges = policies.flatMap((text) => [judgeOf(text, { catalogue: catalogueOf(format) })]);
    const milder: unknown[] = [];
    for (let round = 0; round < SPELLINGS; round++) {
      const { text, pretends } = hostileString(rng, format);
      const at = round % judges.length;
      const judge = judges[at];
      if (!judge) throw new RangeError(String(at));
      const [hostile] = judge({ tool: 't', args: { x: text } });
      const [plain] = judge({ tool: 't', args: { x: pretends } });
      if (strictness[hostile] < strictness[plain])
        milder.push({ policy: policies[at], text, pretends, hostile, plain });
    }
    expect(milder).toEqual([]);
  });
});
