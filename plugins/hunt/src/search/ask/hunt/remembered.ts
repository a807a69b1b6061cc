import { parseJson } from '@ostiary/json';
import type { CorePolicy, CoreRule } from '@ostiary/policy';
import { evidenceHash, knowHash } from '../../fingerprint/evidence.js';
import type { Answered, Bug } from './answered.js';
import type { Rechecked } from './asked-policy.js';
import type { Hunt } from './hunt.js';
import type { Part } from './part.js';

/** How bugs are told in full of which the repairs were not kept. */
const inFull = new WeakMap<Bug, () => Promise<Bug>>();

/** A bug with its repairs. */
export const bugInFull = async (bug: Bug): Promise<Bug> => (await inFull.get(bug)?.()) ?? bug;

/** As `answersOfPart`, for whom asks at present. */
export async function answersAbout(
  hunt: Hunt,
  name: string,
  part: Part,
  ask: () => AsyncIterable<Answered>,
): Promise<readonly Answered[]> {
  return hunt.used(JSON.stringify([name, part.tools]), await answersOfPart(hunt, name, part, ask));
}

/** What some questions about a part are answered, which may be known from before. */
export async function answersOfPart(
  hunt: Hunt,
  name: string,
  part: Part,
  ask: () => AsyncIterable<Answered>,
): Promise<Rechecked<readonly Answered[]>> {
  const fresh = (): Promise<Rechecked<readonly Answered[]>> => hunt.apart(() => allOf(ask()));
  const { answers } = hunt.options;
  if (!answers) return fresh();
  const key = hunt.keyOf(name, part);
  const known = answers.get(key);
  if (known === undefined) {
    const made = await fresh();
    answers.set(key, writeAnswers(hunt.policy.core, made));
    return made;
  }
  return readAnswers(known, hunt.policy.rules, (bug, at) => {
    inFull.set(bug, async () => {
      const again = (await fresh()).made[at];
      if (again?.kind !== 'found') throw new RangeError('an answer that is not the one that was kept');
      return again.bug;
    });
  });
}

async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Rules by their ids. */
interface KeptBug extends Omit<Bug, 'rules' | 'knownBy' | 'core' | 'repairs' | 'concerns'> {
  readonly rules: readonly string[];
  readonly knownBy?: readonly string[];
  readonly core?: readonly string[];
  /** Whether there are repairs to be tried. They are changes of the whole text, so they are made anew. */
  readonly mends: boolean;
  /** Of the rules and the witness: see `evidenceHash`. */
  readonly hash: string;
}

type Kept =
  | Extract<Answered, { kind: 'clear' }>
  | { readonly kind: 'found'; readonly bug: KeptBug }
  | (Omit<Extract<Answered, { kind: 'undecided' }>, 'rules'> & { readonly rules: readonly string[] });

/** Answers as a text. */
function writeAnswers(policy: CorePolicy, { made, unconfirmed }: Rechecked<readonly Answered[]>): string {
  const ids = (rules: readonly CoreRule[]): readonly string[] => rules.map(({ id }) => id);
  const kept = made.map((answer): Kept => {
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
        hash: evidenceHash(policy, answer.bug),
      },
    };
  });
  return JSON.stringify({ made: kept, unconfirmed });
}

/**
 * Answers as `writeAnswers` wrote them, about the rules of a policy of today. @param mends told of each bug that has repairs, which it
 * is given without, and of its place among the answers
 */
function readAnswers(
  text: string,
  rules: ReadonlyMap<string, CoreRule>,
  mends: (bug: Bug, at: number) => void,
): Rechecked<readonly Answered[]> {
  const ruleOf = (id: string): CoreRule => {
    const rule = rules.get(id);
    if (!rule) throw new RangeError(`an answer about a rule that is not there: ${id}`);
    return rule;
  };
  const { made, unconfirmed } = parseJson(text) as Rechecked<readonly Kept[]>;
  const answers = made.map((kept, at): Answered => {
    if (kept.kind === 'clear') return kept;
    if (kept.kind === 'undecided') return { ...kept, rules: kept.rules.map(ruleOf) };
    const { mends: has, hash, knownBy, core, ...rest } = kept.bug;
    const bug: Bug = {
      ...rest,
      rules: rest.rules.map(ruleOf),
      ...(knownBy && { knownBy: knownBy.map(ruleOf) }),
      ...(core && { core: core.map(ruleOf) }),
    };
    knowHash(bug, hash);
    if (has) mends(bug, at);
    return { kind: 'found', bug };
  });
  return { made: answers, unconfirmed };
}
