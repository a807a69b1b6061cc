import type { Catalogue, Field, Tool, Type } from '@ostiary/catalogue';
import { typeKey } from '../values/types.js';
import { quoteGlob, quoteString } from '../text/escapes.js';
import { escapeGlob } from '../text/glob.js';
import type { Dialect } from '../syntax/ast.js';
import { isIdentifier } from '../syntax/tokens.js';
import { flatTest, literal, type Readable } from './flat-tests.js';
import { randomHistoryTest } from './history-tests.js';
import { MAP_KEYS, ZONES } from './pools.js';
import { below, chance, pick, type Rng, several } from './random.js';
import { richTest } from './rich-tests.js';

/**
 * The text of a policy that parses and type checks against `catalogue`, of one to eight rules. Constants come from the
 * same pools as the arguments of {@link randomCall}, so that both sides of every comparison are met.
 */
export function randomPolicy(rng: Rng, catalogue: Catalogue, dialect: Dialect): string {
  const lines = [`dialect ${String(dialect)};`];
  if (chance(rng, 0.6)) lines.push(`default ${pick(rng, ['allow', 'confirm', 'refuse'])};`);
  const words = several(rng, 0, 3, () => literal(rng, { kind: 'string', format: 'keyword' }));
  lines.push(`list few = [${words.join(', ')}];`);
  if (dialect === 2) lines.push(...definitions(rng));
  if (dialect === 2 && !catalogue.groups && chance(rng, 0.5))
    lines.push('group OPS in [finance];', 'group finance in [staff, "the house"];');
  const count = 1 + below(rng, 8);
  for (let i = 0; i < count; i++) lines.push(dialect === 1 ? flatRule(rng, catalogue) : richRule(rng, catalogue));
  return `${lines.join('\n')}\n`;
}

/** Definitions every random policy of dialect 2 may use. */
function definitions(rng: Rng): string[] {
  const lines = [
    'define working = now.hour >= 6 && now.hour < 18;',
    'define ours(a: email) = a.domain in ["corp.example", "mail.corp.example"];',
  ];
  return chance(rng, 0.5)
    ? [...lines, 'define between(x: int, low: int) = low <= x && x < 90;']
    : [...lines, 'define between(x: int, low: int) = x >= low;'];
}

interface Scope {
  readonly text: string;
  readonly tools: readonly Tool[];
}

function scopeOf(rng: Rng, catalogue: Catalogue, dialect: Dialect): Scope {
  const roll = rng();
  const name = ({ name: text }: Tool): string => (dialect === 2 || !isIdentifier(text) ? quoteString(text) : text);
  if (roll < 0.15) return { text: dialect === 1 ? '*' : 'tool', tools: catalogue.tools };
  if (roll < 0.25) {
    const cls = pick(rng, pick(rng, catalogue.tools).classes);
    const tools = catalogue.tools.filter(({ classes }) => classes.includes(cls));
    return { text: dialect === 1 ? `@${cls}` : `tool in @${cls}`, tools };
  }
  if (roll < 0.35) {
    const { name: text } = pick(rng, catalogue.tools);
    const [prefix, pattern] = chance(rng, 0.5)
      ? [true, `${escapeGlob(text.slice(0, 3))}*`]
      : [false, `*${escapeGlob(text.slice(-3))}`];
    const tools = catalogue.tools.filter(({ name: each }) =>
      prefix ? each.startsWith(text.slice(0, 3)) : each.endsWith(text.slice(-3)),
    );
    return { text: `tool like ${quoteGlob(pattern)}`, tools };
  }
  if (roll < 0.6) {
    const tools = [...new Set(several(rng, 1, 3, () => pick(rng, catalogue.tools)))];
    const list = `[${tools.map(name).join(', ')}]`;
    return { text: dialect === 1 ? list : `tool in ${list}`, tools };
  }
  const tool = pick(rng, catalogue.tools);
  return { text: dialect === 1 ? name(tool) : `tool == ${name(tool)}`, tools: [tool] };
}

/** Paths that every tool of the scope which has them types alike. */
function readables(tools: readonly Tool[], catalogue: Catalogue): Readable[] {
  const found = new Map<string, { type: Type; alike: boolean }>();
  const add = (path: string, type: Type): void => {
    const known = found.get(path);
    if (!known) found.set(path, { type, alike: true });
    else known.alike &&= typeKey(known.type) === typeKey(type);
  };
  for (const { args } of tools) walkFields(args.fields, 'args', add);
  for (const [root, record] of [
    ['principal', catalogue.principal],
    ['session', catalogue.session],
  ] as const) {
    if (record) walkFields(record.fields, root, add);
  }
  if (!catalogue.principal) add('principal.role', { kind: 'string', format: 'text', enum: ['agent', 'lead', 'dba'] });
  if (!catalogue.session) add('session.trusted', { kind: 'bool' });
  add('now.hour', { kind: 'int' });
  add('now.weekday', { kind: 'int' });
  add('now.time', { kind: 'time' });
  return [...found].filter(([, { alike }]) => alike).map(([path, { type }]) => ({ path, type }));
}

function walkFields(
  fields: Readonly<Record<string, Field>>,
  prefix: string,
  add: (path: string, type: Type) => void,
): void {
  for (const [name, { type }] of Object.entries(fields)) {
    const path = isIdentifier(name) ? `${prefix}.${name}` : `${prefix}[${quoteString(name)}]`;
    add(path, type);
    if (type.kind === 'record') walkFields(type.fields, path, add);
    if (type.kind === 'map') for (const key of MAP_KEYS) add(`${path}[${quoteString(key)}]`, type.of);
  }
}

const effect = (rng: Rng): string => pick(rng, ['allow', 'allow', 'confirm', 'refuse']);

function flatRule(rng: Rng, catalogue: Catalogue): string {
  const scope = scopeOf(rng, catalogue, 1);
  const paths = readables(scope.tools, catalogue);
  const clause = (word: string, likely: number): string =>
    chance(rng, likely)
      ? ` ${word} ${several(rng, 1, chance(rng, 0.5) ? 1 : 3, () => flatTest(rng, pick(rng, paths), 1)).join(' and ')}`
      : '';
  return `${effect(rng)} ${scope.text}${clause('when', 0.85)}${clause('unless', 0.2)};`;
}

/** A field of the clock of a time zone, which dialect 1 does not have. */
function clock(rng: Rng): Readable {
  const field = pick(rng, ['hour', 'minute', 'weekday', 'time']);
  const path = `now(${quoteString(pick(rng, ZONES))}).${field}`;
  return { path, type: { kind: field === 'time' ? 'time' : 'int' } };
}

function richRule(rng: Rng, catalogue: Catalogue): string {
  const scope = scopeOf(rng, catalogue, 2);
  const paths = [...readables(scope.tools, catalogue), clock(rng)];
  const who = chance(rng, 0.1)
    ? pick(rng, ['principal is Agent, ', 'principal in ops, ', 'principal in "finance", ', 'principal in Staff, '])
    : '';
  const clauses = several(rng, 0, 2, () => {
    const word = chance(rng, 0.8) ? 'when' : 'unless';
    if (chance(rng, 0.25)) return ` ${word} history { ${randomHistoryTest(rng, catalogue, scope.tools, 2)} }`;
    return ` ${word} { ${richTest(rng, paths, scope.tools, 3)} }`;
  });
  return `${effect(rng)} (${who}${scope.text})${clauses.join('')};`;
}
