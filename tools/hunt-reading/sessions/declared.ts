import { type Rng, chance, pick } from '@ostiary/policy/testing';
import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import type { Reading } from '../lib/compare.js';
import { MINUTE, type Move, Player, lists } from './play.js';

const DAY = 1_440 * MINUTE;
const WINDOWS = { '10m': 10 * MINUTE, '24h': DAY, session: Number.POSITIVE_INFINITY } as const;
type Window = keyof typeof WINDOWS;

/** A bound on what was paid, or on how often: of a rule, that refuses what passes it, or of a property. */
interface Bound {
  readonly what: 'sum' | 'count';
  readonly state: 'ok' | 'open';
  readonly within: Window;
  /** Cents, or calls, of which there may be so many. */
  readonly most: number;
  readonly including: boolean;
}

export interface Declared {
  readonly made: { readonly catalogue: undefined };
  readonly text: string;
  readonly limits: readonly Bound[];
  readonly property: Bound;
  readonly player: Player;
}

const AMOUNTS = ['0.01 EUR', '0.02 EUR', '0.03 EUR'];
const cents = (amount: unknown): number => Math.round(Number(String(amount).split(' ')[0]) * 100);

const told = ({ what, state, within, most, including }: Bound, cmp: '>' | '<='): string => {
  const own = including ? ' including this' : '';
  return what === 'sum'
    ? `sum(pay.${state}.amount) within ${within} by principal${own} ${cmp} 0.0${String(most)} EUR`
    : `count(pay.${state}) within ${within} by principal ${cmp} ${String(most)}`;
};

/** One tool that pays up to three cents, limits on it or none, and a property that says what they should come to. */
export function declared(rng: Rng): Declared {
  const bound = (most: readonly number[]): Bound => {
    const what = pick(rng, ['sum', 'sum', 'count'] as const);
    return {
      what,
      state: pick(rng, ['ok', 'open', 'open'] as const),
      within: pick(rng, ['10m', '24h', 'session'] as const),
      most: what === 'sum' ? pick(rng, most) : pick(rng, [1, 2]),
      including: what === 'sum' && chance(rng, 0.7),
    };
  };
  const limits = chance(rng, 0.1) ? [] : chance(rng, 0.4) ? [bound([2, 3]), bound([3, 4])] : [bound([2, 3, 4])];
  const property = { ...bound([3, 4, 5, 6]), including: chance(rng, 0.15) };
  const own: Bound = { ...property, including: property.what === 'sum' && property.including };
  const base = pick(rng, [
    '@id("all") allow (tool == "pay");',
    '@id("all") allow (tool == "pay");',
    '@id("some") allow (tool == "pay") when { args.amount <= 0.02 EUR };',
    '@id("small") allow (tool == "pay") when { args.amount <= 0.01 EUR };\n@id("big") confirm (tool == "pay") when { args.amount > 0.01 EUR };',
  ]);
  const text = [
    'dialect 2;',
    'tool pay @write (amount: money EUR 0.01..0.03);',
    base,
    ...limits.map(
      (limit, at) => `@id("limit${String(at)}") refuse (tool == "pay") when history { ${told(limit, '>')} };`,
    ),
    `always "p": session ${told(own, '<=')};`,
  ].join('\n');
  return { made: { catalogue: undefined }, text, limits, property: own, player: new Player(text) };
}

/**
 * Sessions of up to four calls of one caller that all go well if they may, or still run: what most of the property counts and least of
 * any limit.
 */
function* sessions({ property }: Declared, gaps: readonly number[]): Generator<readonly Move[]> {
  const outcome = property.state === 'ok' ? 'ok' : 'running';
  for (const length of [1, 2, 3, 4])
    for (const amounts of lists(AMOUNTS, length))
      for (const afters of lists(gaps, length - 1))
        yield amounts.map((amount, at) => ({
          call: { tool: 'pay', args: { amount } },
          outcome,
          after: at === 0 ? MINUTE : (afters[at - 1] ?? MINUTE),
        }));
}

/** Whether the property is false before the last call of a session, or of that call, if it counts it and it runs. */
function isBroken({ player, property }: Declared, moves: readonly Move[], including = property.including): boolean {
  const { what, within, most } = property;
  const played = player.play(moves);
  let [now, total] = [0, 0];
  const paid = moves.map(({ call, after = MINUTE }) => {
    now += after;
    return { at: now, amount: what === 'sum' ? cents(call.args['amount']) : 1 };
  });
  for (const [at, each] of paid.entries()) {
    const isLast = at === paid.length - 1;
    if (played[at]?.answer === 'refuse' || (isLast && !including)) continue;
    if (now - each.at <= WINDOWS[within]) total += each.amount;
  }
  // What counts the present call is asked of calls that run.
  return (!including || played.at(-1)?.answer !== 'refuse') && total > most;
}

const GAPS = [MINUTE, 11 * MINUTE, DAY - MINUTE, DAY + MINUTE];

const breaks = (world: Declared, gaps: readonly number[], including?: boolean): boolean => {
  for (const moves of sessions(world, gaps)) if (isBroken(world, moves, including)) return true;
  return false;
};

type Bugs = ReadonlyMap<string, Severity | null>;

/** P01, over sessions: a declared property is violated. */
const P01: Reading<Declared> = {
  class: 'P01',
  bugs: (world): Bugs => new Map(breaks(world, GAPS) ? [['p', 'critical']] : []),
  of: ({ subkind }) => subkind ?? '',
  shows: (finding, world) => {
    const steps = finding.witness?.steps ?? [];
    const times = steps.map(({ context }) => context.now ?? 0);
    return isBroken(
      world,
      steps.map(({ call }, at) => ({
        call: { ...call, args: { amount: `${String(call.args['amount'])} EUR` } },
        outcome: world.property.state === 'ok' ? 'ok' : 'running',
        after: at === 0 ? MINUTE : (times[at] ?? 0) - (times[at - 1] ?? 0),
      })),
    );
  },
};

/** H06: bursts around the edge of a window, each of which the property allows. */
const H06: Reading<Declared> = {
  class: 'H06',
  bugs: (world): Bugs => {
    const { property, limits } = world;
    const shorter = limits.filter(
      ({ what, within }) => what === property.what && WINDOWS[within] < WINDOWS[property.within],
    );
    // The last call of the last burst is too much.
    const is = shorter.length > 0 && breaks(world, GAPS, true) && !breaks(world, [MINUTE], true);
    return new Map(is ? [['p', null]] : []);
  },
  of: () => 'p',
};

export const DECLARED_READINGS = [P01, H06];
