import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import type { Decider } from '../../evaluate/types.js';
import type { Effect } from '../../syntax/ast.js';
import {
  below,
  catalogues,
  chance,
  pick,
  randomCall,
  randomContext,
  randomPolicy,
  type Rng,
  seededRandom,
  zoo,
} from '../../testing/index.js';
import { isAdmitted } from '../admitted.js';
import { makeFinder } from '../find/finder.js';
import { type Assignment, TermEvaluator } from '../terms/evaluate.js';
import { type BoolTerm, type IntTerm, type Term, topological } from '../terms/term.js';
import type { Answers } from '../world/answer.js';
import type { ClosedWorld } from '../world/closed.js';
import { World } from '../world/world.js';

const EFFECTS: readonly Effect[] = ['allow', 'confirm', 'refuse'];
type Variable = Extract<Term, { kind: 'var' }>;

/** Constants that integers are compared with, and their neighbours: where answers change. */
function interesting(roots: readonly BoolTerm[]): bigint[] {
  const values = new Set([0n, 1n]);
  for (const term of topological(roots)) {
    if (term.kind !== 'linear') continue;
    for (const delta of [-1n, 0n, 1n]) {
      values.add(term.constant + delta);
      values.add(-term.constant + delta);
    }
  }
  return [...values];
}

function randomInt(rng: Rng, { lo, hi }: IntTerm, values: readonly bigint[]): bigint {
  const inside = values.filter((value) => (lo === null || value >= lo) && (hi === null || value <= hi));
  if (inside.length > 0 && chance(rng, 0.8)) return pick(rng, inside);
  if (lo !== null && hi !== null && hi - lo < 1_000n) return lo + BigInt(below(rng, Number(hi - lo) + 1));
  return pick(rng, [lo ?? 0n, hi ?? 0n]);
}

function randomAssignment(rng: Rng, variables: readonly Variable[], values: readonly bigint[]): Assignment {
  return new Map(
    variables.map((term) => [term.name, term.sort === 'Bool' ? chance(rng, 0.7) : randomInt(rng, term, values)]),
  );
}

interface Case {
  readonly text: string;
  readonly closed: ClosedWorld;
  readonly answers: Answers;
  readonly assignment: Assignment;
  readonly expected: Effect;
}

/** Random policies with everything open but history and rates, random models of them, and what the evaluator says to each. */
function* cases(seed: number, policies: number, models: number): Generator<Case> {
  const rng = seededRandom(seed);
  for (let round = 0; round < policies; round++) {
    const catalogue = catalogues[round % catalogues.length] ?? zoo;
    const text = randomPolicy(rng, catalogue, chance(rng, 0.6) ? 2 : 1);
    const loaded = loadPolicy(text, { catalogue });
    if (!loaded.ok) continue;
    const decider: Decider = compilePolicy(loaded.core);
    const { tool } = randomCall(rng, catalogue);
    const { history, rates } = randomContext(rng, catalogue);
    const args = catalogue.tools.find((each) => each.name === tool)?.args.fields;
    if (!args) continue;
    const open = {
      args: new Set(Object.keys(args)),
      principal: true,
      session: true,
      labels: { session: true, args: true },
      rates: false,
      now: true,
      confirmed: true,
      history: false,
    };
    const world = new World([loaded.core]);
    const x = world.call({ tool, args: {} }, { ...(history && { history }), ...(rates && { rates }) }, open);
    const asked = world.answer(loaded.core, x);
    const closed = world.close();
    const answers = closed.answers(asked.answers);
    const exact = closed.isExact(Object.values(answers));
    const roots = [...Object.values(answers), ...closed.constraints];
    const variables = topological(roots).filter((term): term is Variable => term.kind === 'var');
    const values = interesting(roots);
    for (let each = 0; each < models; each++) {
      const assignment = randomAssignment(rng, variables, values);
      const evaluator = new TermEvaluator(assignment);
      if (!exact || !closed.constraints.every((term) => evaluator.bool(term))) continue;
      const draft = closed.realise(loaded.core, x, assignment);
      if (!draft) continue;
      const { call, context } = draft;
      // A decimal of 16 digits has no exact JSON number; such a call is not admitted.
      if (!isAdmitted(loaded.core, call)) continue;
      yield {
        text: `${text}\n${JSON.stringify({ call, context })}`,
        closed,
        answers,
        assignment,
        expected: decider.decide(call, context).answer,
      };
    }
  }
}

describe('a world with everything open', () => {
  it('means, under any assignment, what the evaluator answers to the call it stands for', () => {
    let compared = 0;
    const wrong: string[] = [];
    const answers = new Set<Effect>();
    for (const { text, answers: open, assignment, expected } of cases(41, 400, 20)) {
      const evaluator = new TermEvaluator(assignment);
      const said = EFFECTS.filter((effect) => evaluator.bool(open[effect]));
      if (said.join() !== expected) wrong.push(`${said.join()} for ${expected}: ${text}`);
      answers.add(expected);
      compared++;
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(2_000);
    expect(answers.size).toBe(3);
  });

  describe('in z3', () => {
    let solver: OpenedZ3;
    beforeAll(async () => {
      solver = await openZ3();
    });
    afterAll(async () => {
      await solver.close();
    });

    it('gets the same answer with the assignment pinned', async () => {
      let compared = 0;
      const wrong: string[] = [];
      for (const { text, closed, answers, assignment, expected } of cases(43, 150, 2)) {
        const { factory } = closed;
        const roots = [...Object.values(answers), ...closed.constraints];
        const pins = topological(roots).flatMap((term): BoolTerm[] => {
          if (term.kind !== 'var') return [];
          const value = assignment.get(term.name);
          if (term.sort === 'Bool') return [value === true ? term : factory.not(term)];
          return [factory.eq(term, factory.int(typeof value === 'bigint' ? value : 0n))];
        });
        const finder = makeFinder([], closed.constraints, solver, { evaluations: -1, rlimit: 10_000_000 });
        const pinned = await finder.find(pins);
        const answer = await finder.find([...pins, factory.not(answers[expected])]);
        finder.close();
        if (answer.kind !== 'none' || pinned.kind !== 'found') wrong.push(`${answer.kind}, ${pinned.kind}: ${text}`);
        compared++;
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(100);
    });
  });
});
