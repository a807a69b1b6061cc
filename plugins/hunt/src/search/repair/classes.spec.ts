import { openZ3 } from '@ostiary/smt';
import { describe, expect, it } from 'vitest';
import type { ClassId } from '../model/class-id.js';
import { runHunt } from '../run.js';
import { prepared } from '../testing/hunted.js';

const solver = openZ3();

/** The lines that the repair of the first finding of a class takes away and adds; null where it has none. */
async function change(id: ClassId, text: string): Promise<readonly string[] | null> {
  const { findings } = await runHunt(prepared(text), await solver, { classes: [id] });
  const [finding] = findings;
  if (!finding) throw new Error(`no ${id}`);
  if (!finding.repair) return null;
  const [before, after] = [text, finding.repair.text].map((each) => each.trimEnd().split('\n'));
  return [
    ...(before ?? []).filter((line) => !after?.includes(line)).map((line) => `- ${line}`),
    ...(after ?? []).filter((line) => !before?.includes(line)).map((line) => `+ ${line}`),
  ];
}

const MAIL = 'tool send @sink (to: text, mail?: email, size: int 0..);';
const PAY = 'tool pay @write (n: int 0..9, m?: int 0..9, amount: money EUR);';
const WIPE = 'tool wipe @irreversible (n: int 0..9); tool look @read (n: int 0..9);';

const BOTH =
  'tool approve @write (order: text, amount: money EUR); tool refund @write (order: text, amount: money EUR);';

