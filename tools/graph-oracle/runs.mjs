/**
 * All runs of an agent graph, by plain enumeration, from docs/graph/semantics.md alone. A configuration is plain JSON: the values of
 * variables, how often bounded edges were taken, and a frame of lanes, each at a node and perhaps in the middle of it, with frames of its own
 * where it runs a body. A move is one call, or what a node does without a call.
 *
 * A lane is named `~1`, `~2`, ...; names are given anew after each move, so that equal configurations are equal texts.
 */
import { holds, writesOver } from './values.mjs';
import { passesOn } from './plan.mjs';

/** Who answers a question: `free` may answer either way and both happen, `opaque` is not known (S4). */
class Asked extends Error {
  constructor(who, count) {
    super('asked');
    Object.assign(this, { who, count });
  }
}

/**
 * What can come of a piece of code that asks: a tree of `{ who, ways: [tree] }` with leaves of what the code gave.
 * The code runs once for each row of answers.
 */
function outcomes(code, answers = []) {
  let at = 0;
  const choose = (who, options) => {
    if (options.length === 1) return options[0];
    if (at === answers.length) throw new Asked(who, options.length);
    return options[answers[at++]];
  };
  try {
    return { leaf: code(choose) };
  } catch (asked) {
    if (!(asked instanceof Asked)) throw asked;
    const { who, count } = asked;
    return { who, ways: Array.from({ length: count }, (_, answer) => outcomes(code, [...answers, answer])) };
  }
}

/** The start of a run: `{ config, events }` for every valuation. */
export const starts = (plan) =>
  outcomes((choose) => {
    const vars = {};
    for (const [name, domain] of plan.domains) vars[name] = choose('free', domain);
    return named({ vars, taken: {}, top: frameOf(plan, '', '', '~1'), ended: null }, []);
  });

/** Everything the next move of a configuration can be; a leaf is `{ config, events }`. */
export const moves = (plan, config) =>
  outcomes((choose) => {
    const run = new Move(plan, structuredClone(config), choose);
    run.frame(run.config.top);
    return named(run.config, run.events);
  });

const frameOf = (plan, body, path, lane) => ({
  body,
  path,
  lanes: [{ id: lane, at: plan.bodies.get(body).start, via: null, ex: null }],
});

/** The same with lanes named in the order of what they do; `names` leads from the names in the events to the new ones. */
function named(config, events) {
  const names = {};
  const without = (value) =>
    JSON.stringify(value, (key, inner) => (key === 'id' || key === 'done' ? undefined : inner));
  const visit = (frame) => {
    if (config.sorted !== false)
      frame.lanes = frame.lanes
        .map((lane) => [without(lane), lane])
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([, lane]) => lane);
    for (const lane of frame.lanes) {
      for (const id of [lane.id, lane.ex?.done]) if (id) names[id] ??= `~${String(Object.keys(names).length + 1)}`;
      lane.ex?.frames.forEach(visit);
    }
  };
  if (config.top) visit(config.top);
  const text = JSON.stringify(config).replaceAll(/"~\d+"/g, (id) => `"${names[JSON.parse(id)] ?? '~0'}"`);
  return { config: JSON.parse(text), events, names };
}

/** What a lane waits for: what came by an `error` edge waits for nothing. */
const waitsAt = (body, { via, at }) => (via === null || via === 'error' ? 'any' : body.joinOf(at));

/** Whether a token waits for others at its join. */
export function waitsHere(plan, config, frame, lane) {
  const body = plan.bodies.get(frame.body);
  if (lane.ex !== null || waitsAt(body, lane) === 'any') return false;
  return !new Move(plan, config, null).able({ frame, body }, lane);
}

const stopsAll = ({ kind, terminate }) => kind === 'fail' || (kind === 'end' && terminate === true);

class Move {
  constructor(plan, config, choose) {
    Object.assign(this, { plan, config, choose, events: [], fresh: 0 });
    if (plan.execution === 'sequential') config.sorted = false;
  }

  emit(event) {
    this.events.push(event);
  }

  free(options) {
    return this.choose('free', options);
  }

  newLane() {
    this.fresh += 1;
    return `~${String(1000 + this.fresh)}`;
  }

  end(how) {
    this.emit({ e: 'end', how });
    Object.assign(this.config, { ended: how, top: null, vars: {}, taken: {} });
  }

  // ---- whose turn it is (S5)

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
      const stops = active.some(({ at }) => stopsAll(here.body.nodes.get(at)));
      const next = stops ? this.free(active) : active[0];
      if (stops && stopsAll(here.body.nodes.get(next.at))) this.unmoved(active.filter((lane) => lane !== next));
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

