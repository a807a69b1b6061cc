/**
 * Makes what differs between the oracle and the checker small: one case of each kind of difference.
 *
 *   node tools/graph-oracle/shrink.mjs [file that compare.mjs wrote] [a part of the kinds' names] [at most so many of a kind]
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compared, wordsOf } from './compare.mjs';

function* smaller({ graph, ...rest }) {
  const bodies = [graph, ...(graph.subgraphs ?? [])];
  const changed = (index, body) => ({
    ...rest,
    graph: index === 0 ? { ...graph, ...body } : { ...graph, subgraphs: graph.subgraphs.with(index - 1, body) },
  });
  for (const [index, body] of bodies.entries()) {
    for (const [i, node] of body.nodes.entries()) {
      if (node.id === body.start) continue;
      const nodes = body.nodes.toSpliced(i, 1);
      const into = body.edges.filter(({ target }) => target === node.id);
      const out = body.edges.filter(({ source, on }) => source === node.id && on === undefined);
      const left = body.edges.filter(({ source, target }) => source !== node.id && target !== node.id);
      yield changed(index, { ...body, nodes, edges: left });
      for (const next of out)
        yield changed(index, {
          ...body,
          nodes,
          edges: [
            ...left,
            ...into.filter(({ source }) => source !== node.id).map((edge) => ({ ...edge, target: next.target })),
          ],
        });
    }
    for (const i of body.edges.keys()) yield changed(index, { ...body, edges: body.edges.toSpliced(i, 1) });
    for (const [i, node] of body.nodes.entries())
      for (const less of lessOf(node, ['id', 'kind']))
        yield changed(index, { ...body, nodes: body.nodes.with(i, less) });
    for (const [i, edge] of body.edges.entries())
      for (const less of lessOf(edge, ['id', 'source', 'target']))
        yield changed(index, { ...body, edges: body.edges.with(i, less) });
  }
  for (const less of lessOf(graph, ['format', 'start', 'nodes', 'edges', 'subgraphs'])) yield { ...rest, graph: less };
  const said = JSON.stringify([graph, rest.rules]);
  for (const [i, { name }] of rest.catalogue.tools.entries())
    if (!said.includes(`"${name}"`))
      yield { ...rest, graph, catalogue: { ...rest.catalogue, tools: rest.catalogue.tools.toSpliced(i, 1) } };
  for (const [i, tool] of rest.catalogue.tools.entries())
    for (const less of lessOf(tool, ['name', 'args', 'classes']))
      yield { ...rest, graph, catalogue: { ...rest.catalogue, tools: rest.catalogue.tools.with(i, less) } };
}

function* lessOf(object, kept) {
  for (const [name, value] of Object.entries(object)) {
    if (kept.includes(name)) continue;
    const { [name]: _, ...less } = object;
    yield less;
    if (Array.isArray(value))
      for (const i of value.keys()) {
        yield { ...object, [name]: value.toSpliced(i, 1) };
        if (value[i] !== null && typeof value[i] === 'object')
          for (const inner of lessOf(value[i], ['name', 'variable', 'value', 'model']))
            yield { ...object, [name]: value.with(i, inner) };
      }
  }
}

/** A smaller case in which the same rule is said otherwise in the same way. */
export function shrunk(given, { rule, kind, difference }) {
  const what = wordsOf({ kind, difference });
  const kept = (next) => {
    try {
      return compared(next, 300)?.some(
        (one) => one.rule === rule && one.kind === kind && one.difference !== null && wordsOf(one) === what,
      );
    } catch {
      return false;
    }
  };
  let now = { ...given, rules: given.rules.filter(({ id }) => id === rule) };
  if (!kept(now)) now = given;
  for (let moved = true; moved;) {
    moved = false;
    for (const next of smaller(now)) {
      if (!kept(next)) continue;
      now = next;
      moved = true;
      break;
    }
  }
  return now;
}

function main([file, about = '', most = '1']) {
  const seen = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { answer, ...given } = JSON.parse(line);
    const what = `${answer.kind}: ${wordsOf(answer)}`;
    if (!what.includes(about) || (seen.get(what) ?? 0) >= Number(most)) continue;
    seen.set(what, (seen.get(what) ?? 0) + 1);
    const { graph, catalogue, rules } = shrunk(given, answer);
    console.log(`${what}\n${JSON.stringify({ graph, catalogue: catalogue.tools, rules })}\n`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