/** What each class mends, beside the examples of its page (docs/hunt). */
const MENDED: readonly (readonly [ClassId, string, readonly string[]])[] = [
  [
    'G01',
    `dialect 1; ${PAY}\nallow pay when n < 2;\n@id("x") allow pay when n > 5 and n < 3; // stays`,
    ['- @id("x") allow pay when n > 5 and n < 3; // stays', '+  // stays'],
  ],
  [
    'G01',
    `dialect 1; ${PAY}\nallow pay when n < 2;\n@id("x") confirm pay when n > 7 and n <= 1;`,
    ['- @id("x") confirm pay when n > 7 and n <= 1;', '+ @id("x") confirm pay when n > 1 and n <= 7;'],
  ],
  [
    'G02',
    `dialect 2; ${PAY}\n@id("x") refuse (tool == "pay")\n  when { args.n <= 9 };`,
    ['- @id("x") refuse (tool == "pay")', '-   when { args.n <= 9 };', '+ @id("x") refuse (tool == "pay");'],
  ],
  [
    'G03',
    `dialect 2; ${PAY}\nallow (tool);\n@id("x") refuse (tool) when { args.m > 5 || args.m == 2 };`,
    [
      '- @id("x") refuse (tool) when { args.m > 5 || args.m == 2 };',
      '+ @id("x") refuse (tool) when { has args.m && (args.m > 5 || args.m == 2) };',
      '+ @id("x-without-m") refuse (tool) when { !(has args.m) };',
    ],
  ],
  // Dialect 2 says what is taken for what is missing: of a number one that the test tells from the bound, of a span of time none at all.
  [
    'G03',
    `dialect 2; ${PAY}\nallow (tool);\n@id("x") refuse (tool) when { now.hour < 6 };`,
    ['- @id("x") refuse (tool) when { now.hour < 6 };', '+ @id("x") refuse (tool) when { (now.hour or else 5) < 6 };'],
  ],
  [
    'G03',
    'dialect 2; tool pay @write (due: time);\nallow (tool);\n@id("x") refuse (tool) when { args.due - now.time < 2h };',
    [
      '- @id("x") refuse (tool) when { args.due - now.time < 2h };',
      '+ @id("x") refuse (tool) when { (args.due - now.time or else 0m) < 2h };',
    ],
  ],
  [
    'G03',
    `dialect 2; ${PAY}\ndefine open = now("Europe/Lisbon").weekday <= 5 && now("Europe/Lisbon").hour >= 8;\nallow (tool);\n@id("x") refuse (tool) when { !open };`,
    [
      '- define open = now("Europe/Lisbon").weekday <= 5 && now("Europe/Lisbon").hour >= 8;',
      '+ define open = (now("Europe/Lisbon").weekday or else 6) <= 5 && now("Europe/Lisbon").hour >= 8;',
    ],
  ],
  // What is left of it says what the default says.
  [
    'G05',
    `dialect 1; ${PAY} tool look @read (id: text);\nallow look;\nallow pay when n < 3;\n@id("x") refuse [pay, look] when n > 5;`,
    ['- @id("x") refuse [pay, look] when n > 5;'],
  ],
  [
    'G05',
    'dialect 1;\nallow refund_order;\nconfirm refund_order when amount > 5.00 EUR;\nrefuse refnd_order when amount > 9.00 EUR;',
    ['- refuse refnd_order when amount > 9.00 EUR;', '+ refuse refund_order when amount > 9.00 EUR;'],
  ],
  [
    'G05',
    'dialect 1;\nallow pay when env == "production";\nconfirm pay when env == "production" and n > 3;\nrefuse pay when env == "prodution" and n > 5;',
    ['- refuse pay when env == "prodution" and n > 5;', '+ refuse pay when env == "production" and n > 5;'],
  ],
  [
    'S05',
    `dialect 1; default allow; ${WIPE}\n@id("x") allow wipe when n < 3;`,
    ['+ @id("ask-wipe") confirm wipe unless n < 3;'],
  ],
  // A rule for every call says nothing that the one would not that asks already.
  [
    'S05',
    `dialect 2; default allow; ${WIPE}\n@id("x") confirm (tool == "wipe") when { args.n > 3 } when history { formerly within 1h look.ok };`,
    [
      '- @id("x") confirm (tool == "wipe") when { args.n > 3 } when history { formerly within 1h look.ok };',
      '+ @id("x") confirm (tool == "wipe");',
    ],
  ],
  [
    'S05',
    'dialect 2; default allow; tool look @read (n: int); tool pay @write (n: int);\n@id("x") allow (tool == "pay") when history { formerly within 1h look.ok{ n: args.n } };',
    ['+ @id("ask-pay") confirm (tool == "pay") unless history { formerly within 1h look.ok{ n: args.n } };'],
  ],
  [
    'S07',
    `dialect 1; default allow; ${WIPE}\n@id("x") confirm wipe when n > 3;`,
    ['- @id("x") confirm wipe when n > 3;', '+ @id("x") confirm wipe;'],
  ],
  [
    'S01',
    `dialect 1; ${PAY}\n@id("x") allow pay when n < 3;\n@id("y") refuse pay when n < 7;`,
    ['- @id("x") allow pay when n < 3;', '- @id("y") refuse pay when n < 7;'],
  ],
  [
    'S07',
    `dialect 1; ${WIPE}\n@id("x") allow [wipe, look] when n < 3;`,
    ['+ @id("x-ask-wipe") confirm wipe when n < 3;'],
  ],
  [
    'S07',
    `dialect 1; ${WIPE}\n@id("x") allow wipe when principal.role == "dba";`,
    [
      '- @id("x") allow wipe when principal.role == "dba";',
      '+ @id("x") confirm wipe when principal.role == "dba";',
      '+ @id("x-without-role") refuse wipe when principal.role != "dba";',
    ],
  ],
  [
    'S08',
    `dialect 1; default allow; ${PAY}\n@id("x") confirm pay when amount > 1.00 EUR and amount <= 5.00 EUR;`,
    [
      '- @id("x") confirm pay when amount > 1.00 EUR and amount <= 5.00 EUR;',
      '+ @id("x") confirm pay when amount > 1.00 EUR;',
    ],
  ],
  [
    'S09',
    `dialect 1; default allow; ${PAY}\n@id("x") confirm pay when n < 5;\n@id("y") refuse pay when n > 5;`,
    ['- @id("y") refuse pay when n > 5;', '+ @id("y") refuse pay when n >= 5;'],
  ],
  [
    'S11',
    `dialect 1; ${PAY}\nlist odd = [1, 3]; // why\n@id("x") allow pay when n < 3;`,
    ['- list odd = [1, 3]; // why', '+  // why'],
  ],
  [
    'S12',
    `dialect 2; ${WIPE}\n@id("x") confirm (tool == "wipe") when { session.label("untrusted") };`,
    ['- @id("x") confirm (tool == "wipe") when { session.label("untrusted") };'],
  ],
  [
    'B01',
    'dialect 1; tool deploy @write (env: text);\nallow deploy;\n@id("x") refuse deploy when env in ["a", "b.c"];',
    [
      '- @id("x") refuse deploy when env in ["a", "b.c"];',
      '+ @id("x") refuse deploy when env matches "\\s*[Aa]\\s*|\\s*[Bb]\\.[Cc]\\s*";',
    ],
  ],
  [
    'B01',
    'dialect 2; tool deploy @write (tags: [text]);\nallow (tool);\n@id("x") refuse (tool) when { args.tags contains "a" };',
    [
      '- @id("x") refuse (tool) when { args.tags contains "a" };',
      '+ @id("x") refuse (tool) when { args.tags.any(each, each matches "\\s*[Aa]\\s*") };',
    ],
  ],
  [
    'B03',
    `dialect 1; ${MAIL}\n@id("x") allow send when to like "*@corp.example";`,
    [
      '- @id("x") allow send when to like "*@corp.example";',
      '+ @id("x") allow send when to matches "[^@,; ]+@corp\\.example";',
    ],
  ],
  [
    'B03',
    `dialect 1; ${MAIL}\n@id("x") allow send when mail like "*corp.example";`,
    [
      '- @id("x") allow send when mail like "*corp.example";',
      '+ @id("x") allow send when mail.domain == "corp.example";',
      '+ @id("x-below") allow send when mail.domain like "*.corp.example";',
    ],
  ],
  // What is compared is the domain already.
  [
    'B03',
    `dialect 1; ${MAIL}\n@id("x") allow send when mail.domain like "*corp.example";`,
    [
      '- @id("x") allow send when mail.domain like "*corp.example";',
      '+ @id("x") allow send when mail.domain == "corp.example";',
      '+ @id("x-below") allow send when mail.domain like "*.corp.example";',
    ],
  ],
  [
    'B03',
    'dialect 2; tool fetch @read (link: url);\n@id("x") allow (tool) when { args.link.host like "*corp.example" };',
    [
      '- @id("x") allow (tool) when { args.link.host like "*corp.example" };',
      '+ @id("x") allow (tool) when { (args.link.host == "corp.example" || args.link.host like "*.corp.example") };',
    ],
  ],
  // A definition is mended for whoever asks it: of both tools, and of both arguments.
  [
    'B03',
    'dialect 2; tool send @sink (to: email, copy: email); tool hand_on @sink (to: email);\ndefine ours(a: email) = a like "*corp.example";\n@id("x") allow (tool) when { ours(args.to) && (!(has args.copy) || ours(args.copy)) };',
    [
      '- define ours(a: email) = a like "*corp.example";',
      '+ define ours(a: email) = (a.domain == "corp.example" || a.domain like "*.corp.example");',
    ],
  ],
  [
    'B01',
    'dialect 2; tool deploy @write (env: text);\ndefine live = args.env == "prod";\nallow (tool);\n@id("x") refuse (tool) when { live };',
    ['- define live = args.env == "prod";', '+ define live = args.env matches "\\s*[Pp][Rr][Oo][Dd]\\s*";'],
  ],
  // A rule about two tools makes one mistake, and one change mends it for both.
  [
    'B01',
    'dialect 1; tool deploy @write (env: text); tool remove @write (env: text);\nallow *;\n@id("x") refuse [deploy, remove] when env == "prod";',
    [
      '- @id("x") refuse [deploy, remove] when env == "prod";',
      '+ @id("x") refuse [deploy, remove] when env matches "\\s*[Pp][Rr][Oo][Dd]\\s*";',
    ],
  ],
  [
    'B04',
    'dialect 2; tool read @read (name: text);\nallow (tool);\n@id("x") refuse (tool) when { args.name like "/etc/*" };',
    [
      '- @id("x") refuse (tool) when { args.name like "/etc/*" };',
      '+ @id("x") refuse (tool) when { (args.name like "/etc/*" || args.name like "*/../*" || args.name like "*/.." || args.name like "*/./*" || args.name like "*//*") };',
    ],
  ],
  // Asked of every spelling, a person would be asked about calls that the default refuses.
  [
    'B01',
    'dialect 1; tool lights @write (room: text, level: int 0..9);\nallow lights when level < 5;\n@id("x") confirm lights when room == "nursery";',
    [
      '+ @id("x-spelt-otherwise") refuse lights when room matches "\\s*[Nn][Uu][Rr][Ss][Ee][Rr][Yy]\\s*" and room != "nursery";',
    ],
  ],
  [
    'B06',
    'dialect 1; tool book @write (paid: text);\nallow book;\n@id("x") confirm book when paid == "true";',
    [
      '- @id("x") confirm book when paid == "true";',
      '+ @id("x") confirm book when paid matches "[Tt][Rr][Uu][Ee]|\\+?0*1(?:\\.0*)?(?:[eE][-+]?0+)?";',
    ],
  ],
  [
    'B07',
    `dialect 1; ${PAY}\nallow pay;\n@id("x") refuse pay when has m and m > 5;`,
    ['+ @id("x-without-m") refuse pay when not has args.m;'],
  ],
  [
    'B11',
    'dialect 1; tool send @sink (to: email, copy: email);\n@id("x") allow send when to.domain == "corp.example";',
    [
      '- @id("x") allow send when to.domain == "corp.example";',
      '+ @id("x") allow send when to.domain == "corp.example" and args.copy.domain == "corp.example";',
    ],
  ],
  [
    'B10',
    'dialect 2; tool pay @write (parts: [money EUR]);\n@id("x") allow (tool) when { !args.parts.any(p, p > 100.00 EUR) };',
    [
      '- @id("x") allow (tool) when { !args.parts.any(p, p > 100.00 EUR) };',
      '+ @id("x") allow (tool) when { !(args.parts.any(p, p > 100.00 EUR) || args.parts.sum(p, p) > 100.00 EUR) };',
    ],
  ],
  [
    'B11',
    'dialect 2; tool send @sink (to: [email], cc?: [email]);\ndefine ours = args.to.all(a, a.domain == "corp.example");\n@id("x") allow (tool) when { ours };',
    [
      '- define ours = args.to.all(a, a.domain == "corp.example");',
      '+ define ours = args.to.all(a, a.domain == "corp.example") && (!(has args.cc) || args.cc.all(a, a.domain == "corp.example"));',
    ],
  ],
  [
    'B11',
    'dialect 2; tool send @sink (to?: [email], cc?: [email]);\n@id("x") allow (tool) when { (!(args has to) || args.to.all(a, a.domain == "corp.example")) };',
    [
      '- @id("x") allow (tool) when { (!(args has to) || args.to.all(a, a.domain == "corp.example")) };',
      '+ @id("x") allow (tool) when { ((!(args has to) || args.to.all(a, a.domain == "corp.example")) && (!(args has cc) || args.cc.all(a, a.domain == "corp.example"))) };',
    ],
  ],
  [
    'H02',
    'dialect 2; tool assess @read (trade: text); tool place @write (trade: text, n: int 0..9);\nallow (tool == "assess");\n@id("gate") allow (tool == "place") when { args.n < 3 } when history { formerly within 1h assess.ok{ trade: args.trade } };\n@id("x") allow (tool == "place") when { args.n < 5 };',
    [
      '- @id("x") allow (tool == "place") when { args.n < 5 };',
      '+ @id("x") allow (tool == "place") when { args.n < 5 } when history { formerly within 1h assess.ok{ trade: args.trade } };',
    ],
  ],
  [
    'H07',
    'dialect 2; tool pay @write (amount: money EUR 0.01..1000.00);\n@id("pay") allow (tool == "pay") when { args.amount <= 900.00 EUR };\n@id("x") refuse (tool == "pay") when history { sum(pay.open.amount) within 24h by principal > 1000.00 EUR };',
    [
      '- @id("x") refuse (tool == "pay") when history { sum(pay.open.amount) within 24h by principal > 1000.00 EUR };',
      '+ @id("x") refuse (tool == "pay") when history { sum(pay.open.amount) within 24h by principal including this > 1000.00 EUR };',
    ],
  ],
  [
    'H09',
    `dialect 2; ${BOTH}\nconfirm (tool == "approve");\n@id("x") allow (tool == "refund") when history { formerly within 1h by anyone approve.ok{ order: args.order, amount: args.amount } };`,
    [
      '- @id("x") allow (tool == "refund") when history { formerly within 1h by anyone approve.ok{ order: args.order, amount: args.amount } };',
      '+ @id("x") allow (tool == "refund") when history { formerly within 1h by anyone approve.ok{ order: args.order, amount: args.amount } } when history { !formerly within 1h by anyone refund.open{ order: args.order, amount: args.amount } };',
    ],
  ],
  [
    'H10',
    'dialect 2; tool read @read @source (url: url); tool post @write @sink (text: text, n: int 0..9);\nallow (tool == "read");\n@id("x") allow (tool == "post") when { args.n < 5 };',
    ['+ @id("x-untrusted") confirm (tool == "post") when { args.n < 5 } when { session.label("untrusted") };'],
  ],
  [
    'H10',
    'dialect 2; tool read @read @source (url: url); tool post @write @sink (text: text);\nallow (tool == "read");\n@id("x") allow (tool == "post") when { principal.staff };',
    [
      '- @id("x") allow (tool == "post") when { principal.staff };',
      '+ @id("x") allow (tool == "post") when { principal.staff } unless { session.label("untrusted") };',
    ],
  ],
  [
    'H15',
    'dialect 2; tool create_payee @write (iban: iban); tool pay @write (iban: iban);\n@id("x") allow (tool == "create_payee");\nallow (tool == "pay") when history { formerly within 90d create_payee.ok{ iban: args.iban } };',
    ['- @id("x") allow (tool == "create_payee");', '+ @id("x") confirm (tool == "create_payee");'],
  ],
  [
    'H04',
    'dialect 2; tool pay @write (to: text);\nconfirm (tool == "pay");\n@id("x") refuse (tool == "pay") when history { count(pay.requested) within 24h by principal >= 2 };',
    [
      '- @id("x") refuse (tool == "pay") when history { count(pay.requested) within 24h by principal >= 2 };',
      '+ @id("x") refuse (tool == "pay") when history { count(pay.open) within 24h by principal >= 2 };',
    ],
  ],
  // The third payment of a day is one too many, and it is stopped before the first two have ended.
  [
    'P01',
    'dialect 2; tool pay @write (to: text);\nallow (tool == "pay");\nalways "two": session count(pay.ok) within 24h by principal <= 2;',
    ['+ refuse (tool == "pay") when history { !(count(pay.open) within 24h by principal < 2) };'],
  ],
  [
    'P01',
    `dialect 2; ${PAY}\nallow (tool == "pay") when { args.n > 2 };\nnever "many": answer == "allow" && (args.n == 4 || args.n == 7);`,
    ['+ @id("never-pay") confirm (tool == "pay") when { (args.n == 4 || args.n == 7) };'],
  ],
  [
    'P01',
    `dialect 2; ${PAY}\nallow (tool == "pay") when { args.n > 2 };\nnever "many": answer != "refuse" && args.n == 7;`,
    ['+ @id("never-pay") refuse (tool == "pay") when { (args.n == 7) };'],
  ],
  // Events that no service records could make the new limit milder: so the old one stays beside it.
  [
    'H05',
    'dialect 2; tool pay @write (to: text);\nallow (tool == "pay");\n@id("x") refuse (tool == "pay") when history { count(pay.ok) within 24h by principal >= 2 };',
    [
      '- @id("x") refuse (tool == "pay") when history { count(pay.ok) within 24h by principal >= 2 };',
      '+ @id("x") refuse (tool == "pay") when history { (count(pay.ok) within 24h by principal >= 2 || count(pay.open) within 24h by principal >= 2) };',
    ],
  ],
  [
    'H12',
    'dialect 2; tool pay @write (to: text);\nallow (tool == "pay");\n@id("x") refuse (tool == "pay") when history { count(pay.open) within 24h by session >= 2 };',
    [
      '- @id("x") refuse (tool == "pay") when history { count(pay.open) within 24h by session >= 2 };',
      '+ @id("x") refuse (tool == "pay") when history { (count(pay.open) within 24h by session >= 2 || count(pay.open) within 24h by principal >= 2) };',
    ],
  ],
  [
    'H14',
    'dialect 2; tool login @write (name: text); tool pay @write (to: text);\nallow (tool in ["login", "pay"]);\n@id("x") refuse (tool == "pay") when history { formerly within session login.failed };',
    [
      '- @id("x") refuse (tool == "pay") when history { formerly within session login.failed };',
      '+ @id("x") refuse (tool == "pay") when history { formerly within 1h login.failed };',
    ],
  ],
  [
    'H13',
    'dialect 2; tool backup @write (of: text); tool restore @write (of: text);\nconfirm (tool == "backup");\n@id("x") allow (tool == "restore") when history { formerly within 1h by principal backup.allowed{ of: args.of } };',
    [
      '- @id("x") allow (tool == "restore") when history { formerly within 1h by principal backup.allowed{ of: args.of } };',
      '+ @id("x") allow (tool == "restore") when history { formerly within 1h by principal backup.ok{ of: args.of } };',
    ],
  ],
  // What never opens is taken out.
  [
    'H13',
    'dialect 2; tool ask @write (name: text); tool pay @write (to: text);\nrefuse (tool == "ask");\nallow (tool == "pay") when { args.to == "us" };\n@id("x") allow (tool == "pay") when history { formerly within 1h ask.ok };',
    ['- @id("x") allow (tool == "pay") when history { formerly within 1h ask.ok };'],
  ],
  [
    'P02',
    `dialect 2; ${PAY}\nconfirm (tool == "pay");\nnever "many": answer == "allow" && args.n > 9; // stays`,
    ['- never "many": answer == "allow" && args.n > 9; // stays', '+  // stays'],
  ],
  [
    'H01',
    'dialect 2; tool pay @irreversible (amount: money EUR, to: text);\nallow (tool == "pay") when { args.amount <= 100.00 EUR };',
    [
      '+ @id("pay-a-day") refuse (tool == "pay") when history { sum(pay.open.amount) within 24h by principal including this > 100.00 EUR };',
    ],
  ],
];