  /** For a join of kind `all`: for each incoming success edge the lane that waits there first. */
  brought({ frame, body }, { at }) {
    return body
      .into(at)
      .filter(({ on }) => (on ?? 'success') === 'success')
      .map(({ id }) => frame.lanes.find((lane) => lane.at === at && lane.ex === null && lane.via === id));
  }

  // ---- a node (S1 to S3, S8, S9)

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

  /** One stage of a node that does something; true when it was a move of its own. */
  stage(here, lane, node) {
    const { ex } = lane;
    if (ex.stage === 'ready') {
      ex.stage = 'work';
      if (node.interrupt === 'before' || node.interrupt === 'both') return this.askBefore(here, lane, node);
      return false;
    }
    if (ex.stage === 'over') {
      this.write(lane, node, null);
      ex.stage = 'leave';
      // To leave a node is a step of its own: what it wrote others may see, and write, before.
      return this.plan.execution === 'tokens';
    }
    if (this.isOpaque(here, node)) return this.unknown(here, lane, node);
    if (node.kind === 'subgraph' || node.kind === 'map') return this.runBody(here, lane, node);
    return this.calls(here, lane, node);
  }

  askBefore(here, lane, node) {
    const tools = (node.tools ?? []).map(({ name }) => name);
    const source = `${here.frame.path}${node.id}`;
    if (this.pause(lane, node.tools ?? [], source, tools)) return false;
    if (this.free(['past', 'over']) === 'over') this.over(here, lane);
    else Object.assign(lane.ex, { stage: 'leave', undone: true });
    return true;
  }

  /** Whether a person approves calls, edited or not. What is edited are the variables that their arguments are. */
  pause(lane, uses, source, tools) {
    this.did(lane);
    const answer = this.free(['approve', 'edit', 'reject']);
    if (answer === 'edit') {
      const names = uses.flatMap((use) => (use.arguments ?? []).flatMap(({ variable }) => variable ?? []));
      if (names.length > 0) {
        this.emit({ e: 'write', names, lane: lane.id, id: null, kind: 'human', tool: null });
        this.anyValue(names, 'free');
      }
    }
    if (answer === 'reject') this.emit({ e: 'reject', source, tools, lane: lane.id });
    else this.emit({ e: 'approve', source, tools, lane: lane.id, pause: true });
    return answer !== 'reject';
  }

  mayFailAlone(node) {
    return node.kind !== 'tool' && (node.fallible === true || node.on_error === 'edge' || node.on_error === 'continue');
  }

  calls(here, lane, node) {
    const { ex } = lane;
    const uses = node.tools ?? [];
    const mode = node.kind === 'agent' ? 'loop' : (node.tool_choice ?? (uses.length > 1 ? 'one' : 'each'));
    const options = [];
    if (mode === 'loop') options.push('over', ...uses.keys());
    else if (mode === 'one') options.push(...(ex.pc === 0 ? ['over', ...uses.keys()] : ['over']));
    else options.push(ex.pc < uses.length ? ex.pc : 'over');
    if (this.mayFailAlone(node)) options.push('fail');
    const next = this.free(options);
    if (next === 'over') {
      ex.stage = mode === 'loop' || uses.length === 0 || (mode === 'one' && ex.pc === 0) ? 'over' : 'leave';
      return false;
    }
    if (next === 'fail') {
      if (uses.length === 0) this.write(lane, node, null);
      this.failed(here, lane, node, null);
      return true;
    }
    const chosen = mode !== 'each';
    ex.pc = mode === 'loop' ? 0 : mode === 'one' ? 1 : ex.pc + 1;
    const answered = this.call(here, lane, node, next, chosen);
    if (answered === 'failure' && mode !== 'loop') this.failed(here, lane, node, uses[next].name);
    return true;
  }

  call(here, lane, node, index, chosen) {
    const use = node.tools[index];
    const tool = this.plan.tools.get(use.name);
    const path = `${here.frame.path}${node.id}`;
    if (use.requires_confirmation) {
      if (!this.pause(lane, [use], `${path}?${use.name}`, [use.name])) return 'rejected';
    }
    const key = (tool?.classes.includes('idempotent') && tool.idempotencyKey) || node.retry?.idempotency_key;
    const repeat = lane.ex.retries > 0 && lane.ex.made.includes(index);
    this.did(lane);
    const what = { tool: use.name, use: index, node: path, body: here.frame.body, id: node.id, lane: lane.id };
    this.emit({
      e: 'attempt',
      ...what,
      repeat,
      sameCall: repeat && Boolean(key) && tool?.classes.includes('idempotent') === true,
      chosen,
      args: use.arguments ?? [],
      known: true,
    });
    if (lane.ex.retries > 0 || node.retry)
      lane.ex.made = lane.ex.made.includes(index) ? lane.ex.made : [...lane.ex.made, index].toSorted((a, b) => a - b);
    const outcome = tool?.classes.includes('infallible') ? 'success' : this.free(['success', 'failure']);
    this.emit({ e: outcome, ...what });
    this.write(lane, node, use.name);
    return outcome;
  }

