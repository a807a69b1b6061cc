/** The nearest input with another answer, or with one that is sought, and what it costs. */
import type { Distance, Subject, Violation } from '../search/index.js';
import { nextDown, nextUp, type Property, type Region } from '../table/index.js';
import { distanceOf, rangeAround, subsets, waysOf } from './around.js';
import { type Case, emptyPart, hangsTogether, overRegions } from './case.js';
import { withinOf } from './engine.js';
import { goalOf, otherAnswer } from './expected.js';
import { judged, type Judged, openBecause, type Proof, worst } from './verdict.js';

const NORMS = { linf: 'max', l1: 'sum', l0: 'count' } as const;

/** How far the nearest other answer is from a record. */
export async function minDistance(asked: Case): Promise<Judged> {
  const { property } = asked;
  const limit = limitOf(property, 'distance');
  const price = (column: number): number => property.cost.get(column) ?? 1;
  const found = await nearestChange(asked, otherAnswer(asked), 'linf', price, limit);
  if (found.none) return { ...found.judged, reason: NO_EVASION };
  return limit === null ? found.judged : boundVerdict(found, limit);
}

/** What a distance or a cost is held to. */
interface Limit {
  readonly op: '<=' | '<' | '>=' | '>';
  readonly value: number;
}

const limitOf = ({ expect }: Property, word: 'distance' | 'cost'): Limit | null =>
  expect?.kind === word || expect?.kind === 'bound' ? expect : null;

interface Nearest {
  readonly judged: Judged;
  /** Whether there is none at all. */
  readonly none: boolean;
  /** Of all parts together, also of those that stay open; none where one of them has none. */
  readonly certificates: readonly Proof[];
}

/** The nearest violation over all parts of a region; `proved` where it is settled, also that there is none. */
async function nearestOf(
  asked: Case,
  region: Region,
  violation: Violation,
  distance: (part: string) => Parameters<Case['ask']['nearest']>[2]['distance'],
  name: string,
  limit: Limit | null,
): Promise<Nearest> {
  let none = true;
  const parts: Judged[] = [];
  const proofs: Pick<Nearest, 'certificates'>[] = [];
  const whole = await overRegions(asked, region, async (subject, part) => {
    const answer = await asked.ask.nearest(`${name}${part}`, subject, {
      kind: 'nearest',
      violation,
      distance: distance(part),
    });
    if (answer.verdict === 'vacuous') return judged('vacuous');
    if (
      answer.verdict === 'none' &&
      hangsTogether(subject.region) &&
      (await asked.ask.isEmpty(`${name}${part}`, subject))
    ) {
      const own = emptyPart(`${name}${part}`, answer, Number.POSITIVE_INFINITY);
      proofs.push(own);
      return own;
    }
    if (answer.verdict !== 'none') none = false;
    const open = answer.verdict === 'undecided';
    const limited =
      open && limit !== null
        ? await limitProof(asked, `${name}${part}`, subject, answer, limit, violation, distance(part))
        : null;
    const own = judged(open ? 'undecided' : 'proved', {
      reason: open ? openBecause(answer) : null,
      bounds: {
        atLeast: answer.verdict === 'none' ? null : Math.max(answer.atLeast, limited?.atLeast ?? 0),
        atMost: answer.nearest ?? null,
      },
      witness: answer.witness ?? null,
      certificates:
        answer.certificate === undefined
          ? []
          : [
              {
                question: `${name}${part}`,
                bytes: answer.certificate,
                bound: answer.nearest ?? Number.POSITIVE_INFINITY,
              },
            ],
    });
    parts.push(own);
    proofs.push(limited ?? own);
    return own;
  });
  const certificates = allOf(proofs);
  return { judged: nearer(parts, whole), none: none && parts.length > 0, certificates };
}

const allOf = (parts: readonly Pick<Nearest, 'certificates'>[]): readonly Proof[] =>
  parts.every(({ certificates }) => certificates.length > 0) ? parts.flatMap(({ certificates }) => certificates) : [];

/**
 * A proof that nothing is nearer than a limit, where the search for the nearest has shown that and stays open; a check of proofs, which
 * shows nothing by itself, asks for it as well.
 * @returns null where the limit is not settled, or the budget ends before its proof
 */
async function limitProof(
  { ask }: Case,
  name: string,
  subject: Subject,
  { atLeast }: { readonly atLeast: number },
  { op, value }: Limit,
  violation: Violation,
  distance: Distance,
): Promise<{ readonly atLeast: number; readonly certificates: readonly Proof[] } | null> {
  const beyond = op === '>' || op === '<=';
  if (ask.finds && !(beyond ? atLeast > value : atLeast >= value)) return null;
  const radius = beyond ? value : nextDown(value, 'float64');
  const question = withinOf(name);
  const bytes = await ask.proofOf(question, subject, { kind: 'exists', violation, within: { distance, radius } });
  return bytes === null ? null : { atLeast: nextUp(radius, 'float64'), certificates: [{ question, bytes }] };
}

