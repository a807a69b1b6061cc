import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import type { Rule, SmallField } from '../lib/made.js';
import { type Row, type World, isMilder } from '../lib/world.js';

export type Bugs = Map<string, Severity | null>;

const toolOf = (world: World, name: string) => world.made.catalogue.tools.find((tool) => tool.name === name);
export const isOf = (world: World, name: string, ...classes: readonly string[]): boolean =>
  classes.some((each) => toolOf(world, name)?.classes.includes(each));
export const fieldsOf = (world: World, tool: string): readonly (readonly [string, SmallField])[] =>
  Object.entries(toolOf(world, tool)?.args.fields ?? {});

export const decides = (world: World, row: Row, rule: Rule): boolean =>
  row.answer === rule.effect && world.rulesOf(row.call.tool).includes(rule) && firesAt(row, rule);
export const firesAt = (row: Row, rule: Rule): boolean => {
  const truth = row.truths.get(rule.id) ?? 'F';
  return truth === 'T' || (truth === 'U' && rule.effect !== 'allow');
};

/** Whether one of some answers is milder than another. */
export const hasMilder = (answers: readonly ('allow' | 'confirm' | 'refuse')[]): boolean =>
  answers.some((one) => answers.some((other) => isMilder(one, other)));
