import { overlaps, writesOver } from '../../values.mjs';
import { usesOf } from './arguments.mjs';
import { alive, inLane, lanesMoved, without } from './lanes.mjs';

/** Whether a pause in front of a node, or of a call of it, approved this. */
const isOf = ({ pause, source }, node) => pause && source.split('?')[0] === node.source;

/** Approvals that persons give in the graph, by source: for the call as it would be made then. */
export class Persons {
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

  covering(facts, event) {
    const named = event.args.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
    return facts.filter(
      (fact) =>
        inLane(fact, event.lane) && !named.some((name) => fact.since.some((written) => overlaps(written, name))),
    );
  }
}
