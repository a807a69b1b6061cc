/** P6 (S15): what hardly anybody meant, told of a graph without a rule: `{ code, target?, places }`. */
import { comesTo, nodesUnder } from './comes.mjs';
import { checkPasses } from './judges/facts.mjs';
import { judge, questionsOf, spacesOf } from './judge.mjs';
import { bodiesOf } from './values.mjs';

const listed = (value) => (Array.isArray(value) ? value : []);
const namesIn = (node) => (node.tools ?? []).map(({ name }) => name);
const isMissingOf = (graph, { kind, subgraph }) =>
  (kind === 'subgraph' || kind === 'map') && !graph.subgraphs?.some(({ name }) => name === subgraph);

export const HYGIENE = [
  'unreachable_tool',
  'unreachable_node',
  'dead_end',
  'check_never_passes',
  'fail_open',
  'vacuous_rule',
  'unclassified_tool',
  'dangling_reference',
];

/**
 * Everything that hygiene tells of a case.
 *
 * @throws {TooLarge} when there are more configurations than `bound`
 */
export function hygieneOf(
  { graph, catalogue, rules },
  { bound = 3000, spaces = spacesOf(graph, catalogue, bound) } = {},
) {
  const here = { graph, rules, spaces, bound, catalogue };
  here.tools = new Map(catalogue.tools.map((tool) => [tool.name, tool]));
  here.nodes = bodiesOf(graph).flatMap((body) =>
    body.nodes.map((node) => ({ node, body, name: body === graph ? node.id : `${body.name}/${node.id}` })),
  );
  here.enabled = here.nodes.filter(({ node }) => node.disabled !== true);
  here.checks = catalogue.tools.filter(
    ({ classes, checks = [], confirms = [] }) =>
      classes.includes('check') || classes.includes('confirmation') || checks.length + confirms.length > 0,
  );
  here.seen = comesTo(graph, spaces);
  return [
    ...unreachableTools(here),
    ...unreachableNodes(here),
    ...deadEnds(here),
    ...neverPassing(here),
    ...failingOpen(here),
    ...vacuousRules(here),
    ...unclassifiedTools(here),
    ...danglingReferences(here),
  ];
}

const told = (code, target, places) => ({
  code,
  ...(target === undefined ? {} : { target }),
  places: places.toSorted(),
});

/** One for each name, with the nodes where it is. */
function byName(code, found) {
  const places = new Map();
  for (const [name, place] of found)
    places.set(name, [...(places.get(name) ?? []), ...(place === undefined ? [] : [place])]);
  return [...places].map(([name, at]) => told(code, name, [...new Set(at)]));
}

function unreachableTools({ enabled, seen }) {
  const lists = enabled.flatMap(({ node, name }) => namesIn(node).map((tool) => [tool, name]));
  return byName(
    'unreachable_tool',
    lists.filter(([tool]) => !seen.attempts.some((attempt) => attempt.tool === tool && attempt.use >= 0)),
  );
}

function unreachableNodes({ graph, seen }) {
  const never = nodesUnder(graph, (path) => seen.nodes.has(path)).filter(({ path }) => !seen.nodes.has(path));
  return never.length === 0
    ? []
    : [
        told(
          'unreachable_node',
          undefined,
          never.map(({ path }) => path),
        ),
      ];
}

function deadEnds({ graph, seen }) {
  const isDead = (path) => seen.nodes.has(path) && !seen.ending.has(path);
  const all = nodesUnder(graph, (path) => seen.nodes.has(path));
  const begins = ({ body, prefix, id }) =>
    (id === body.start && (prefix === '' || !isDead(prefix.slice(0, -1)))) ||
    body.edges.some(
      ({ source, target }) => target === id && seen.nodes.has(`${prefix}${source}`) && !isDead(`${prefix}${source}`),
    );
  return all.filter((one) => isDead(one.path) && begins(one)).map(({ path }) => told('dead_end', path, [path]));
}

const rolesOf = ({ checks = [], confirms = [] }) => [...checks, ...confirms];

