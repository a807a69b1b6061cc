import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GraphBody, GraphEdge, GraphNode, Guard, ReadResult } from '../../model/index.js';

export type ReadOk = Extract<ReadResult, { ok: true }>;

/** What a reader made, or its problems as an error. */
export function ok<Read extends ReadResult>(read: Read): Extract<Read, { ok: true }> {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read as Extract<Read, { ok: true }>;
}

/** The slugs of a refusal with where each is, and the parameter that names something. */
export function refusals(read: ReadResult): readonly (readonly unknown[])[] {
  if (read.ok) return [['read']];
  return read.problems.map(({ slug, place, params }) => [slug, place.pointer, ...Object.values(params).slice(0, 1)]);
}

/** The codes of the assumptions, with the nodes that rest on each. */
export const assumed = ({ assumptions }: ReadOk): readonly string[] =>
  assumptions.map(({ code, nodes = [] }) => [code, ...nodes].join(' '));

/** Edges as `source -> target`, with what stands on them, in their order. */
export const edgesOf = ({ edges }: GraphBody): readonly string[] => edges.map(drawn);

export const nodeOf = ({ nodes }: GraphBody, id: string): GraphNode | undefined => nodes.find((node) => node.id === id);

export function subgraphOf(read: ReadOk, name: string): GraphBody {
  const found = read.graph.subgraphs?.find((body) => body.name === name);
  if (!found) throw new Error(`no body ${name}: ${(read.graph.subgraphs ?? []).map((body) => body.name).join()}`);
  return found;
}

function drawn({ source, target, branch, on, outcome, guard, otherwise, max_times }: GraphEdge): string {
  const said = [
    branch && `[${branch}]`,
    on,
    outcome,
    guard && guardText(guard),
    otherwise && 'otherwise',
    max_times !== undefined && `at most ${max_times}`,
  ].filter(Boolean);
  return [`${source} -> ${target}`, ...said].join(' ');
}

function guardText(guard: Guard): string {
  if ('opaque' in guard) return `opaque ${guard.opaque}`;
  return 'choice' in guard ? `free ${guard.choice}` : JSON.stringify(guard.expr);
}

/** A file of plugins/graph/fixtures, as bytes. */
export const fixture = (file: string): Uint8Array =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/${file}`, import.meta.url)));
