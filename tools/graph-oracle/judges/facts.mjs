/**
 * P1 and P2: facts of checks and confirmations (S6). A fact is remembered with the lanes that have it, and is forgotten when something of
 * the list in S6 ends it. What is not known of a fact makes it `maybe`.
 */
import { implied, overlaps, writesOver } from '../values.mjs';

const NO = 0;
const MAYBE = 1;
const SURE = 2;

const bindingOf = (args, name) => args.find((binding) => binding.name === name) ?? { name, unknown: true };
const shape = (binding) => JSON.stringify({ ...binding, name: '' });

/** Whether two arguments are the same: the same constant, or the same variable, which was not written between (that ends the fact). */
function same(one, other) {
  if (one.model || other.model) return NO;
  if (one.unknown || other.unknown) return MAYBE;
  return shape(one) === shape(other) ? SURE : NO;
}

const maySame = (one, other) =>
  one === undefined || other === undefined || !('value' in one) || !('value' in other) || one.value === other.value;

// ---- which lanes have what

const without = (items, lane) => items.map((item) => ({ ...item, lanes: item.lanes.filter(([id]) => id !== lane) }));

function lanesMoved(items, event) {
  if (event.e === 'fork')
    return items.map((item) => {
      const held = item.lanes.find(([id]) => id === event.lane);
      if (!held) return item;
      return {
        ...item,
        lanes: [...item.lanes.filter((lane) => lane !== held), ...event.into.map((id) => [id, held[1]])],
      };
    });
  if (event.e === 'barrier')
    return items.map((item) =>
      item.lanes.some(([id]) => event.lanes.includes(id))
        ? {
            ...item,
            lanes: [
              ...item.lanes.filter(([id]) => !event.lanes.includes(id)),
              ...event.lanes.map((id) => [id, latest(item.lanes)]),
            ],
          }
        : item,
    );
  if (event.e !== 'merge') return items;
  return event.how === 'any' ? common(items, event) : united(items, event);
}

const latest = (lanes) => Math.max(...lanes.map(([, steps]) => steps));

const united = (items, { from, into }) =>
  items.map((item) => {
    const held = item.lanes.filter(([id]) => from.includes(id));
    if (held.length === 0) return item;
    return { ...item, lanes: [...item.lanes.filter((lane) => !held.includes(lane)), [into, latest(held)]] };
  });

/** What all of the lanes had is left. */
function common(items, { from, into }) {
  const content = (item) => JSON.stringify({ ...item, lanes: [] });
  const has = (item, lane) => item.lanes.find(([id]) => id === lane);
  const given = new Set();
  return items.map((item) => {
    const others = item.lanes.filter(([id]) => !from.includes(id));
    const everywhere = from.every((lane) =>
      items.some((other) => content(other) === content(item) && has(other, lane)),
    );
    if (!everywhere || given.has(content(item)) || !from.some((lane) => has(item, lane)))
      return { ...item, lanes: others };
    given.add(content(item));
    const steps = items.flatMap((other) =>
      content(other) === content(item) ? from.flatMap((lane) => has(other, lane)?.[1] ?? []) : [],
    );
    return { ...item, lanes: [...others, [into, Math.max(...steps)]] };
  });
}

const alive = (items) => items.filter(({ lanes }) => lanes.length > 0);
const inLane = (item, lane) => item.lanes.some(([id]) => id === lane);

const unclassified = (tool) => tool === undefined || tool.classes.length === 0;

const usesOf = (plan, tool) =>
  [...plan.bodies.values()].flatMap((body) =>
    [...body.nodes.values()].flatMap((node) => (node.tools ?? []).filter(({ name }) => name === tool)),
  );
const hasUnknown = (item) => Object.values(item.key).some(({ unknown }) => unknown);

/**
 * Keeps the facts that one source establishes for one tool. `role` is the entry of the catalogue that lists the tool, or what a rule asks
 * that the catalogue does not know of.
 */
class Keeper {
  constructor(plan, source, tool, role, consumed) {
    Object.assign(this, { plan, source, tool, role, consumed, keys: Object.entries(role.args ?? {}) });
    const named = usesOf(plan, tool).flatMap(({ arguments: given = [] }) =>
      this.keys.flatMap(([guarded]) => bindingOf(given, guarded).variable ?? []),
    );
    /** The variables that calls of the tool name where the check's arguments are. */
    this.named = [...new Set(named)].map(String).toSorted();
  }

