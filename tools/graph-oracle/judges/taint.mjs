/**
 * P4 (S11): what is tainted, in levels: 0 clean, 1 nobody knows, 2 tainted. Contexts and variables carry a level, and each lane the choices
 * under which it runs, until their branches meet again.
 */
import { overlaps } from '../values.mjs';

const MODELS = new Set(['llm', 'agent']);
const TYPED = new Set(['bool', 'number', 'enum']);
const unclassified = (tool) => tool === undefined || tool.classes.length === 0;
const word = (level) => (level === 2 ? 'sure' : level === 1 ? 'maybe' : null);
const most = (...levels) => Math.max(0, ...levels);
const perhaps = (level) => Math.min(1, level);

export function taint(plan, rule) {
  if (rule.form === 'trifecta') return trifecta(plan);
  const label = rule.form === 'privileged' ? 'untrusted' : 'private';
  const has = (tool, name) => tool?.classes.includes(name) === true;
  const labelled = (tool, name) => has(tool, name) && tool.labels?.includes(label) === true;
  const meets = new Map([...plan.bodies].map(([name, body]) => [name, postDominators(body)]));

  const bodyOf = (event) => plan.bodies.get(event.body);
  const nodeOf = (event) => bodyOf(event).nodes.get(event.id);
  const frameOf = (event) => event.node.slice(0, event.node.length - event.id.length);

  /** The history that a frame's models share, or null where each has its own. */
  function sharedBy(path) {
    const parts = path.split('/').slice(0, -1);
    let [body, history] = [plan.bodies.get(''), plan.graph.context === 'isolated' ? null : ''];
    for (const [i, part] of parts.entries()) {
      const node = body.nodes.get(part);
      body = plan.bodies.get(node.subgraph);
      const own = plan.graph.subgraphs.find(({ name }) => name === node.subgraph).context;
      if (node.context === 'isolated' || own === 'isolated') history = `${parts.slice(0, i + 1).join('/')}/`;
    }
    return history;
  }
  const alone = (event) =>
    nodeOf(event).context === 'isolated' && (MODELS.has(nodeOf(event).kind) || nodeOf(event).kind === 'code');
  const historyOf = (event) => (alone(event) ? `=${event.node}` : (sharedBy(frameOf(event)) ?? `=${event.node}`));

  const ofVariable = (state, name) =>
    most(...Object.entries(state.vars).map(([other, level]) => (other === '*' || overlaps(other, name) ? level : 0)));
  const ofContext = (state, event) => state.contexts[historyOf(event)] ?? 0;
  const anything = (state) => most(...Object.values(state.vars), ...Object.values(state.contexts));
  const decided = (state, lane) => most(...(state.lanes[lane] ?? []).map(({ level }) => level));
  const raised = (levels, name, level) => (level > (levels[name] ?? 0) ? { ...levels, [name]: level } : levels);
  const ofReads = (state, node) => most(...(node.reads ?? []).map((name) => ofVariable(state, name)));
  const fed = (event) => (bodyOf(event).data ?? []).filter(({ target }) => target === event.id);
  const ofData = (state, event, input) =>
    most(
      ...fed(event)
        .filter(({ target_input: to }) => to === undefined || to === input)
        .map(({ source }) => state.values[`${frameOf(event)}${source}`] ?? 0),
    );

  function ofArguments(state, event) {
    const fields = Object.keys(plan.tools.get(event.tool)?.args.fields ?? {});
    const names = new Set([...fields, ...event.args.map(({ name }) => name)]);
    return most(
      ...[...names].map((name) => {
        const bound = event.args.find((arg) => arg.name === name);
        const flow = ofData(state, event, name);
        if (bound?.variable !== undefined) return most(flow, ofVariable(state, bound.variable));
        if (bound?.model) return most(flow, ofContext(state, event));
        if (bound) return flow;
        return fed(event).length > 0 ? flow : perhaps(anything(state));
      }),
      event.known ? 0 : perhaps(anything(state)),
    );
  }

  /** What led to this call: the choices it runs under, and whoever picked it. */
  const ofDecision = (state, event) =>
    most(
      decided(state, event.lane),
      !event.chosen
        ? 0
        : !event.known || !MODELS.has(nodeOf(event).kind)
          ? perhaps(ofContext(state, event))
          : ofContext(state, event),
    );

  function ofChoice(state, event) {
    const node = nodeOf(event);
    const edges = bodyOf(event).from(event.id, 'success');
    if (edges.length < 2) return 0;
    const all = node.kind === 'fork' || node.concurrency === 'all';
    return most(
      ...edges.map(({ guard, otherwise }) => {
        if (otherwise) return 0;
        if (guard === undefined)
          return all || node.kind === 'human'
            ? 0
            : MODELS.has(node.kind)
              ? ofContext(state, event)
              : perhaps(ofContext(state, event));
        if (guard.choice !== undefined) return guard.choice === 'llm' ? ofContext(state, event) : 0;
        if (guard.opaque !== undefined) return perhaps(anything(state));
        return most(...variablesIn(guard.expr).map((name) => ofVariable(state, name)));
      }),
    );
  }

  const steps = {
    node(state, event) {
      const node = nodeOf(event);
      const path = frameOf(event);
      const under = (state.lanes[event.lane] ?? []).filter(
        (mark) => mark.meet !== event.node && path.startsWith(mark.path),
      );
      let contexts = state.contexts;
      const subgraph = node.kind === 'subgraph' || node.kind === 'map';
      for (const own of [`=${event.node}`, ...(subgraph ? [`${event.node}/`] : [])])
        if (own in contexts)
          contexts = Object.fromEntries(
            Object.entries(contexts).filter(([name]) => name !== own && !name.startsWith(`=${event.node}/`)),
          );
      const next = { ...state, lanes: { ...state.lanes, [event.lane]: under }, contexts };
      if (!MODELS.has(node.kind) || node.disabled) return next;
      return { ...next, contexts: raised(contexts, historyOf(event), most(ofReads(next, node), ofData(next, event))) };
    },
    attempt(state, event) {
      const tool = plan.tools.get(event.tool);
      const into = most(
        ofArguments(state, event),
        ofDecision(state, event),
        event.known ? ofReads(state, nodeOf(event)) : 0,
      );
      const given = labelled(tool, 'source')
        ? 2
        : most(labelled(tool, 'cleaner') ? 0 : into, unclassified(tool) ? 1 : 0);
      const level = event.known ? given : perhaps(given);
      const contexts = raised(state.contexts, historyOf(event), level);
      return { ...state, contexts, values: { ...state.values, [event.node]: level } };
    },
    write(state, event) {
      const path = state.at[event.lane];
      const node = path === undefined ? null : path;
      return { ...state, vars: written(state.vars, event.names, ofWrite(state, event, node)) };
    },
    leaves(state, event) {
      const node = nodeOf(event);
      const subgraph = node.kind === 'subgraph' || node.kind === 'map';
      const model = MODELS.has(node.kind);
      const own = subgraph ? state.contexts[`${event.node}/`] : model ? state.contexts[`=${event.node}`] : undefined;
      let next = state;
      if (model || subgraph)
        next = {
          ...next,
          values: { ...next.values, [event.node]: isTyped(node) ? 0 : most(own, ofContext(next, event)) },
        };
      const outer = sharedBy(frameOf(event));
      if (own === undefined || outer === null || isTyped(node)) return next;
      return { ...next, contexts: raised(next.contexts, outer, own) };
    },
    edge(state, event) {
      if (event.error) return state;
      const level = ofChoice(state, event);
      if (level === 0) return state;
      const meet = meets.get(event.body).get(event.id);
      const path = frameOf(event);
      const mark = { path, meet: meet === null ? null : `${path}${meet}`, level };
      const marks = (state.lanes[event.lane] ?? []).filter(
        (other) => other.path !== mark.path || other.meet !== mark.meet || other.level > level,
      );
      return { ...state, lanes: { ...state.lanes, [event.lane]: [...marks, mark] } };
    },
    fork: (state, { lane, into }) => ({
      ...state,
      lanes: { ...without(state.lanes, lane), ...Object.fromEntries(into.map((id) => [id, state.lanes[lane] ?? []])) },
    }),
    merge(state, { from, into }) {
      const marks = from.flatMap((lane) => state.lanes[lane] ?? []);
      const distinct = [...new Set(marks.map((mark) => JSON.stringify(mark)))].map((text) => JSON.parse(text));
      return { ...state, lanes: { ...from.reduce(without, state.lanes), [into]: distinct } };
    },
  };

  const isTyped = (node) => node.context === 'isolated' && TYPED.has(node.returns);

  function ofWrite(state, event, node) {
    if (event.kind === 'unknown') return 1;
    const under = decided(state, event.lane);
    if (node === null) return under;
    const given = plan.bodies.get(node.body).nodes.get(node.id);
    if (event.tool !== null)
      return MODELS.has(given.kind) && isTyped(given) ? under : most(under, state.values[node.node] ?? 0);
    if (given.kind === 'human') return under;
    if (isTyped(given)) return under;
    if (MODELS.has(given.kind)) return most(under, ofContext(state, node));
    const inner = given.kind === 'subgraph' ? most(state.contexts[`${node.node}/`], ofContext(state, node)) : 0;
    const called = given.kind === 'tool' || given.kind === 'code' ? (state.values[node.node] ?? 0) : 0;
    return most(
      under,
      inner,
      called,
      given.reads === undefined && given.kind === 'code' ? perhaps(anything(state)) : ofReads(state, given),
    );
  }

  return {
    start: { vars: {}, contexts: {}, lanes: {}, values: {}, at: {} },
    concerns: (event) =>
      event.e === 'attempt' &&
      (rule.tool
        ? event.tool === rule.tool
        : unclassified(plan.tools.get(event.tool)) ||
          has(plan.tools.get(event.tool), rule.form === 'privileged' ? 'privileged' : 'sink')),
    rename(state, rename) {
      const lanes = Object.entries(state.lanes).flatMap(([lane, marks]) =>
        rename(lane) && marks.length > 0 ? [[rename(lane), marks]] : [],
      );
      const at = Object.entries(state.at).flatMap(([lane, node]) => (rename(lane) ? [[rename(lane), node]] : []));
      return {
        ...state,
        vars: sorted(state.vars),
        contexts: sorted(state.contexts),
        values: sorted(state.values),
        lanes: Object.fromEntries(lanes.toSorted(byName)),
        at: Object.fromEntries(at.toSorted(byName)),
      };
    },
    step(state, event) {
      let bad = null;
      const tool = plan.tools.get(event.tool);
      const about = rule.tool
        ? event.tool === rule.tool
        : has(tool, rule.form === 'privileged' ? 'privileged' : 'sink');
      if (event.e === 'attempt' && (about || (!rule.tool && unclassified(tool)))) {
        const level =
          rule.form === 'privileged'
            ? most(ofArguments(state, event), ofDecision(state, event))
            : ofArguments(state, event);
        bad = word(about ? level : perhaps(level));
      }
      const seen =
        event.e === 'node' || event.e === 'attempt'
          ? { ...state, at: { ...state.at, [event.lane]: { node: event.node, body: event.body, id: event.id } } }
          : state;
      return { state: steps[event.e]?.(seen, event) ?? seen, bad };
    },
  };
}

