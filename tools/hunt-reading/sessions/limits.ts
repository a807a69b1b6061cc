import { type Rng, chance, pick } from '@ostiary/policy/testing';
import type { Severity } from '../../../plugins/hunt/src/search/model/finding.js';
import type { Reading } from '../lib/compare.js';
import { MINUTE, type Move, type Outcome, Player, lists } from './play.js';

/** A refusal that counts or sums earlier calls of the one tool there is. */
interface Limit {
  readonly id: string;
  readonly what: 'sum' | 'count';
  readonly state: string;
  readonly within: string;
  readonly by: string;
  readonly including: boolean;
  readonly bound: string;
}

export interface Limited {
  readonly made: { readonly catalogue: undefined };
  readonly text: string;
  readonly class: string;
  readonly limits: readonly Limit[];
  readonly player: Player;
  /** The same policy with one of its limits written in another way. */
  readonly otherwise: (id: string, change: Partial<Limit>) => Player;
}

const LONG: ReadonlySet<string> = new Set(['24h', 'session']);
const AMOUNTS = ['0.01 EUR', '0.02 EUR', '0.03 EUR'];
const cents = (amount: string): number => Math.round(Number(amount.split(' ')[0]) * 100);
const pay = (amount: string, given: Partial<Move> = {}): Move => ({
  call: { tool: 'pay', args: { amount } },
  ...given,
});

const limitText = ({ id, what, state, within, by, including, bound }: Limit): string => {
  const of = what === 'sum' ? `sum(pay.${state}.amount)` : `count(pay.${state})`;
  const own = including ? ' including this' : '';
  return `@id("${id}") refuse (tool == "pay") when history { ${of} within ${within} by ${by}${own} ${bound} };`;
};

/** One tool that pays up to three cents, who may, and one or two limits. */
export function limited(rng: Rng): Limited {
  const kind = pick(rng, ['write', 'write', 'irreversible', 'read', 'privileged']);
  const base = pick(rng, [
    '@id("all") allow (tool == "pay");',
    '@id("some") allow (tool == "pay") when { args.amount <= 0.02 EUR };',
    '@id("small") allow (tool == "pay") when { args.amount <= 0.02 EUR };\n@id("big") confirm (tool == "pay") when { args.amount > 0.02 EUR };',
    '@id("ask") confirm (tool == "pay");',
  ]);
  const limit = (id: string): Limit => {
    const what = pick(rng, ['sum', 'count'] as const);
    return {
      id,
      what,
      state: pick(rng, ['open', 'open', 'ok', 'ok', 'allowed', 'requested']),
      within: pick(rng, ['10m', '24h', '24h', 'session']),
      by: pick(rng, ['principal', 'principal', 'session']),
      including: what === 'sum' && chance(rng, 0.6),
      bound:
        what === 'sum' ? pick(rng, ['> 0.03 EUR', '>= 0.03 EUR', '> 0.02 EUR']) : pick(rng, ['>= 1', '>= 2', '> 1']),
    };
  };
  const limits = chance(rng, 0.1) ? [] : chance(rng, 0.25) ? [limit('one'), limit('two')] : [limit('one')];
  const head = `dialect 2;\ntool pay @${kind} (amount: money EUR 0.01..0.03);\n${base}`;
  const textOf = (all: readonly Limit[]): string => [head, ...all.map(limitText)].join('\n');
  const text = textOf(limits);
  return {
    made: { catalogue: undefined },
    text,
    class: kind,
    limits,
    player: new Player(text),
    otherwise: (id, change) =>
      new Player(textOf(limits.map((each) => (each.id === id ? { ...each, ...change } : each)))),
  };
}

type Bugs = Map<string, Severity | null>;

/** Sessions of up to three calls that are alike but for the amount. */
function* sessions(given: Partial<Move> = {}): Generator<readonly Move[]> {
  for (const length of [1, 2, 3])
    for (const amounts of lists(AMOUNTS, length)) yield amounts.map((amount) => pay(amount, given));
}

/** Each of them with earlier calls that went well, that failed and that still run, at once or with a while between. */
function* anySessions(): Generator<readonly Move[]> {
  for (const moves of sessions())
    for (const outcomes of lists<Outcome>(['ok', 'running', 'failed'], moves.length - 1))
      for (const after of moves.length === 1 ? [MINUTE] : [MINUTE, 11 * MINUTE, 1_500 * MINUTE])
        yield moves.map((move, at) => ({ ...move, after, outcome: outcomes[at] ?? 'ok' }));
}

const ofLimit = (is: (world: Limited, limit: Limit) => Severity | null | false): Reading<Limited>['bugs'] => {
  return (world) => {
    const bugs: Bugs = new Map();
    for (const limit of world.limits) {
      const severity = is(world, limit);
      if (severity !== false) bugs.set(limit.id, severity);
    }
    return bugs;
  };
};

const byRules: Reading<Limited>['of'] = ({ rules }, { limits }) =>
  rules.filter((rule) => limits.some(({ id }) => id === rule)).join();

