import type { Reading } from '../lib/compare.js';
import type { Row, World } from '../lib/world.js';
import type { Bugs } from './parts.js';

/** P01, over calls: a declared property is violated, by tool. */
export const P01: Reading<World> = {
  class: 'P01',
  bugs: (world) => {
    const bugs: Bugs = new Map();
    for (const property of world.made.properties)
      for (const tool of world.tools) {
        const isBroken = world.some([tool], (row) => {
          if (!isAssumed(world, row)) return false;
          const asked = property.answers?.includes(row.answer) ?? property.word === 'never';
          return (property.word === 'never') === asked && world.truth(property.condition, row) === 'T';
        });
        if (isBroken) bugs.set(`${property.title} ${tool}`, 'critical');
      }
    return bugs;
  },
  of: ({ subkind, tool }) => `${subkind ?? ''} ${tool ?? ''}`,
};

const isAssumed = (world: World, row: Row): boolean =>
  world.made.assumptions.every((condition) => world.truth(condition, row) !== 'F');

/** P02: a property that says nothing. */
export const P02: Reading<World> = {
  class: 'P02',
  bugs: (world) => {
    const bugs: Bugs = new Map();
    for (const { title, answers, condition } of world.made.properties) {
      // One that does not ask for the answer says something of calls of which it is false, too.
      const speaks = world.some(world.tools, (row) => {
        if (!isAssumed(world, row)) return false;
        const truth = world.truth(condition, row);
        return truth === 'T' || (answers === null && truth === 'F');
      });
      if (!speaks) bugs.set(title, null);
    }
    return bugs;
  },
  of: ({ subkind }) => subkind ?? '',
};
