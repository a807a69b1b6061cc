import { formatPolicy } from '@ostiary/policy/editor';
import type { PreparedPolicy } from '@ostiary/guard';
import { openZ3, type OpenedZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpus } from '../../../../../core/policy/src/testing/corpus/corpus.js';
import { pick, type Rng, seededRandom } from '../../../../../core/policy/src/testing/random.js';
import { cleanPolicies, huntInput, plantedBugs } from '../../../../../bench/lib/hunt-corpus.mjs';
import { runs } from '../../../../../tools/testing/runs.js';
import { Hunt } from '../ask/hunt/hunt.js';
import { answersOf } from '../ask/hunt/parts.js';
import { BUG_CLASSES } from '../classes/index.js';
import type { Finding } from '../model/finding.js';
import { type RunOptions, runHunt } from '../run.js';
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

/** One catalogue group, steps before others, labels, sums and a default: what sessions and names of one thing are asked about. */
const SESSIONS = `dialect 2;
default refuse;
tool read_page @read @source (url: url);
tool check_payee @check (to: iban);
tool pay @irreversible (to: iban, amount: money EUR 0.01..90000.00);
tool post @write @sink (text: text, channel: text);
tool look_up @read (order: text);
tool refund @write (order: text);
allow (tool == "look_up");
@id("refund") allow (tool == "refund") when history { formerly within 1h look_up.ok };
@id("few") refuse (tool == "refund") when history { count(refund.ok) within 24h by session >= 2 };
allow (tool == "read_page");
allow (tool == "check_payee");
@id("small") allow (tool == "pay") when { args.amount <= 100.00 EUR };
@id("manager") allow (tool == "pay") when { args.amount <= 800.00 EUR && principal.role == "manager" };
@id("checked") allow (tool == "pay") when { args.amount <= 300.00 EUR } when history { formerly within 1h check_payee.ok{ to: args.to } };
@id("big") confirm (tool == "pay") when { args.amount > 500.00 EUR };
@id("burst") refuse (tool == "pay") when history { sum(pay.open.amount) within 10m by principal including this > 2000.00 EUR };
@id("news") allow (tool == "post") when { args.channel == "news" };
@id("staff") allow (tool == "post") when { args.channel == "staff" };
@id("labels") confirm (tool == "post") when { args.channel == "staff" && label(args.text, "secret") };
never "nobody pays alone": answer == "allow" && args.amount > 200.00 EUR;
always "a day of payments": session sum(pay.ok.amount) within 24h by principal <= 20000.00 EUR;`;

const ALIASES = `dialect 1;
default allow;
@id("a") refuse pay when n > 2;
@id("b") refuse pay when e == "a";
@id("c") confirm send when n > 2 and n <= 3;
@id("d") confirm [pay, send] when k == 1;
@id("e") refuse pay when n > 2;
@id("f") confirm pay when n > 2;
@id("g") confirm look when e == "a" and e == "b";`;

const OWN: readonly { readonly name: string; readonly text: string; readonly catalogue?: unknown }[] = [
  { name: 'dialect 1', text: FLAT },
  { name: 'dialect 2', text: NESTED },
  { name: 'sessions', text: SESSIONS },
  { name: 'one thing under two names', text: ALIASES, catalogue: closedCatalogue },
];

type Items = PreparedPolicy['tree']['items'];
type Edit = (rng: Rng, policy: PreparedPolicy) => string;

const isRule = ({ kind }: Items[number]): boolean => kind === 'rule';

/** The text with what is written of some items replaced. */
function rewritten({ text, tree }: PreparedPolicy, of: (item: Items[number]) => boolean, by: Rewrite): string {
  const items = tree.items.filter(of);
  const sources = by(items.map(({ span }) => text.slice(span.start, span.end)));
  let [made, end] = ['', 0];
  for (const [at, { span }] of items.entries()) {
    made += text.slice(end, span.start) + (sources[at] ?? '');
    end = span.end;
  }
  return made + text.slice(end);
}

type Rewrite = (sources: readonly string[]) => readonly string[];

const shuffled =
  (rng: Rng): Rewrite =>
  (sources) => {
    const left = [...sources];
    return sources.map(() => left.splice(Math.floor(rng() * left.length), 1)[0] ?? '');
  };

