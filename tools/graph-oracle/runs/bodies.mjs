/** Nodes that run a body: items, turns, and how a body ends (S8). */
import { Calls } from './calls.mjs';
import { frameOf } from './configuration.mjs';

export class Bodies extends Calls {
  bodyAble({ ex }) {
    return (
      (ex.parallel && ex.frames.length < 2) ||
      ex.frames.some((frame) => {
        const here = { frame, body: this.plan.bodies.get(frame.body) };
        if (this.plan.execution === 'supersteps' && frame.lanes.some((lane) => lane.ex !== null))
          return frame.lanes.some((lane) => lane.ex !== null && (lane.ex.stage === 'leave' || this.able(here, lane)));
        return frame.lanes.some((lane) => this.able(here, lane));
      })
    );
  }

  /** The frame ends in failure: the run, or the node that runs this body. */
  abort({ frame, parent }) {
    if (parent === null) return this.end('failure');
    const { lane, here } = parent;
    this.exit(parent, frame);
    if (lane.ex.parallel) for (const other of lane.ex.frames) this.exit(parent, other);
    this.joinItems(parent);
    this.failed(here, lane, here.body.nodes.get(lane.at), null);
  }

  exit({ lane }, frame) {
    const from = frame.lanes.map(({ id }) => id);
    lane.ex.frames = lane.ex.frames.filter((other) => other !== frame);
    if (lane.ex.parallel) {
      const into = lane.ex.done ?? this.newLane();
      this.emit({ e: 'merge', from: [...new Set([...from, into])], into, how: 'end of body', path: frame.path });
      lane.ex.done = into;
    } else
      this.emit({
        e: 'merge',
        from: [...new Set([...from, lane.id])],
        into: lane.id,
        how: 'end of body',
        path: frame.path,
      });
  }

  /** After the last item of a parallel map what they established helps what follows. */
  joinItems({ lane }) {
    if (lane.ex.done) this.emit({ e: 'merge', from: [lane.id, lane.ex.done], into: lane.id, how: 'end of body' });
    delete lane.ex.done;
  }

  runBody(here, lane, node) {
    const { ex } = lane;
    const inner = (frame) => this.frame(frame, { lane, here });
    if (node.kind === 'subgraph') {
      if (ex.frames.length === 0) {
        if (this.mayFailAlone(node) && this.free([false, true])) return this.failAlone(here, lane, node);
        this.enter(here, lane, node);
        return false;
      }
      inner(ex.frames[0]);
      this.closed(here, lane, node);
      return true;
    }
    if (node.parallel) ex.parallel = true;
    const options = [];
    if (ex.frames.length === 0) options.push('over');
    if (ex.frames.length < (node.parallel ? 2 : 1)) options.push('item');
    if (ex.frames.length === 0 && this.mayFailAlone(node)) options.push('fail');
    const able = ex.frames.filter((frame) => this.bodyAble({ ex: { frames: [frame] } }));
    const next = this.free([...options, ...able]);
    if (next === 'fail') return this.failAlone(here, lane, node);
    if (next === 'over') {
      this.joinItems({ lane });
      ex.stage = 'over';
      return false;
    }
    if (next === 'item') {
      this.emit({ e: 'turn', lane: lane.id });
      this.write(lane, node, null, { turn: true });
      this.enter(here, lane, node);
      return true;
    }
    inner(next);
    this.closed(here, lane, node);
    return true;
  }

  failAlone(here, lane, node) {
    this.write(lane, node, null);
    this.joinItems({ lane });
    this.failed(here, lane, node, null);
    return true;
  }

  enter(here, lane, node) {
    this.did(lane);
    const child = this.newLane();
    const path = `${here.frame.path}${node.id}/`;
    this.emit({ e: 'fork', lane: lane.id, into: lane.ex.parallel ? [lane.id, child] : [child] });
    lane.ex.frames.push({
      ...frameOf(this.plan, node.subgraph, path, child),
      inside: [...(here.frame.inside ?? []), here.frame.body],
    });
  }

  /** A body of which no lane is left is over. */
  closed(here, lane, node) {
    if (this.config.ended !== null || lane.ex === null) return;
    for (const frame of lane.ex.frames) {
      if (frame.lanes.length > 0) continue;
      this.exit({ lane, here }, frame);
      if (node.kind === 'subgraph') {
        if (this.mayFailAlone(node) && this.free([false, true])) this.failAlone(here, lane, node);
        else lane.ex.stage = 'over';
      }
    }
  }
}
