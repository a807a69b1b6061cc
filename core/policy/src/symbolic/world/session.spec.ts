import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy, type LoadResult } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import type { Call, Context, HistoryEvent } from '../../evaluate/types.js';
import type { Effect } from '../../syntax/ast.js';
import { chance, pick, type Rng, seededRandom } from '../../testing/index.js';
import { smallCatalogue, smallEvents, smallPolicy, smallQuestion } from '../../testing/small-world.js';
import { readValue } from '../../values/read.js';
import { equalSyms } from '../encode/compare.js';
import { constSym } from '../encode/sym.js';
import { FINDER_LIMITS } from '../find/finder.js';
import type { BoolTerm } from '../terms/term.js';
import { TEXT } from '../../values/types.js';
import { EFFECTS } from './answer.js';
import type { Openness } from '../encode/inputs.js';
import type { SymbolicStep } from './step.js';
import { World } from './world.js';
import { runs } from '../../../../../tools/testing/runs.js';

type Loaded = Extract<LoadResult, { ok: true }>;

/** Another with each round of `npm run explore`. */
const SEED = Number(process.env['TEST_SEED'] ?? 0);

const CLOSED: Openness = {
  args: new Set(),
  principal: false,
  session: false,
  labels: { session: false, args: false },
  rates: false,
  now: false,
  confirmed: false,
  history: false,
};

function load(text: string): Loaded {
  const loaded = loadPolicy(text, { catalogue: smallCatalogue });
  if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
  return loaded;
}

/** The answer of both evaluators. */
function decided(loaded: Loaded, call: Call, context: Context): Effect {
  const { answer } = compilePolicy(loaded.core).decide(call, context);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, context).answer).toBe(answer);
  return answer;
}

/** That a step is this event, in all that there is of it. */
function isEvent(world: World, step: SymbolicStep, event: HistoryEvent): BoolTerm {
  const { state } = world;
  const { factory } = state;
  const names = (['principal', 'session', 'customer', 'call_id'] as const).map((name) => {
    const [sym, text] = [step.name(name), event[name]];
    return text === undefined ? factory.not(sym.defined) : equalSyms(state, sym, constSym(factory, TEXT, text));
  });
  const fields = smallCatalogue.tools.find(({ name }) => name === event.tool)?.args.fields ?? {};
  const args = Object.entries(fields).map(([path, { type }]) => {
    const field = { of: 'args', path: [path], type, types: [type], tools: [event.tool] } as const;
    const reading = readValue(type, event.args[path], {});
    return reading.ok
      ? equalSyms(state, step.read(field), constSym(factory, type, reading.value))
      : factory.not(step.has(field));
  });
  const at = factory.eq(step.at, factory.int(event.at));
  return factory.and(step.exists, step.isOf([event.tool]), step.isIn([event.state]), at, ...names, ...args);
}

/** A policy over histories alone, and a call about which all is known. */
function question(rng: Rng): { readonly text: string; readonly call: Call; readonly context: Context } {
  const { call, context } = smallQuestion(rng, 1);
  const { history: _, ...rest } = context;
  return { text: smallPolicy(rng, 1), call, context: rest };
}

