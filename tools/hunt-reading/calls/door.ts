import type { Reading } from '../lib/compare.js';
import type { Rule } from '../lib/made.js';
import type { World } from '../lib/world.js';
import { type Bugs, decides, fieldsOf, isOf } from './parts.js';

/** S07: a privileged tool that runs without confirmation. */
export const S07: Reading<World> = {
  class: 'S07',
  bugs: (world) => {
    const bugs: Bugs = new Map();
    for (const tool of world.tools) {
      if (!isOf(world, tool, 'privileged', 'irreversible')) continue;
      if (!world.some([tool], ({ answer }) => answer === 'allow')) continue;
      const asks = world
        .rulesOf(tool)
        .some((rule) => rule.effect === 'confirm' && world.some([tool], (row) => decides(world, row, rule)));
      bugs.set(tool, asks ? 'low' : 'high');
    }
    return bugs;
  },
  of: ({ tool }) => tool ?? '',
  shows: ({ witness }) => witness?.steps.some(({ answer }) => answer === 'allow') === true,
};

/** S12: a rule that is meant to be stricter and opens the door. */
export const S12: Reading<World> = {
  class: 'S12',
  bugs: (world) => {
    const bugs: Bugs = new Map();
    if (world.made.default !== 'refuse') return bugs;
    for (const rule of world.made.rules.filter(({ effect }) => effect === 'confirm')) {
      const opens = (axis: string): boolean =>
        world.some(
          rule.tools,
          (row) =>
            decides(world, row, rule) &&
            row.truths.get(rule.id) === 'T' &&
            world.isSilent(row.truths, rule.id) &&
            world.alike(row, axis).some((other) => other.answer === 'refuse' && world.isSilent(other.truths)),
        );
      const tightens = (axis: string): boolean =>
        world.some(
          rule.tools,
          (row) =>
            decides(world, row, rule) &&
            world.answer(row.truths, rule.id) === 'allow' &&
            world.alike(row, axis).some((other) => other.truths.get(rule.id) === 'F'),
        );
      const label = rule.tests.some(({ of }) => of === 'session.label') && opensByLabel(world, rule);
      const other = ['hour', ...flagsOf(world, rule)].some(
        (axis) => reads(rule, axis) && opens(axis) && tightens(axis),
      );
      if (label || other) bugs.set(rule.id, 'high');
    }
    return bugs;
  },
  of: ({ rules }) => rules.join(),
};

const flagsOf = (world: World, rule: Rule): readonly string[] =>
  rule.tools.flatMap((tool) =>
    fieldsOf(world, tool).flatMap(([name, { type }]) => (type.kind === 'bool' ? [`args.${name}`] : [])),
  );
const reads = (rule: Rule, axis: string): boolean =>
  rule.tests.some(({ of }) => of === axis || `args.${of}` === axis || (axis === 'hour' && of === 'now.hour'));

/** A call that is confirmed in a labelled session, and that the default refuses in one without labels. */
const opensByLabel = (world: World, rule: Rule): boolean =>
  world.some(rule.tools, (row) => {
    const labels = row.chosen.get('label') as readonly string[] | undefined;
    if (labels?.length !== 1 || row.truths.get(rule.id) !== 'T') return false;
    if (row.answer !== 'confirm' || !world.isSilent(row.truths, rule.id)) return false;
    return world.alike(row, 'label').some((other) => {
      const its = other.chosen.get('label') as readonly string[] | undefined;
      return its?.length === 0 && other.answer === 'refuse' && world.isSilent(other.truths);
    });
  });