const byName = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);
const sorted = (object) =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([, level]) => level > 0)
      .toSorted(byName),
  );
const without = (object, name) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

function written(vars, names, level) {
  if (names === '*') return level === 0 ? vars : { ...vars, '*': Math.max(level, vars['*'] ?? 0) };
  const left = Object.fromEntries(
    Object.entries(vars).filter(([other]) => !names.some((name) => other === name || other.startsWith(`${name}.`))),
  );
  return level === 0 ? left : { ...left, ...Object.fromEntries(names.map((name) => [name, level])) };
}

const variablesIn = (expr) =>
  Array.isArray(expr.of)
    ? expr.of.flatMap(variablesIn)
    : expr.op === 'not'
      ? variablesIn(expr.of)
      : [expr.variable, ...(expr.other === undefined ? [] : [expr.other])];

/** For each node the first node that every way from it to an end comes to; null where there is none before the end. */
function postDominators(body) {
  const ids = [...body.nodes.keys()];
  const next = new Map(
    ids.map((id) => [id, [...body.from(id, 'success'), ...body.from(id, 'error')].map(({ target }) => target)]),
  );
  /** Whether an end can be reached from a node without coming to another. */
  const around = (from, avoided) => {
    const [seen, todo] = [new Set([from]), [from]];
    while (todo.length > 0) {
      const at = todo.pop();
      if (body.from(at, 'success').length === 0) return true;
      for (const to of next.get(at))
        if (to !== avoided && !seen.has(to)) {
          seen.add(to);
          todo.push(to);
        }
    }
    return false;
  };
  return new Map(
    ids.map((id) => {
      if (!around(id, null)) return [id, null];
      const behind = ids.filter((other) => other !== id && body.reached.get(id).has(other) && !around(id, other));
      return [
        id,
        behind.find((other) => behind.every((third) => third === other || !around2(next, id, other, third))) ?? null,
      ];
    }),
  );
}

