/** Random documents of BPMN 2.0 with compensation, read into graphs: gateways, sub-processes, and transactions that are cancelled. */
import { readDocument } from '@ostiary/graph/read';
import { below, chance, pick, seededRandom } from '@ostiary/policy/testing';

const TOOLS = ['book', 'rent', 'pay', 'note'];
const FIELDS = { kind: 'record', fields: {} };

/** One scope while it is written: elements and flows, with ids that come once in the document. */
class Scope {
  constructor(rng, ids) {
    Object.assign(this, { rng, ids, text: '', tasks: [] });
  }

  id(kind) {
    this.ids.count += 1;
    return `${kind}${String(this.ids.count)}`;
  }

  put(name, more = '', inside = '') {
    const id = this.id(name.slice(0, 3));
    this.text += `<${name} id="${id}"${more}>${inside}</${name}>`;
    return id;
  }

  flow(source, target) {
    this.text += `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}"/>`;
  }

  /** A task that may be compensated, with its way in and out. */
  task() {
    const { rng } = this;
    const tool = pick(rng, TOOLS);
    const items = `<multiInstanceLoopCharacteristics isSequential="${String(chance(rng, 0.5))}"/>`;
    const id = this.put('serviceTask', ` name="${tool}"`, chance(rng, 0.06) ? items : '');
    this.tasks.push(id);
    if (chance(rng, 0.08)) this.beside(id);
    if (tool !== 'note' && chance(rng, 0.75)) {
      const event = this.put('boundaryEvent', ` attachedToRef="${id}"`, '<compensateEventDefinition/>');
      const handler = this.put('serviceTask', ` name="un${tool}" isForCompensation="true"`);
      this.text += `<association id="${event}_${handler}" sourceRef="${event}" targetRef="${handler}"/>`;
    }
    return { first: id, last: id };
  }

  /** A lane that may begin while a task runs, and compensates or calls something. */
  beside(task) {
    const event = this.put(
      'boundaryEvent',
      ` attachedToRef="${task}" cancelActivity="false"`,
      '<timerEventDefinition/>',
    );
    this.flow(
      event,
      chance(this.rng, 0.5) ? this.throws() : this.put('serviceTask', ` name="${pick(this.rng, TOOLS)}"`),
    );
  }

  /** An event that compensates one task of this scope, or all. */
  throws() {
    const one = chance(this.rng, 0.4) && this.tasks.length > 0 ? ` activityRef="${pick(this.rng, this.tasks)}"` : '';
    return this.put('intermediateThrowEvent', '', `<compensateEventDefinition${one}/>`);
  }

  /** Lanes that do not meet: the first goes on, the others end by themselves. */
  apart(first, second) {
    const open = this.put('parallelGateway');
    this.flow(open, first.first);
    this.flow(open, second.first);
    const { rng } = this;
    const ending = pick(rng, [
      '',
      '',
      '<terminateEventDefinition/>',
      '<compensateEventDefinition/>',
      '<errorEventDefinition/>',
    ]);
    this.flow(second.last, this.put('endEvent', '', ending));
    return { first: open, last: first.last };
  }

  gateway(kind, parts) {
    const [open, close] = [this.put(kind), this.put(kind)];
    for (const { first, last } of parts) {
      this.flow(open, first);
      this.flow(last, close);
    }
    return { first: open, last: close };
  }

  /** A sub-process, or a transaction that may be cancelled; then it is left by another way, to `caught`. */
  inner(size, caught) {
    const { rng } = this;
    const cancels = caught !== null && chance(rng, 0.5);
    const inner = new Scope(rng, this.ids);
    const start = inner.put('startEvent');
    const { first, last } = inner.block(size, null);
    inner.flow(start, first);
    if (cancels) {
      const asked = inner.put('exclusiveGateway');
      const [cancelled, done] = [inner.put('endEvent', '', '<cancelEventDefinition/>'), inner.put('endEvent')];
      inner.flow(last, asked);
      inner.flow(asked, cancelled);
      inner.flow(asked, done);
    }
    const id = this.put(cancels ? 'transaction' : 'subProcess', '', inner.text);
    if (cancels) {
      const event = this.put('boundaryEvent', ` attachedToRef="${id}"`, '<cancelEventDefinition/>');
      this.flow(event, caught);
    }
    return { first: id, last: id };
  }

  block(size, caught) {
    const { rng } = this;
    if (size <= 1) return this.task();
    const left = 1 + below(rng, size - 1);
    const kind = pick(rng, [
      'behind',
      'behind',
      'throws',
      'apart',
      'inclusiveGateway',
      'exclusiveGateway',
      'parallelGateway',
      'inner',
    ]);
    if (kind === 'inner') return this.inner(size, caught);
    const parts = [this.block(left, caught), this.block(size - left, caught)];
    if (kind === 'apart') return this.apart(...parts);
    if (kind === 'throws') {
      const event = this.throws();
      this.flow(parts[0].last, event);
      this.flow(event, parts[1].first);
      return { first: parts[0].first, last: parts[1].last };
    }
    if (kind !== 'behind') return this.gateway(kind, parts);
    this.flow(parts[0].last, parts[1].first);
    return { first: parts[0].first, last: parts[1].last };
  }
}

function documentOf(rng) {
  const main = new Scope(rng, { count: 0 });
  const start = main.put('startEvent');
  // What has gone wrong is undone, and then the process fails, or ends in peace.
  const undo = main.put('intermediateThrowEvent', '', '<compensateEventDefinition/>');
  main.flow(undo, main.put('endEvent', '', chance(rng, 0.6) ? '<errorEventDefinition/>' : ''));
  const { first, last } = main.block(1 + below(rng, 5), undo);
  const pay = main.put('serviceTask', ` name="${pick(rng, TOOLS)}"`);
  const event = main.put('boundaryEvent', ` attachedToRef="${pay}"`, '<errorEventDefinition/>');
  main.flow(start, first);
  main.flow(last, pay);
  main.flow(event, undo);
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${main.text}</process></definitions>`;
}

function catalogueOf(rng) {
  const steps = TOOLS.flatMap((name) => {
    const step = { name, classes: ['write', ...(chance(rng, 0.2) ? ['infallible'] : [])], args: FIELDS };
    const safe = chance(rng, 0.5) ? ['infallible'] : [];
    const undo = { name: `un${name}`, classes: ['write', ...safe], args: FIELDS, compensates: name };
    return name === 'note' ? [{ ...step, classes: ['write', 'pivot'] }] : [step, undo];
  });
  return { name: 'processes', tools: steps };
}

/** Graphs of random processes with a catalogue and rules, for ever. */
export function* randomProcesses(seed) {
  const rng = seededRandom(seed);
  for (;;) {
    const text = documentOf(rng);
    const read = readDocument(text);
    if (!read.ok) throw new Error(`${JSON.stringify(read.problems)} of ${text}`);
    const rules = [
      { id: 'saga', kind: 'saga', steps: ['book', 'rent', 'pay'].map((tool) => ({ tool })) },
      { id: 'order', kind: 'order', pattern: 'precedence', first: 'book', second: 'unbook' },
      { id: 'once', kind: 'order', pattern: 'at_most', first: 'unrent', count: 1 },
    ];
    yield { graph: read.graph, catalogue: catalogueOf(rng), rules };
  }
}