/** Changes of a text that leave every bug in it. */
const EDITS: Readonly<Record<string, Edit>> = {
  formatted: (_, { text }) => formatPolicy(text).text ?? text,
  reordered: (rng, policy) => rewritten(policy, isRule, shuffled(rng)),
  reversed: (_, policy) => rewritten(policy, isRule, (sources) => sources.toReversed()),
  redeclared: (rng, policy) => rewritten(policy, ({ kind }) => kind === 'tool', shuffled(rng)),
  spread: (rng, policy) =>
    rewritten(policy, isRule, (sources) =>
      sources.map((source) =>
        source.replace(/ (?=when\b|unless\b|and\b|&&)/gu, () => pick(rng, [' ', '\n    ', '  '])),
      ),
    ),
  spaced: (rng, policy) =>
    rewritten(
      policy,
      () => true,
      (sources) => sources.map((source) => `${pick(rng, ['', '\n', '   \n\t'])}${source}`),
    ),
  remarked: (rng, policy) =>
    rewritten(policy, isRule, (sources) =>
      sources.map(
        (source) => `${pick(rng, ['', '// as agreed\n'])}${source}${pick(rng, ['', ' // see the handbook\n'])}`,
      ),
    ),
};

/** Those that only policies bear which are written for them: amounts that nothing but rules speaks of, and a definition. */
const OWN_EDITS: Readonly<Record<string, Edit>> = {
  ...EDITS,
  dearer: (_, { text }) =>
    text.replace(/(?<!\.\.)\b(\d+)\.00 EUR/gu, (_amount, whole: string) => `${String(Number(whole) * 2)}.00 EUR`),
  renamed: (rng, { text }) => text.replace(/\blittle\b(?!")/gu, pick(rng, ['tiny', 'modest'])),
};

describe('findings', { timeout: 1_800_000 }, () => {
  let z3: OpenedZ3;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  const hunted = async (policy: PreparedPolicy, options: RunOptions): Promise<readonly Finding[]> =>
    (await runHunt(policy, z3, { ...options, repairs: null })).findings;

  /** By what each finding is known, and which rules, tool and attribute it names; but for those that are `open`. */
  const toldOf = (findings: readonly Finding[], open: ReadonlySet<string> = new Set()): readonly string[] =>
    findings
      .filter(({ class: id, subkind, tool }) => !open.has(`${id === 'X01' ? (subkind ?? '') : id} ${tool ?? ''}`))
      .map(({ class: id, subkind, rules, tool, attribute, severity, fingerprint }) =>
        [id, subkind, rules.toSorted().join(), tool, attribute, severity, fingerprint].join(' '),
      )
      .toSorted();

  /** The questions that were given up, by class and tool: one that takes nearly all the work it may take is given up in one order and not in another. */
  const openOf = (findings: readonly Finding[]): ReadonlySet<string> =>
    new Set(
      findings.flatMap(({ class: id, subkind, tool }) => (id === 'X01' ? [`${subkind ?? ''} ${tool ?? ''}`] : [])),
    );

  it.each(OWN)('stay the same over changes that leave the bugs: $name', async ({ text, catalogue }) => {
    const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
    const options = { sessionBound: 3 };
    const before = toldOf(await hunted(prepared(text, catalogue), options));
    expect(before.length).toBeGreaterThan(6);
    // Each kind of change once, over those before it; judged after each second one, which is half of the time.
    let edited = text;
    const edits = Object.entries(OWN_EDITS);
    for (let round = 0; round < runs(1); round++)
      for (const [at, [name, edit]] of edits.entries()) {
        edited = edit(rng, prepared(edited, catalogue));
        if (runs(1) === 1 && at % 2 === 0 && at < edits.length - 1) continue;
        const now = toldOf(await hunted(prepared(edited, catalogue), options));
        expect({ name, edited, told: now }).toEqual({ name, edited, told: before });
      }
  });

  it('stay the same over such changes of the mutation corpus', async () => {
    const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
    const kinds = Object.entries(EDITS);
    // What came first match, and was translated, is another policy in another order.
    const all = [...cleanPolicies(), ...plantedBugs().filter(({ foreign }) => foreign === null)];
    const count = Math.min(runs(4), all.length);
    const offset = Math.floor(rng() * all.length);
    for (let at = 0; at < count; at++) {
      const given = all[(offset + Math.floor((at * all.length) / count)) % all.length];
      const [name, edit] = kinds[at % kinds.length] ?? [];
      if (!given || !edit) throw new RangeError('nothing to edit');
      const { policy, options } = await huntInput(given);
      const edited = prepared(edit(rng, policy), given.catalogue ?? undefined);
      const [one, other] = [await hunted(policy, options), await hunted(edited, options)];
      const open = new Set([...openOf(one), ...openOf(other)]);
      expect({ policy: given.name, name, told: toldOf(other, open) }).toEqual({
        policy: given.name,
        name,
        told: toldOf(one, open),
      });
    }
  });

  it('have fingerprints that are never those of another bug', async () => {
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
        for await (const { made } of answersOf(hunt, bugClass))
          for (const { bug } of made.filter((answer) => answer.kind === 'found')) {
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