describe('a session', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(async () => {
    await solver.close();
  });

  /** Which answers there are after a session of at most `count` steps of which `demand` holds, with an example of each. */
  async function answers(
    loaded: Loaded,
    call: Call,
    context: Context,
    count: number,
    demand: (world: World, steps: readonly SymbolicStep[]) => BoolTerm,
    given: readonly HistoryEvent[] = [],
  ): Promise<{ readonly exact: boolean; readonly found: ReadonlyMap<Effect, readonly HistoryEvent[] | null> }> {
    const world = new World([loaded.core]);
    const x = world.call(call, context, CLOSED);
    const s = world.session(count, { given });
    const asked = world.answer(loaded.core, x, s);
    const demanded = demand(world, s.steps);
    const closed = world.close();
    const goals = closed.answers(asked.answers);
    const also = closed.term(demanded);
    const finder = closed.finder([...Object.values(goals), also], solver, { ...FINDER_LIMITS, rlimit: 20_000_000 });
    const found = new Map<Effect, readonly HistoryEvent[] | null>();
    for (const effect of EFFECTS) {
      const finding = await finder.find([goals[effect], also]);
      if (finding.kind === 'unknown') throw new Error(finding.reason);
      if (finding.kind === 'none') continue;
      const draft = closed.realise(loaded.core, x, finding.assignment, s);
      found.set(effect, draft?.context.history ?? null);
    }
    finder.close();
    return { exact: closed.isExact([...Object.values(goals), also]), found };
  }

  it('of which every step is known is answered as the interpreter answers it', async () => {
    const rng = seededRandom(SEED + 71);
    for (let round = 0; round < runs(25); round++) {
      const { text, call, context } = question(rng);
      const loaded = load(text);
      const events = smallEvents(rng, 3);
      const known = Math.floor(rng() * (events.length + 1));
      const rest = events.slice(known);
      const steps = rest.length + (chance(rng, 0.3) ? 1 : 0);
      const { found } = await answers(
        loaded,
        call,
        context,
        steps,
        (world, made) =>
          world.state.factory.and(
            ...made.map((step, i) => {
              const event = rest[i];
              return event ? isEvent(world, step, event) : world.state.factory.not(step.exists);
            }),
          ),
        events.slice(0, known),
      );
      const expected = decided(loaded, call, { ...context, history: events });
      expect({ text, events, found: [...found.keys()] }).toEqual({ text, events, found: [expected] });
    }
  });

  it.each<[string, Partial<HistoryEvent>, Effect, Effect]>([
    ['is closed by a failure of its own', {}, 'confirm', 'confirm'],
    ['is not closed by another tool', { tool: 'old', args: {} }, 'allow', 'refuse'],
    ['nor for another principal', { principal: 'p2' }, 'allow', 'refuse'],
    ['is perhaps closed under no name', { call_id: undefined }, 'confirm', 'refuse'],
    ['and by what has not happened yet', { at: 10 * HOUR + 1 }, 'confirm', 'refuse'],
  ])('in which an open call %s', async (_, change, whenTrue, whenNotFalse) => {
    const first = { tool: 't', at: 10 * HOUR, args: { kind: 'x' }, principal: 'p1', session: 's1', call_id: 'k' };
    const events: HistoryEvent[] = [
      { ...first, state: 'allowed' },
      { ...first, state: 'failed', ...change },
    ];
    const context = { now: 10 * HOUR, principal: { id: 'p1' } };
    const call = { tool: 't', args: { kind: 'x' } };
    for (const [effect, expected] of [
      ['allow', whenTrue],
      ['refuse', whenNotFalse],
    ] as const) {
      const loaded = load(
        `dialect 2; default confirm; ${effect} (tool) when history { count(t.open) within 1h by principal >= 1 };`,
      );
      expect(decided(loaded, call, { ...context, history: events })).toBe(expected);
      const known = await answers(loaded, call, context, 2, (world, steps) =>
        world.state.factory.and(
          ...events.map((event, i) => {
            const step = steps[i];
            return step ? isEvent(world, step, event) : world.state.factory.false;
          }),
        ),
      );
      expect([...known.found.keys()]).toEqual([expected]);
    }
  });

  it('that is open has the answers that going through all sessions has, and what is found replays', async () => {
    const rng = seededRandom(SEED + 72);
    const seen = { policies: 0, exact: 0, several: 0 };
    while (seen.policies < runs(15)) {
      const { text, call, context } = question(rng);
      const loaded = load(text);
      const count = pick(rng, [1, 2]);
      const sessions = allSessions(text, context, count);
      if (!sessions) continue;
      const decider = compilePolicy(loaded.core);
      const possible = new Set(sessions.map((history) => decider.decide(call, { ...context, history }).answer));
      const { exact, found } = await answers(loaded, call, context, count, ({ state }) => state.factory.true);
      seen.policies++;
      if (exact) seen.exact++;
      if (possible.size > 1) seen.several++;
      expect({ text, call, context, found: [...found.keys()] }).toEqual({
        text,
        call,
        context,
        found: EFFECTS.filter((effect) => possible.has(effect) || (!exact && found.has(effect))),
      });
      for (const [effect, history] of exact ? found : []) {
        expect({ text, history, answer: history && decided(loaded, call, { ...context, history }) }).toEqual({
          text,
          history,
          answer: effect,
        });
      }
    }
    expect(seen.exact).toBeGreaterThan(9);
    expect(seen.several).toBeGreaterThan(2);
  });

  it('holds to what its policy answers, when each step is tied to the answer to its own call', async () => {
    const loaded = load(
      'dialect 2; default allow; refuse (tool == "t") when history { count(t.allowed) within 1h by principal >= 1 };',
    );
    const call = { tool: 't', args: { kind: 'x' } };
    const context = { now: 100 * HOUR, principal: { id: 'p' } };
    const twice = async (tied: boolean): Promise<ReadonlyMap<Effect, readonly HistoryEvent[] | null>> => {
      const world = new World([loaded.core]);
      const { factory } = world.state;
      const x = world.call(call, context, CLOSED);
      const s = world.session(2, { tools: ['t'] });
      const asked = world.answer(loaded.core, x, s);
      const [first, second] = s.steps;
      if (!first || !second) throw new Error('two steps');
      const ties = s.steps.map((step, i) => {
        const own = s.callOf(i, 't');
        if (!own) throw new Error('a step of t');
        const { answers: each } = world.answer(loaded.core, own);
        return factory.iff(step.isIn(['allowed']), each.allow);
      });
      const recent = s.steps.flatMap(({ at }) => [
        factory.le(factory.int(context.now - HOUR / 2), at),
        factory.le(at, factory.int(context.now)),
      ]);
      const sameOne = equalSyms(world.state, first.name('principal'), second.name('principal'));
      const both = [first.isIn(['allowed']), second.isIn(['allowed']), second.exists, sameOne, ...recent];
      const demand = factory.and(...both, ...(tied ? ties : []));
      const closed = world.close();
      const goals = closed.answers(asked.answers);
      const also = closed.term(demand);
      expect(closed.isExact([...Object.values(goals), also])).toBe(true);
      const finder = closed.finder([...Object.values(goals), also], solver, FINDER_LIMITS);
      const found = new Map<Effect, readonly HistoryEvent[] | null>();
      for (const effect of EFFECTS) {
        const finding = await finder.find([goals[effect], also]);
        if (finding.kind === 'found')
          found.set(effect, closed.realise(loaded.core, x, finding.assignment, s)?.context.history ?? null);
      }
      finder.close();
      return found;
    };
    const free = await twice(false);
    expect([...free.keys()]).toContain('refuse');
    expect(free.get('refuse')).toMatchObject([
      { tool: 't', state: 'allowed', principal: 'p' },
      { tool: 't', state: 'allowed', principal: 'p' },
    ]);
    expect([...(await twice(true)).keys()]).toEqual([]);
  });
});

