/**
 * P1 and P2: facts of checks and confirmations (S6). A fact is remembered with the lanes that have it, and is forgotten when something of
 * the list in S6 ends it. What is not known of a fact makes it `maybe`.
 */
import { MAYBE, NO, SURE } from './facts/arguments.mjs';
import { Keeper } from './facts/keeper.mjs';
import { ownIn, renamedItems } from './facts/lanes.mjs';
import { isBy, Persons } from './facts/persons.mjs';

const roleOf = (entries, tool) => entries?.find(({ tools }) => tools.includes(tool)) ?? {};
const word = (level) => (level === SURE ? null : level === MAYBE ? 'maybe' : 'sure');

/** One for each confirmation of the catalogue, whatever it confirms. */
export const keepersOf = (plan) =>
  [...plan.tools.values()].flatMap((tool) =>
    (tool.confirms ?? []).map((role) => new Keeper(plan, tool.name, role.tools[0], role, true)),
  );

/** Whether a check passes in some run, in the way that a role of it says: `bad` where it does (S15). */
export function checkPasses(plan, check, passes) {
  const { resource: _resource, ...tool } = check;
  const tools = new Map([...plan.tools, [check.name, tool]]);
  const keeper = new Keeper({ ...plan, tools }, check.name, undefined, { passes }, false);
  const items = (kept, rename) => ({ facts: [], pendings: renamedItems(kept.pendings, rename) });
  return {
    start: { facts: [], pendings: [] },
    concerns: (event) => event.e === 'attempt' && event.tool === check.name,
    rename: items,
    step(state, event) {
      const next = keeper.step(state, event);
      return { state: next, bad: next.facts.length > 0 ? 'sure' : null };
    },
  };
}

export function checkBefore(plan, rule) {
  const role = roleOf(plan.tools.get(rule.check)?.checks, rule.tool);
  const keeper = new Keeper(plan, rule.check, rule.tool, role, role.consumed === true);
  return {
    start: { facts: [], pendings: [] },
    concerns: (event) => event.e === 'attempt' && event.tool === rule.tool,
    rename: ({ facts, pendings }, rename) => ({
      facts: renamedItems(facts, rename),
      pendings: renamedItems(pendings, rename),
    }),
    step(state, event) {
      const judged = event.e === 'attempt' && event.tool === rule.tool && !(event.sameCall && keeper.consumed);
      const bad = judged ? word(keeper.covers(state.facts, event)) : null;
      const used = judged ? { ...state, facts: keeper.used(state.facts, event) } : state;
      return { state: keeper.step(used, event), bad };
    },
  };
}

export function confirmBefore(plan, rule) {
  const listing = [...plan.tools.values()].filter((tool) =>
    tool.confirms?.some(({ tools }) => tools.includes(rule.tool)),
  );
  const named = (rule.by ?? []).filter((name) => plan.tools.has(name) && !listing.some((tool) => tool.name === name));
  const keepers = [...listing.map(({ name }) => name), ...named].map(
    (name) => new Keeper(plan, name, rule.tool, roleOf(plan.tools.get(name).confirms, rule.tool), true),
  );
  const persons = new Persons(plan, rule.tool, rule.by);

  const covered = (state, event) => {
    const tools = new Map(keepers.map((keeper, i) => [keeper.source, keeper.covers(state.tools[i].facts, event)]));
    const covering = persons.covering(state.persons, event);
    const ofPerson = (name) => (covering.some(({ source }) => isBy(source, name)) ? SURE : NO);
    if (rule.by) {
      const levels = rule.by.map((name) => Math.max(tools.get(name) ?? NO, ofPerson(name)));
      return rule.any_of ? Math.max(NO, ...levels) : Math.min(...levels);
    }
    const anyOf = listing.every((tool) => roleOf(tool.confirms, rule.tool).anyOf);
    const levels = listing.map(({ name }) => tools.get(name));
    const catalogued = levels.length === 0 ? NO : anyOf ? Math.max(...levels) : Math.min(...levels);
    return Math.max(covering.length > 0 ? SURE : NO, catalogued);
  };

  /** What a lane has that no other has: where that is enough, a call leaves to others what it has in common with them. */
  const ownOf = (state, lane) => ({
    persons: ownIn(state.persons, lane),
    tools: state.tools.map(({ facts, pendings }) => ({ facts: ownIn(facts, lane), pendings })),
  });

  return {
    start: { persons: [], tools: keepers.map(() => ({ facts: [], pendings: [] })) },
    concerns: (event) => event.e === 'attempt' && event.tool === rule.tool,
    rename: (state, rename) => ({
      persons: renamedItems(state.persons, rename),
      tools: state.tools.map(({ facts, pendings }) => ({
        facts: renamedItems(facts, rename),
        pendings: renamedItems(pendings, rename),
      })),
    }),
    step(state, event) {
      const judged = event.e === 'attempt' && event.tool === rule.tool && !event.sameCall;
      const bad = judged ? word(covered(state, event)) : null;
      const alone = judged && covered(ownOf(state, event.lane), event) === SURE;
      const used = judged
        ? {
            persons: persons.used(state.persons, event, alone),
            tools: state.tools.map((kept, i) => ({ ...kept, facts: keepers[i].used(kept.facts, event, alone) })),
          }
        : state;
      return {
        state: {
          persons: persons.step(used.persons, event),
          tools: used.tools.map((kept, i) => keepers[i].step(kept, event)),
        },
        bad,
      };
    },
  };
}
