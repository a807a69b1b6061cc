/**
 * P4 (S11): what is tainted, in levels: 0 clean, 1 nobody knows, 2 tainted. Variables, histories and values of nodes have one, and each lane
 * has the decisions under which it runs, until their branches meet.
 */
import { bodiesOf, comparisons } from '../values.mjs';
import { meetsOf } from './meets.mjs';
import { trifecta } from './trifecta.mjs';

const MODELS = new Set(['llm', 'agent']);
const TYPED = new Set(['bool', 'number', 'enum']);
const unclassified = (tool) => (tool?.classes ?? []).length === 0;
const most = (...levels) => levels.reduce((one, other) => (other > one ? other : one), 0);
const perhaps = (level) => Math.min(1, level);
const word = (level) => [null, 'maybe', 'sure'][level];

export const taint = (plan, rule) => (rule.form === 'trifecta' ? trifecta(plan) : follower(plan, rule));

function follower(plan, rule) {
  const label = rule.form === 'privileged' ? 'untrusted' : 'private';
  const has = (tool, name) => tool?.classes.includes(name) === true;
  const labelled = (tool, name) => has(tool, name) && tool.labels?.includes(label) === true;
  /** What a source or a cleaner without any label does to this one is not known. */
  const unlabelled = (tool, level) =>
    (tool?.labels ?? []).length > 0
      ? level
      : has(tool, 'source')
        ? most(level, 1)
        : has(tool, 'cleaner')
          ? perhaps(level)
          : level;
  const meets = new Map([...plan.bodies].map(([name, body]) => [name, meetsOf(body)]));
  const names = namesOf(plan.graph);

  const bodyOf = (at) => plan.bodies.get(at.body);
  const nodeOf = (at) => bodyOf(at).nodes.get(at.id);
  const frameOf = (at) => at.node.slice(0, at.node.length - at.id.length);
  const runsBody = ({ kind }) => kind === 'subgraph' || kind === 'map';
  const contextOf = (name) => plan.graph.subgraphs?.find((one) => one.name === name)?.context;
  const isIsolated = (node) =>
    node.context === 'isolated' || (runsBody(node) && contextOf(node.subgraph) === 'isolated');

  // ---- histories

  /** The history of the body at a path such as `book/pay/`, and whether each of its nodes has its own. */
  function bodyAt(path) {
    let [body, apart, history] = [plan.bodies.get(''), plan.graph.context === 'isolated', ''];
    const parts = path.split('/').slice(0, -1);
    for (const [i, part] of parts.entries()) {
      const node = body.nodes.get(part);
      if (isIsolated(node)) apart = false;
      if (isIsolated(node) || apart) history = `${parts.slice(0, i + 1).join('/')}/`;
      body = plan.bodies.get(node.subgraph);
    }
    return { history, apart };
  }
  const isAlone = (at) =>
    nodeOf(at).context === 'isolated' && (MODELS.has(nodeOf(at).kind) || nodeOf(at).kind === 'code');
  const hasOwn = (at) => isAlone(at) || bodyAt(frameOf(at)).apart;
  const historyOf = (at) => (hasOwn(at) ? `=${at.node}` : bodyAt(frameOf(at)).history);
  const isTyped = (at) => (isIsolated(nodeOf(at)) || hasOwn(at)) && TYPED.has(nodeOf(at).returns);
  /** What a node that runs a body has in the history of that body and in its own. */
  const ofBody = (state, at) => most(state.histories[`${at.node}/`], state.histories[`=${at.node}`]);
  const ofHistory = (state, at) => state.histories[historyOf(at)] ?? 0;
  const anything = ({ variables, histories, values }) =>
    most(...[variables, histories, values].flatMap((levels) => Object.values(levels)));
  /** What a model says at a node, where it may not be the node's own. */
  const ofModel = (state, at) =>
    MODELS.has(nodeOf(at).kind) || !historyOf(at).startsWith('=') ? ofHistory(state, at) : perhaps(anything(state));

  // ---- values

  const ofReads = (state, node) => most(...(node.reads ?? []).map((name) => state.variables[name] ?? 0));
  const fed = (at) => bodyOf(at).data.filter(({ target }) => target === at.id);
  const ofData = (state, at, input) =>
    most(
      ...fed(at)
        .filter(({ target_input: to }) => input === undefined || to === undefined || to === input)
        .map(({ source }) => state.values[`${frameOf(at)}${source}`] ?? 0),
    );

  function ofArgument(state, event, name) {
    const flow = ofData(state, event, name);
    const bound = event.args.find((arg) => arg.name === name);
    if (bound?.variable !== undefined) return most(flow, state.variables[bound.variable] ?? 0);
    if (bound?.model) return most(flow, ofModel(state, event));
    return bound || fed(event).length > 0 ? flow : perhaps(anything(state));
  }
  function ofArguments(state, event) {
    if (!event.known) return perhaps(anything(state));
    const fields = Object.keys(plan.tools.get(event.tool)?.args.fields ?? {});
    const brought = fed(event).flatMap(({ target_input: to }) => to ?? []);
    const asked = new Set([...fields, ...event.args.map(({ name }) => name), ...brought]);
    // Of a tool that the catalogue does not have nobody knows what else it is called with.
    const more = plan.tools.has(event.tool) ? 0 : ofArgument(state, event, null);
    return most(more, ...[...asked].map((name) => ofArgument(state, event, name)));
  }

  const under = (state, lane) => most(...(state.lanes[lane] ?? []).map(({ level }) => level));
  function ofDecision(state, event) {
    const picked = !event.chosen
      ? 0
      : MODELS.has(nodeOf(event).kind)
        ? ofHistory(state, event)
        : perhaps(ofModel(state, event));
    return most(under(state, event.lane), picked);
  }

  /** The decision that a node makes by its ways on. */
  function ofChoice(state, at) {
    const node = nodeOf(at);
    const edges = bodyOf(at).from(at.id, 'success');
    if (edges.length < 2) return 0;
    const all = node.kind === 'fork' || node.concurrency === 'all';
    return most(
      ...edges.map(({ guard, otherwise }) => {
        if (otherwise || (guard === undefined && (all || node.kind === 'human'))) return 0;
        if (guard === undefined) return MODELS.has(node.kind) ? ofHistory(state, at) : perhaps(ofModel(state, at));
        if (guard.choice !== undefined) return guard.choice === 'llm' ? ofModel(state, at) : 0;
        if (guard.expr === undefined || !plan.readable(guard.expr)) return perhaps(anything(state));
        return most(...variablesIn(guard.expr).map((name) => state.variables[name] ?? 0));
      }),
    );
  }

  /** What a node returns without a call. */
  function ofNode(state, at) {
    const node = nodeOf(at);
    if (isTyped(at)) return 0;
    if (MODELS.has(node.kind)) return ofHistory(state, at);
    if (runsBody(node))
      return most(isIsolated(node) || hasOwn(at) ? ofBody(state, at) : ofHistory(state, at), ofReads(state, node));
    if (node.kind === 'code' && node.reads === undefined) return perhaps(anything(state));
    const picking = node.kind === 'tool' && (node.tools ?? []).length > 0 ? perhaps(ofModel(state, at)) : 0;
    return node.kind === 'human' ? 0 : most(ofReads(state, node), picking);
  }

  function ofWrite(state, event) {
    const at = state.at[event.lane];
    if (event.kind === 'human') return 0;
    if (event.kind === 'unknown') return perhaps(anything(state));
    const node = nodeOf(at);
    if (event.turn) return node.reads === undefined ? perhaps(anything(state)) : ofReads(state, node);
    if (isTyped(at)) return 0;
    if (MODELS.has(node.kind) && event.tool === null) return ofHistory(state, at);
    return state.values[at.node] ?? ofNode(state, at);
  }

  function writing(state, changed, level) {
    const levels = { ...state.variables };
    for (const name of names) {
      if (changed === '*' || changed.some((one) => name === one || name.startsWith(`${one}.`))) levels[name] = level;
      else if (changed.some((one) => one.startsWith(`${name}.`))) levels[name] = most(levels[name], level);
    }
    return { ...state, variables: levels };
  }

  const raised = (state, history, level) => ({
    ...state,
    histories: { ...state.histories, [history]: most(state.histories[history], level) },
  });
  /** The histories of a node and of what is inside it. */
  const own = (at, name) => name === `=${at.node}` || name.startsWith(`${at.node}/`) || name.startsWith(`=${at.node}/`);
  const over = (state, at) => ({ ...state, histories: only(state.histories, (name) => !own(at, name)) });

  /** What is a node's own goes into the history around it. */
  function goesBack(state, at) {
    const inside = ofBody(state, at);
    return isTyped(at) || inside === 0 ? state : raised(state, bodyAt(frameOf(at)).history, inside);
  }

  const steps = {
    node(before, event) {
      const node = nodeOf(event);
      // An execution that failed is over when the node is executed again.
      const state = goesBack(before, event);
      const marks = (state.lanes[event.lane] ?? []).filter(
        ({ meet, path }) => meet !== event.node && frameOf(event).startsWith(path),
      );
      const begun = over({ ...state, lanes: { ...state.lanes, [event.lane]: marks } }, event);
      const next = { ...begun, values: only(begun.values, (name) => name !== event.node) };
      if (!MODELS.has(node.kind) || node.disabled) return next;
      return raised(next, historyOf(event), most(ofReads(next, node), ofData(next, event)));
    },
    attempt(state, event) {
      const tool = plan.tools.get(event.tool);
      const reads = event.known ? ofReads(state, nodeOf(event)) : 0;
      const into = most(ofArguments(state, event), ofDecision(state, event), reads);
      const passed = unclassified(tool) ? 1 : unlabelled(tool, into);
      const level = labelled(tool, 'source') ? 2 : labelled(tool, 'cleaner') ? 0 : passed;
      return { ...raised(state, historyOf(event), level), values: { ...state.values, [event.node]: level } };
    },
    write: (state, event) => writing(state, event.names, most(under(state, event.lane), ofWrite(state, event))),
    /** A node is left, after whatever it did: it decides, and what was its own goes back. */
    drop(state, event) {
      const at = state.at[event.lane];
      const node = nodeOf(at);
      const choices = { ...state.choices, [event.lane]: ofChoice(state, at) };
      const models = MODELS.has(node.kind) || runsBody(node);
      const value = node.disabled ? 0 : models ? ofNode(state, at) : (state.values[at.node] ?? ofNode(state, at));
      const told = goesBack(state, at);
      // What nodes of its body returned nobody can have any more, where its value is clean whatever they were.
      const values = only(
        { ...state.values, [at.node]: value },
        (name, level) => (name !== at.node || level > 0) && !(isTyped(at) && name.startsWith(`${at.node}/`)),
      );
      return over({ ...told, choices, values }, at);
    },
    edge(state, event) {
      const { [event.lane]: level = 0, ...choices } = state.choices;
      const next = { ...state, choices };
      if (event.error || level === 0) return next;
      const path = frameOf(event);
      const meet = meets.get(event.body).get(event.id);
      const mark = { path, meet: meet === null ? null : `${path}${meet}`, level };
      const marks = (state.lanes[event.lane] ?? []).filter(
        (other) => other.path !== mark.path || other.meet !== mark.meet || other.level > level,
      );
      return { ...next, lanes: { ...state.lanes, [event.lane]: [...marks, mark] } };
    },
    fork(state, { lane, into }) {
      const given = (record) => ({
        ...only(record, (name) => name !== lane),
        ...(lane in record ? Object.fromEntries(into.map((id) => [id, record[lane]])) : {}),
      });
      return { ...state, lanes: given(state.lanes), choices: given(state.choices) };
    },
    merge(state, { from, into, path, how }) {
      // What a lane that is over knew others know; it has met nobody, and what decided it decides nothing else.
      const met = how === 'over' ? [into] : from;
      const marks = met
        .flatMap((lane) => state.lanes[lane] ?? [])
        .filter((mark) => path === undefined || !mark.path.startsWith(path));
      const distinct = [...new Set(marks.map((mark) => JSON.stringify(mark)))]
        .toSorted((a, b) => (a < b ? -1 : 1))
        .map((text) => JSON.parse(text));
      return { ...state, lanes: { ...only(state.lanes, (lane) => !from.includes(lane)), [into]: distinct } };
    },
  };

  const kinds = rule.form === 'privileged' ? 'privileged' : 'sink';
  const isAbout = (name) => (rule.tool === undefined ? has(plan.tools.get(name), kinds) : name === rule.tool);
  const mayBe = (name) => rule.tool === undefined && unclassified(plan.tools.get(name));

  return {
    start: { variables: {}, histories: {}, values: {}, lanes: {}, at: {}, choices: {} },
    concerns: (event) => event.e === 'attempt' && (isAbout(event.tool) || mayBe(event.tool)),
    rename(state, rename) {
      const renamed = (record) =>
        sorted(
          Object.fromEntries(
            Object.entries(record).flatMap(([lane, it]) => (rename(lane) ? [[rename(lane), it]] : [])),
          ),
        );
      const levels = (record) => sorted(only(record, (_, level) => level > 0));
      return {
        variables: levels(state.variables),
        histories: levels(state.histories),
        values: sorted(state.values),
        lanes: renamed(only(state.lanes, (_, marks) => marks.length > 0)),
        at: renamed(state.at),
        choices: renamed(only(state.choices, (_, level) => level > 0)),
      };
    },
    step(state, event) {
      let bad = null;
      if (event.e === 'attempt' && (isAbout(event.tool) || mayBe(event.tool))) {
        const level = most(ofArguments(state, event), rule.form === 'privileged' ? ofDecision(state, event) : 0);
        bad = word(isAbout(event.tool) ? level : perhaps(level));
      }
      const { node, body, id } = event;
      const here =
        event.e === 'node' || event.e === 'attempt' ? { ...state.at, [event.lane]: { node, body, id } } : state.at;
      const seen = { ...state, at: here };
      return { state: steps[event.e]?.(seen, event) ?? seen, bad };
    },
  };
}

const sorted = (record) =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
const only = (record, keeps) => Object.fromEntries(Object.entries(record).filter(([name, it]) => keeps(name, it)));
const variablesIn = (expr) =>
  comparisons(expr).flatMap(({ variable, other }) => (other === undefined ? [variable] : [variable, other]));

/** Every name of a variable that a graph uses anywhere. */
function namesOf(graph) {
  const listed = (names) => (Array.isArray(names) ? names : []);
  return [
    ...new Set(
      bodiesOf(graph).flatMap(({ nodes, edges }) => [
        ...nodes.flatMap(({ tools = [], reads, writes, result }) => [
          ...listed(reads),
          ...listed(writes),
          ...(result === undefined ? [] : [result]),
          ...tools.flatMap((use) => (use.arguments ?? []).flatMap(({ variable }) => variable ?? [])),
        ]),
        ...edges.flatMap(({ guard }) => (guard?.expr ? variablesIn(guard.expr) : [])),
      ]),
    ),
  ];
}