const HOUR = 3_600_000;
const MOST_SESSIONS = 20_000;

/** Every session of at most `count` steps that a policy may tell apart, by its text; null when they are too many to go through. */
function allSessions(text: string, context: Context, count: number): readonly (readonly HistoryEvent[])[] | null {
  const reads = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const maybe = (name: string, values: readonly unknown[]): readonly (readonly [string, unknown])[] =>
    reads(name) ? [undefined, ...values].map((value) => [name, value]) : [[name, undefined]];
  const tied = reads('open');
  const product = (
    all: readonly Readonly<Record<string, unknown>>[],
    choices: readonly (readonly [string, unknown])[],
  ): Readonly<Record<string, unknown>>[] =>
    all.flatMap((each) => choices.map(([name, value]) => (value === undefined ? each : { ...each, [name]: value })));
  const argsOf = (tool: string): readonly Readonly<Record<string, unknown>>[] =>
    (tool === 't'
      ? [
          (reads('kind') ? ['x', 'y'] : ['x']).map((value) => ['kind', value] as const),
          maybe('n', [0, 1, 2]),
          maybe('flag', [true, false]),
          maybe('cost', ['0.00 EUR', '0.01 EUR', '0.02 EUR', '0.01 USD']),
        ]
      : [maybe('tag', ['u', 'v']), maybe('n', [0, 1, 2])]
    ).reduce(product, [{}]);
  const byDefault = /(formerly|previous|since) within (1h|session) (?!by)/.test(text) || reads('principal');
  const names = [
    (byDefault || tied ? [undefined, context.principal?.['id'], 'zz'] : [undefined]).map(
      (value) => ['principal', value] as const,
    ),
    (reads('session') || tied ? [undefined, context.session?.['id'], 'zz'] : [undefined]).map(
      (value) => ['session', value] as const,
    ),
    maybe('customer', [context.session?.['customer'], 'zz']),
    (tied ? [undefined, 'k', 'l'] : [undefined]).map((value) => ['call_id', value] as const),
  ].reduce(product, [{}]);
  const ages = reads('since') ? [-1, 0, HOUR, HOUR + 1, 2 * HOUR, 2 * HOUR + 1] : [-1, 0, HOUR, HOUR + 1];
  const states = ['ok', 'failed', 'requested', ...(tied ? (['allowed'] as const) : [])] as const;
  const tools = ['t', 'old'];
  const size = tools.reduce((sum, tool) => sum + argsOf(tool).length, 0) * names.length * ages.length * states.length;
  if (size ** count > MOST_SESSIONS) return null;
  const events = tools.flatMap((tool) =>
    argsOf(tool).flatMap((args) =>
      names.flatMap((name) =>
        ages.flatMap((age) =>
          states.map((state): HistoryEvent => ({ tool, state, at: (context.now ?? 0) - age, args, ...name })),
        ),
      ),
    ),
  );
  const single = events.map((event) => [event]);
  if (count === 1) return [[], ...single];
  const pairs = events.flatMap((one) => events.flatMap((other) => (one.at <= other.at ? [[one, other]] : [])));
  return [[], ...single, ...pairs];
}