  keyOf(args) {
    return Object.fromEntries(this.keys.map(([guarded, own]) => [guarded, bindingOf(args, own)]));
  }

  sameKey = (one, other) => this.keys.every(([guarded]) => shape(one[guarded]) === shape(other[guarded]));

  variables(item) {
    return Object.values(item.key).flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
  }

  gain(facts, pending, lane, maybe) {
    const older = facts.map((fact) =>
      this.sameKey(fact.key, pending.key) && (fact.maybe || !maybe) ? without([fact], lane)[0] : fact,
    );
    const since = pending.since === undefined ? {} : { since: pending.since };
    return [...older, { key: pending.key, resource: pending.resource, maybe, ...since, lanes: [[lane, 0]] }];
  }

  /**
   * A fact for the key of what failed is gone; whether one is where something of a key is not known, nobody knows. What `lane` has of the
   * key of a call that it made is of that very call.
   */
  lost = (facts, { key }, lane) =>
    facts.flatMap((fact) => {
      const parts = this.keys.map(([guarded]) => [fact.key[guarded], key[guarded]]);
      const isOpen = ([one, other]) => one.unknown || other.unknown;
      if (parts.some((part) => !isOpen(part) && shape(part[0]) !== shape(part[1]))) return [fact];
      const own = lane !== undefined && inLane(fact, lane) && this.sameKey(fact.key, key);
      return parts.some(isOpen) && !own ? [{ ...fact, maybe: true }] : [];
    });

  /** What nobody knows at the check cannot be what a variable became later: which of them were written since. */
  marked = (items, names) =>
    items.map((item) =>
      hasUnknown(item)
        ? { ...item, since: this.named.filter((name) => item.since?.includes(name) || writesOver(names, name)) }
        : item,
    );

  step({ facts, pendings }, event) {
    const moved = { facts: lanesMoved(facts, event), pendings: lanesMoved(pendings, event) };
    const next = this[event.e === 'attempt' ? 'attempted' : event.e]?.(moved, event) ?? moved;
    return { facts: alive(next.facts), pendings: alive(next.pendings) };
  }

  attempted({ facts, pendings }, event) {
    const tool = this.plan.tools.get(event.tool);
    const { resource } = this.plan.tools.get(this.source) ?? {};
    let left = facts;
    if (resource && tool?.resource?.name === resource.name && tool.classes.includes('write')) {
      const bound = tool.resource.arg === undefined ? undefined : bindingOf(event.args, tool.resource.arg);
      left = left.filter((fact) => !maySame(fact.resource, bound));
      pendings = pendings.filter((pending) => !maySame(pending.resource, bound));
    }
    if (unclassified(tool) && resource) {
      left = left.map((fact) => ({ ...fact, maybe: true }));
      pendings = pendings.map((pending) => ({ ...pending, maybe: true }));
    }
    const { steps } = this.role;
    left = left.map((fact) => ({
      ...fact,
      lanes: fact.lanes.flatMap(([id, n]) =>
        steps === undefined ? [[id, 0]] : id !== event.lane ? [[id, n]] : n + 1 >= steps ? [] : [[id, n + 1]],
      ),
    }));
    const ours = event.tool === this.source;
    return { facts: left, pendings: ours ? pendings.filter(({ node }) => node !== event.node) : pendings };
  }

  success(state, event) {
    if (event.tool !== this.source) return state;
    const use =
      event.use < 0 ? [] : (this.plan.bodies.get(event.body).nodes.get(event.id).tools[event.use].arguments ?? []);
    const { resource } = this.plan.tools.get(this.source) ?? {};
    const result = event.use < 0 ? undefined : this.plan.bodies.get(event.body).nodes.get(event.id).result;
    const pending = {
      key: this.keyOf(use),
      ...(resource?.arg === undefined ? {} : { resource: bindingOf(use, resource.arg) }),
      node: event.node,
      body: event.body,
      id: event.id,
      ...(result === undefined ? {} : { result }),
      lanes: [[event.lane, 0]],
    };
    const { passes } = this.role;
    const facts =
      passes === 'success'
        ? this.gain(state.facts, pending, event.lane, false)
        : passes === undefined
          ? this.gain(state.facts, pending, event.lane, true)
          : state.facts;
    return { facts, pendings: [...state.pendings, pending] };
  }