/** Whether `third` can be reached from a node without coming to `other` first. */
function around2(next, from, other, third) {
  const [seen, todo] = [new Set([from]), [from]];
  while (todo.length > 0) {
    for (const to of next.get(todo.pop())) {
      if (to === third) return true;
      if (to !== other && !seen.has(to)) {
        seen.add(to);
        todo.push(to);
      }
    }
  }
  return false;
}

/** Untrusted data, private data and a way out, in any order, and nobody asked before the third. */
function trifecta(plan) {
  const partsOf = (name) => {
    const tool = plan.tools.get(name);
    const source = tool?.classes.includes('source');
    return [
      ...(source && tool.labels?.includes('untrusted') ? [1] : []),
      ...(source && tool.labels?.includes('private') ? [2] : []),
      ...(tool?.classes.some((c) => c === 'sink' || c === 'write') ? [4] : []),
    ].reduce((all, part) => all | part, 0);
  };
  const asks = (name) => plan.tools.get(name)?.classes.includes('confirmation') === true;
  const outcomeOf = ({ body, edge }) => plan.bodies.get(body).edges.find(({ id }) => id === edge).outcome;
  return {
    start: { parts: 0, doubt: 0, asked: false },
    concerns: (event) => event.e === 'attempt' && (partsOf(event.tool) & 4) !== 0,
    rename: (state) => state,
    step(state, event) {
      if (
        event.e === 'approve' ||
        (event.e === 'success' && asks(event.tool)) ||
        (event.e === 'edge' && event.did && ['approve', 'edit'].includes(outcomeOf(event)))
      )
        return { state: { ...state, asked: true }, bad: null };
      if (event.e !== 'attempt') return { state, bad: null };
      const parts = state.parts | partsOf(event.tool);
      const doubt = parts | state.doubt | (unclassified(plan.tools.get(event.tool)) ? 7 : 0);
      const bad = state.asked
        ? null
        : parts === 7 && state.parts !== 7
          ? 'sure'
          : doubt === 7 && (state.doubt | state.parts) !== 7
            ? 'maybe'
            : null;
      return { state: { ...state, parts, doubt }, bad };
    },
  };
}
