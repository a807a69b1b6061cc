/**
 * Random graphs of at most twelve nodes with a catalogue and rules, and mutants of them, all from one seed. Small on purpose, and full of
 * what differs between readings: facts that die, lanes that meet, guards that cannot hold together.
 */
import { below, chance, pick, seededRandom } from '@ostiary/policy/testing';
import { randomBody, withPasses } from './random/body.mjs';
import { randomCatalogue } from './random/catalogue.mjs';
import { mutant } from './random/mutants.mjs';
import { ATOMS, randomNode, VARIABLES } from './random/node.mjs';
import { POOLS, randomRules } from './random/rules.mjs';

export { featuresOf } from './random/features.mjs';

/** In which order a careful author calls the tools. */
const CAREFUL = ['fetch', 'look', 'clean', 'check', 'ask', 'save', 'other', 'pay', 'send', 'refund', 'undo'];

/** Gives the tool nodes of a body their tools in that order, with the usual argument, and makes most of them plain: then much is proved. */
function arranged(rng, { nodes }, { usual, pool }) {
  const calling = nodes.filter(({ kind, tools }) => kind === 'tool' && tools.length === 1);
  const [dear, wanted] = [pool.pairs[0].at(-1), pool.pairs[0][0]];
  if (calling.length > 1 && chance(rng, 0.7)) {
    calling[0].tools = [{ ...calling[0].tools[0], name: wanted }];
    calling.at(-1).tools = [{ ...calling.at(-1).tools[0], name: dear }];
  }
  const names = calling.map(({ tools }) => tools[0].name).toSorted((a, b) => CAREFUL.indexOf(a) - CAREFUL.indexOf(b));
  for (const [i, node] of calling.entries()) {
    const bare = ['fetch', 'look', 'undo', 'refund'].includes(names[i]);
    node.tools = [{ name: names[i], arguments: bare ? [] : [{ name: 'x', ...usual }] }];
    if (names[i] === 'check') node.result = 'r';
    if (chance(rng, 0.7)) for (const member of ['writes', 'interrupt', 'disabled']) delete node[member];
  }
}

function randomGraph(rng) {
  const catalogue = randomCatalogue(rng);
  const lanes = chance(rng, 0.4);
  const pool = pick(rng, POOLS);
  const flavour = {
    lanes,
    may: chance(rng, 0.15) ? 0.15 : 0,
    unknown: chance(rng, 0.3),
    pool,
    about: pool.about,
    usual: pick(rng, [{ variable: 'v' }, { value: 'A' }]),
    asked: [pick(rng, ATOMS), pick(rng, ATOMS)],
  };
  const size = lanes ? 3 + below(rng, 4) : 2 + below(rng, 6);
  const sub = chance(rng, 0.25) ? pick(rng, ['subgraph', 'map', 'missing', 'code']) : null;
  const at = below(rng, size);
  const body = randomBody(rng, size, catalogue, flavour, (id, i) => {
    if (i !== at || sub === null) return randomNode(rng, id, catalogue, flavour);
    if (sub === 'code')
      return {
        id,
        kind: 'code',
        ...(chance(rng, 0.6)
          ? { may_call: [pick(rng, flavour.pool.tools), pick(rng, flavour.pool.tools)] }
          : { writes: ['u'] }),
      };
    if (sub === 'missing')
      return { id, kind: 'subgraph', subgraph: 'nowhere', may_call: [pick(rng, flavour.pool.tools)] };
    return {
      id,
      kind: sub,
      subgraph: 'inner',
      ...(sub === 'map' ? { writes: [pick(rng, ['v', 'u'])], ...(chance(rng, 0.3) ? { parallel: true } : {}) } : {}),
      ...(chance(rng, 0.3) ? { on_error: pick(rng, ['continue', 'edge']) } : {}),
      ...(sub === 'subgraph' && chance(rng, flavour.about === 'taint' ? 0.5 : 0.2)
        ? { context: 'isolated', returns: pick(rng, ['enum', 'text']), writes: ['u'] }
        : {}),
      ...(chance(rng, 0.2) ? { reads: [pick(rng, ['v', 'u'])] } : {}),
    };
  });
  if (chance(rng, 0.45)) arranged(rng, body, flavour);
  withPasses(rng, body, catalogue);
  const plainLanes = { ...flavour, may: 0, lanes: lanes && chance(rng, 0.4) };
  const inner = randomBody(rng, 1 + below(rng, 2), catalogue, plainLanes, (id) =>
    randomNode(rng, id, catalogue, plainLanes),
  );
  withPasses(rng, inner, catalogue);
  const graph = {
    format: 'agent-graph/1',
    ...(lanes ? { execution: pick(rng, ['tokens', 'supersteps', 'sequential']) } : {}),
    ...(chance(rng, 0.15) ? { context: 'isolated' } : {}),
    variables: VARIABLES,
    ...body,
    ...(sub === 'subgraph' || sub === 'map' ? { subgraphs: [{ name: 'inner', ...inner }] } : {}),
  };
  return { graph, catalogue, rules: randomRules(rng, flavour.pool) };
}

/** Graphs, each followed by two mutants of it, for ever. */
export function* randomCases(seed) {
  const rng = seededRandom(seed);
  for (;;) {
    const given = randomGraph(rng);
    yield given;
    for (let i = 0; i < 2; i += 1) {
      const changed = mutant(rng, given);
      if (changed) yield changed;
    }
  }
}
