/**
 * Policies of a wanted size that each press on one part of reading, checking or compiling. All are valid; those of many short
 * tokens reach the limit of tokens before that of bytes.
 */

const HEADER = { 1: 'dialect 1;\n', 2: 'dialect 2;\n' };

/** Statements, numbered, until the text has `bytes`. @param {1 | 2} dialect @param {(i: number) => string} statement */
function fill(dialect, bytes, statement, end = '') {
  const parts = [HEADER[dialect]];
  let size = parts[0].length + end.length;
  for (let i = 0; ; i++) {
    const next = `${statement(i)}\n`;
    if (size + next.length > bytes) return parts.join('') + end;
    parts.push(next);
    size += next.length;
  }
}

const EFFECTS = ['allow', 'confirm', 'refuse'];
const effect = (i) => EFFECTS[i % 3];
const tool = (i, tools = 24) => `tool_${i % tools}`;
const strings = (i, count) => Array.from({ length: count }, (_, j) => `"m${i}-${j}"`).join(', ');
const chain = (count, test, op = ' && ') => Array.from({ length: count }, (_, j) => test(j)).join(op);

/** By name: a text of at most `bytes`. */
export const LARGE_POLICIES = {
  'small rules, dialect 1': (bytes) =>
    fill(
      1,
      bytes,
      (i) =>
        `@id("r${i}") ${effect(i)} ${tool(i)} when amount <= ${i}.00 EUR and reason in ["a", "b${i}"] and order like "ORD-*";`,
    ),
  'small rules, dialect 2': (bytes) =>
    fill(
      2,
      bytes,
      (i) =>
        `@id("r${i}") ${effect(i)} (tool == "${tool(i)}") when { args.amount <= ${i}.00 EUR && args.reason == "b${i}" };`,
    ),
  'tiny rules, one tool': (bytes) => fill(1, bytes, (i) => `${effect(i)} t when n == ${i};`),
  'rules that name a tool each': (bytes) => fill(1, bytes, (i) => `${effect(i)} tool_${i} when n == ${i};`),
  'rules for any of 2,000 tools': Object.assign(
    (bytes) => fill(1, bytes, (i) => `${effect(i)} * when n == ${i} and m != ${i};`),
    {
      catalogue: {
        name: 'c',
        tools: Array.from({ length: 2_000 }, (_, i) => ({
          name: `tool_${i}`,
          classes: ['write'],
          args: {
            kind: 'record',
            fields: { n: { type: { kind: 'int' }, required: true }, m: { type: { kind: 'int' }, required: true } },
          },
        })),
      },
    },
  ),
  'long lists': (bytes) => fill(1, bytes, (i) => `refuse ${tool(i)} when id in [${strings(i, 5_000)}];`),
  'many tools in a rule': (bytes) =>
    fill(
      2,
      bytes,
      (i) =>
        `${effect(i)} (tool in [${Array.from({ length: 100 }, (_, j) => `"tool_${(i + j * 7) % 2_000}"`).join(', ')}]) when { args.n == ${i} };`,
    ),
  'long conjunctions': (bytes) =>
    fill(2, bytes, (i) => `${effect(i)} (tool == "t") when { ${chain(450, (j) => `args.n != ${j + i}`)} };`),
  'deep nesting': (bytes) =>
    fill(2, bytes, (i) => `${effect(i)} (tool == "t") when { ${'('.repeat(50)}args.n == ${i}${')'.repeat(50)} };`),
  'nested if': (bytes) =>
    fill(
      2,
      bytes,
      (i) => `${effect(i)} (tool == "t") when { ${'if args.a then args.b else '.repeat(40)}args.n == ${i} };`,
    ),
  'wide trees': (bytes) => {
    const tree = (depth, i) =>
      depth === 0 ? `args.n == ${i}` : `(${tree(depth - 1, i)} ${depth % 2 ? '||' : '&&'} ${tree(depth - 1, i + 1)})`;
    return fill(2, bytes, (i) => `${effect(i)} (tool == "t") when { ${tree(9, i)} };`);
  },
  'paths beside paths': (bytes) =>
    fill(
      2,
      bytes,
      (i) => `${effect(i)} (tool == "t") when { args.p${i} == args.p${i + 1} && args.q${i}.r.s == args.p${i} };`,
    ),
  'definitions that use one another': (bytes) =>
    fill(2, bytes, (i) =>
      [
        `define d${i}_0 = args.n > ${i};`,
        ...Array.from({ length: 4 }, (_, j) => `define d${i}_${j + 1} = d${i}_${j} && args.n != ${i + j};`),
        `${effect(i)} (tool == "t") when { d${i}_4 };`,
      ].join('\n'),
    ),
  'definitions with parameters': (bytes) =>
    fill(2, bytes, (i) =>
      i === 0
        ? `define f(x: int) = ${chain(8, (j) => `x != ${j}`)};`
        : `${effect(i)} (tool == "t") when { f(args.n + ${i}) };`,
    ),
  globs: (bytes) => fill(1, bytes, (i) => `${effect(i)} ${tool(i)} when target like "*a${i}*b*c*d*e*f*g*h*";`),
  'long globs': (bytes) =>
    fill(1, bytes, (i) => `${effect(i)} ${tool(i)} when target like "${'*ab?c'.repeat(190)}${i}";`),
  regexes: (bytes) =>
    fill(2, bytes, (i) => `${effect(i)} (tool == "${tool(i)}") when { args.x matches "a${i}(b|c[0-9]*)+d?" };`),
  'long regexes': (bytes) =>
    fill(
      2,
      bytes,
      (i) => `${effect(i)} (tool == "${tool(i)}") when { args.x matches "${'(a|b[x-z]*)+'.repeat(70)}${i}" };`,
    ),
  'repeated regexes': (bytes) =>
    fill(2, bytes, (i) => `${effect(i)} (tool == "${tool(i)}") when { args.x matches "[a-z${i % 10}]{900}${i}" };`),
  history: (bytes) =>
    fill(
      2,
      bytes,
      (i) =>
        `${effect(i)} (tool == "${tool(i)}") when history { count(u${i % 50}.ok{ id: args.id }) within ${i + 1}s by principal >= ${(i % 9) + 1} || sum(u.ok.amount in EUR) within ${i + 1}h by session including this > ${i}.00 EUR };`,
    ),
  'history since': (bytes) =>
    fill(
      2,
      bytes,
      (i) =>
        `${effect(i)} (tool == "${tool(i)}") when history { (!formerly within ${i + 1}s v${i % 50}.failed) since within ${i + 1}h u.ok{ id: args.id } };`,
    ),
  comments: (bytes) => fill(1, bytes, (i) => (i % 50 ? `// a comment ${i}` : `allow t when n == ${i};`)),
  'properties and assumptions': (bytes) =>
    fill(2, bytes, (i) =>
      i === 0
        ? 'allow (tool == "t") when { args.n > 0 };'
        : `${i % 2 ? 'assume' : 'never'} "p${i}": args.n${i % 50} == ${i};`,
    ),
  quantifiers: (bytes) =>
    fill(2, bytes, (i) => `${effect(i)} (tool == "t") when { args.l.any(x, x.a == ${i} && x.b.all(y, y != ${i})) };`),
  labels: (bytes) =>
    fill(
      2,
      bytes,
      (i) => `${effect(i)} (tool == "t") when { label(args.a${i % 300}, "l${i}") && args.a${i % 300} == "x" };`,
    ),
};
