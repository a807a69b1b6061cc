/** P5 (S14): SG1 to SG9, one judge for each rule of sagas and step. */
import { writesOver } from '../values.mjs';

const has = (tool, name) => tool?.classes.includes(name) === true;
const isWrite = (tool) => has(tool, 'write') || has(tool, 'irreversible');
const unclassified = (tool) => tool === undefined || tool.classes.length === 0;

/** What undoes each step, by its name, and the pivots. */
function sagaOf(rule, tools) {
  const all = [...tools.values()];
  const undoing = (step) =>
    step.compensation === undefined
      ? all.filter(({ compensates }) => compensates === step.tool).map(({ name }) => name)
      : [step.compensation];
  return {
    undoing: new Map(rule.steps.map((step) => [step.tool, undoing(step)])),
    pivots: rule.pivots ?? all.filter((tool) => has(tool, 'pivot')).map(({ name }) => name),
  };
}

/** Of a rule, every `[kind, step]` that is asked. */
export function sagaTargets(rule, tools) {
  const { undoing, pivots } = sagaOf(rule, tools);
  const steps = [...undoing.keys()];
  const undone = steps.filter((name) => undoing.get(name).length > 0);
  const lasting = (name) => !pivots.includes(name);
  const asked = {
    SG1: steps.filter((name) => undone.includes(name) || (isWrite(tools.get(name)) && lasting(name))),
    SG2: undone,
    SG3: undone,
    SG4: steps,
    SG5: undone,
    SG6: steps.filter((name) => has(tools.get(name), 'irreversible') && lasting(name)),
    SG7: undone,
    SG8: steps,
    SG9: steps.filter((name) => isWrite(tools.get(name)) && !has(tools.get(name), 'idempotent')),
  };
  return Object.entries(asked).flatMap(([kind, names]) => names.map((name) => [kind, name]));
}

/** What each kind has to remember of a run. */
const REMEMBERS = {
  SG1: ['commits', 'pivot', 'failing'],
  SG2: ['commits'],
  SG3: ['commits', 'pivot', 'early'],
  SG4: ['pivot', 'lost'],
  SG5: ['commits', 'tried'],
  SG6: ['lasts'],
  SG7: ['handed', 'doomed', 'aborting'],
  SG8: ['began'],
  SG9: ['calls'],
};

const START = {
  commits: [],
  pivot: false,
  failing: false,
  early: false,
  lost: false,
  tried: false,
  lasts: false,
  handed: [],
  doomed: [],
  aborting: false,
  began: false,
  calls: {},
};

