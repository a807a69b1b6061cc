/** How a node is left: which edges are taken, and where tokens arrive (S4). */
import { passesOn } from '../plan.mjs';
import { holds } from '../values.mjs';
import { Bodies } from './bodies.mjs';

export class Ways extends Bodies {
  leave(here, lane) {
    this.first(here, lane);
    const node = here.body.nodes.get(lane.at);
    const { undone = false, error = false } = lane.ex;
    this.emit({ e: 'drop', lane: lane.id, source: `${here.frame.path}${node.id}` });
    if (node.kind === 'end') {
      if (!node.terminate) return this.over(here, lane);
      if (here.parent === null) return this.end('normal');
      for (const other of here.frame.lanes) this.over(here, other);
      return;
    }
    if (node.kind === 'fail') return this.abort(here);
    if (error) {
      this.did(lane);
      const open = here.body.from(node.id, 'error').filter((edge) => this.answer(here, edge) !== 'used up');
      if (open.length === 0) return this.abort(here);
      return this.follow(here, lane, node, [this.free(open)], { error: true, did: false });
    }
    const did = !undone && node.disabled !== true;
    if (did && !passesOn(node) && (node.interrupt === 'after' || node.interrupt === 'both')) {
      this.did(lane);
      const answer = this.free(['approve', 'reject', 'end']);
      const e = answer === 'approve' ? 'approve' : 'reject';
      const tools = node.confirms ?? (e === 'approve' ? [] : [...this.plan.tools.keys()]);
      this.emit({ e, source: `${here.frame.path}${node.id}`, tools, lane: lane.id });
      if (answer === 'end') return this.over(here, lane);
    }
    const edges = here.body.from(node.id, 'success');
    if (did && node.kind === 'human' && node.confirms !== undefined) this.did(lane);
    if (did)
      this.emit({
        e: 'leaves',
        lane: lane.id,
        body: here.frame.body,
        id: node.id,
        node: `${here.frame.path}${node.id}`,
      });
    if (edges.length === 0) return this.over(here, lane);
    const { taken, refused } = this.taken(here, node, edges);
    if (taken.length === 0) {
      this.emit({ e: 'no way', lane: lane.id });
      return this.abort(here);
    }
    this.follow(here, lane, node, taken, { error: false, did, refused });
  }

  answer(here, edge) {
    if (edge.max_times !== undefined && (here.frame.taken[edge.id] ?? 0) >= edge.max_times) return 'used up';
    if (edge.otherwise) return 'otherwise';
    if (edge.guard === undefined) return 'unasked';
    if (edge.guard.choice !== undefined) return 'free';
    if (edge.guard.expr === undefined || !this.plan.readable(edge.guard.expr)) return 'opaque';
    return holds(edge.guard.expr, this.config.vars) ? 'yes' : 'no';
  }

  /** The edges that are taken, and the expressions that were asked before and do not hold: of an exclusive choice, and of `otherwise`. */
  taken(here, node, edges) {
    const how = node.kind === 'fork' ? 'all' : (node.concurrency ?? 'exclusive');
    const asked = edges.map((edge) => [edge, this.answer(here, edge)]).filter(([, answer]) => answer !== 'used up');
    const otherwise = asked
      .filter(([, answer]) => answer === 'otherwise')
      .slice(0, 1)
      .map(([edge]) => edge);
    const open = asked.filter(([, answer]) => answer !== 'otherwise');
    const isOpen = ([, answer]) => answer !== 'no';
    const taken = [];
    const refused = [];
    for (const [index, [edge, answer]] of open.entries()) {
      const must = answer === 'yes' || (how === 'all' && answer === 'unasked');
      const rescue = otherwise.length > 0 || open.slice(index + 1).some(isOpen) || taken.length > 0;
      const takes =
        answer !== 'no' && (must || !rescue || this.choose(answer === 'opaque' ? 'opaque' : 'free', [true, false]));
      if (takes) taken.push(edge);
      else refused.push(edge.id);
      if (how === 'exclusive' && takes) return { taken, refused };
    }
    return taken.length > 0 ? { taken, refused: [] } : { taken: otherwise, refused };
  }

  follow(here, lane, node, edges, { error, did, refused = [] }) {
    const { frame } = here;
    for (const edge of edges) if (edge.max_times !== undefined) frame.taken[edge.id] = (frame.taken[edge.id] ?? 0) + 1;
    const ids = edges.length === 1 ? [lane.id] : edges.map(() => this.newLane());
    if (edges.length > 1) this.emit({ e: 'fork', lane: lane.id, into: ids });
    const index = frame.lanes.indexOf(lane);
    const tokens = edges.map((edge, i) => ({
      id: ids[i],
      at: edge.target,
      via: error ? 'error' : here.body.joinOf(edge.target) === 'all' ? edge.id : '',
      ex: null,
    }));
    frame.lanes.splice(index, 1, ...tokens);
    for (const [i, edge] of edges.entries())
      this.emit({
        e: 'edge',
        edge: edge.id,
        body: frame.body,
        id: node.id,
        node: `${frame.path}${node.id}`,
        lane: ids[i],
        error,
        did,
        refused,
        ways: here.body.from(node.id, 'success').length,
      });
    if (this.plan.execution !== 'sequential') for (const token of tokens) this.arrive(here, token);
  }

  /** Two tokens that wait at a join `any` are one. */
  arrive({ frame, body }, token) {
    if (body.joinOf(token.at) !== 'any') return;
    const there = frame.lanes.find((lane) => lane !== token && lane.at === token.at && lane.ex === null);
    if (!there) return;
    frame.lanes = frame.lanes.filter((lane) => lane !== token);
    // What was established in a step is known behind it, whichever token it came with (S6).
    const how = this.plan.execution === 'supersteps' ? 'end of step' : 'any';
    this.emit({ e: 'merge', from: [there.id, token.id], into: there.id, how });
  }

  over(here, lane) {
    const { frame, parent } = here;
    frame.lanes = frame.lanes.filter((other) => other !== lane);
    this.emit({ e: 'over', lane: lane.id });
    if (parent !== null) {
      const { ex, id } = parent.lane;
      const into = ex.parallel ? (ex.done ??= this.newLane()) : id;
      this.emit({ e: 'merge', from: [...new Set([lane.id, into])], into, how: 'end of body', path: frame.path });
    } else if (frame.lanes.length === 0) this.end('normal');
    else if (this.plan.execution === 'supersteps') {
      const into = frame.lanes[0].id;
      this.emit({ e: 'merge', from: [lane.id, into], into, how: 'over' });
    }
  }
}
