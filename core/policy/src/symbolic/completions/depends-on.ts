import type { CorePolicy } from '../../core/ir.js';
import type { EncodedAnswer } from '../encode/answer.js';
import type { Finder } from '../find/finder.js';
import type { Assignment } from '../terms/evaluate.js';
import { Substitution } from '../terms/substitute.js';
import { type BoolTerm, type Term, topological } from '../terms/term.js';
import type { Replay } from './minimal.js';
import { realise } from './realise.js';

type Variable = Extract<Term, { kind: 'var' }>;

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

/**
 * The attributes that can change the answer: those in `known`, which minimal witnesses need, and every other one for
 * which two completions that differ in nothing else get different answers, in the encoding and on replay.
 */
export async function dependsOn(
  core: CorePolicy,
  encoded: EncodedAnswer,
  finder: Finder,
  known: readonly string[],
  replay: Replay,
): Promise<readonly string[]> {
  const found = new Set(known);
  for (const [attribute, variables] of attributeVariables(encoded)) {
    if (!found.has(attribute) && (await changesAnswer(core, encoded, finder, variables, replay))) found.add(attribute);
  }
  // An object that is there only for the attribute inside is not what the answer hangs on.
  return [...found].filter((path) => ![...found].some((other) => other.startsWith(`${path}.`))).toSorted();
}

async function changesAnswer(
  core: CorePolicy,
  encoded: EncodedAnswer,
  finder: Finder,
  variables: readonly Variable[],
  replay: Replay,
): Promise<boolean> {
  const { factory } = encoded.state;
  const twins = variables.map((term): Variable => {
    const twin =
      term.sort === 'Bool' ? factory.boolVar(`${term.name}.twin`) : factory.intVar(`${term.name}.twin`, term);
    if (twin.kind !== 'var') throw new TypeError('a variable is a variable');
    return twin;
  });
  const substitution = new Substitution(
    factory,
    variables.map((term, index) => [term, twins[index] ?? term] as const),
  );
  const differs = factory.or(
    ...Object.values(encoded.answers).map((term) => factory.and(term, factory.not(substitution.bool(term)))),
  );
  const also = encoded.constraints.map((term) => substitution.bool(term));
  const finding = await finder.find([differs, ...also]);
  if (finding.kind !== 'found') return false;
  const swapped = new Map(finding.assignment);
  variables.forEach((term, index) => {
    const value = finding.assignment.get(twins[index]?.name ?? '');
    if (value !== undefined) swapped.set(term.name, value);
  });
  const [one, other] = [answerOf(core, encoded, finding.assignment, replay), answerOf(core, encoded, swapped, replay)];
  return one !== null && other !== null && one !== other;
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