/** Whether some session ends in a call that is answered milder than it would be with the limit written otherwise. */
function weak(world: Limited, mended: Player, moves: Iterable<readonly Move[]>, severity: Severity): Severity | false {
  let asked = false;
  for (const each of moves) {
    const answer = world.player.last(each);
    if (answer === 'refuse' || mended.last(each) !== 'refuse') continue;
    if (answer === 'allow') return severity;
    asked = true;
  }
  // What ends in a person being asked is less grave.
  return asked && (severity === 'high' ? 'medium' : severity);
}

/** H07: a limit forgets the present call. */
const H07: Reading<Limited> = {
  class: 'H07',
  bugs: ofLimit(
    (world, { id, what, including }) =>
      what === 'sum' && !including && weak(world, world.otherwise(id, { including: true }), anySessions(), 'high'),
  ),
  of: byRules,
};

/** H05: calls at the same time do not see one another. */
const H05: Reading<Limited> = {
  class: 'H05',
  bugs: ofLimit((world, { id, state }) => {
    const severity = world.class === 'read' ? 'low' : 'high';
    return state === 'ok' && weak(world, world.otherwise(id, { state: 'open' }), anySessions(), severity);
  }),
  of: byRules,
};

const isLeft = ({ by, within }: Limit): boolean => by === 'session' || within === 'session';

/** H12: a limit that the caller can leave. */
const H12: Reading<Limited> = {
  class: 'H12',
  bugs: ofLimit((world, limit) => {
    const { id, what, within } = limit;
    const holds = (other: Limit): boolean => !isLeft(other) && other.what === what && LONG.has(other.within);
    if (!isLeft(limit) || world.limits.some(holds)) return false;
    const isGrave = world.class === 'irreversible' || world.class === 'privileged';
    const severity = world.class === 'read' ? 'low' : what === 'sum' ? 'high' : isGrave ? 'medium' : 'low';
    const mended = world.otherwise(id, { by: 'principal', within: within === 'session' ? '24h' : within });
    const left = Array.from(anySessions(), (moves) =>
      moves.map((move, at) => ({ ...move, session: `session-${String(at)}` })),
    );
    return weak(world, mended, left, severity);
  }),
  of: byRules,
};

/** Calls that nobody agrees to, each as long after the one before it as some limit looks back, or soon after it. */
function* declinedSessions(): Generator<readonly Move[]> {
  for (const moves of sessions({ outcome: 'declined' }))
    for (const gaps of lists([MINUTE, 10 * MINUTE, 1_440 * MINUTE], moves.length - 1))
      yield moves.map((move, at) => ({ ...move, after: at === 0 ? MINUTE : (gaps[at - 1] ?? MINUTE) }));
}

/** H04, of limits: attempts that never ran use them up. */
const H04: Reading<Limited> = {
  class: 'H04',
  bugs: ofLimit(({ player, otherwise }, { id, state }) => {
    if (state !== 'requested') return false;
    const mended = otherwise(id, { state: 'open' });
    for (const moves of declinedSessions()) {
      const played = player.play(moves);
      const before = played.slice(0, -1);
      // What is allowed runs; what is refused does not, nor what nobody agrees to.
      if (before.some(({ answer }) => answer === 'allow') || played.at(-1)?.answer !== 'refuse') continue;
      if (mended.last(moves) !== 'refuse') return 'medium';
    }
    return false;
  }),
  of: byRules,
};

/** H01: a limit is passed by splitting. */
const H01: Reading<Limited> = {
  class: 'H01',
  bugs: ({ player, limits, class: kind }) => {
    const bugs: Bugs = new Map();
    if (kind === 'read' || limits.some(({ within }) => LONG.has(within))) return bugs;
    const rank: readonly Severity[] = ['high', 'critical'];
    let worst = -1;
    for (const whole of AMOUNTS) {
      const answer = player.last([pay(whole)]);
      if (answer === 'allow') continue;
      for (const after of [MINUTE, 11 * MINUTE])
        for (const moves of sessions({ after })) {
          const sum = moves.reduce((total, { call }) => total + cents(String(call.args['amount'])), 0);
          if (sum !== cents(whole) || moves.length < 2) continue;
          // The whole is asked for first, and the first part at the same time, in its place.
          const [asked, ...parts] = player.play([
            pay(whole, { outcome: 'declined' }),
            ...moves.map((move, at) => (at === 0 ? { ...move, after: 0 } : move)),
          ]);
          if (asked?.answer !== answer) continue;
          if (parts.every((each) => each.answer === 'allow')) worst = Math.max(worst, answer === 'refuse' ? 1 : 0);
        }
    }
    if (worst < 0) return bugs;
    const matters = limits.length > 0 || kind === 'irreversible' || kind === 'privileged';
    bugs.set('pay', matters ? (rank[worst] ?? null) : 'low');
    return bugs;
  },
  of: ({ tool }) => tool ?? '',
};

export const LIMIT_READINGS = [H01, H04, H05, H07, H12];
