import { formatPolicy } from '@ostiary/policy/editor';
import { openZ3, type OpenedZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpus } from '../../../../../core/policy/src/testing/corpus/corpus.js';
import { pick, type Rng, seededRandom, several } from '../../../../../core/policy/src/testing/random.js';
import { runs } from '../../../../../tools/testing/runs.js';
import { Hunt } from '../ask/hunt.js';
import { answersOf } from '../ask/parts.js';
import { BUG_CLASSES } from '../classes/index.js';
import { runHunt } from '../run.js';
import { closedCatalogue, closedPolicy } from '../testing/closed-world.js';
import { prepared } from '../testing/hunted.js';
import { printOf } from './print.js';
import { ruleKey } from './rule-key.js';

const FLAT = `dialect 1;
default refuse;
tool pay @write @privileged (amount: money EUR, days?: int 0..400, env: text, to: email);
tool send @write (amount: money EUR, days?: int 0..400, env: text, to: email);
tool look @read (env: text);
@id("small") allow pay when amount <= 100.00 EUR;
@id("medium") confirm pay when amount <= 500.00 EUR;
@id("none") refuse pay when amount > 900.00 EUR and amount < 700.00 EUR;
@id("prod") refuse send when env == "prod";
@id("old") refuse [pay, send] when days > 30;
@id("low") allow send when amount < 10.00 EUR and days < 20 and days < 30;
@id("twice") allow send when amount < 10.00 EUR and days < 20;
@id("edge") confirm send when amount > 10.00 EUR and not has days;
@id("odd") refuse look when env == "a" and env == "b";`;

const NESTED = `dialect 2;
default refuse;
tool pay @write @irreversible (amount: money EUR, rows: int 0..100, env: text, approved?: bool);
tool look @read (rows: int 0..100, env: text);
define little = args.amount < 40.00 EUR || args.rows < 5;
define unneeded = args.rows > 7;
@id("little") allow (tool == "pay") when { little && args.env != "prod" };
@id("middle") confirm (tool == "pay") when { args.amount >= 50.00 EUR && args.amount < 90.00 EUR };
@id("large") allow (tool == "pay") when { args.amount > 90.00 EUR && args.rows < 5 && args.rows < 9 };
@id("flag") refuse (tool == "pay") when { args.approved && args.env == "test" };
@id("look") allow (tool == "look") when { args.rows + args.rows > 300 };
@id("rest") allow (tool == "look") when { args.env in ["a", "b"] && args.rows >= 0 };`;

const RULE = /^@id\(.*$/gmu;
const ENDS = /[^\n]*\n/gu;

/** Changes of a text that leave every bug in it. */
const EDITS: Readonly<Record<string, (rng: Rng, text: string) => string>> = {
  formatted: (_, text) => formatPolicy(text).text ?? text,
  spread: (rng, text) => text.replace(/ (?=when\b|and\b|&&)/gu, () => pick(rng, [' ', '\n    ', '  '])),
  indented: (rng, text) => text.replace(RULE, (rule) => `${pick(rng, ['', '  ', '\t'])}${rule}`),
  spaced: (rng, text) => text.replace(ENDS, (line) => line + pick(rng, ['', '', '\n', '   \n'])),
  remarked: (rng, text) =>
    text.replace(
      RULE,
      (rule) => `${pick(rng, ['', '// as agreed\n'])}${rule}${pick(rng, ['', ' // see the handbook'])}`,
    ),
  reordered: (rng, text) => {
    const rules = [...text.matchAll(RULE)].map(([rule]) => rule);
    const left = [...rules];
    return text.replace(RULE, () => left.splice(Math.floor(rng() * left.length), 1)[0] ?? '');
  },
  redeclared: (rng, text) => {
    const tools = [...text.matchAll(/^tool .*$/gmu)].map(([tool]) => tool);
    return text.replace(/^tool .*$/gmu, () => tools.splice(Math.floor(rng() * tools.length), 1)[0] ?? '');
  },
  dearer: (_, text) =>
    text.replace(/(\d+)\.00 EUR/gu, (_amount, whole: string) => `${String(Number(whole) * 2)}.00 EUR`),
  renamed: (rng, text) => text.replace(/\blittle\b(?!")/gu, pick(rng, ['tiny', 'modest'])),
};

describe('fingerprints', { timeout: 600_000 }, () => {
  let z3: OpenedZ3;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  const prints = async (text: string): Promise<readonly string[]> => {
    const { findings } = await runHunt(prepared(text), z3, { sessionBound: 3, repairs: null });
    return findings
      .map(
        (each) =>
          `${each.class} ${each.subkind ?? ''} ${each.rules.toSorted().join()} ${each.tool ?? ''} ${each.attribute ?? ''} ${each.fingerprint}`,
      )
      .toSorted();
  };

  it.each([
    ['dialect 1', FLAT],
    ['dialect 2', NESTED],
  ])('stay the same over changes that leave the bugs: %s', async (_, text) => {
    const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
    const before = await prints(text);
    expect(before.length).toBeGreaterThan(8);
    for (let round = 0; round < runs(10); round++) {
      const edits = several(rng, 1, 3, () => pick(rng, Object.keys(EDITS)));
      const edited = edits.reduce((changed, edit) => EDITS[edit]?.(rng, changed) ?? changed, text);
      expect({ edits, prints: await prints(edited) }).toEqual({ edits, prints: before });
    }
  });

  it('are never those of another bug', async () => {
    const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
    const random = Array.from(
      { length: runs(20) },
      () => [closedPolicy(rng).text.replaceAll(/@id\("r\d+"\) /gu, ''), closedCatalogue] as const,
    );
    const all = [
      ...corpus.map(({ text, catalogue }) => [text, catalogue] as const),
      [FLAT, undefined] as const,
      [NESTED, undefined] as const,
      ...random,
    ];
    let count = 0;
    for (const [text, catalogue] of all) {
      const policy = prepared(text, catalogue);
      const hunt = new Hunt(policy, { solver: z3, accepted: null, sessionBound: 2 });
      const known = new Map<string, string>();
      for (const bugClass of BUG_CLASSES)
        for await (const answer of answersOf(hunt, bugClass)) {
          if (answer.kind !== 'found') continue;
          const { bug } = answer;
          const print = printOf(bugClass.id, bug, (rule) => ruleKey(policy.core, rule));
          const told = JSON.stringify([
            bugClass.id,
            bug.rules.map(({ id }) => id),
            bug.tool,
            bug.attribute,
            bug.title.en,
          ]);
          expect({ text, bugs: new Set([told, known.get(print) ?? told]) }).toEqual({ text, bugs: new Set([told]) });
          known.set(print, told);
          count += 1;
        }
      hunt.close();
    }
    expect(count).toBeGreaterThan(50);
  });
});
