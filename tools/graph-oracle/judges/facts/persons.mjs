import { overlaps, writesOver } from '../../values.mjs';
import { usesOf } from './arguments.mjs';
import { alive, inLane, lanesMoved, usedUp, without } from './lanes.mjs';

/** Whether a pause in front of a node, or of a call of it, approved this. */
const isOf = ({ pause, source }, node) => pause && source.split('?')[0] === node.source;

/** Whether a person that a rule names gave an approval: at a node of that name, in whatever body. */
export const isBy = (source, name) =>
  [source, source.split('?')[0]].includes(name) || source.split('?')[0].endsWith(`/${name}`);

/** Approvals that persons give in the graph, by source: for the call as it would be made then. */
export class Persons {
  /** `by`: whom the rule names; undefined where it is enough that any person has confirmed. */
  constructor(plan, tool, by) {
    Object.assign(this, { plan, tool, by });
    this.named = new Set(
      usesOf(plan, tool).flatMap(({ arguments: given = [] }) => given.flatMap(({ variable }) => variable ?? [])),
    );
  }

  approved(facts, source, lane, pause) {
    const older = facts.map((fact) => (fact.source === source ? without([fact], lane)[0] : fact));
    return alive([...older, { source, pause, since: [], lanes: [[lane, 0]] }]);
  }

  /**
   * Where tokens become one at a join `any` what all of them had is left: that a person has confirmed the tool, wherever each of them was approved. It is for the calls
   * that all of these approvals are for.
   */
  met(facts, { from, into }) {
    const same = (all) => !this.by || this.by.some((name) => all.every(({ source }) => isBy(source, name)));
    const picks = from.reduce(
      (found, lane) => found.flatMap((all) => facts.filter((fact) => inLane(fact, lane)).map((fact) => [...all, fact])),
      [[]],
    );
    return picks
      .filter((all) => new Set(all).size > 1 && same(all))
      .map((all) => ({
        source: all.map(({ source }) => source).toSorted()[0],
        pause: false,
        since: [...this.named].filter((name) => all.some(({ since }) => since.includes(name))),
        lanes: [[into, 0]],
      }));
  }

  step(before, event) {
    const met = event.e === 'merge' && event.how === 'any' ? this.met(before, event) : [];
    let facts = [...lanesMoved(before, event), ...met];
    if (event.e === 'approve') {
      if (event.tools.includes(this.tool)) facts = this.approved(facts, event.source, event.lane, event.pause === true);
    } else if (event.e === 'reject') {
      if (event.tools.includes(this.tool)) facts = [];
    } else if (event.e === 'drop')
      facts = facts.map((fact) => (isOf(fact, event) ? without([fact], event.lane)[0] : fact));
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

  /** Of each person that the rule names, or of all of them. */
  used(facts, { lane }, alone) {
    const names = this.by ?? [null];
    const isFrom = (fact, name) => inLane(fact, lane) && (name === null || isBy(fact.source, name));
    return names.reduce((left, name) => usedUp(left, (fact) => isFrom(fact, name), lane, alone), facts);
  }

  covering(facts, event) {
    const named = event.args.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
    return facts.filter(
      (fact) =>
        inLane(fact, event.lane) && !named.some((name) => fact.since.some((written) => overlaps(written, name))),
    );
  }
}
