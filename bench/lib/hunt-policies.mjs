/** Policies to hunt: rules over the tools of a company's back office, in dialect 1, and smaller ones with limits over time in dialect 2. */
import { seeded } from './twin-policies.mjs';

const text = (format, values) => ({ kind: 'string', format, ...(values && { enum: values }) });
const money = { kind: 'money', currency: 'EUR', min: 0 };

const REASONS = ['damaged', 'late', 'lost', 'wrong', 'other'];
const REGIONS = ['emea', 'amer', 'apac', 'latam'];
const TAGS = ['vip', 'disputed', 'pii', 'bulk', 'new'];
const GLOBS = ['ord-*', '*-eu', 'ord-1*', '*7', 'test-*'];
const DOMAINS = ['*@corp.example', '*@partner.example', '*@*.corp.example'];

const FIELDS = {
  amount: { type: money, required: true },
  days: { type: { kind: 'int', min: 0, max: 400 }, required: true },
  reason: { type: text('keyword', REASONS), required: true },
  region: { type: text('keyword', REGIONS), required: true },
  target: { type: text('keyword'), required: true },
  to: { type: text('email'), required: true },
  tags: { type: { kind: 'list', of: text('keyword', TAGS) }, required: true },
  approved: { type: { kind: 'bool' }, required: true },
  rows: { type: { kind: 'int', min: 0, max: 1_000_000 }, required: false },
};

/** Kinds of tools: what they take, and what the catalogue says of them. */
const KINDS = [
  { name: 'refund', takes: ['amount', 'days', 'reason', 'region', 'tags'], classes: ['write', 'irreversible'] },
  { name: 'pay', takes: ['amount', 'region', 'target', 'approved'], classes: ['write'] },
  { name: 'mail', takes: ['to', 'tags', 'reason'], classes: ['write'] },
  { name: 'export', takes: ['rows', 'target', 'region', 'approved'], classes: ['read'] },
  { name: 'update', takes: ['target', 'reason', 'tags', 'days'], classes: ['write'] },
  { name: 'grant', takes: ['days', 'region', 'approved', 'target'], classes: ['write', 'privileged'] },
];

/** @param {number} count of tools, of all kinds in turn */
export function officeCatalogue(count) {
  const tools = Array.from({ length: count }, (_, i) => {
    const { name, takes, classes } = KINDS[i % KINDS.length];
    const fields = Object.fromEntries(takes.map((field) => [field, FIELDS[field]]));
    return { name: `${name}_${Math.floor(i / KINDS.length) + 1}`, args: { kind: 'record', fields }, classes };
  });
  const fields = { role: { type: text('keyword', ['agent', 'lead', 'admin']), required: true } };
  return { name: 'office', tools, principal: { kind: 'record', fields } };
}

const eur = (whole) => `${whole}.00 EUR`;

/**
 * A policy of dialect 1: half of the rules allow, and of twenty one is about several tools.
 *
 * @param {number} seed @param {ReturnType<typeof officeCatalogue>} catalogue @param {number} rules
 */
export function officePolicy(seed, catalogue, rules) {
  const rng = seeded(seed);
  const pick = (items) => items[Math.floor(rng() * items.length)];
  const range = (name, bounds, show) => `${name} ${pick(['<', '<=', '>', '>='])} ${show(pick(bounds))}`;
  const among = (name, values) => {
    const [one, other] = [pick(values), pick(values)];
    return rng() < 0.5 || one === other
      ? `${name} ${pick(['==', '==', '!='])} "${one}"`
      : `${name} in ["${one}", "${other}"]`;
  };
  const tests = {
    amount: () => range('amount', [10, 50, 100, 500, 1_000, 5_000, 10_000], eur),
    days: () => range('days', [7, 14, 30, 60, 90, 365], String),
    rows: () => range('rows', [100, 1_000, 10_000, 100_000], String),
    reason: () => among('reason', REASONS),
    region: () => among('region', REGIONS),
    target: () => `target like "${pick(GLOBS)}"`,
    to: () => `to like "${pick(DOMAINS)}"`,
    tags: () => `tags contains "${pick(TAGS)}"`,
    approved: () => pick(['approved', 'not approved']),
    role: () => among('principal.role', ['agent', 'lead', 'admin']),
  };
  const lines = ['dialect 1;', 'default refuse;'];
  for (let i = 1; i <= rules; i++) {
    const tool = pick(catalogue.tools);
    const alike = catalogue.tools.filter(({ name }) => name.split('_')[0] === tool.name.split('_')[0]);
    const target = rng() < 0.05 ? `[${alike.map(({ name }) => name).join(', ')}]` : tool.name;
    const takes = [...Object.keys(tool.args.fields), 'role'];
    const draw = rng();
    const effect = draw < 0.5 ? 'allow' : draw < 0.75 ? 'confirm' : 'refuse';
    const count = 1 + Math.floor(rng() * 3) + (effect === 'allow' ? 0 : 1);
    const chosen = new Set(Array.from({ length: count }, () => pick(takes)));
    lines.push(`@id("r${i}") ${effect} ${target} when ${[...chosen].map((name) => tests[name]()).join(' and ')};`);
  }
  return lines.join('\n');
}

/**
 * A policy of dialect 2: `rules` rules, of which every sixth looks at what came before.
 *
 * @param {number} seed @param {ReturnType<typeof officeCatalogue>} catalogue @param {number} rules
 */
export function officeSessions(seed, catalogue, rules) {
  const rng = seeded(seed);
  const pick = (items) => items[Math.floor(rng() * items.length)];
  const moving = catalogue.tools.filter(({ args }) => 'amount' in args.fields);
  const lines = ['dialect 2;', 'default refuse;'];
  for (let i = 1; i <= rules; i++) {
    const { name, args } = pick(catalogue.tools);
    const has = (field) => field in args.fields;
    const id = `@id("r${i}")`;
    if (i % 6 === 0 && moving.length > 0) {
      const { name: of } = pick(moving);
      const earlier = pick(catalogue.tools).name;
      lines.push(
        pick([
          `${id} refuse (tool == "${of}") when history { sum(${of}.open.amount in EUR) within 24h by principal including this > ${eur(pick([1_000, 5_000, 20_000]))} };`,
          `${id} refuse (tool == "${of}") when history { count(${of}.open) within 1h by principal >= ${pick([2, 3, 5])} };`,
          `${id} allow (tool == "${of}") when { args.amount <= ${eur(pick([100, 500]))} } when history { formerly within 1h by principal ${earlier}.ok };`,
          `${id} confirm (tool == "${of}") when history { formerly within 24h by principal ${earlier}.ok };`,
        ]),
      );
      continue;
    }
    const conditions = [
      has('amount') && `args.amount <= ${eur(pick([50, 100, 500, 1_000]))}`,
      has('days') && `args.days < ${pick([14, 30, 90])}`,
      has('region') && `args.region in ["${pick(REGIONS)}", "${pick(REGIONS)}"]`,
      has('reason') && `args.reason == "${pick(REASONS)}"`,
      has('approved') && 'args.approved',
      has('to') && `args.to.domain == "corp.example"`,
    ].filter((each) => each !== false);
    const chosen = [...new Set([pick(conditions), pick(conditions)])];
    const effect = pick(['allow', 'allow', 'confirm', 'refuse']);
    const body = effect === 'allow' ? chosen.join(' && ') : `!(${chosen.join(' && ')})`;
    lines.push(`${id} ${effect} (tool == "${name}") when { ${body} };`);
  }
  return lines.join('\n');
}
