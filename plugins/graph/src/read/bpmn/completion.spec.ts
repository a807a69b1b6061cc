import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { Problems } from '../source/problems.js';
import { pointerOnly } from '../source/options.js';
import { type Completed, Completion } from './completion.js';
import { BPMN, type Element, readScope, type Scope } from './elements.js';

const KINDS = ['serviceTask', 'exclusiveGateway', 'parallelGateway', 'intermediateThrowEvent'] as const;
type Kind = (typeof KINDS)[number];

interface Drawn {
  readonly kinds: readonly Kind[];
  /** From a node (-1: the start event) to one that is further on, or back. */
  readonly flows: readonly (readonly [number, number])[];
  /** Tasks that an event on their border may end, and where that leads. */
  readonly borders: readonly (readonly [number, number])[];
  /** What each throwing event compensates: a node, or all. */
  readonly of: readonly (number | null)[];
}

const drawn = (most: number): fc.Arbitrary<Drawn> =>
  fc.array(fc.constantFrom(...KINDS), { minLength: 2, maxLength: most }).chain((kinds) => {
    const node = fc.nat(kinds.length - 1);
    const on = kinds.map((_, at) => fc.constant([at - 1, at] as const));
    return fc.record({
      kinds: fc.constant(kinds),
      flows: fc
        .tuple(fc.tuple(...on), fc.array(fc.tuple(node, node), { maxLength: 4 }))
        .map(([chain, more]) => [...chain, ...more.filter(([from, to]) => from !== to)]),
      borders: fc
        .array(fc.tuple(node, node), { maxLength: 2 })
        .map((all) =>
          all.filter(([from], at) => kinds[from] === 'serviceTask' && all.findIndex(([one]) => one === from) === at),
        ),
      of: fc.tuple(...kinds.map(() => fc.option(node))),
    });
  });

const name = (node: number): string => (node < 0 ? 's' : `n${String(node)}`);
const xml = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly unknown[] = [],
): unknown => ({
  namespace: BPMN,
  name: tag,
  attributes,
  children,
});

function scopeOf({ kinds, flows, borders, of }: Drawn): Scope {
  const children = [
    xml('startEvent', { id: 's' }),
    ...kinds.map((kind, at) => {
      const one = of[at];
      const ref: Readonly<Record<string, string>> = one === null || one === undefined ? {} : { activityRef: name(one) };
      return xml(
        kind,
        { id: name(at) },
        kind === 'intermediateThrowEvent' ? [xml('compensateEventDefinition', ref)] : [],
      );
    }),
    ...borders.map(([on]) => xml('boundaryEvent', { id: `b${String(on)}`, attachedToRef: name(on) })),
    ...flows.map(([from, to], at) =>
      xml('sequenceFlow', { id: `f${String(at)}`, sourceRef: name(from), targetRef: name(to) }),
    ),
    ...borders.map(([on, to]) =>
      xml('sequenceFlow', { id: `g${String(on)}`, sourceRef: `b${String(on)}`, targetRef: name(to) }),
    ),
  ];
  const problems = new Problems(pointerOnly);
  const scope = readScope(
    { name: 'process', id: 'p', pointer: '', xml: xml('process', {}, children) as Element['xml'] },
    problems,
  );
  expect(problems.found).toEqual([]);
  return scope;
}

/** At each event that compensates, in each run: the activities that have been completed by then, in the order in which they were (the last time). */
function seenAt({ kinds, flows, borders, of }: Drawn): Map<number, Set<string>> | null {
  const seen = new Map<number, Set<string>>();
  const out = Map.groupBy(
    flows.map(([from, to], at) => ({ from, to, at })),
    ({ from }) => from,
  );
  const into = kinds.map((_, node) => [
    ...flows.flatMap(([, to], at) => (to === node ? [at] : [])),
    ...borders.flatMap(([, to], at) => (to === node ? [flows.length + at] : [])),
  ]);
  interface Configuration {
    readonly tokens: readonly number[];
    readonly done: readonly number[];
  }
  const targetOf = (flow: number): number => flows[flow]?.[1] ?? borders[flow - flows.length]?.[1] ?? -1;
  const found = new Map<string, Configuration>();
  const put = (tokens: readonly number[], done: readonly number[]): void => {
    const sorted = tokens.toSorted((a, b) => a - b);
    found.set(JSON.stringify([sorted, done]), { tokens: sorted, done });
  };
  const without = (all: readonly number[], some: readonly number[]): number[] => {
    const left = [...all];
    for (const one of some) left.splice(left.indexOf(one), 1);
    return left;
  };
  const leaving = (node: number): number[] => (out.get(node) ?? []).map(({ at }) => at);
  put(leaving(-1), []);
  for (const { tokens, done } of found.values()) {
    if (found.size > 3000) return null;
    // Without end a loop makes tokens: as many are looked at.
    if (tokens.length > 4) continue;
    for (const flow of new Set(tokens)) {
      const node = targetOf(flow);
      const kind = kinds[node];
      const arriving = into[node] ?? [];
      if (kind === 'parallelGateway') {
        if (arriving.every((each) => tokens.includes(each)))
          put([...without(tokens, arriving), ...leaving(node)], done);
        continue;
      }
      const rest = without(tokens, [flow]);
      if (kind === 'exclusiveGateway') {
        for (const next of leaving(node)) put([...rest, next], done);
        if (leaving(node).length === 0) put(rest, done);
      } else if (kind === 'serviceTask') {
        put([...rest, ...leaving(node)], [...done.filter((one) => one !== node), node]);
        borders.forEach(([on], at) => {
          if (on === node) put([...rest, flows.length + at], done);
        });
      } else {
        const here = seen.get(node) ?? new Set();
        seen.set(node, here.add(JSON.stringify(done)));
        const one = of[node] ?? null;
        put([...rest, ...leaving(node)], one === null ? [] : done.filter((each) => each !== one));
      }
    }
  }
  return seen;
}

describe('what has been completed', () => {
  it('is so in every run, and so is the order', () => {
    const counts = new Map<Completed, number>();
    fc.assert(
      fc.property(drawn(7), (given) => {
        const scope = scopeOf(given);
        const tasks = given.kinds.flatMap((kind, at) => (kind === 'serviceTask' ? [at] : []));
        const completion = new Completion(scope, false, tasks.length);
        const seen = seenAt(given);
        fc.pre(seen !== null);
        for (const [event, runsTo] of seen ?? [])
          for (const done of [...runsTo].map((text) => JSON.parse(text) as number[]))
            for (const task of tasks) {
              const said = completion.at(scope.nodes.get(name(event)) as Element, name(task));
              counts.set(said, (counts.get(said) ?? 0) + 1);
              const is: Completed = said === 'either' ? 'either' : done.includes(task) ? 'yes' : 'no';
              expect([event, task, is]).toEqual([event, task, said]);
              for (const other of done) {
                const later = completion.isLater(name(task), name(other));
                if (other === task || later === 'either' || !done.includes(task)) continue;
                expect([task, other, later]).toEqual([
                  task,
                  other,
                  done.indexOf(task) > done.indexOf(other) ? 'yes' : 'no',
                ]);
              }
            }
      }),
      { numRuns: runs(400) },
    );
    // Each answer is given: the property is about something.
    expect([...counts.keys()].toSorted()).toEqual(['either', 'no', 'yes']);
  });
});
