import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import type { GraphBody } from '../../model/index.js';
import { meetingOf } from '../../replay/taint/meeting.js';
import { edge, graphOf, node } from '../../testing/graphs.js';
import { latestMeetsOf, meetsOf } from './meets.js';

const nameOf = (body: GraphBody, at: number): string | null => body.nodes[at]?.id ?? null;
const meets = (body: GraphBody): Record<string, string | null> =>
  Object.fromEntries(meetsOf(body).map((meet, at) => [nameOf(body, at), nameOf(body, meet.node)]));

describe('where branches meet', () => {
  it('is the first node that every way to an end comes to', () => {
    const body = graphOf(
      [node('a', 'llm'), node('b', 'llm'), node('c', 'llm'), node('d', 'llm'), node('e', 'end')],
      ['a>b', 'a>c', 'b>d', 'c>d', 'd>e'],
    );
    expect(meets(body)).toEqual({ a: 'd', b: 'd', c: 'd', d: 'e', e: null });
  });

  it('is nowhere where one branch fails, or comes to no end', () => {
    const nodes = [node('a', 'llm'), node('b', 'llm'), node('f', 'fail'), node('e', 'end')];
    expect(meets(graphOf(nodes, ['a>b', 'a>f', 'b>e'])).a).toBe(null);
    expect(meets(graphOf(nodes, ['a>b', 'b>a', 'e>f'])).a).toBe(null);
  });

  it('is past an error edge too, and not past an abort that no edge shows', () => {
    const nodes = [node('a', 'llm'), node('b', 'tool'), node('c', 'tool'), node('e', 'end')];
    const ways = ['a>b', 'a>c', 'b>c', 'c>e'];
    expect(meets(graphOf(nodes, ways)).a).toBe('c');
    expect(meets(graphOf(nodes, [...ways, edge('b>e', { on: 'error' })])).a).toBe('e');
  });

  /** By the words of the page: without the node no end can be reached, and of such nodes it is the first. */
  function slowly({ nodes, edges }: GraphBody, from: string): string | null {
    const ends = (id: string): boolean =>
      !edges.some(({ source, on }) => source === id && on !== 'error') ||
      ['end', 'fail'].includes(nodes.find((each) => each.id === id)?.kind ?? '');
    const reached = (without: string | null): Set<string> => {
      const seen = new Set([from]);
      for (const id of seen)
        if (!['end', 'fail'].includes(nodes.find((each) => each.id === id)?.kind ?? ''))
          for (const { source, target } of edges) if (source === id && target !== without) seen.add(target);
      return seen;
    };
    if (![...reached(null)].some(ends)) return null;
    const unavoidable = nodes.filter(({ id }) => id !== from && ![...reached(id)].some(ends)).map(({ id }) => id);
    return unavoidable.find((id) => unavoidable.every((other) => other === id || !reached(id).has(other))) ?? null;
  }

  it('is said alike by the checker, the replay and the page', () => {
    const kinds = fc.constantFrom('llm', 'llm', 'llm', 'tool', 'end', 'fail' as const);
    const bodies = fc.array(kinds, { minLength: 2, maxLength: 7 }).chain((all) =>
      fc.array(fc.tuple(fc.nat(all.length - 1), fc.nat(all.length - 1), fc.boolean()), { maxLength: 12 }).map((ways) =>
        graphOf(
          all.map((kind, at) => node(`n${String(at)}`, kind)),
          ways.map(([from, to, error], at) => ({
            id: `e${String(at)}`,
            source: `n${String(from)}`,
            target: `n${String(to)}`,
            ...(error && { on: 'error' as const }),
          })),
        ),
      ),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const found = meets(body);
        for (const { id, kind } of body.nodes) {
          if (kind === 'end' || kind === 'fail') continue;
          expect([id, found[id], meetingOf(body, id)]).toEqual([id, slowly(body, id), slowly(body, id)]);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('is in no way later than the latest of all ways that may edges can be', () => {
    const kinds = fc.constantFrom('llm', 'llm', 'llm', 'end', 'fail' as const);
    const ways = (last: number) =>
      fc.array(
        fc.record({ from: fc.nat(last), to: fc.nat(last), on: fc.constantFrom('error', undefined), may: fc.boolean() }),
        { maxLength: 9 },
      );
    const bodies = fc
      .array(kinds, { minLength: 2, maxLength: 6 })
      .chain((all) => fc.tuple(fc.constant(all), ways(all.length - 1)));
    fc.assert(
      fc.property(bodies, fc.nat(511), ([all, edges], bits) => {
        const body = (kept: typeof edges): GraphBody =>
          graphOf(
            all.map((kind, at) => node(`n${String(at)}`, kind)),
            kept.map(({ from, to, on, may }, at) => ({
              id: `e${String(at)}`,
              source: `n${String(from)}`,
              target: `n${String(to)}`,
              ...(on && { on }),
              ...(may && { provenance: 'may' as const }),
            })),
          );
        const latest = latestMeetsOf(body(edges));
        const one = meetsOf(body(edges.filter(({ may }, at) => !may || ((bits >> at) & 1) === 1)));
        /** Where the branches of a node meet, and those of that node, and so on. */
        const chain = (from: number): number[] => {
          const found: number[] = [];
          const meetOf = (at: number): number => one[at]?.node ?? -1;
          for (let at = meetOf(from); at >= 0; at = meetOf(at)) found.push(at);
          return [...found, -1];
        };
        const earlier = latest.filter(
          ({ node: meet }, at) => all[at] !== 'end' && all[at] !== 'fail' && !chain(at).includes(meet),
        );
        expect(earlier).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});
