/** The nearest input with another answer, or with one that is sought, and what it costs. */
import type { Violation } from '../search/index.js';
import type { Property, Region } from '../table/index.js';
import { distanceOf, rangeAround, subsets, waysOf } from './around.js';
import { type Case, emptyPart, hangsTogether, overRegions } from './case.js';
import { goalOf, otherAnswer } from './expected.js';
import { judged, type Judged, openBecause, worst } from './verdict.js';

const NORMS = { linf: 'max', l1: 'sum', l0: 'count' } as const;

/** How far the nearest other answer is from a record. */
export async function minDistance(asked: Case): Promise<Judged> {
  const { property } = asked;
  const price = (column: number): number => property.cost.get(column) ?? 1;
  const found = await nearestChange(asked, otherAnswer(asked), 'linf', price);
  if (found.none) return { ...found.judged, reason: NO_EVASION };
  const { expect } = property;
  if (expect?.kind !== 'distance' && expect?.kind !== 'bound') return found.judged;
  return boundVerdict(found.judged, expect.op, expect.value);
}

interface Nearest {
  readonly judged: Judged;
  /** Whether there is none at all. */
  readonly none: boolean;
}

/** The nearest violation over all parts of a region; `proved` where it is settled, also that there is none. */
async function nearestOf(
  asked: Case,
  region: Region,
  violation: Violation,
  distance: (part: string) => Parameters<Case['ask']['nearest']>[2]['distance'],
  name = 'nearest',
): Promise<Nearest> {
  let none = true;
  const parts: Judged[] = [];
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
    )
      return emptyPart(`${name}${part}`, answer, Number.POSITIVE_INFINITY);
    if (answer.verdict !== 'none') none = false;
    const open = answer.verdict === 'undecided';
    const own = judged(open ? 'undecided' : 'proved', {
      reason: open ? openBecause(answer) : null,
      bounds: { atLeast: answer.verdict === 'none' ? null : answer.atLeast, atMost: answer.nearest ?? null },
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
    return own;
  });
  return { judged: nearer(parts, whole), none: none && parts.length > 0 };
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
function boundVerdict(own: Judged, op: '<=' | '<' | '>=' | '>', limit: number): Judged {
  if (own.verdict === 'vacuous' || own.verdict === 'unsupported') return own;
  const holds = (value: number): boolean =>
    op === '<=' ? value <= limit : op === '<' ? value < limit : op === '>=' ? value >= limit : value > limit;
  const [low, high] = [own.bounds?.atLeast ?? Number.POSITIVE_INFINITY, own.bounds?.atMost ?? Number.POSITIVE_INFINITY];
  const small = op === '<=' || op === '<';
  // What was attained violates for certain; what is only not excluded leaves it open.
  if (holds(low) && holds(high)) return { ...own, verdict: 'proved', reason: null };
  const attained = small ? low : high;
  if (!holds(attained) && (small ? Number.isFinite(low) : Number.isFinite(high)))
    return { ...own, verdict: 'violated', reason: null };
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
  const found = await nearestChange(asked, violation, 'l1', costOf(asked));
  if (found.none) return { ...found.judged, verdict: 'proved', bounds: null, reason: NO_EVASION };
  const { expect } = property;
  if (expect?.kind === 'cost' || expect?.kind === 'bound') return boundVerdict(found.judged, expect.op, expect.value);
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
  if (asking.length === 0) return { judged: judged('vacuous'), none: false };
  const none = asking.every((each) => each.none);
  const whole = worst(asking.map((each) => each.judged));
  return {
    judged: nearer(
      asking.filter((each) => !each.none).map((each) => each.judged),
      whole,
    ),
    none,
  };
}