  failure(state, event) {
    if (event.tool !== this.source) return state;
    const use =
      event.use < 0 ? [] : (this.plan.bodies.get(event.body).nodes.get(event.id).tools[event.use].arguments ?? []);
    return { ...state, facts: this.lost(state.facts, { key: this.keyOf(use) }) };
  }

  write({ facts, pendings }, { names, id }) {
    const untouched = (item) => this.variables(item).every((name) => !writesOver(names, name));
    const kept = pendings.filter(
      (pending) =>
        untouched(pending) && (pending.id === id || pending.result === undefined || !writesOver(names, pending.result)),
    );
    return { facts: this.marked(facts.filter(untouched), names), pendings: this.marked(kept, names) };
  }

  edge({ facts, pendings }, event) {
    const edge = this.plan.bodies.get(event.body).edges.find(({ id }) => id === event.edge);
    const left = [];
    for (const pending of pendings) {
      const mine = inLane(pending, event.lane);
      const leaving = mine && pending.node === event.node;
      const judged = mine ? this.judged(pending, edge, event, leaving) : 'open';
      if (judged === 'pass') facts = this.gain(facts, pending, event.lane, pending.maybe === true);
      if (judged === 'fail') facts = this.lost(facts, pending, event.lane);
      const over = judged !== 'open' || (leaving && this.role.passes?.field === undefined);
      left.push(over ? without([pending], event.lane)[0] : pending);
    }
    return { facts, pendings: left };
  }

  judged(pending, edge, event, leaving) {
    const { passes } = this.role;
    if (leaving && !event.error) {
      if (edge.outcome === 'pass' && event.did) return 'pass';
      if (edge.outcome === 'fail') return 'fail';
      if (passes?.branch !== undefined && edge.branch !== undefined && event.did)
        return edge.branch === passes.branch ? 'pass' : 'fail';
    }
    if (passes?.field === undefined || pending.result === undefined || event.error) return 'open';
    const said = implied(this.saidBy(edge, event), `${pending.result}.${passes.field}`, passes.equals);
    return said === 'equal' ? 'pass' : said === 'unlike' ? 'fail' : 'open';
  }

  /** What holds when an edge is taken: its guard, and not those of the edges that were passed over for it. */
  saidBy(edge, { body, refused }) {
    const { edges } = this.plan.bodies.get(body);
    const passedOver = refused.map((id) => edges.find((other) => other.id === id).guard?.expr);
    const not = passedOver.filter(Boolean).map((of) => ({ op: 'not', of }));
    return { op: 'and', of: [...(edge.guard?.expr ? [edge.guard.expr] : []), ...not] };
  }

  sameNow({ since = [] }, own, given) {
    return own.unknown && given.variable !== undefined && since.includes(given.variable) ? NO : same(own, given);
  }

  /** Whether the call of an attempt has the fact. */
  covers(facts, event) {
    const levels = facts
      .filter((fact) => inLane(fact, event.lane))
      .map((fact) =>
        Math.min(
          fact.maybe ? MAYBE : SURE,
          ...this.keys.map(([guarded]) =>
            event.known ? this.sameNow(fact, fact.key[guarded], bindingOf(event.args, guarded)) : MAYBE,
          ),
        ),
      );
    return Math.max(NO, ...levels);
  }

  used(facts, event) {
    if (!this.consumed || event.sameCall) return facts;
    return facts.filter((fact) => this.covers([fact], event) === NO);
  }
}

const roleOf = (entries, tool) => entries?.find(({ tools }) => tools.includes(tool)) ?? {};
const word = (level) => (level === SURE ? null : level === MAYBE ? 'maybe' : 'sure');
export const renamedItems = (items, rename) =>
  alive(
    items.map((item) => ({
      ...item,
      lanes: item.lanes
        .flatMap(([id, n]) => (rename(id) ? [[rename(id), n]] : []))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    })),
  )
    .map((item) => JSON.stringify(item))
    .toSorted()
    .map((text) => JSON.parse(text));

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

