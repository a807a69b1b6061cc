import { compilePolicy, interpretPolicy, loadPolicy } from '@ostiary/policy';
import {
  chance,
  corpus,
  declarable,
  declarationsOf,
  menagerie,
  pick,
  randomCall,
  randomContext,
  randomPolicy,
  seededRandom,
  zoo,
} from '@ostiary/policy/testing';
import { pathToFileURL } from 'node:url';
import { tokensOf } from './lexer.mjs';
import { readPolicy } from './reading.mjs';

/**
 * Compares the third reading with both evaluators on random material.
 *
 *   node tools/third-reading/compare.mjs [pairs] [seed] [shown]
 */
const CATALOGUES = [zoo, zoo, zoo, menagerie, menagerie, menagerie, ...corpus.map(({ catalogue }) => catalogue)];

const inShort = ({ answer, slug, deciding, pointer }) =>
  JSON.stringify([answer, slug, deciding.map(({ rule, cause }) => `${rule} ${cause}`), pointer]);

/** What the three say; null when the text has errors. */
export function threeAnswers({ text, catalogue, call, context }) {
  const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
  if (!loaded.ok) return null;
  const said = (decide) => {
    try {
      return inShort(decide());
    } catch (error) {
      return `no answer: ${error.message}`;
    }
  };
  return {
    reading: said(() => readPolicy(text, catalogue ?? null).decide(call, context)),
    compiled: said(() => compilePolicy(loaded.core).decide(call, context)),
    interpreted: said(() => interpretPolicy(loaded.tree, loaded.environment, call, context)),
  };
}

export const differ = (answers) =>
  answers !== null && (answers.reading !== answers.compiled || answers.compiled !== answers.interpreted);

/**
 * Policies with so many calls each: `{ text, catalogue, call, context }`, all from one seed. What the tools are a catalogue says, or the
 * text, or nobody.
 */
export function* randomPairs(seed, calls = 5) {
  const rng = seededRandom(seed);
  for (;;) {
    const how = pick(rng, ['sent', 'sent', 'sent', 'declared', 'open', 'open']);
    const chosen = pick(rng, CATALOGUES);
    const catalogue = how === 'declared' ? declarable(chosen) : chosen;
    const dialect = chance(rng, 0.3) ? 1 : 2;
    const policy = `${randomPolicy(rng, catalogue, dialect)}${dialect === 2 ? statements(rng, catalogue) : ''}`;
    const text = how === 'declared' ? `${policy}${declarationsOf(catalogue)}` : policy;
    const given = how === 'sent' ? catalogue : undefined;
    for (let i = 0; i < calls; i += 1)
      yield {
        text,
        catalogue: given,
        call: strayed(rng, randomCall(rng, catalogue)),
        context: randomContext(rng, catalogue),
      };
  }
}

/** Now and then a property and an assumption: conditions that random rules over all tools have. */
function statements(rng, catalogue) {
  if (chance(rng, 0.7)) return '';
  const rules = randomPolicy(rng, catalogue, 2).matchAll(/^\w+ \(tool\) (?:when|unless) (history )?\{ (.*) \};$/gm);
  return Array.from(rules, ([, history, test]) =>
    /\} (?:when|unless) /.test(test)
      ? ''
      : history
        ? `never "p": session ${test};\n`
        : `${pick(rng, ['never', 'always', 'assume'])} "p": ${test};\n`,
  ).join('');
}

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The call as it is, or one that leaves arguments open, sends others that are allowed, or names one in two ways. */
function strayed(rng, call) {
  const names = Object.keys(call.args);
  if (names.length === 0 || chance(rng, 0.85)) return call;
  const name = pick(rng, names);
  const { [name]: value, ...rest } = call.args;
  return pick(rng, [
    { ...call, args: rest, unknown: [name] },
    { ...call, args: rest, unknown: [name], unknownArguments: 'allow' },
    { ...call, args: { ...call.args, further: 1 }, unknownArguments: 'allow' },
    { ...call, args: { ...call.args, [capital(name)]: value }, unknownArguments: 'allow' },
    { ...call, args: { ...call.args, [capital(name)]: value } },
  ]);
}

// ---- making a disagreement small

/** The same JSON without one member or item, for each that can be left out. */
function* smaller(value) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1);
      for (const less of smaller(item)) yield value.with(index, less);
    }
  } else if (typeof value === 'object' && value !== null && !JSON.isRawJSON?.(value)) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
      for (const less of smaller(member)) yield { ...value, [name]: less };
    }
  }
}

const written = (tokens) =>
  tokens
    .map(({ t, text }) => (t === 'string' ? `"${text}"` : text))
    .join(' ')
    .replaceAll(/(?<=[.@]) | (?=[.])/g, '');

function* shorter(text) {
  const tokens = tokensOf(text).slice(0, -1);
  for (let size = tokens.length >> 1; size >= 1; size = size > 24 ? size >> 1 : size - 1) {
    for (let at = 0; at + size <= tokens.length; at += 1) yield written(tokens.toSpliced(at, size));
  }
}

export function shrunk(pair) {
  const unreadable = threeAnswers(pair).reading.startsWith('no answer');
  const kept = (next) => {
    try {
      const answers = threeAnswers(next);
      return differ(answers) && (unreadable || !answers.reading.startsWith('no answer'));
    } catch {
      return false;
    }
  };
  let now = pair;
  for (let moved = true; moved;) {
    moved = false;
    const steps = [
      [shorter, 'text'],
      [smaller, 'call'],
      [smaller, 'context'],
    ];
    for (const [ways, part] of steps) {
      for (let again = true; again;) {
        again = false;
        for (const less of ways(now[part])) {
          const next = { ...now, [part]: less };
          if (
            (part === 'call' && (!less.tool || !less.args)) ||
            (part === 'context' &&
              less.history?.some(({ tool, state, at, args }) => !tool || !state || at === undefined || !args)) ||
            !kept(next)
          )
            continue;
          now = next;
          again = true;
          moved = true;
          break;
        }
      }
    }
  }
  return now;
}

export const shown = ({ text, catalogue, call, context }) =>
  [
    text,
    `catalogue ${catalogue?.name ?? 'none'}`,
    `call ${JSON.stringify(call)}`,
    `context ${JSON.stringify(context)}`,
  ].join('\n');

function main([count = '10000', seed = '1', most = '10']) {
  let [compared, unread, found] = [0, 0, 0];
  const causes = new Map();
  for (const pair of randomPairs(Number(seed))) {
    if (compared >= Number(count)) break;
    const answers = threeAnswers(pair);
    if (answers === null) {
      unread += 1;
      continue;
    }
    compared += 1;
    if (!differ(answers)) continue;
    found += 1;
    if (causes.size >= Number(most)) continue;
    const small = shrunk(pair);
    const less = threeAnswers(small);
    const cause = `${small.text} ${JSON.stringify(less)}`;
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
    if (causes.get(cause) === 1)
      console.log(
        `${shown(small)}\n${Object.entries(less)
          .map(([who, what]) => `  ${who}: ${what}`)
          .join('\n')}\n`,
      );
  }
  console.log(`${compared} pairs compared (${unread} more had errors in the text), ${found} disagreements`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
