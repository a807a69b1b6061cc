import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy, type LoadResult } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import type { Effect } from '../../syntax/ast.js';
import { chance, pick, type Rng, seededRandom } from '../../testing/index.js';
import { smallCatalogue, smallPolicy } from '../../testing/small-world.js';
import { isAdmitted } from '../admitted.js';
import type { Draft } from '../evidence/draft.js';
import { type PlayedStep, playSession, type SessionStep } from '../evidence/play.js';
import type { BoolTerm } from '../terms/term.js';
import type { AgentSession } from '../world/agent-session.js';
import type { CallQuestions } from './call-questions.js';
import { SessionQuestions, type SessionQuestionOptions } from './session-questions.js';
import { runs } from '../../../../../tools/testing/runs.js';

type Loaded = Extract<LoadResult, { ok: true }>;

const SEED = Number(process.env['TEST_SEED'] ?? 0);
const TOOLS = `tool look @read (id: text);
tool pay @irreversible (id: text, amount: money EUR 0.01..1000.00, note?: text);
`;

function load(text: string, catalogue?: typeof smallCatalogue): Loaded {
  const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
  if (!loaded.ok) throw new Error(`${text}\n${JSON.stringify(loaded.diagnostics)}`);
  return loaded;
}

/** Both evaluators, which must agree. */
const decider = ({ core, tree, environment }: Loaded) => {
  const compiled = compilePolicy(core);
  return ({ call, context }: Draft): Effect | null => {
    const { answer } = compiled.decide(call, context);
    expect(interpretPolicy(tree, environment, call, context).answer).toBe(answer);
    return isAdmitted(core, call) ? answer : null;
  };
};

const answersOf = (steps: readonly PlayedStep[]): readonly string[] =>
  steps.map(({ draft, answer }) => `${draft.call.tool} ${answer}`);

