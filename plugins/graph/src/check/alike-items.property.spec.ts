import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { catalogues, nestedItems, rules } from '../testing/arbitrary.js';
import { AlikeItems } from './alike-items.js';
import { type Found, search, won } from './explore.js';
import { lengthOf } from './judge.js';
import type { Monitor } from './monitor.js';
import { Moves } from './moves.js';
import { Outlook } from './outlook.js';
import { judgedOf, questionsOf } from './questions.js';
import { type Reading, readGraph } from './reading.js';
import type { State } from './state.js';
import { TRACK_NOTHING, type Tracked, Values } from './values.js';

const budget = 1_500;
const isBad = (ending: string): boolean => ending === 'bad';
const told = (found: Found): unknown => (found.kind === 'found' ? lengthOf(found.run) : found.kind);

const statesOf = (found: Found): readonly State[] => (found.kind === 'none' ? found.states : []);

/** How near the lanes of a state are to what is forbidden; null where that is not looked at. */
function nearest({ graph, walk, beside }: Reading, monitor: Monitor, moves: Moves): ((state: State) => number) | null {
  if (!Outlook.fits(monitor)) return null;
  const outlook = new Outlook(graph, walk, beside, monitor);
  return ({ tokens, global }) =>
    Math.min(
      ...tokens.map((token) => outlook.distance(moves.placeOf(token), moves.localOf(token) + monitor.locals * global)),
    );
}

describe('a search that looks at one of the states that are alike', () => {
  it('finds what one finds that looks at all, by a run as short, or all states that there are', () => {
    const counts = { alike: 0, found: 0, none: 0, fewer: 0, won: 0 };
    fc.assert(
      fc.property(nestedItems(), catalogues, rules, (graph, effects, rule) => {
        const [reading] = readGraph(graph, effects, budget).all as [Reading];
        const { graph: control, cells, execution } = reading;
        const everything: Tracked = { groups: new Set(cells.groups.keys()), bounds: new Set(control.bounds.keys()) };
        for (const judged of judgedOf(rule, effects, reading))
          for (const { harsh } of questionsOf(judged, effects, reading)) {
            const alike = harsh && AlikeItems.of(control, cells, harsh, execution);
            if (!harsh || !alike) continue;
            counts.alike += 1;
            for (const tracked of [TRACK_NOTHING, everything]) {
              const moves = new Moves(control, harsh, new Values(control, cells, tracked), execution);
              const whole = search(moves, isBad, { budget });
              if (whole.kind === 'budget') continue;
              const few = search(moves, isBad, { budget, alike });
              expect(told(few)).toEqual(told(whole));
              if (few.kind === 'found') counts.found += 1;
              if (few.kind === 'none') counts.none += 1;
              const [seen, all] = [statesOf(few), statesOf(whole)];
              if (seen.length < all.length) counts.fewer += 1;
              const distance = nearest(reading, harsh, moves);
              const there = new Set<string>();
              for (const state of seen)
                for (const each of alike.orbit(state, moves)) {
                  there.add(moves.key(each));
                  expect(distance?.(each)).toBe(distance?.(state));
                }
              expect(all.every((state) => there.has(moves.key(state)))).toBe(true);
              const game = new Moves(control, harsh, new Values(control, cells, tracked), execution, true);
              const [every, some] = [won(game, isBad, budget), won(game, isBad, budget, alike)];
              if (every === null || some === null) continue;
              expect(some.size > 0).toBe(every.size > 0);
              if (every.size === 0) continue;
              counts.won += 1;
              const within = search(game, isBad, { budget, within: every });
              expect(told(search(game, isBad, { budget, within: some, alike }))).toEqual(told(within));
            }
          }
      }),
      { numRuns: runs(15) },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  });
});