function neverPassing({ graph, catalogue, spaces, bound, checks, nodes, seen }) {
  return checks
    .filter(({ name }) => nodes.some(({ node }) => namesIn(node).includes(name)))
    .filter(({ name }) => seen.attempts.some(({ tool }) => tool === name))
    .filter(({ name }) => !seen.attempts.some(({ tool, use }) => tool === name && use < 0))
    .filter((check) =>
      rolesOf(check).some(({ passes }) => {
        if (passes?.field === undefined && passes?.branch === undefined) return false;
        const question = { kind: 'passes', target: check.name, judgeIn: (plan) => checkPasses(plan, check, passes) };
        return !['broken', 'possible'].includes(judge(graph, catalogue, question, { bound, spaces }).verdict);
      }),
    )
    .map(({ name }) =>
      told(
        'check_never_passes',
        name,
        seen.attempts.filter(({ tool }) => tool === name).map(({ node }) => node),
      ),
    );
}

function failingOpen({ graph, tools, checks, seen }) {
  const all = nodesUnder(graph, (path) => seen.nodes.has(path)).filter(({ path }) => seen.nodes.has(path));
  return byName(
    'fail_open',
    all.flatMap(({ node, body, path }) =>
      checks
        .filter(({ name }) => namesIn(node).includes(name) && failsOpen(tools.get(name), node, body, path, seen))
        .map(({ name }) => [name, path]),
    ),
  );
}

function failsOpen(check, node, body, path, seen) {
  if (node.kind === 'agent' || node.tool_choice === 'loop') return false;
  if (node.disabled) return true;
  const tried = seen.attempts.some(({ tool, node: at, use }) => tool === check.name && at === path && use >= 0);
  const lasts = !check.classes.includes('infallible') && !(node.retry && node.retry.max === undefined);
  if (!tried || !lasts) return false;
  if (node.on_error === 'continue') return true;
  if (node.on_error !== 'edge') return false;
  const branches = rolesOf(check).map(({ passes }) => passes?.branch);
  const byBranch = branches.length > 0 && branches.every((branch) => branch !== undefined);
  const passing = body.edges.filter(
    ({ source, on = 'success', outcome, branch }) =>
      source === node.id &&
      on === 'success' &&
      outcome !== 'fail' &&
      outcome !== 'reject' &&
      (!byBranch || outcome === 'pass' || branches.includes(branch)),
  );
  return body.edges.some(
    ({ source, on, target }) => source === node.id && on === 'error' && passing.some((edge) => edge.target === target),
  );
}

function vacuousRules({ graph, catalogue, rules, spaces, bound }) {
  return rules
    .filter((rule) =>
      questionsOf(rule, catalogue).every(
        (question) => judge(graph, catalogue, question, { bound, spaces }).verdict === 'vacuous',
      ),
    )
    .map(({ id }) => told('vacuous_rule', id, []));
}

function unclassifiedTools({ enabled, tools }) {
  return byName(
    'unclassified_tool',
    enabled
      .flatMap(({ node, name }) => [...namesIn(node), ...listed(node.may_call)].map((tool) => [tool, name]))
      .filter(([tool]) => (tools.get(tool)?.classes ?? []).length === 0),
  );
}

function danglingReferences({ graph, rules, nodes, enabled, tools }) {
  const runs = ({ kind }) => kind === 'subgraph' || kind === 'map';
  const missing = enabled
    .filter(({ node }) => node.subgraph !== undefined && isMissingOf(graph, node))
    .map(({ node, name }) => [node.subgraph, name]);
  const orphans = (graph.subgraphs ?? [])
    .filter(({ name }) => !enabled.some(({ node }) => runs(node) && node.subgraph === name))
    .map(({ name }) => [name, undefined]);
  const lists = new Set(nodes.flatMap(({ node }) => namesIn(node)));
  const isTool = (name) => lists.has(name) || tools.has(name);
  const named = enabled
    .flatMap(({ node, name }) => [...listed(node.confirms), ...listed(node.may_call)].map((tool) => [tool, name]))
    .filter(([tool]) => !isTool(tool));
  const mayBeCalled = new Set(nodes.flatMap(({ node }) => listed(node.may_call)));
  const isNode = (name) =>
    nodes.some(({ node, name: path }) => name === node.id || name === node.name || name === path);
  const ruled = rules
    .flatMap((rule) => [...toolsOf(rule), ...listed(rule.by).filter((name) => !isNode(name))])
    .filter((name) => !isTool(name) && !mayBeCalled.has(name))
    .map((name) => [name, undefined]);
  return byName('dangling_reference', [...missing, ...orphans, ...named, ...ruled]);
}

const toolsOf = ({ tool, check, first, second, scope, steps = [], pivots = [] }) =>
  [
    tool,
    check,
    first,
    second,
    scope?.after,
    scope?.until,
    ...steps.flatMap((step) => [step.tool, step.compensation]),
    ...pivots,
  ].filter((name) => name !== undefined);