/** Approvals that persons give in the graph, by source: for the call as it would be made then. */
class Persons {
  constructor(plan, tool) {
    Object.assign(this, { plan, tool });
    this.named = new Set(
      usesOf(plan, tool).flatMap(({ arguments: given = [] }) => given.flatMap(({ variable }) => variable ?? [])),
    );
  }

  approved(facts, source, lane, pause) {
    const older = facts.map((fact) => (fact.source === source ? without([fact], lane)[0] : fact));
    return alive([...older, { source, pause, since: [], lanes: [[lane, 0]] }]);
  }

  step(facts, event) {
    facts = lanesMoved(facts, event);
    if (event.e === 'approve') {
      if (event.tools.includes(this.tool)) facts = this.approved(facts, event.source, event.lane, event.pause === true);
    } else if (event.e === 'reject') {
      if (event.tools.includes(this.tool)) facts = [];
    } else if (event.e === 'drop') facts = facts.filter(({ source, pause }) => !(pause && source === event.source));
    else if (event.e === 'write')
      facts = facts.map((fact) => ({
        ...fact,
        since: [...this.named].filter((name) => fact.since.includes(name) || writesOver(event.names, name)),
      }));
    else if (event.e === 'leaves' || event.e === 'edge') facts = this.asked(facts, event);
    return alive(facts);
  }

  /** What a node of kind `human` was answered. */
  asked(facts, event) {
    const body = this.plan.bodies.get(event.body);
    const node = body.nodes.get(event.id);
    if (node.kind !== 'human' || (node.confirms && !node.confirms.includes(this.tool))) return facts;
    const outcomes = body.from(node.id, 'success').some(({ outcome }) => outcome !== undefined);
    if (event.e === 'leaves')
      return outcomes || !node.confirms ? facts : this.approved(facts, event.node, event.lane, false);
    if (!event.did || event.error) return facts;
    const { outcome } = body.edges.find(({ id }) => id === event.edge);
    if (outcome === 'reject') return [];
    return outcome === 'approve' || outcome === 'edit' ? this.approved(facts, event.node, event.lane, false) : facts;
  }

  covering(facts, event) {
    const named = event.args.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
    return facts.filter(
      (fact) =>
        inLane(fact, event.lane) && !named.some((name) => fact.since.some((written) => overlaps(written, name))),
    );
  }
}

export function confirmBefore(plan, rule) {
  const listing = [...plan.tools.values()].filter((tool) =>
    tool.confirms?.some(({ tools }) => tools.includes(rule.tool)),
  );
  const named = (rule.by ?? []).filter((name) => plan.tools.has(name) && !listing.some((tool) => tool.name === name));
  const keepers = [...listing.map(({ name }) => name), ...named].map(
    (name) => new Keeper(plan, name, rule.tool, roleOf(plan.tools.get(name).confirms, rule.tool), true),
  );
  const persons = new Persons(plan, rule.tool);

  const covered = (state, event) => {
    const tools = new Map(keepers.map((keeper, i) => [keeper.source, keeper.covers(state.tools[i].facts, event)]));
    const covering = persons.covering(state.persons, event);
    const ofPerson = (name) =>
      covering.some(
        ({ source }) => source === name || source.split('?')[0] === name || source.split('?')[0].endsWith(`/${name}`),
      )
        ? SURE
        : NO;
    if (rule.by) {
      const levels = rule.by.map((name) => Math.max(tools.get(name) ?? NO, ofPerson(name)));
      return rule.any_of ? Math.max(NO, ...levels) : Math.min(...levels);
    }
    const anyOf = listing.every((tool) => roleOf(tool.confirms, rule.tool).anyOf);
    const levels = listing.map(({ name }) => tools.get(name));
    const catalogued = levels.length === 0 ? NO : anyOf ? Math.max(...levels) : Math.min(...levels);
    return Math.max(covering.length > 0 ? SURE : NO, catalogued);
  };

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
      const used = judged
        ? {
            persons: state.persons.filter((fact) => !inLane(fact, event.lane)),
            tools: state.tools.map((kept, i) => ({ ...kept, facts: keepers[i].used(kept.facts, event) })),
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
