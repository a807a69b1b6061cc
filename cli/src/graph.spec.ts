import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ostiary, type Ran } from './testing/run.js';

const example = (file: string): string => readFileSync(join(root, 'examples/graphs/refunds', file), 'utf8');
const graph = JSON.parse(example('graph.json')) as {
  nodes: object[];
  edges: { id: string; guard?: object }[];
};
const mended = { ...graph, edges: graph.edges.filter(({ id }) => id !== 'known') };
/** Nobody can read who takes the way past the check. */
const opaque = {
  ...graph,
  edges: graph.edges.map((edge) =>
    edge.guard === undefined ? edge : { ...edge, guard: { opaque: `f("${edge.id}")` } },
  ),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ostiary-graph-'));
  const files = {
    'graph.json': graph,
    'mended.json': mended,
    'opaque.json': opaque,
    'dangling.json': { ...graph, edges: [{ id: 'x', source: 'greet', target: 'refnd' }] },
    'untidy.json': { ...graph, nodes: [...graph.nodes, { id: 'lost', kind: 'llm' }] },
    'rules.json': [{ id: 'never', kind: 'order', pattern: 'absence', first: 'refund_order' }],
    'never.json': [{ kind: 'edge_never', edge: 'known' }],
    'nowhere.json': [{ kind: 'edge_never', edge: 'knwon' }],
    'bad-rules.json': [{ id: 'r', kind: 'order', pattern: 'response', first: 'a' }],
  };
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value, null, 2));
  writeFileSync(join(folder, 'catalogue.json'), example('catalogue.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, input?: string): Ran =>
  ostiary(command.split(' '), { cwd: folder, ...(input !== undefined && { input }) });

describe('ostiary graph', () => {
  it.each([
    ['opaque.json --catalogue catalogue.json', 4],
    ['opaque.json --catalogue catalogue.json --fail-on possible', 1],
    ['graph.json --catalogue catalogue.json --fail-on none', 0],
    // Nothing was asked, so nothing was shown.
    ['mended.json', 4],
    ['mended.json --rules rules.json', 1],
  ])('%s ends with %i', (command, code) => {
    expect(run(`graph ${command}`).code).toBe(code);
  });

  it('tells what is new since another version, and writes reports', () => {
    const { out } = run(
      'graph graph.json --catalogue catalogue.json --against mended.json --sarif g.sarif --html g.html',
    );
    expect(out).toContain('compared with the previous version: 1 new, 0 moved, 0 unchanged, 0 fixed');
    expect(out).toContain('; new, caused by the edge known [P1 ');
    expect(run('graph mended.json --catalogue catalogue.json --against graph.json').out).toContain(
      'mended.json: fixed: ',
    );
    expect(JSON.parse(readFileSync(join(folder, 'g.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(join(folder, 'g.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('says verdicts and severities in the language that is asked for', () => {
    const { out } = run('graph graph.json --catalogue catalogue.json --lang pt');
    expect(out).toContain('graph.json: quebrada: ');
    expect(out).toContain('graph.json: 1 quebradas, 0 possíveis, 0 vazias, 0 provadas');
    expect(run('graph untidy.json --catalogue catalogue.json --lang pt').out).toMatch(
      /^higiene \((?:média|baixa)\): /m,
    );
  });

  it('tells what would be if', () => {
    const { out, code } = run('graph graph.json --catalogue catalogue.json --assume never.json');
    expect({ out, code }).toEqual({
      out: expect.stringMatching(
        /: proved: .* \(without the assumptions: broken\) .*\n[^]*verdicts changed by the assumptions: 1$/m,
      ) as string,
      code: 0,
    });
  });

  it('tells what recorded runs did that the graph has no way for', () => {
    const lines = ['greet', 'refund'].map((node, at) =>
      JSON.stringify({
        id: node,
        trace_id: 't',
        run_type: 'chain',
        start_time: at,
        extra: { metadata: { langgraph_node: node } },
      }),
    );
    writeFileSync(join(folder, 'runs.jsonl'), lines.join('\n'));
    const { out, code } = run('graph mended.json --catalogue catalogue.json --traces runs.jsonl');
    expect({ out, code }).toEqual({
      out: expect.stringMatching(
        /recorded runs: 0 of 1 are runs of the graph[^]*`greet` was followed by `refund`/,
      ) as string,
      code: 4,
    });
    writeFileSync(join(folder, 'bad.jsonl'), `${lines[0] ?? ''}\n{`);
    expect(run('graph mended.json --traces bad.jsonl')).toMatchObject({
      code: 5,
      out: expect.stringMatching(/^bad\.jsonl:2:1: error: .*\[graph_trace_syntax\]$/m) as string,
    });
  });

  it('gives one document for machines', () => {
    const { out, code } = run('graph graph.json --catalogue catalogue.json --json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      file: 'graph.json',
      verdicts: [{ verdict: 'broken', target: 'refund_order' }],
      comparison: null,
    });
  });

  it('writes proofs, and checks them: on the graph they are of, whole, and on no other', () => {
    const check = (proofs: string, file = 'mended.json'): Ran =>
      run(`graph ${file} --catalogue catalogue.json --verify ${proofs}`);
    expect(run('graph mended.json --catalogue catalogue.json --certificates proofs.jsonl').code).toBe(0);
    expect(check('proofs.jsonl')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^mended\.json: accepted: /) as string,
    });
    expect(check('proofs.jsonl', 'graph.json')).toMatchObject({
      code: 1,
      out: expect.stringContaining('refused') as string,
    });
    const [line = ''] = readFileSync(join(folder, 'proofs.jsonl'), 'utf8').split('\n');
    const proof = JSON.parse(line) as { rule_id: string; sets: number[] };
    const files = {
      'less.jsonl': { ...proof, sets: proof.sets.map((set, place) => (place === 1 ? 0 : set)) },
      'other.jsonl': { ...proof, rule_id: 'other' },
      'none.jsonl': '',
      'no.jsonl': { proof: 'trust me' },
    };
    for (const [name, value] of Object.entries(files))
      writeFileSync(join(folder, name), value === '' ? '' : JSON.stringify(value));
    expect([check('less.jsonl'), check('other.jsonl'), check('none.jsonl')].map(({ code }) => code)).toEqual([1, 1, 4]);
    expect(check('no.jsonl')).toMatchObject({ code: 2, err: expect.stringContaining('no.jsonl:1') as string });
  });

  it('says where a document does not read', () => {
    expect(run('graph dangling.json')).toMatchObject({
      code: 5,
      out: expect.stringMatching(
        /^dangling\.json:\d+:\d+: error: .*`refnd`.*`refund`.*\[graph_reference_dangling\]$/m,
      ) as string,
    });
    expect(run('graph -', 'nodes: [').code).toBe(5);
  });

  it.each([
    ['graph graph.json mended.json', 'Name one graph.'],
    ['graph graph.json --rules bad-rules.json', '--rules#/0/second'],
    ['graph graph.json --assume nowhere.json', '--assume#/0/edge: There is nothing called `knwon`'],
    ['graph graph.json --format visio', '--format has no visio'],
    ['graph gone.json', 'There is no file gone.json.'],
  ])('%s is wrong usage, and says why', (command, said) => {
    expect(run(command)).toMatchObject({ code: 2, err: expect.stringContaining(said) as string });
  });
});