describe('questions about sessions', () => {
  let solver: OpenedZ3;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(() => solver.close());

  const asked = (
    loaded: Loaded,
    options: Partial<SessionQuestionOptions> & Pick<SessionQuestionOptions, 'tools'>,
  ): SessionQuestions => new SessionQuestions([loaded.core], { solver, bound: 3, decide: decider(loaded), ...options });

  /** That the last call is of the tool and gets the answer. */
  const last =
    ({ core }: Loaded, tool: string, effect: Effect) =>
    (session: AgentSession): BoolTerm => {
      const [step, answers] = [session.steps.at(-1), session.answers(core).at(-1)];
      return step && answers ? session.factory.and(step.isOf([tool]), answers[effect]) : session.factory.false;
    };
  const ended =
    (tool: string, effect: Effect) =>
    (steps: readonly PlayedStep[]): boolean =>
      steps.at(-1)?.draft.call.tool === tool && steps.at(-1)?.answer === effect;

  const ORDER = `dialect 2; ${TOOLS} allow (tool == "look");
    allow (tool == "pay") when { args.amount <= 100.00 EUR } when history { formerly within 1h look.ok{ id: args.id } };`;

  it('finds the shortest session, with nothing in it that could be left out', async () => {
    const loaded = load(ORDER);
    const found = await asked(loaded, { tools: ['look', 'pay'] }).find(
      last(loaded, 'pay', 'allow'),
      ended('pay', 'allow'),
    );
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    expect(answersOf(found.steps)).toEqual(['look allow', 'pay allow']);
    const [look, pay] = found.steps;
    expect(look?.draft.context.history).toEqual([]);
    expect(pay?.draft.call.args).toEqual({ id: look?.draft.call.args['id'], amount: expect.anything() as unknown });
    expect(pay?.draft.context.history?.map(({ state }) => state)).toEqual(['allowed', 'ok']);
  });

  it('holds calls to what the policy answers to them', async () => {
    const loaded = load(ORDER.replace('allow (tool == "look")', 'refuse (tool == "look")'));
    const found = await asked(loaded, { tools: ['look', 'pay'] }).find(last(loaded, 'pay', 'allow'), () => true);
    expect(found).toEqual({ kind: 'never', bound: 3 });
  });

  it('lets a call that needs a person run when one agrees, and not before', async () => {
    const loaded = load(ORDER.replace('allow (tool == "look")', 'confirm (tool == "look")'));
    const found = await asked(loaded, { tools: ['look', 'pay'] }).find(
      last(loaded, 'pay', 'allow'),
      ended('pay', 'allow'),
    );
    if (found.kind !== 'found') throw new Error(JSON.stringify(found));
    expect(found.steps.map(({ answer, runs: ran }) => [answer, ran])).toEqual([
      ['confirm', true],
      ['allow', true],
    ]);
    const unasked = await asked(loaded, { tools: ['look', 'pay'] }).find(
      (session) =>
        session.factory.and(
          last(loaded, 'pay', 'allow')(session),
          ...session.steps.map(({ agreed }) => session.factory.not(agreed)),
        ),
      () => true,
    );
    expect(unasked).toEqual({ kind: 'never', bound: 3 });
  });

  it('has as many principals and sessions as it is told', async () => {
    const loaded = load(ORDER);
    const of = (principals: readonly number[]) =>
      asked(loaded, {
        tools: ['look', 'pay'],
        from: 2,
        bound: 2,
        callers: (i) => ({ principal: principals[i] ?? 0, session: 0 }),
      }).find(last(loaded, 'pay', 'allow'), ended('pay', 'allow'));
    expect((await of([0, 0])).kind).toBe('found');
    expect(await of([0, 1])).toEqual({ kind: 'never', bound: 2 });
  });

  it('holds some calls alike but for what they are told to differ in', async () => {
    const loaded = load(`dialect 2; ${TOOLS} allow (tool == "pay") when { args.amount <= 10.00 EUR };
      confirm (tool == "pay") when { args.amount <= 20.00 EUR && !(args has note) };`);
    const of = (but: readonly string[]) =>
      asked(loaded, { tools: ['pay'], from: 2, bound: 2, alike: { tool: 'pay', but } }).find(
        (session) => {
          const [first, second] = session.answers(loaded.core);
          return first && second ? session.factory.and(first.allow, second.confirm) : session.factory.false;
        },
        (steps) => answersOf(steps).join() === 'pay allow,pay confirm',
      );
    expect((await of(['note'])).kind).toBe('found');
    expect(await of(['amount'])).toEqual({ kind: 'never', bound: 2 });
  });

  it('closes by induction what no history makes true', async () => {
    const loaded = load(ORDER);
    const invariant = (effect: Effect) => ({
      tool: 'pay',
      broken: (questions: CallQuestions) => questions.answer(loaded.core)[effect],
    });
    const questions = asked(loaded, { tools: ['look', 'pay'], bound: 1 });
    expect(await questions.find(last(loaded, 'pay', 'confirm'), () => true, invariant('confirm'))).toEqual({
      kind: 'never',
      bound: null,
    });
    expect(await questions.find(last(loaded, 'pay', 'allow'), () => true, invariant('allow'))).toEqual({
      kind: 'never',
      bound: 1,
    });
  });

  it('never says of a session that there is none when there is', async () => {
    const rng = seededRandom(SEED + 91);
    let shown = 0;
    for (let round = 0; round < runs(12); round++) {
      const loaded = load(smallPolicy(rng, 1), smallCatalogue);
      const decide = decider(loaded);
      const plays = Array.from({ length: 40 }, () => playSession([someStep(rng, 0), someStep(rng, 1)], decide, true));
      const known = plays.filter((each) => each !== null).filter(same);
      const example = known.find(([one, two]) => one?.answer !== two?.answer) ?? known[0];
      const [first, second] = example?.map(({ answer }) => answer) ?? [];
      if (!first || !second) continue;
      const isReal = (steps: readonly PlayedStep[]): boolean =>
        steps.length === 2 && steps[0]?.answer === first && steps[1]?.answer === second && same(steps);
      shown++;
      const found = await asked(loaded, { tools: ['t', 'old'], from: 2, bound: 2 }).find((session) => {
        const [one, two] = session.answers(loaded.core);
        return one && two ? session.factory.and(one[first], two[second]) : session.factory.false;
      }, isReal);
      expect(found.kind).not.toBe('never');
    }
    expect(shown).toBeGreaterThan(4);
  });
});

/** That the caller of all steps is one. */
const same = (steps: readonly PlayedStep[]): boolean =>
  new Set(steps.map(({ draft }) => JSON.stringify([draft.context.principal, draft.context.session]))).size === 1;

const HOUR = 3_600_000;

function someStep(rng: Rng, at: number): SessionStep {
  const some = (name: string, values: readonly unknown[]) => (chance(rng, 0.7) ? { [name]: pick(rng, values) } : {});
  const tool = pick(rng, ['t', 'old']);
  const own = {
    kind: pick(rng, ['x', 'y']),
    ...some('cost', ['0.00 EUR', '0.01 EUR']),
    ...some('flag', [true, false]),
  };
  return {
    call: { tool, args: { ...(tool === 't' ? own : some('tag', ['u', 'v'])), ...some('n', [0, 1, 2]) } },
    context: {
      now: 100 * HOUR + at * pick(rng, [0, HOUR, HOUR + 1]),
      principal: { id: 'agent-1' },
      session: { id: 'session-1', customer: 'customer-1' },
    },
    agreed: chance(rng, 0.5),
    ending: pick(rng, ['ok', 'failed', null] as const),
    attributes: [],
  };
}
