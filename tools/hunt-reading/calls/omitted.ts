import type { Reading } from '../lib/compare.js';
import type { Rule } from '../lib/made.js';
import { type World, isMilder } from '../lib/world.js';
import { type Bugs, decides, fieldsOf, firesAt, hasMilder } from './parts.js';

/** B12: a default is what the rule forbids. */
export const B12: Reading<World> = {
  class: 'B12',
  bugs: (world) => {
    const bugs: Bugs = new Map();
    for (const tool of world.tools)
      for (const [name, field] of fieldsOf(world, tool)) {
        if (field.default === undefined) continue;
        const axis = `args.${name}`;
        const milder = world.some([tool], (row) => {
          if (row.chosen.get(axis) !== undefined) return false;
          const said = world.beside(row, axis, field.default);
          return said !== undefined && isMilder(row.answer, said.answer);
        });
        if (milder) bugs.set(`${tool} ${axis}`, 'high');
      }
    return bugs;
  },
  of: ({ tool, attribute }) => `${tool ?? ''} ${attribute ?? ''}`,
  shows: ({ witness }) => hasMilder(witness?.steps.map(({ answer }) => answer) ?? []),
};

/** B07: leaving an argument out gets round a rule. */
export const B07: Reading<World> = {
  class: 'B07',
  bugs: (world) => {
    const bugs: Bugs = new Map();
    for (const tool of world.tools)
      for (const [name, field] of fieldsOf(world, tool)) {
        // Where the catalogue names a default, see B12.
        if (field.required || field.default !== undefined) continue;
        const axis = `args.${name}`;
        const about = world.rulesOf(tool).filter(({ tests }) => tests.some(({ of }) => of.split(' ').includes(name)));
        const isWord = (rule: Rule): boolean =>
          rule.tests.some(({ of, text }) => of === name && /or else/u.test(text) && !/\) or else/u.test(text.slice(1)));
        // A rule that asks for the presence alone forbids that it be given, or left out, in so many words.
        const asks = about.filter(
          (rule) =>
            rule.effect !== 'allow' &&
            !isWord(rule) &&
            rule.tests.some(({ of, text }) => of.split(' ').includes(name) && !/^(not )?has \w+$/u.test(text)),
        );
        let [goesRound, opens] = [false, false];
        for (const row of world.of(tool)) {
          if (row.chosen.get(axis) !== undefined) continue;
          for (const said of world.alike(row, axis)) {
            if (!isMilder(row.answer, said.answer)) continue;
            const isMeant = (rule: Rule): boolean =>
              isMilder(rule.effect, said.answer) && speaksOfAbsence(rule, name) && firesAt(row, rule);
            if (about.some(isMeant)) continue;
            // A flag that is left out is like one that is false.
            const isLike = field.type.kind !== 'bool' || said.chosen.get(axis) === false;
            if (isLike && asks.some((rule) => decides(world, said, rule) && !firesAt(row, rule))) goesRound = true;
            else if (
              asks.some(
                (rule) => rule.effect === 'confirm' && decides(world, row, rule) && !speaksOfAbsence(rule, name),
              ) &&
              world.isSilent(said.truths) &&
              !world.rulesOf(tool).some(({ effect }) => effect === 'allow')
            )
              opens = true;
          }
        }
        const isAmount = field.type.kind === 'int' || field.type.kind === 'money';
        if (goesRound) bugs.set(`${tool} ${axis}`, isAmount ? 'high' : 'medium');
        else if (opens) bugs.set(`${tool} ${axis}`, isAmount ? 'medium' : 'low');
      }
    return bugs;
  },
  of: ({ tool, attribute }) => `${tool ?? ''} ${attribute ?? ''}`,
  shows: ({ witness }) => hasMilder(witness?.steps.map(({ answer }) => answer) ?? []),
};

/** Whether a rule says what is to be when an argument is absent. */
const speaksOfAbsence = ({ tests }: Rule, name: string): boolean =>
  tests.some(({ of, text }) => of.split(' ').includes(name) && /\bhas\b|or else/u.test(text));