/** No change of these was proved: each would find something else, or answer other calls otherwise. */
const NOT_MENDED: readonly (readonly [ClassId, string])[] = [
  // Most limits on one call are meant so.
  [
    'H01',
    'dialect 2; tool pay @write (amount: money EUR);\nallow (tool == "pay") when { args.amount <= 100.00 EUR };\nconfirm (tool == "pay") when { args.amount > 100.00 EUR };',
  ],
  // Without the test the one beside it says nothing either.
  ['G04', `dialect 2; ${PAY}\n@id("x") allow (tool) when { args.n == 1 && (args.m == 1 || args.n < 3) };`],
  // A person would be asked about calls that the default refuses.
  ['S07', `dialect 2; ${WIPE}\n@id("x") allow (tool == "wipe") when { now.hour > 8 };`],
  // Where an event may lack what is compared, a person would be asked who was not asked before.
  [
    'H03',
    'dialect 2; tool look_up @read (invoice_id: text); tool pay @write (invoice_id: text);\nallow (tool == "look_up");\n@id("x") confirm (tool == "pay") when history { formerly within 1h look_up.ok };',
  ],
  // What a limit that counts nothing should count, only its author knows.
  [
    'H13',
    'dialect 2; tool ask @write (name: text); tool pay @write (to: text);\nrefuse (tool == "ask");\nallow (tool == "pay");\n@id("x") refuse (tool == "pay") when history { count(ask.ok) within 1h by principal >= 3 };',
  ],
  // What refuses may be just what is meant.
  ['S06', `dialect 1; ${PAY}\n@id("x") allow pay when n < 3;\n@id("y") refuse pay when n < 7;`],
];

describe('the repairs of the classes', () => {
  it.each(MENDED)('%s: %s', async (id, text, lines) => {
    expect(await change(id, text)).toEqual(lines);
  });

  it.each(NOT_MENDED)('%s has none in %s', async (id, text) => {
    expect(await change(id, text)).toBeNull();
  });
});
