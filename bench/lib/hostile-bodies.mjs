/** Bodies of POST /v1/solves that make the most work of few bytes, each filled up to a size. */

const POLICY = 'dialect 2; default refuse; allow (tool == "t") when { args.a == "x" };';
const READS_LIST = 'dialect 2; default refuse; allow (tool == "t") when { args.a.any(x, args.a.any(y, x == y)) };';
const HISTORY =
  'dialect 2; default refuse; refuse (tool == "t") when history { count(u.open) within 24h by principal > 3 };';
const SINCE =
  'dialect 2; default refuse; refuse (tool == "t") when history { (formerly within 24h u.ok since within 24h u.ok) since within 24h u.ok };';

/** What a body may hold is bounded (`MAX_JSON_VALUES` of the host): a body stays under it, and is filled up with one string. */
const MOST_VALUES = 74_000;

/** `before`, as many copies of `part` (joined by commas) as fit, `after`. A part may be made from its number. */
function filled(bytes, before, part, after) {
  const parts = [];
  let left = bytes - before.length - after.length - 100;
  let values = 0;
  for (let i = 0; ; i += 1) {
    const text = typeof part === 'function' ? part(i) : part;
    left -= text.length + 1;
    values += 1 + (text.match(/[[{,]/g)?.length ?? 0);
    if (left < 0 || values > MOST_VALUES) break;
    parts.push(text);
  }
  const body = before + parts.join(',') + after;
  const pad = `"arguments":{"pad":"${'x'.repeat(Math.max(0, bytes - body.length - 40))}"`;
  return body.replace(/"arguments":\{(?=(.))/, (_, next) => (next === '}' ? pad : `${pad},`));
}

const solve = (policy) => `{"mode":"guardrail","policy":${JSON.stringify(policy)},`;
const called = (policy) => `${solve(policy)}"action":{"tool":"t","arguments":{"a":`;
const within = (field) => `${solve(POLICY)}"action":{"tool":"t","arguments":{}},"context":{${field}`;
const event = (i) => `{"tool":"u","state":"ok","at":"2026-03-01T09:00:00Z","arguments":{"n":${i}}}`;

/**
 * @param {number} bytes size of each body
 * @returns {Record<string, string>} by what is in them; the first is the one that all are compared with
 */
export function bodies(bytes) {
  const list = (policy, part) => filled(bytes, `${called(policy)}[`, part, ']}}}');
  const nested = '['.repeat(50) + ']'.repeat(50);
  return {
    'one string': `${called(POLICY)}"${'x'.repeat(bytes - 200)}"}}}`,
    'escapes in a string': `${called(POLICY)}"${'\\u0041'.repeat((bytes - 200) / 6)}"}}}`,
    'small numbers': list(POLICY, '1'),
    'small numbers, read in pairs': list(READS_LIST, '1'),
    'long numbers': list(POLICY, '0.12345678901234567891'),
    'numbers of no size': list(POLICY, '1e400'),
    'empty objects': list(POLICY, '{}'),
    'empty strings': list(POLICY, '""'),
    nulls: list(POLICY, 'null'),
    'nested lists': list(POLICY, nested),
    'short keys': filled(bytes, `${called(POLICY)}{`, (i) => `"${i.toString(36)}":1`, '}}}}'),
    'arguments nobody declared': filled(
      bytes,
      `${solve(POLICY)}"action":{"tool":"t","arguments":{`,
      (i) => `"${i.toString(36)}":1`,
      '}}}',
    ),
    'fields nobody knows': filled(bytes, solve(POLICY), (i) => `"x${i.toString(36)}":1`, '}'),
    'events of a history': filled(bytes, within('"session":{"history":['), event, ']}}}'),
    'events, counted': filled(
      bytes,
      `${solve(HISTORY)}"action":{"tool":"t","arguments":{}},"context":{"principal":{"id":"p"},"session":{"history":[`,
      event,
      ']}}}',
    ),
    'events, since in since': filled(
      bytes,
      `${solve(SINCE)}"action":{"tool":"t","arguments":{}},"context":{"principal":{"id":"p"},"session":{"history":[`,
      event,
      ']}}}',
    ),
    'events that are none': filled(bytes, within('"session":{"history":['), '1', ']}}}'),
    'events with faults': filled(bytes, within('"session":{"history":['), '{"state":"x","at":"y"}', ']}}}'),
    groups: filled(bytes, within('"principal":{"groups":['), '"g"', ']}}}'),
    labels: filled(bytes, within('"labels":{'), (i) => `"${i.toString(36)}":["l"]`, '}}}'),
    rates: filled(bytes, within('"rates":{"v":{'), (i) => `"${i.toString(36)}":{"EUR":"1"}`, '}}}}'),
    'arguments that are unknown': filled(
      bytes,
      `${solve(POLICY)}"action":{"tool":"t","arguments":{},"unknown":[`,
      (i) => `"${i.toString(36)}"`,
      ']}}',
    ),
    'tools of a catalogue': filled(
      bytes,
      `${solve(POLICY)}"action":{"tool":"t","arguments":{}},"catalogue":{"tools":[`,
      (i) => `{"name":"t${i}","inputSchema":{"type":"object"}}`,
      ']}}',
    ),
    'tools with faults': filled(
      bytes,
      `${solve(POLICY)}"action":{"tool":"t","arguments":{}},"catalogue":{"name":"c","tools":[`,
      '{"x":1}',
      ']}}',
    ),
    'a policy of mistakes': `{"mode":"guardrail","policy":"${'allow ;'.repeat(Math.min(bytes, 1_040_000) / 7 - 20)}","action":{"tool":"t","arguments":{}},"metadata":{}}`,
    'a policy of brackets': `{"mode":"guardrail","policy":"dialect 2; allow (tool) when { ${'('.repeat(Math.min(bytes, 1_040_000) - 200)} };","action":{"tool":"t","arguments":{}}}`,
    'rows of a table': filled(
      bytes,
      `{"mode":"batch","policy":${JSON.stringify(POLICY)},"rows":[`,
      '{"tool":"t","arguments":{}}',
      ']}',
    ),
    'rows that are none': filled(bytes, `{"mode":"batch","policy":${JSON.stringify(POLICY)},"rows":[`, '1', ']}'),
    'rows of fields nobody knows': filled(
      bytes,
      `{"mode":"batch","policy":${JSON.stringify(POLICY)},"rows":[`,
      (i) => `{"action_of_somebody_${i.toString(36)}":1}`,
      ']}',
    ),
    'a table of commas': `{"mode":"batch","policy":${JSON.stringify(POLICY)},"rows":"tool\\n${','.repeat(bytes - 300)}"}`,
    'a table of columns': `{"mode":"batch","policy":${JSON.stringify(POLICY)},"rows":"tool${',arguments.a'.repeat((bytes - 300) / 12)}\\nt"}`,
    'a table of lines': `{"mode":"batch","policy":${JSON.stringify(POLICY)},"rows":"tool\\n${'t\\n'.repeat((bytes - 300) / 3)}"}`,
    'one key twice': filled(bytes, `${called(POLICY)}[`, '{"a":1,"a":1}', ']}}}'),
    'a key that is not safe': filled(bytes, `${called(POLICY)}[`, '{"__proto__":1}', ']}}}'),
    'no JSON at the end': list(POLICY, '1').slice(0, -1),
    metadata: filled(
      bytes,
      `${solve(POLICY)}"action":{"tool":"t","arguments":{}},"metadata":{`,
      (i) => `"${i}":"v"`,
      '}}',
    ),
  };
}