/** Of several parts the nearest: what is nearer than any of them is in none. */
function nearer(parts: readonly Judged[], whole: Judged): Judged {
  const open = parts.filter(({ bounds }) => bounds !== null && bounds.atLeast !== null);
  if (open.length < 2)
    return open[0] === undefined ? whole : { ...whole, bounds: open[0].bounds, witness: open[0].witness };
  const nearestFound = open.reduce((a, b) => ((b.bounds?.atMost ?? Infinity) < (a.bounds?.atMost ?? Infinity) ? b : a));
  const atLeast = Math.min(...open.map(({ bounds }) => bounds?.atLeast ?? Infinity));
  return { ...whole, bounds: { atLeast, atMost: nearestFound.bounds?.atMost ?? null }, witness: nearestFound.witness };
}

/** Whether a number that lies between bounds is as it is expected. */
function boundVerdict({ judged: own, certificates }: Nearest, { op, value: limit }: Limit): Judged {
  const proofs = own.verdict === 'undecided' ? certificates : own.certificates;
  if (own.verdict === 'vacuous' || own.verdict === 'unsupported') return own;
  const holds = (value: number): boolean =>
    op === '<=' ? value <= limit : op === '<' ? value < limit : op === '>=' ? value >= limit : value > limit;
  const [low, high] = [own.bounds?.atLeast ?? Number.POSITIVE_INFINITY, own.bounds?.atMost ?? Number.POSITIVE_INFINITY];
  const small = op === '<=' || op === '<';
  // What was attained violates for certain; what is only not excluded leaves it open.
  if (holds(low) && holds(high)) return { ...own, verdict: 'proved', reason: null, certificates: proofs };
  const attained = small ? low : high;
  if (!holds(attained) && (small ? Number.isFinite(low) : Number.isFinite(high)))
    return { ...own, verdict: 'violated', reason: null, certificates: proofs };
  return { ...own, verdict: 'undecided' };
}

/** A way to what is expected: `proved` when there is one, with the cheapest; `violated` when it is proved that there is none. */
export async function recourse(asked: Case): Promise<Judged> {
  const found = await nearestChange(asked, goalOf(asked), 'l1', costOf(asked));
  if (!found.none) return found.judged;
  return { ...found.judged, verdict: 'violated', bounds: null, reason: NO_WAY };
}

/** The cheapest way to another answer: `violated` when it costs less than is expected, or, where nothing is, when there is one. */
export async function evasion(asked: Case): Promise<Judged> {
  const { property } = asked;
  const violation = otherAnswer({ ...asked, property: { ...property, expect: null } });
  const limit = limitOf(property, 'cost');
  const found = await nearestChange(asked, violation, 'l1', costOf(asked), limit);
  if (found.none) return { ...found.judged, verdict: 'proved', bounds: null, reason: NO_EVASION };
  if (limit !== null) return boundVerdict(found, limit);
  return found.judged.witness === null ? found.judged : { ...found.judged, verdict: 'violated' };
}

const NO_WAY = {
  en: 'It is proved that no allowed change leads to what is expected.',
  pt: 'Está provado que nenhuma mudança permitida leva ao esperado.',
};

const NO_EVASION = {
  en: 'It is proved that no allowed change gives another answer.',
  pt: 'Está provado que nenhuma mudança permitida dá outra resposta.',
};

/** What a change of a feature by one costs: as the row says, or the schema. */
const costOf =
  ({ property, names }: Case) =>
  (column: number): number =>
    property.cost.get(column) ?? names.vocabulary.features[column]?.cost ?? 1;

/**
 * The nearest violation among what the row lets a record become.
 * @param distance where the row names none
 * @param price of a change of a feature by one
 */
async function nearestChange(
  asked: Case,
  violation: Violation,
  distance: keyof typeof NORMS,
  price: (column: number) => number,
  limit: Limit | null = null,
): Promise<Nearest> {
  const { property, record, names, model } = asked;
  if (record === null) throw new TypeError(`${property.kind} is about records`);
  const norm = NORMS[property.distance ?? distance];
  return ofFewChanges(asked, (own, name) =>
    nearestOf(
      asked,
      rangeAround(record, waysOf(own, names), names),
      violation,
      () => distanceOf(norm, record, own, names, model.forest, price),
      name,
      limit,
    ),
  );
}

/** Asks with each choice of the features that may change together, where no more than some may. */
async function ofFewChanges(asked: Case, ask: (own: Property, name: string) => Promise<Nearest>): Promise<Nearest> {
  const { property } = asked;
  const choices = subsets(property.free, property.maxChanges ?? property.free.length);
  const parts: Nearest[] = [];
  for (const [at, free] of choices.entries())
    parts.push(await ask({ ...property, free }, at === 0 ? 'nearest' : `nearest:${free.join('+')}`));
  const asking = parts.filter(({ judged: { verdict } }) => verdict !== 'vacuous');
  const certificates = allOf(asking);
  if (asking.length === 0) return { judged: judged('vacuous'), none: false, certificates };
  const none = asking.every((each) => each.none);
  const whole = worst(asking.map((each) => each.judged));
  return {
    judged: nearer(
      asking.filter((each) => !each.none).map((each) => each.judged),
      whole,
    ),
    none,
    certificates,
  };
}
