import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import type { Reading } from '../lib/compare.js';
import { inDialect2 } from './generator.js';
import type { Test } from '../lib/made.js';
import { type Row, type World, isMilder } from '../lib/world.js';
import { type Bugs, decides, fieldsOf, firesAt } from './parts.js';

/** G06: a calculation that comes to nothing, though all that the rule reads is there. */
export const G06: Reading<World> = {
  class: 'G06',
  bugs: (world) => {
    const bugs: Bugs = new Map();
    const calculating = world.made.rules.filter(({ effect, tests }) => effect !== 'allow' && sumsOf(tests).length > 0);
    for (const rule of calculating) {
      const nothing = (row: Row): boolean =>
        row.truths.get(rule.id) === 'U' &&
        decides(world, row, rule) &&
        world.answer(row.truths, ...calculating.map(({ id }) => id)) !== row.answer &&
        rule.tests.every((test) => test.of.split(' ').every((of) => isThere(row, of))) &&
        // What else it asks has a truth.
        rule.tests.every((test) => sumsOf([test]).length > 0 || world.truth(inDialect2(test), row) !== 'U') &&
        sumsOf(rule.tests).some((sum) => world.truth(`${sum} == ${sum}`, row) === 'U');
      if (!world.some(rule.tools, nothing)) continue;
      const opens = world.some(
        rule.tools,
        (row) => nothing(row) && isMilder(row.answer, world.answer(row.truths, ...calculating.map(({ id }) => id))),
      );
      bugs.set(rule.id, opens ? 'medium' : 'low');
    }
    return bugs;
  },
  of: ({ rules }) => rules.join(),
};

const sumsOf = (tests: readonly Test[]): readonly string[] =>
  tests.flatMap(({ text }) => /^[^<>=!]* \+ [^<>=! ]*/u.exec(text)?.[0] ?? []);

function isThere(row: Row, of: string): boolean {
  const axis = of === 'session.label' ? 'label' : of === 'now.hour' ? 'hour' : of.includes('.') ? of : `args.${of}`;
  const value = row.chosen.get(axis);
  return value !== undefined && !(typeof value === 'object' && value !== null && 'no' in value);
}

/** S09: a value that falls between two ranges, in dialect 1. */
export const S09: Reading<World> = {
  class: 'S09',
  bugs: (world) => {
    if (world.made.dialect !== 1) return null;
    const bugs: Bugs = new Map();
    for (const tool of world.tools)
      for (const [name, { type }] of fieldsOf(world, tool)) {
        if (type.kind !== 'int' && type.kind !== 'money') continue;
        const tests = world.rulesOf(tool).flatMap((rule) => rule.tests.filter(({ of }) => of === name));
        const bounds = (sign: string): Set<string> =>
          new Set(
            tests.flatMap(({ text }) => (text.startsWith(`${name} ${sign} `) ? [text.slice(name.length + 3)] : [])),
          );
        const named = new Set(tests.flatMap(({ text }) => / [!=]= (.*)$/u.exec(text)?.[1] ?? []));
        for (const bound of bounds('<')) {
          if (!bounds('>').has(bound) || named.has(bound)) continue;
          let graver: Severity | null = null;
          for (const row of world.of(tool)) {
            const value = row.chosen.get(`args.${name}`);
            if (String(value) !== bound) continue;
            const step = (by: number) =>
              world.beside(row, `args.${name}`, type.kind === 'int' ? Number(value) + by : moved(String(value), by));
            const [less, more] = [step(-1), step(1)];
            if (!less || !more || [less, row, more].some((each) => isTied(world, each, name))) continue;
            const is = (than: (one: Row, other: Row) => boolean): boolean => than(row, less) && than(row, more);
            if (is((at, by) => isMilder(at.answer, by.answer))) graver = 'high';
            else if (graver === null && is((at, by) => isMilder(by.answer, at.answer))) graver = 'medium';
          }
          if (graver !== null) bugs.set(`${tool} ${name} ${bound}`, graver);
        }
      }
    return bugs;
  },
  of: ({ tool, attribute, witness }) => {
    const name = attribute?.slice('args.'.length) ?? '';
    const value = witness?.steps[1]?.call.args[name];
    return `${tool ?? ''} ${name} ${String(value)}`;
  },
};

/** Whether a rule applies that names one value of the attribute. */
const isTied = (world: World, row: Row, name: string): boolean =>
  world
    .rulesOf(row.call.tool)
    .some((rule) => firesAt(row, rule) && rule.tests.some(({ of, text }) => of === name && / [=!]= /u.test(text)));

const moved = (amount: string, cents: number): string => {
  const [value = '', currency = ''] = amount.split(' ');
  return `${((Math.round(Number(value) * 100) + cents) / 100).toFixed(2)} ${currency}`;
};
