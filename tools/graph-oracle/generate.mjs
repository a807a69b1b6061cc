/**
 * Random graphs of at most twelve nodes with a catalogue and rules, and mutants of them, all from one seed. Small on purpose, and full of
 * what differs between readings: facts that die, lanes that meet, guards that cannot hold together.
 */
import { below, chance, pick, seededRandom } from '@ostiary/policy/testing';
import { randomBody, withPasses } from './random/body.mjs';
import { randomCatalogue } from './random/catalogue.mjs';
import { mutant } from './random/mutants.mjs';
import { ATOMS, randomNode, VARIABLES } from './random/node.mjs';
import { poolsOf, randomRules } from './random/rules.mjs';
import { MORE_ATOMS, MORE_VARIABLES } from './random/wide.mjs';

export { featuresOf } from './random/features.mjs';

/** In which order a careful author calls the tools. */
const CAREFUL =
  'fetch ingest look clean mask check verify ask sign save book other pay send post refund unbook undo'.split(' ');

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
    const bare = ['fetch', 'look', 'undo', 'refund', 'unbook'].includes(names[i]);
    node.tools = [{ name: names[i], arguments: bare ? [] : [{ name: 'x', ...usual }] }];
    if (names[i] === 'check') node.result = 'r';
    if (chance(rng, 0.7)) for (const member of ['writes', 'interrupt', 'disabled']) delete node[member];
  }
}

function randomGraph(rng) {
  const wide = chance(rng, 0.5);
  const catalogue = randomCatalogue(rng, wide);
  const lanes = chance(rng, 0.4);
  const pool = pick(rng, poolsOf(wide));
  const atoms = wide ? [...ATOMS, ...MORE_ATOMS] : ATOMS;
  const flavour = {
    wide,
    lanes,
    may: chance(rng, 0.15) ? 0.15 : 0,
    unknown: chance(rng, 0.3),
    pool,
    about: pool.about,
    usual: pick(rng, [{ variable: 'v' }, { value: 'A' }]),
    asked: Array.from({ length: wide ? 2 + below(rng, 3) : 2 }, () => pick(rng, atoms)),
  };
  const size = lanes ? 3 + below(rng, 4) : 2 + below(rng, 6);
  const sub = chance(rng, wide ? 0.45 : 0.25) ? pick(rng, ['subgraph', 'map', 'missing', 'code']) : null;
  const at = below(rng, size);
  // The same body may be run at two places.
  const twice = wide && chance(rng, 0.25) ? below(rng, size) : -1;
  const body = randomBody(rng, size, catalogue, flavour, (id, i) => {
    if (i === twice && i !== at && (sub === 'subgraph' || sub === 'map'))
      return { id, kind: 'subgraph', subgraph: 'inner', ...(chance(rng, 0.3) ? { on_error: 'continue' } : {}) };
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
  const deep = wide && chance(rng, 0.4) ? pick(rng, ['subgraph', 'subgraph', 'map']) : null;
  const small = (count, first) => {
    const made = randomBody(rng, count, catalogue, plainLanes, (id, i) =>
      i === 0 && first !== null ? first(id) : randomNode(rng, id, catalogue, plainLanes),
    );
    withPasses(rng, made, catalogue);
    return made;
  };
  const deeper = (id) => ({
    id,
    kind: deep,
    subgraph: 'deep',
    ...(chance(rng, 0.3) ? { on_error: pick(rng, ['continue', 'edge']) } : {}),
    ...(chance(rng, 0.2) ? { context: 'isolated', returns: pick(rng, ['enum', 'text']), writes: ['u'] } : {}),
  });
  const subgraphs = [
    { name: 'inner', ...small(1 + below(rng, 2), deep === null ? null : deeper) },
    ...(deep === null ? [] : [{ name: 'deep', ...small(1 + below(rng, 2), null) }]),
  ];
  const graph = {
    format: 'agent-graph/1',
    ...(lanes ? { execution: pick(rng, ['tokens', 'supersteps', 'sequential']) } : {}),
    ...(chance(rng, 0.15) ? { context: 'isolated' } : {}),
    variables: wide ? [...VARIABLES, ...MORE_VARIABLES] : VARIABLES,
    ...body,
    ...(sub === 'subgraph' || sub === 'map' ? { subgraphs } : {}),
  };
  return { graph, catalogue, rules: randomRules(rng, flavour.pool, wide ? pick(rng, body.nodes).id : null) };
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
