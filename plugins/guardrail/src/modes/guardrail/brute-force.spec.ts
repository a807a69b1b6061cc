import {
  callOf,
  type Completeness,
  completenessOf,
  contextInputOf,
  contextOf,
  decide,
  decideOnce,
} from '@ostiary/guard';
import type { Effect } from '@ostiary/policy';
import {
  type ChosenCompletion,
  completions,
  mayRead,
  seededRandom,
  sizeOf,
  smallCatalogue,
  smallPolicy,
  smallQuestion,
} from '@ostiary/policy/testing';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadChecked } from '@ostiary/policy-modes';
import { ActionField, ContextField } from '@ostiary/guard/request';
import { fakeContext } from '../../testing/fake-context.js';
import { borrowing } from '../../testing/z3-session.js';
import { withSolver } from './borrowed-solver.js';
import { runs } from '../../../../../tools/testing/runs.js';

const MAX_COMPLETIONS = 3_000;

interface Answered extends ChosenCompletion {
  readonly answer: Effect;
}

/** Whether two completions that differ in this attribute alone have different answers. */
function changesAnswer(all: readonly Answered[], name: string): boolean {
  const byRest = new Map<string, Effect>();
  return all.some(({ chosen, answer }) => {
    const rest = JSON.stringify({ ...chosen, [name]: null });
    const other = byRest.get(rest);
    byRest.set(rest, other ?? answer);
    return other !== undefined && other !== answer;
  });
}

/** What should have been said, by going through all completions. */
function truth(all: readonly Answered[], now: Effect, names: readonly string[]) {
  const others = [...new Set(all.map(({ answer }) => answer))].filter((answer) => answer !== now).toSorted();
  const hangsOn = names.filter((name) => changesAnswer(all, name)).toSorted();
  return {
    holds_for_all: others.length === 0,
    witnesses: others,
    // All completions may agree, and not with the call as it is: then it lacks the one argument it must have.
    depends_on: hangsOn.length > 0 || others.length === 0 ? hangsOn : ['args.kind'],
  };
}

const told = ({ holds_for_all, witnesses, depends_on }: Completeness) => ({
  holds_for_all,
  witnesses: witnesses.map(({ answer }) => answer).toSorted(),
  depends_on,
});

describe('completeness, against every completion there is', () => {
  let z3: OpenedZ3;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  it('says what all of them together say', async () => {
    const seen = { holds: 0, depends: 0, complete: 0, unsure: 0 };
    const reasons = new Set<unknown>();
    const property = fc.asyncProperty(fc.noBias(fc.nat()), async (seed) => {
      const rng = seededRandom(seed);
      const text = smallPolicy(rng);
      const policy = loadChecked(text, { document: smallCatalogue });
      const question = smallQuestion(rng, 0.7);
      const { context, unknown } = question;
      const call = { ...question.call, unknown };
      const names = question.open.filter((name) => mayRead(text, name));
      if (names.reduce((product, name) => product * sizeOf(name), 1) > MAX_COMPLETIONS) return;
      const decision = decide(policy, call, context);
      const said = await withSolver(fakeContext({ solver: borrowing(z3) }), (lent) =>
        completenessOf({ policy, call, context, unknown, decision }, lent),
      );
      const all = completions(question, names).map((each) => ({
        ...each,
        // What no rule reads is left unknown.
        answer: decideOnce(policy, { ...each.call, unknown }, each.context).answer,
      }));
      const expected = truth(all, decision.answer, names);
      // Products of two unknowns are approximated: now and then it is said that an answer was not settled, or what it may hang on.
      if (said.holds_for_all === null) {
        reasons.add(said.undecided_reason);
        seen.unsure++;
        return;
      }
      const unsure = (name: string): boolean => said.may_depend_on.includes(name);
      if (expected.depends_on.some(unsure)) seen.unsure++;
      const settled = { ...expected, depends_on: expected.depends_on.filter((name) => !unsure(name)) };
      expect({ text, question, ...told(said) }).toEqual({ text, question, ...settled });
      const given = Object.fromEntries(Object.entries(call.args).filter(([name]) => !unknown.includes(name)));
      for (const witness of said.witnesses) {
        expect(witness).toMatchObject({ action: { arguments: given }, context: contextInputOf(context) });
        // Sent back as it is, it gets its answer.
        const action = ActionField.parse(witness.action);
        const again = decide(policy, callOf(action), contextOf(ContextField.parse(witness.context)));
        expect({ text, witness, answer: again.answer }).toEqual({ text, witness, answer: witness.answer });
      }
      if (said.complete) seen.complete++;
      seen[said.holds_for_all === true ? 'holds' : 'depends']++;
    });
    await fc.assert(property, { numRuns: runs(200) });
    expect(Math.min(seen.holds, seen.depends, seen.complete)).toBeGreaterThan(20);
    expect([...reasons].filter((reason) => reason !== 'not_replayed')).toEqual([]);
    expect(seen.unsure).toBeLessThan((seen.holds + seen.depends) / 50);
  });
});
