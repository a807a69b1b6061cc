import { parseJson } from '@ostiary/json';
import type { CoreRule } from '@ostiary/policy';
import type { Answered, Bug } from './answered.js';

/** Rules by their ids. */
interface KeptBug extends Omit<Bug, 'rules' | 'knownBy' | 'core' | 'repairs' | 'concerns'> {
  readonly rules: readonly string[];
  readonly knownBy?: readonly string[];
  readonly core?: readonly string[];
  /** Whether there are repairs to be tried. They are changes of the whole text, so they are made anew. */
  readonly mends: boolean;
}

type Kept =
  | Extract<Answered, { kind: 'clear' }>
  | { readonly kind: 'found'; readonly bug: KeptBug }
  | (Omit<Extract<Answered, { kind: 'undecided' }>, 'rules'> & { readonly rules: readonly string[] });

/** Answers as a text. */
export function writeAnswers(answers: readonly Answered[]): string {
  const ids = (rules: readonly CoreRule[]): readonly string[] => rules.map(({ id }) => id);
  const kept = answers.map((answer): Kept => {
    if (answer.kind === 'clear') return answer;
    if (answer.kind === 'undecided') return { ...answer, rules: ids(answer.rules) };
    const { repairs = [], concerns: _, knownBy, core, ...bug } = answer.bug;
    return {
      kind: 'found',
      bug: {
        ...bug,
        rules: ids(bug.rules),
        ...(knownBy && { knownBy: ids(knownBy) }),
        ...(core && { core: ids(core) }),
        mends: repairs.length > 0,
      },
    };
  });
  return JSON.stringify(kept);
}

/**
 * Answers as `writeAnswers` wrote them, about the rules of a policy of today. @param mends told of each bug that has repairs, which it
 * is given without, and of its place among the answers
 */
export function readAnswers(
  text: string,
  rules: ReadonlyMap<string, CoreRule>,
  mends: (bug: Bug, at: number) => void,
): readonly Answered[] {
  const ruleOf = (id: string): CoreRule => {
    const rule = rules.get(id);
    if (!rule) throw new RangeError(`an answer about a rule that is not there: ${id}`);
    return rule;
  };
  return (parseJson(text) as readonly Kept[]).map((kept, at): Answered => {
    if (kept.kind === 'clear') return kept;
    if (kept.kind === 'undecided') return { ...kept, rules: kept.rules.map(ruleOf) };
    const { mends: has, knownBy, core, ...rest } = kept.bug;
    const bug: Bug = {
      ...rest,
      rules: rest.rules.map(ruleOf),
      ...(knownBy && { knownBy: knownBy.map(ruleOf) }),
      ...(core && { core: core.map(ruleOf) }),
    };
    if (has) mends(bug, at);
    return { kind: 'found', bug };
  });
}
