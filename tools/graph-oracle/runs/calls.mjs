/** What a node does between its arrival and the choice of its edges: calls, failures, retries, and what nobody knows (S1 to S3, S9). */
import { writesOver } from '../values.mjs';

const runsBody = ({ kind }) => kind === 'subgraph' || kind === 'map';

/** One move of a configuration. Whose turn it is, bodies and the ways on are said by what is made of it. */
export class Calls {
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
    Object.assign(this.config, { ended: how, top: null, vars: {} });
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
      ex.stage = 'wrote';
      // To leave a node is a step of its own: what it wrote others may see, and write, before.
      return this.plan.execution === 'tokens';
    }
    if (ex.stage === 'wrote') {
      if ((node.tools ?? []).length === 0 && !runsBody(node) && this.mayFailAlone(node) && this.free([false, true])) {
        this.failed(here, lane, node, null);
        return true;
      }
      ex.stage = 'leave';
      return false;
    }
    if (this.isOpaque(here, node)) return this.unknown(here, lane, node);
    if (node.kind === 'subgraph' || node.kind === 'map') return this.runBody(here, lane, node);
    return this.calls(here, lane, node);
  }

  askBefore(here, lane, node) {
    const tools = (node.tools ?? []).map(({ name }) => name);
    const source = `${here.frame.path}${node.id}`;
    // What is answered is a step of its own: what other lanes do comes before the call that was approved, too.
    if (this.pause(lane, node.tools ?? [], source, tools)) return true;
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
    const { approved } = ex;
    delete ex.approved;
    if (approved !== undefined) options.push(approved);
    else if (mode === 'loop') options.push('over', ...uses.keys());
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
    const use = uses[next];
    const after = mode === 'loop' ? 0 : mode === 'one' ? 1 : ex.pc + 1;
    if (use.requires_confirmation && approved === undefined) {
      if (this.pause(lane, [use], `${here.frame.path}${node.id}?${use.name}`, [use.name])) ex.approved = next;
      else ex.pc = after;
      return true;
    }
    ex.pc = after;
    const answered = this.call(here, lane, node, next, chosen);
    if (answered === 'failure' && mode !== 'loop') this.failed(here, lane, node, use.name);
    return true;
  }

  call(here, lane, node, index, chosen) {
    const use = node.tools[index];
    const tool = this.plan.tools.get(use.name);
    const path = `${here.frame.path}${node.id}`;
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
      // Those without a bound may be many, but they end (S12).
      if (node.retry.max === undefined) this.emit({ e: 'turn', lane: lane.id });
      this.executed(here, lane, true);
      return;
    }
    const way = node.on_error ?? 'abort';
    const edges = here.body.from(node.id, 'error').filter((edge) => this.answer(here, edge) !== 'used up');
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
}
