/** What one check or one confirmation of the catalogue establishes for one tool, and what ends it (S6). */
import { implied, writesOver } from '../../values.mjs';
import { bindingOf, MAYBE, maySame, NO, same, shape, SURE, usesOf } from './arguments.mjs';
import { alive, inLane, lanesMoved, without, usedUp } from './lanes.mjs';

const unclassified = (tool) => tool === undefined || tool.classes.length === 0;

const hasUnknown = (item) => Object.values(item.key).some(({ unknown }) => unknown);

/**
 * Keeps the facts that one source establishes for one tool. `role` is the entry of the catalogue that lists the tool, or what a rule asks
 * that the catalogue does not know of.
 */
export class Keeper {
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
      if (own || !parts.some(isOpen)) return [];
      // If it is the key that failed it is gone, so that it helps no call with that key.
      const isKnown = Object.values(key).every(({ unknown, model }) => !unknown && !model);
      const others = (fact.unlike ?? []).filter((other) => !this.sameKey(other, key));
      const unlike = [...others, key].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      return [{ ...fact, maybe: true, ...(isKnown && { unlike }) }];
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
      ...(result === undefined ? {} : { result, returns: true }),
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

  write({ facts, pendings }, { names, id, lane }) {
    const untouched = (item) => this.variables(item).every((name) => !writesOver(names, name));
    const still = ({ unlike, ...fact }) => {
      const left = (unlike ?? []).filter((key) => untouched({ key }));
      return left.length === 0 ? fact : { ...fact, unlike: left };
    };
    // The first write behind a call is of that call.
    const judgeable = ({ returns, result, ...pending }) => {
      const own = returns && pending.id === id && inLane(pending, lane);
      return result !== undefined && (own || !writesOver(names, result))
        ? { ...pending, result, ...(returns && !own && { returns }) }
        : pending;
    };
    const kept = pendings.filter(untouched).map(judgeable);
    return { facts: this.marked(facts.filter(untouched).map(still), names), pendings: this.marked(kept, names) };
  }

  edge({ facts, pendings }, event) {
    const edge = this.plan.bodies.get(event.body).edges.find(({ id }) => id === event.edge);
    const left = [];
    for (const pending of pendings) {
      const mine = inLane(pending, event.lane);
      const leaving = mine && pending.node === event.node && pending.left !== true;
      const judged = mine ? this.judged(pending, edge, event, leaving) : 'open';
      if (judged === 'pass') facts = this.gain(facts, pending, event.lane, pending.maybe === true);
      if (judged === 'fail') facts = this.lost(facts, pending, event.lane);
      const over = judged !== 'open' || leaving;
      left.push(over ? without([pending], event.lane)[0] : pending);
      // Behind its node only guards say more of it.
      const isOpen = judged !== 'fail' && leaving && this.judged(pending, edge, event, false) === 'open';
      if (isOpen && this.role.passes?.field !== undefined && pending.result !== undefined)
        left.push({ ...pending, left: true, lanes: pending.lanes.filter(([id]) => id === event.lane) });
    }
    return { facts, pendings: left };
  }

  judged(pending, edge, event, leaving) {
    const { passes } = this.role;
    const said = [];
    if (leaving && !event.error) {
      if (edge.outcome === 'fail') said.push('fail');
      // What passed by its success is no second pass.
      if (edge.outcome === 'pass' && event.did) said.push(passes === 'success' ? 'again' : 'pass');
      if (passes?.branch !== undefined && edge.branch !== undefined && event.did)
        said.push(edge.branch === passes.branch ? 'pass' : 'fail');
    }
    if (passes?.field !== undefined && pending.result !== undefined && !event.error)
      said.push(
        { equal: 'pass', unlike: 'fail', open: 'open' }[
          implied(this.saidBy(edge, event), `${pending.result}.${passes.field}`, passes.equals, this.plan.variables)
        ],
      );
    // Of an edge that says both the failure counts.
    return said.includes('fail') ? 'fail' : (said.find((each) => each !== 'open') ?? 'open');
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

  /** Whether a fact is surely not for the arguments of a call: a check of these failed since. */
  isUnlike = ({ unlike = [] }, { known, args }) =>
    known &&
    unlike.some((key) => this.keys.every(([guarded]) => shape(key[guarded]) === shape(bindingOf(args, guarded))));

  /** Whether the call of an attempt has the fact. */
  covers(facts, event) {
    const levels = facts
      .filter((fact) => inLane(fact, event.lane) && !this.isUnlike(fact, event))
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

  used(facts, event, alone = false) {
    if (!this.consumed || event.sameCall) return facts;
    return usedUp(facts, (fact) => this.covers([fact], event) !== NO, event.lane, alone);
  }
}
