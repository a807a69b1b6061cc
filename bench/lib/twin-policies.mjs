/** Random policies of allow and refuse rules, written twice: in dialect 1 and in Cedar, with the same meaning on total data. */

/** Mulberry32. @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const REASONS = ['damaged', 'late', 'lost', 'wrong', 'other'];
const REGIONS = ['emea', 'amer', 'apac', 'latam'];
const TAGS = ['vip', 'disputed', 'pii', 'bulk', 'new'];
const GLOBS = ['ord-*', '*-eu', 'ord-1*', '*7', '*@corp.example'];
const TARGETS = ['ord-1-eu', 'ord-17', 'x-7', 'ann@corp.example', 'ord-2', 'y'];

const text = (format, values) => ({ kind: 'string', format, ...(values && { enum: values }) });
const FIELDS = {
  amount: { kind: 'int', min: 0, max: 1_000_000 },
  days: { kind: 'int', min: 0, max: 400 },
  reason: text('keyword', REASONS),
  region: text('keyword', REGIONS),
  target: text('text'),
  tags: { kind: 'list', of: text('keyword', TAGS) },
  approved: { kind: 'bool' },
};

/** A catalogue of `count` tools that take the same seven arguments. @param {number} count */
export function catalogueOf(count) {
  const fields = Object.fromEntries(Object.entries(FIELDS).map(([name, type]) => [name, { type, required: true }]));
  const tool = (_, i) => ({ name: `tool_${i}`, args: { kind: 'record', fields }, classes: ['write'] });
  return { name: 'bench', tools: Array.from({ length: count }, tool) };
}

/** @param {() => number} rng @param {{tools: {name: string}[]}} catalogue @param {number} rules */
export function twinPolicies(rng, catalogue, rules) {
  const pick = (items) => items[Math.floor(rng() * items.length)];
  const test = () => {
    switch (pick(['amount', 'amount', 'days', 'reason', 'region', 'reasons', 'target', 'tags', 'approved'])) {
      case 'amount':
        return order('amount', pick([10, 50, 100, 500, 1_000, 5_000, 10_000, 100_000]));
      case 'days':
        return order('days', pick([7, 14, 30, 60, 90, 365]));
      case 'reason':
        return equal('reason', pick(REASONS));
      case 'region':
        return equal('region', pick(REGIONS));
      case 'reasons': {
        const list = `[${[...new Set([pick(REASONS), pick(REASONS)])].map((each) => JSON.stringify(each)).join(', ')}]`;
        return [`reason in ${list}`, `${list}.contains(context.reason)`];
      }
      case 'target': {
        const glob = JSON.stringify(pick(GLOBS));
        return [`target like ${glob}`, `context.target like ${glob}`];
      }
      case 'tags': {
        const tag = JSON.stringify(pick(TAGS));
        return [`tags contains ${tag}`, `context.tags.contains(${tag})`];
      }
      default:
        return rng() < 0.5 ? ['approved', 'context.approved'] : ['not approved', '!context.approved'];
    }
  };
  const order = (name, bound) => {
    const op = pick(['<', '<=', '>', '>=']);
    return [`${name} ${op} ${bound}`, `context.${name} ${op} ${bound}`];
  };
  const equal = (name, value) => {
    const op = pick(['==', '==', '!=']);
    return [`${name} ${op} "${value}"`, `context.${name} ${op} "${value}"`];
  };
  const ours = ['dialect 1;', 'default refuse;'];
  const cedar = [];
  for (let i = 0; i < rules; i++) {
    const tool = pick(catalogue.tools).name;
    const allow = rng() < 0.6;
    const tests = Array.from({ length: 1 + Math.floor(rng() * 3) + (allow ? 0 : 1) }, test);
    ours.push(`${allow ? 'allow' : 'refuse'} ${tool} when ${tests.map(([mine]) => mine).join(' and ')};`);
    cedar.push(
      `${allow ? 'permit' : 'forbid'}(principal, action == Action::"${tool}", resource) when { ${tests.map(([, theirs]) => theirs).join(' && ')} };`,
    );
  }
  return { ours: ours.join('\n'), cedar: cedar.join('\n') };
}

/** A call with every argument. @param {() => number} rng @param {{tools: {name: string}[]}} catalogue */
export function totalCall(rng, catalogue) {
  const pick = (items) => items[Math.floor(rng() * items.length)];
  return {
    tool: pick(catalogue.tools).name,
    args: {
      amount: pick([0, 10, 11, 50, 99, 100, 101, 500, 5_000, 20_000, 999_999]),
      days: pick([0, 7, 8, 30, 31, 90, 366]),
      reason: pick(REASONS),
      region: pick(REGIONS),
      target: pick(TARGETS),
      tags: TAGS.filter(() => rng() < 0.3),
      approved: rng() < 0.5,
    },
  };
}

/** The same call as a Cedar request. */
export function cedarRequest({ tool, args }) {
  return {
    principal: { type: 'Agent', id: 'a' },
    action: { type: 'Action', id: tool },
    resource: { type: 'Tool', id: 't' },
    context: args,
  };
}
