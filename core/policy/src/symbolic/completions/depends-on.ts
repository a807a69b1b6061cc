import type { CorePolicy } from '../../core/ir.js';
import type { EncodedAnswer } from '../encode/answer.js';
import type { Finder } from '../find/finder.js';
import type { Assignment } from '../terms/evaluate.js';
import { Twins } from '../find/twins.js';
import { type BoolTerm, topological, type Variable } from '../terms/term.js';
import type { Replay } from './minimal.js';
import { realise } from './realise.js';

/** The variables each open attribute owns, of those the answer hangs on. */
function attributeVariables(encoded: EncodedAnswer): ReadonlyMap<string, readonly Variable[]> {
  const owned = new Map<string, Variable[]>();
  for (const term of topological([...Object.values(encoded.answers), ...encoded.constraints])) {
    if (term.kind !== 'var') continue;
    // `s3.w` is the word of the string `s3`.
    const owner = encoded.state.owners.get(term.name.split('.')[0] ?? '');
    if (owner === undefined) continue;
    const variables = owned.get(owner);
    if (variables) variables.push(term);
    else owned.set(owner, [term]);
  }
  return owned;
}

/** What changes an answer, and what could neither be shown to nor be ruled out. */
export interface Dependence {
  readonly dependsOn: readonly string[];
  readonly mayDependOn: readonly string[];
}

/**
 * The attributes that can change the answer: those in `known`, which minimal witnesses need, and every other one for
 * which two completions that differ in nothing else get different answers, in the encoding and on replay.
 */
export async function dependsOn(
  core: CorePolicy,
  encoded: EncodedAnswer,
  finder: Finder,
  known: readonly string[],
  attempts: number,
  replay: Replay,
): Promise<Dependence> {
  const found = new Set(known);
  const unsettled = new Set<string>();
  const owned = attributeVariables(encoded);
  const twins = new Twins(encoded.state.factory, finder, Object.values(encoded.answers), encoded.constraints, attempts);
  for (const [attribute, own] of owned) {
    if (found.has(attribute)) continue;
    const others = [...owned.values()].filter((variables) => variables !== own).flat();
    const difference = await twins.differ(own, others, ({ one, other }) => {
      const [first, second] = [answerOf(core, encoded, one, replay), answerOf(core, encoded, other, replay)];
      return first !== null && second !== null && first !== second;
    });
    if (difference === 'real') found.add(attribute);
    if (difference === 'unsettled') unsettled.add(attribute);
  }
  // An object that is there only for the attribute inside is not what the answer hangs on.
  const all = [...found, ...unsettled];
  const innermost = (path: string): boolean => !all.some((other) => other.startsWith(`${path}.`));
  return {
    dependsOn: [...found].filter(innermost).toSorted(),
    mayDependOn: [...unsettled].filter(innermost).toSorted(),
  };
}

function answerOf(
  core: CorePolicy,
  encoded: EncodedAnswer,
  assignment: Assignment,
  replay: Replay,
): ReturnType<Replay> | null {
  const draft = realise(core, encoded, assignment);
  return draft && replay(draft.call, draft.context);
}

/** Variables that tell one model from another for good: truth values and words of strings. */
export function discreteVariables(roots: readonly BoolTerm[]): Variable[] {
  return topological(roots).filter(
    (term): term is Variable => term.kind === 'var' && (term.sort === 'Bool' || term.name.endsWith('.w')),
  );
}