export function saga(plan, rule, kind, target) {
  const { undoing, pivots } = sagaOf(rule, plan.tools);
  const stepOf = new Map([...undoing].flatMap(([step, names]) => names.map((name) => [name, step])));
  const comps = undoing.get(target);
  const nodeOf = (event) => plan.bodies.get(event.body).nodes.get(event.id);
  const failedFor = (event, tool) => event.e === 'failed' && event.tool === tool;
  const ends = (event) => event.e === 'end' && event.how !== 'stuck';
  const attempts = (event, names) => event.e === 'attempt' && names.includes(event.tool);
  const commits = (event, tool) =>
    event.tool === tool &&
    (event.e === 'success' || (event.e === 'failure' && has(plan.tools.get(tool), 'may_have_happened')));

  /** A failed call commits only what is not committed already. */
  const commitsAnew = (list, event) =>
    commits(event, target) &&
    (event.e === 'success' || list.every(({ step, how }) => step !== target || how === 'left'));

  /** Commits in their order: `once`, `half` (by a call that failed), `twice`, and `left` where nobody knows whether it is. */
  function committed(list, event) {
    const step = stepOf.get(event.tool);
    if (event.e === 'success' && step !== undefined)
      return list.flatMap((one) =>
        one.step !== step ? [one] : one.how === 'twice' || one.how === 'left' ? [{ step, how: 'left' }] : [],
      );
    if (!undoing.has(event.tool) || !commits(event, event.tool)) return list;
    if (kind !== 'SG2' && event.tool !== target) return list;
    const held = list.find((one) => one.step === event.tool);
    const others = list.filter((one) => one !== held);
    if (event.e === 'failure') {
      if (held === undefined) return [...others, { step: event.tool, how: 'half' }];
      return held.how === 'left' ? [...others, { step: event.tool, how: 'twice' }] : list;
    }
    return [...others, { step: event.tool, how: held === undefined || held.how === 'half' ? 'once' : 'twice' }];
  }

  const steps = {
    commits: ({ commits: list }, event) => committed(list, event),
    pivot: ({ pivot }, event) => pivot || (event.e === 'success' && pivots.includes(event.tool)),
    failing: ({ failing }, event) =>
      failing ||
      (event.e === 'failed' && undoing.has(event.tool) && event.way !== 'continue') ||
      attempts(event, [...stepOf.keys()]),
    early: ({ early, pivot, commits: list }, event) => (commitsAnew(list, event) ? !pivot : early),
    lost: ({ lost, pivot }, event) =>
      (lost || (pivot && failedFor(event, target))) && !(event.e === 'success' && event.tool === target),
    tried: ({ tried, commits: list }, event) => !commitsAnew(list, event) && (tried || attempts(event, comps)),
    lasts: ({ lasts }, event) => lasts || commits(event, target),
    began: ({ began }, event) => began || attempts(event, [...stepOf.keys()]),
    /** Lanes that leave by an `error` edge because of the compensation. */
    handed({ handed, aborting }, event) {
      const ours = event.e === 'failed' && (comps.includes(event.tool) || (event.tool === null && aborting));
      if (ours && event.way === 'edge') return [...handed, event.lane];
      return event.e === 'edge' ? handed.filter((lane) => lane !== event.lane) : handed;
    },
    /** Lanes on their way from there straight to a `fail`. */
    doomed({ doomed, handed }, event) {
      if (event.e === 'merge' && event.from.some((lane) => doomed.includes(lane))) return [...doomed, event.into];
      if (event.e === 'node') return doomed.filter((lane) => lane !== event.lane);
      if (event.e !== 'edge' || !event.error || !handed.includes(event.lane)) return doomed;
      const body = plan.bodies.get(event.body);
      const { target: to } = body.edges.find(({ id }) => id === event.edge);
      return body.nodes.get(to).kind === 'fail' ? [...doomed, event.lane] : doomed;
    },
    /** A failure of the compensation is on its way out, through bodies that nobody catches it in. */
    aborting({ aborting, doomed }, event) {
      if (event.e === 'failed') return event.way === 'abort' && (aborting || comps.includes(event.tool));
      if (event.e === 'node') return event.kind === 'fail' && doomed.includes(event.lane);
      return aborting && !['edge', 'attempt', 'leaves'].includes(event.e);
    },
    calls({ calls }, event) {
      if (event.e === 'attempt' && event.tool === target) return { ...calls, [callOf(event)]: false };
      if (event.e !== 'write') return calls;
      return Object.fromEntries(
        Object.entries(calls).map(([call, other]) => [call, other || writesOn(plan, call, event.names)]),
      );
    },
  };

  /** Whether this call is one that was made before (SG9). */
  function again(state, event) {
    const other = state.calls[callOf(event)];
    const node = nodeOf(event);
    if (other === undefined || has(plan.tools.get(target), 'idempotent')) return null;
    if (event.repeat && node.retry?.idempotency_key !== undefined) return null;
    if (event.repeat && node.kind === 'tool') return 'sure';
    if (other) return null;
    const names = Object.keys(plan.tools.get(target)?.args.fields ?? {});
    const open =
      event.args.some(({ model }) => model) || names.some((name) => event.args.every((arg) => arg.name !== name));
    return open ? 'maybe' : 'sure';
  }

  const undoneLater = ({ commits: list }) => {
    const at = list.findIndex(({ step }) => step === target);
    const later = at < 0 ? [] : list.slice(at + 1).filter(({ step }) => undoing.get(step).length > 0);
    if (later.length === 0) return null;
    return list[at].how !== 'left' && later.some(({ how }) => how !== 'left') ? 'sure' : 'maybe';
  };

  /** Whether the step is committed, in the words for what is bad then. */
  const here = ({ commits: list }) => {
    const held = list.find(({ step }) => step === target);
    return held === undefined ? null : held.how === 'left' ? 'maybe' : 'sure';
  };

  const wrongUndoing = (state) => {
    const held = state.commits.find(({ step }) => step === target);
    if (held === undefined) return 'sure';
    if (held.how === 'left') return 'maybe';
    return state.tried ? (held.how === 'twice' ? 'maybe' : 'sure') : null;
  };

  const risky = (tool) => {
    if (unclassified(tool)) return 'maybe';
    const safe = ['retriable', 'idempotent', 'infallible', 'compensation'].some((name) => has(tool, name));
    return isWrite(tool) && !safe && !stepOf.has(tool.name) ? 'sure' : null;
  };

  const bad = {
    SG1: (state, event) =>
      ends(event) && (state.failing || event.how === 'failure') && !state.pivot ? here(state) : null,
    SG2: (state, event) => (attempts(event, comps) ? undoneLater(state) : null),
    SG3: (state, event) => (attempts(event, comps) && state.pivot && state.early ? here(state) : null),
    SG4: (state, event) => (ends(event) && state.lost ? 'sure' : null),
    SG5: (state, event) =>
      attempts(event, comps) && !has(plan.tools.get(event.tool), 'idempotent') ? wrongUndoing(state) : null,
    SG6: (state, event) => (event.e === 'attempt' && state.lasts ? risky(plan.tools.get(event.tool)) : null),
    SG7: (state, event) => (event.e === 'end' && event.how === 'failure' && state.aborting ? 'sure' : null),
    SG8: (state, event) => (attempts(event, [target]) && state.began ? 'sure' : null),
    SG9: (state, event) => (attempts(event, [target]) ? again(state, event) : null),
  };

  const kept = REMEMBERS[kind];
  return {
    start: Object.fromEntries(kept.map((name) => [name, START[name]])),
    concerns: (event) => attempts(event, [target, ...comps]),
    rename(state, rename) {
      const lanes = (names) =>
        [...new Set(names.flatMap((lane) => rename(lane) ?? []))].toSorted((a, b) => (a < b ? -1 : 1));
      if (kind !== 'SG7') return state;
      return { ...state, handed: lanes(state.handed), doomed: lanes(state.doomed) };
    },
    step: (state, event) => ({
      state: Object.fromEntries(kept.map((name) => [name, steps[name](state, event)])),
      bad: bad[kind](state, event),
    }),
  };
}

const callOf = (event) => `${event.node}?${String(event.use)}`;

/** Whether a write changes a variable that the arguments of a call name; a call is at a path such as `book/pay?0`. */
function writesOn(plan, call, names) {
  const [path, use] = call.split('?');
  const parts = path.split('/');
  let body = plan.bodies.get('');
  for (const part of parts.slice(0, -1)) body = plan.bodies.get(body.nodes.get(part).subgraph);
  const args = body.nodes.get(parts.at(-1)).tools?.[Number(use)]?.arguments ?? [];
  return args.some(({ variable }) => variable !== undefined && writesOver(names, variable));
}
