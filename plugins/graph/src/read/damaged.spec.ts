import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { readText, type TextForm } from '../gate/index.js';
import type { GraphBody } from '../model/index.js';
import { candidateFormats, type GraphFormatName, readGraph, readNative } from './index.js';

type Path = readonly (string | number)[];

const at = (path: string): URL => new URL(path, import.meta.url);
const pages = at('../../../../docs/graph/formats/');
const fixtures = at('../../fixtures/');
/** The examples of the pages on formats, and the exports that are kept as fixtures. */
const texts = [
  ...readdirSync(pages)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, pages), 'utf8').matchAll(/^```(?:json|yaml|xml)\n([\s\S]*?)^```$/gm)].map(
        ([, text = '']) => text,
      ),
    ),
  ...['langgraph-py.json', 'langgraph-js.mmd', 'agent-framework.json', 'autogen.json', 'crewai.json', 'bpmn.bpmn'].map(
    (name) => readFileSync(fileURLToPath(new URL(name, fixtures)), 'utf8'),
  ),
];
const samples = texts.flatMap((text): readonly { format: GraphFormatName; form: TextForm; tree: unknown }[] => {
  const read = readText(text);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const [format] = candidateFormats(read.tree, read.form);
  return format ? [{ format, form: read.form, tree: read.tree }] : [];
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** All places of a document. */
function placesOf(tree: unknown): readonly Path[] {
  const found: Path[] = [];
  const walk = (value: unknown, path: Path): void => {
    if (path.length > 0) found.push(path);
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value))
      walk(inner, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  walk(tree, []);
  return found;
}

type Damage = (holder: Record<string | number, unknown>, name: string | number) => void;
const put =
  (value: unknown): Damage =>
  (holder, name) => {
    holder[name] = structuredClone(value);
  };
const DAMAGES: Readonly<Record<string, Damage>> = {
  'left out': (holder, name) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  },
  doubled: (holder, name) => {
    if (Array.isArray(holder)) holder.push(structuredClone(holder[name]));
    else holder[`${name}2`] = structuredClone(holder[name]);
  },
  renamed: (holder, name) => {
    if (Array.isArray(holder)) return;
    holder[`${name}_`] = holder[name];
    delete holder[name];
  },
  'no such name': put('__proto__'),
  empty: put(''),
  nothing: put(null),
  'a number': put(-1),
  true: put(true),
  'a list': put([[{}]]),
  'a record': put({ constructor: { id: 'x', name: 'x' } }),
};

function damaged(tree: unknown, path: Path, damage: Damage): unknown {
  const copy = structuredClone(tree);
  let holder = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    const inner = holder[step];
    if (!isObject(inner)) return copy;
    holder = inner;
  }
  damage(holder, path.at(-1) ?? '');
  return copy;
}

/** Elements are what they are: they may be left out and doubled, and their attributes have other texts. */
const inXml = (path: Path, kind: string): boolean =>
  path.at(-2) === 'children'
    ? kind === 'left out' || kind === 'doubled'
    : path.at(-2) === 'attributes' && ['left out', 'renamed', 'empty', 'no such name'].includes(kind);

describe('a damaged document of any format', () => {
  it('has a sample of every format', () => {
    const formats = new Set(samples.map(({ format }) => format));
    expect([...formats].toSorted()).toEqual([
      'agent-framework',
      'agent-spec',
      'asl',
      'autogen',
      'bedrock',
      'bpmn',
      'crewai',
      'dify',
      'flowise',
      'langgraph',
      'langgraph-mermaid',
      'n8n',
    ]);
  });

  it('is refused with problems and where they are, or is a right graph', () => {
    const sample = fc.constantFrom(
      ...samples.filter(({ tree }) => isObject(tree)).map((one) => ({ ...one, places: placesOf(one.tree) })),
    );
    const hits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Object.keys(DAMAGES))), { minLength: 1, maxLength: 3 });
    let refused = 0;
    fc.assert(
      fc.property(sample, hits, ({ format, form, tree, places }, damages) => {
        const hurt = damages.reduce<unknown>((now, [place, kind]) => {
          const path = places[place % places.length] ?? [];
          return form === 'xml' && !inXml(path, kind) ? now : damaged(now, path, DAMAGES[kind] ?? put(null));
        }, tree);
        const read = readGraph(hurt, form, { format });
        refused += read.ok ? 0 : 1;
        const problems = read.ok ? [] : read.problems;
        expect(read.ok || problems.length > 0).toBe(true);
        for (const { slug, place } of problems) expect(`${slug} ${place.pointer}`).toMatch(/^graph_\w+ (?:\/|$)/);
        expect(read.ok ? readNative(read.graph) : { ok: true }).toMatchObject({ ok: true });
      }),
      { numRuns: runs(1_200) },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it('is not read as if a reference that leads nowhere were not there', () => {
    const ends = (body: GraphBody): readonly string[] => body.edges.flatMap(({ source, target }) => [source, target]);
    for (const { format, form, tree } of samples) {
      const read = readGraph(tree, form, { format });
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      for (const body of [read.graph, ...(read.graph.subgraphs ?? [])]) {
        const ids = new Set(body.nodes.map(({ id }) => id));
        expect(ends(body).filter((id) => !ids.has(id))).toEqual([]);
      }
    }
  });
});
