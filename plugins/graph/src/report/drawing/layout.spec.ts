import { describe, expect, it } from 'vitest';
import { GraphIndex } from '../show/graph-index.js';
import { sceneOf } from '../show/scene.js';
import { CASES, fixture, type FixtureName } from '../testing/all.js';
import { place, type PlacedBody } from './layout.js';

const placed = (name: FixtureName): PlacedBody[] => {
  const report = fixture(name);
  const index = new GraphIndex(report.graph, report.places);
  return [null, ...report.verdicts.filter(({ path }) => path !== undefined)]
    .slice(0, 6)
    .flatMap((verdict) => sceneOf(index, verdict) ?? [])
    .map(({ top }) => place(top, 'en'));
};

/** A body and all bodies in it. */
const bodiesOf = (body: PlacedBody): PlacedBody[] => [
  body,
  ...body.nodes.flatMap(({ inside }) => (inside === null ? [] : bodiesOf(inside))),
];

describe('the layout of a graph', () => {
  it.each([...new Set(CASES.map(([name]) => name))])(
    'of %s has all nodes within it, none over another, and bodies in their nodes',
    (name) => {
      const bodies = placed(name).flatMap(bodiesOf);
      expect(bodies.length).toBeGreaterThan(0);
      for (const { nodes, width, height } of bodies)
        for (const [at, own] of nodes.entries()) {
          expect(own.x - own.width / 2).toBeGreaterThanOrEqual(0);
          expect(own.x + own.width / 2).toBeLessThanOrEqual(width);
          expect(own.y + own.height / 2).toBeLessThanOrEqual(height);
          expect(own.inside?.width ?? 0).toBeLessThanOrEqual(own.width);
          for (const other of nodes.slice(at + 1))
            expect(
              Math.abs(own.x - other.x) >= (own.width + other.width) / 2 ||
                Math.abs(own.y - other.y) >= (own.height + other.height) / 2,
            ).toBe(true);
        }
    },
  );

  it('leads each edge from its source to its target, with its label on the way', () => {
    for (const { nodes, edges } of placed('orders').flatMap(bodiesOf)) {
      const by = new Map(nodes.map((each) => [each.scene.key, each]));
      for (const { scene, points, label, lines } of edges) {
        expect(label === null).toBe(lines.length === 0);
        for (const [key, point] of [
          [scene.from, points[0]],
          [scene.to, points.at(-1)],
        ] as const) {
          const box = by.get(key);
          expect(Math.abs((point?.x ?? Infinity) - (box?.x ?? 0))).toBeLessThanOrEqual((box?.width ?? 0) / 2 + 1);
          expect(Math.abs((point?.y ?? Infinity) - (box?.y ?? 0))).toBeLessThanOrEqual((box?.height ?? 0) / 2 + 1);
        }
      }
    }
  });

  it('is the same each time', () => {
    expect(JSON.stringify(placed('orders'))).toBe(JSON.stringify(placed('orders')));
  });
});
