/**
 * All runs of an agent graph, by plain enumeration, from docs/graph/semantics.md alone. A configuration is plain JSON: the values of
 * variables, and a frame: how often its bounded edges were taken, and its lanes, each at a node and perhaps in the middle of it, with frames of its own
 * where it runs a body. A move is one call, or what a node does without a call.
 *
 * A lane is named `~1`, `~2`, ...; names are given anew after each move, so that equal configurations are equal texts.
 */
import { passesOn } from './plan.mjs';
import { frameOf, named } from './runs/configuration.mjs';
import { outcomes } from './runs/outcomes.mjs';
import { Ways } from './runs/ways.mjs';

/** The start of a run: `{ config, events }` for every valuation. */
export const starts = (plan) =>
  outcomes((choose) => {
    const vars = {};
    for (const [name, domain] of plan.domains) vars[name] = choose('free', domain);
    return named({ vars, top: frameOf(plan, '', '', '~1'), ended: null }, []);
  });

/** Everything the next move of a configuration can be; a leaf is `{ config, events }`. */
export const moves = (plan, config) =>
  outcomes((choose) => {
    const run = new Move(plan, structuredClone(config), choose);
    run.frame(run.config.top);
    return named(run.config, run.events);
  });

/** What a lane waits for: what came by an `error` edge waits for nothing. */
const waitsAt = (body, { via, at }) => (via === null || via === 'error' ? 'any' : body.joinOf(at));

/** Whether a token waits for others at its join. */
export function waitsHere(plan, config, frame, lane) {
  const body = plan.bodies.get(frame.body);
  if (lane.ex !== null || waitsAt(body, lane) === 'any') return false;
  return !new Move(plan, config, null).able({ frame, body }, lane);
}

const stopsAll = ({ kind, terminate }) => kind === 'fail' || (kind === 'end' && terminate === true);

/** Whose turn it is, and what a lane does then (S5). */
class Move extends Ways {
  /** One move in a frame: its own, or one of a body that a lane of it runs. */
  frame(frame, parent = null) {
    const here = { frame, parent, body: this.plan.bodies.get(frame.body) };
    if (this.plan.execution === 'supersteps') return this.superstep(here);
    const able = frame.lanes.filter((lane) => this.able(here, lane));
    if (able.length === 0) return this.end('stuck');
    const lane = this.plan.execution === 'sequential' ? able[0] : this.free(able);
    return this.move(here, lane);
  }

  superstep(here) {
    const active = here.frame.lanes.filter(({ ex }) => ex !== null);
    const running = active.filter((lane) => lane.ex.stage !== 'leave' && this.able(here, lane));
    if (running.length > 0) return this.move(here, this.free(running));
    if (active.some(({ ex }) => ex.stage !== 'leave')) return this.end('stuck');
    if (active.length > 0) {
      const next = this.free(active);
      if (stopsAll(here.body.nodes.get(next.at))) this.unmoved(active.filter((lane) => lane !== next));
      this.leave(here, next);
      return;
    }
    this.emit({ e: 'barrier', lanes: here.frame.lanes.map(({ id }) => id) });
    const able = here.frame.lanes.filter((lane) => this.able(here, lane));
    if (able.length === 0) return this.end('stuck');
    for (const lane of able) if (here.frame.lanes.includes(lane)) this.begin(here, lane);
  }

  /** What only passes on, in a superstep that ends everything, may be left out of a path (S10). */
  unmoved(lanes) {
    for (const lane of lanes) if (lane.ex.waits) this.emit({ e: 'unmoved', lane: lane.id, idle: true });
  }

  /** Whether a lane can take a step now. */
  able(here, lane) {
    const { frame, body } = here;
    if (lane.ex !== null) return lane.ex.frames.length === 0 || this.bodyAble(lane);
    const kind = waitsAt(body, lane);
    const waiting = frame.lanes.filter(({ at, ex, via }) => at === lane.at && ex === null && via !== 'error');
    if (kind === 'any') return true;
    if (waiting[0] !== lane && kind === 'active') return false;
    if (kind === 'active')
      return frame.lanes.every((other) => waiting.includes(other) || !body.reached.get(other.at).has(lane.at));
    const brought = this.brought(here, lane);
    return brought.every(Boolean) && frame.lanes.find((other) => brought.includes(other)) === lane;
  }

  /** For a join of kind `all`: for each incoming success edge the lane that waits there first. */
  brought({ frame, body }, { at }) {
    return body
      .into(at)
      .filter(({ on }) => (on ?? 'success') === 'success')
      .map(({ id }) => frame.lanes.find((lane) => lane.at === at && lane.ex === null && lane.via === id));
  }

  begin(here, lane) {
    const { frame, body } = here;
    const kind = waitsAt(body, lane);
    if (kind !== 'any') {
      const met =
        kind === 'all'
          ? this.brought(here, lane)
          : frame.lanes.filter(({ at, ex, via }) => at === lane.at && ex === null && via !== 'error');
      frame.lanes = frame.lanes.filter((other) => other === lane || !met.includes(other));
      if (met.length > 1) this.emit({ e: 'merge', from: met.map(({ id }) => id), into: lane.id, how: kind });
    }
    lane.via = null;
    const node = body.nodes.get(lane.at);
    lane.ex = {
      stage: passesOn(node) || node.kind === 'end' || node.kind === 'fail' ? 'leave' : 'ready',
      pc: 0,
      retries: 0,
      made: [],
      frames: [],
    };
    if (this.plan.execution === 'supersteps') lane.ex.waits = true;
    else this.executed(here, lane, false);
  }

  executed({ frame, body }, lane, retry) {
    const node = body.nodes.get(lane.at);
    const path = `${frame.path}${node.id}`;
    if (!retry && body.last.has(node.id)) lane.ex.idle = path;
    this.emit({
      e: 'node',
      lane: lane.id,
      node: path,
      body: frame.body,
      id: node.id,
      kind: node.kind,
      ...(retry ? {} : body.last.has(node.id) ? { idle: node.kind !== 'end' } : { counts: true }),
    });
  }

  /** A node without a way on is counted when it does something. */
  did(lane) {
    if (!lane.ex?.idle) return;
    this.emit({ e: 'did', lane: lane.id, node: lane.ex.idle, counts: true, again: true });
    delete lane.ex.idle;
  }

  /** In a superstep a node is executed when its turn comes; those that only pass on come last. */
  first(here, lane) {
    if (!lane.ex.waits) return;
    delete lane.ex.waits;
    this.executed(here, lane, false);
  }

  /** Steps of a lane up to and including one call, or to its next node. */
  move(here, lane) {
    if (lane.ex === null) this.begin(here, lane);
    this.first(here, lane);
    const node = here.body.nodes.get(lane.at);
    for (let called = false; !called;) {
      if (this.config.ended !== null || lane.ex === null || !here.frame.lanes.includes(lane)) return;
      if (lane.ex.stage === 'leave') {
        if (this.plan.execution !== 'supersteps') this.leave(here, lane);
        return;
      }
      called = this.stage(here, lane, node);
    }
  }
}
