import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { checkGraph, checkHygiene } from '@ostiary/graph/check';
import { readText } from '@ostiary/graph/gate';
import { type AgentGraph, effectsOf, type HygieneFinding, type Rule, type Verdict } from '@ostiary/graph/model';
import { readNative } from '@ostiary/graph/read';
import { root } from '@ostiary/testkit/project';
import { describe, expect, test } from 'vitest';

const page = readFileSync(join(root, 'docs', 'graph', 'properties.md'), 'utf8');

/** A graph, with the catalogue and the rules that its section gave last, and the verdicts that the page says. */
interface Example {
  readonly graph: string;
  readonly catalogue: string;
  readonly rules: string | undefined;
  readonly verdicts: readonly string[];
}

function examplesOf(section: string): readonly Example[] {
  const examples: Example[] = [];
  let [graph, catalogue, rules]: [string, string, string | undefined] = ['', '', undefined];
  for (const [, kind = '', text = ''] of section.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm))
    if (kind === 'yaml') graph = text;
    else if (kind === 'json') catalogue = text;
    else if (kind === 'json rules') rules = text;
    else examples.push({ graph, catalogue, rules, verdicts: text.trimEnd().split('\n') });
  return examples;
}

/** A path that ends by an edge ends at the node it leads to. */
function pathOf({ path = [] }: Verdict, { edges }: AgentGraph): string {
  const last = edges.find(({ id }) => id === path.at(-1)?.edge);
  const steps = path.map(({ node, edge }) => (edge === undefined ? node : `${node} -${edge}->`));
  return [...steps, ...(last ? [last.target] : [])].join(' ');
}

function told(one: Verdict, ruled: boolean, graph: AgentGraph): string {
  const about = ruled && one.property === 'P3' ? one.rule_id : one.target;
  const what = one.property === 'P5' ? `P5 ${one.kind ?? ''}` : one.property;
  return `${what} ${about}: ${one.verdict}${one.path ? `, by ${pathOf(one, graph)}` : ''}`;
}

const toldOf = ({ kind, target, severity, places }: HygieneFinding): string =>
  `${[kind, target].join(' ').trim()}: ${severity}, at ${places.join(' ')}`;

/** Of a saga what is proved is not listed, but where all is. */
function listed(verdicts: readonly Verdict[], ruled: boolean, graph: AgentGraph): string[] {
  const shown = verdicts.filter(({ property, verdict }) => property !== 'P5' || verdict !== 'proved');
  return shown.length === 0 ? ['P5: proved'] : shown.map((one) => told(one, ruled, graph));
}

const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.split('\n', 1)[0], text }));

describe.each(sections)('$title', ({ text: section }) => {
  test.each(examplesOf(section))('$verdicts', ({ graph, catalogue, rules, verdicts }) => {
    const text = readText(graph);
    const read = text.ok ? readNative(text.tree) : text;
    const tools = readAnyCatalogue(JSON.parse(catalogue) as unknown);
    if (!read.ok || !tools.ok) throw new Error(JSON.stringify([read, tools]));
    const asked = rules === undefined ? undefined : (JSON.parse(rules) as Rule[]);
    const effects = effectsOf(tools.catalogue);
    const said = section.startsWith('P6')
      ? checkHygiene(read.graph, effects, asked).map(toldOf)
      : listed(checkGraph(read.graph, effects, asked).verdicts, asked !== undefined, read.graph);
    expect(said).toEqual(verdicts);
  });
});