  /** What a node writes, its `result` too, has any value then (S7). */
  write(lane, node, tool, more = {}) {
    const { writes = [], result } = node;
    const names = writes === '*' || result === undefined ? writes : [...writes, result];
    if (names.length === 0) return;
    this.emit({ e: 'write', names, lane: lane.id, id: node.id, kind: node.kind, tool, ...more });
    this.anyValue(names, 'free');
  }

  anyValue(names, who) {
    for (const [name, domain] of this.plan.domains)
      if (writesOver(names, name)) this.config.vars[name] = this.choose(who, domain);
  }

  failed(here, lane, node, tool) {
    const { ex } = lane;
    if (node.retry && (node.retry.max === undefined || ex.retries < node.retry.max)) {
      Object.assign(ex, {
        stage: 'work',
        pc: 0,
        retries: node.retry.max === undefined ? 1 : ex.retries + 1,
        frames: [],
      });
      this.executed(here, lane, true);
      return;
    }
    const way = node.on_error ?? 'abort';
    const edges = here.body.from(node.id, 'error');
    this.emit({
      e: 'failed',
      lane: lane.id,
      body: here.frame.body,
      id: node.id,
      tool,
      way: way === 'edge' && edges.length === 0 ? 'abort' : way,
    });
    if (way === 'continue') Object.assign(ex, { stage: 'leave', undone: true });
    else if (way === 'edge' && edges.length > 0) Object.assign(ex, { stage: 'leave', undone: true, error: true });
    else this.abort(here);
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

  isOpaque({ frame }, node) {
    if (node.kind === 'code') return node.may_call !== undefined;
    if (node.kind !== 'subgraph' && node.kind !== 'map') return false;
    return (
      !this.plan.bodies.get(node.subgraph) ||
      node.subgraph === '' ||
      (frame.inside ?? []).includes(node.subgraph) ||
      frame.body === node.subgraph
    );
  }

  /** A missing body, one that runs itself, or code (S9). Nobody knows what it does. */
  unknown(here, lane, node) {
    const may = node.may_call ?? '*';
    const tools = may === '*' ? [...this.plan.tools.keys()] : may;
    const next = this.choose('opaque', ['over', 'fail', 'write', ...tools]);
    if (next === 'over') {
      lane.ex.stage = 'leave';
      return true;
    }
    if (next === 'fail') {
      this.failed(here, lane, node, null);
      return true;
    }
    if (next === 'write') {
      this.emit({ e: 'write', names: '*', lane: lane.id, id: node.id, kind: 'unknown', tool: null });
      this.anyValue('*', 'opaque');
      return true;
    }
    this.did(lane);
    const what = {
      tool: next,
      use: -1,
      node: `${here.frame.path}${node.id}`,
      body: here.frame.body,
      id: node.id,
      lane: lane.id,
    };
    this.emit({ e: 'attempt', ...what, repeat: false, sameCall: false, chosen: true, args: [], known: false });
    const infallible = this.plan.tools.get(next)?.classes.includes('infallible');
    const outcome = infallible ? 'success' : this.choose('opaque', ['success', 'failure']);
    this.emit({ e: outcome, ...what });
    if (outcome === 'success') return true;
    // Whether the node fails by it is not known, nor whether something inside it does that goes another way then.
    const how = this.choose('opaque', ['goes on', 'inside', 'fails']);
    if (how === 'fails') this.failed(here, lane, node, next);
    if (how === 'inside')
      this.emit({ e: 'failed', lane: lane.id, body: here.frame.body, id: node.id, tool: next, way: 'inside' });
    return true;
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

  // ---- the ways on (S4)

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
      const taken = this.free(here.body.from(node.id, 'error'));
      return this.follow(here, lane, node, [taken], { error: true, did: false });
    }
    const did = !undone && node.disabled !== true;
    if (did && !passesOn(node) && (node.interrupt === 'after' || node.interrupt === 'both')) {
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
    const key = `${here.frame.body}/${edge.id}`;
    if (edge.max_times !== undefined && (this.config.taken[key] ?? 0) >= edge.max_times) return 'used up';
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
    for (const edge of edges)
      if (edge.max_times !== undefined) {
        const key = `${frame.body}/${edge.id}`;
        this.config.taken[key] = (this.config.taken[key] ?? 0) + 1;
      }
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
      this.emit({ e: 'merge', from: [lane.id, into], into, how: 'end of step' });
    }
  }
}
