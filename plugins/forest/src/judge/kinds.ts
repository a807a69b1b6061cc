/** How each kind of property is asked. A question is always a search for an input that violates. */
import { labelIs, labelIsNot, type Violation } from '../search/index.js';
import type { Property, Region } from '../table/index.js';
import {
  bandOf,
  bandViolation,
  type Case,
  emptyPart,
  existsVerdict,
  hangsTogether,
  indexOfLabel,
  labelIndex,
  measure,
  NO_INPUT,
  overRegions,
} from './case.js';
import { Unsupported, unsupportedBecause } from './unsupported.js';
import { changes, distanceOf, rangeAround, subsets, waysOf } from './around.js';
import { formWhere } from './measure.js';
import { dominance, drift, protectedFlip, protectedGap, sameAsModel } from './pairs.js';
import { judged, type Judged, openBecause, worst } from './verdict.js';

/** Asks a row, of a record where it is about records. */
export async function judge(asked: Case): Promise<Judged> {
  try {
    return await KINDS[asked.property.kind](asked);
  } catch (error) {
    return judged('unsupported', { reason: unsupportedBecause(error).words });
  }
}

const KINDS: Readonly<Record<Property['kind'], (asked: Case) => Promise<Judged>>> = {
  range,
  never: required,
  always: required,
  robust,
  min_distance: minDistance,
  monotone: dominance,
  protected_flip: protectedFlip,
  protected_gap: protectedGap,
  dominance,
  same_as_model: sameAsModel,
  drift,
  recourse,
  evasion,
  stable_label: stableLabel,
};

/** All inputs that a row is about: those of its region, or a record alone. */
const regionOfCase = ({ property, record, names }: Case): Region =>
  record === null ? property.region : rangeAround(record, { ...property, free: [] }, names);

/** What would violate what the row expects of one input. */
function againstExpected({ property, model }: Omit<Case, 'ask'>): Violation {
  const { expect, output } = property;
  const { arithmetic } = model.forest.summation;
  switch (expect?.kind) {
    case 'label': {
      const label = labelIndex(model, expect.label);
      return expect.op === '=' ? labelIsNot(model.forest.outcome, label) : labelIs(model.forest.outcome, label);
    }
    case 'bound': {
      const opposite = { '<=': '>', '<': '>=', '>=': '<', '>': '<=' } as const;
      return [[formWhere(measure(model, output), arithmetic, opposite[expect.op], expect.value)]];
    }
    case 'band': {
      if (output.kind !== 'bands') throw new TypeError('a band is expected of bands');
      const at = output.bands.findIndex(({ name }) => name === expect.band);
      return bandViolation(output, at, expect.op === '=', measure(model, output), model);
    }
    default:
      throw new TypeError(`nothing of one input is expected by ${property.kind}`);
  }
}

async function required(asked: Case): Promise<Judged> {
  const violation = againstExpected(asked);
  return overRegions(asked, regionOfCase(asked), (subject, part) =>
    existsVerdict(asked.ask, `exists${part}`, subject, violation),
  );
}

/** Another answer than the record has: another label, another band, or what the row does not expect. */
export function otherAnswer(asked: Omit<Case, 'ask'>): Violation {
  const { property, record, model } = asked;
  const { output, expect } = property;
  if (expect !== null && (expect.kind === 'label' || expect.kind === 'bound' || expect.kind === 'band')) {
    if (property.kind !== 'min_distance') return againstExpected(asked);
  }
  if (record === null) throw new TypeError(`${property.kind} is about records`);
  if (output.kind === 'bands') {
    const own = measure(model, output);
    return bandViolation(output, bandOf(output, own.of(record.sums[own.target] ?? 0), own), true, own, model);
  }
  if (output.kind !== 'label')
    throw new Unsupported({
      en: 'Of a score it must be said what is expected, as in <=0.35.',
      pt: 'De uma pontuação tem de se dizer o que se espera, como em <=0.35.',
    });
  return labelIsNot(model.forest.outcome, indexOfLabel(model, record.label));
}

async function robust(asked: Case): Promise<Judged> {
  const { property, record, names, model, ask } = asked;
  if (record === null) throw new TypeError('robust is about records');
  const region = rangeAround(record, waysOf(property, names), names);
  const { distance, maxChanges } = property;
  const violation = otherAnswer(asked);
  if (distance === 'l1') return robustInSum(asked, violation);
  if (distance === 'l0' || maxChanges !== null) {
    const counted = distanceOf('count', record, property, names, model.forest, () => 1);
    return overRegions(asked, region, (subject, part) =>
      existsVerdict(ask, `exists${part}`, subject, violation, {
        within: { distance: counted, radius: maxChanges ?? 1 },
      }),
    );
  }
  return overRegions(asked, region, (subject, part) => existsVerdict(ask, `exists${part}`, subject, violation));
}

/** The amounts are a budget that all changes share: the sum of the shares that are used is at most one. */
async function robustInSum(asked: Case, violation: Violation): Promise<Judged> {
  const { property, record, names, model, ask } = asked;
  if (record === null) throw new TypeError('robust is about records');
  const price = (column: number): number => {
    const amount = property.epsilon?.get(column);
    const own = record.values[column];
    if (amount === undefined || typeof own !== 'number' || (amount.relative && Number.isNaN(own)))
      return Number.POSITIVE_INFINITY;
    return 1 / (amount.relative ? amount.value * Math.abs(own) : amount.value);
  };
  const parts: Judged[] = [];
  for (const free of subsets(property.free, property.maxChanges ?? property.free.length)) {
    const name = parts.length === 0 ? 'exists' : `exists:${free.join('+')}`;
    const share = distanceOf('sum', record, { ...property, free }, names, model.forest, price);
    const region = rangeAround(record, waysOf({ ...property, free }, names), names);
    const found = await overRegions(asked, region, (subject, part) =>
      existsVerdict(ask, `${name}${part}`, subject, violation, { within: { distance: share, radius: 1 } }),
    );
    if (found.verdict === 'violated') return found;
    parts.push(found);
  }
  return worst(parts);
}

const NORMS = { linf: 'max', l1: 'sum', l0: 'count' } as const;

async function minDistance(asked: Case): Promise<Judged> {
  const { property, record, names, model } = asked;
  if (record === null) throw new TypeError('min_distance is about records');
  const violation = otherAnswer(asked);
  const price = (column: number): number => property.cost.get(column) ?? 1;
  const norm = NORMS[property.distance ?? 'linf'];
  const found = await ofFewChanges(asked, (own, name) =>
    nearestOf(
      asked,
      rangeAround(record, waysOf(own, names), names),
      violation,
      () => distanceOf(norm, record, own, names, model.forest, price),
      name,
    ),
  );
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

async function range(asked: Case): Promise<Judged> {
  const { property, model, ask } = asked;
  const own = measure(model, property.output);
  const term = (weight: 1 | -1): Parameters<typeof ask.greatest>[2] => ({
    kind: 'greatest',
    terms: [{ copy: 0, target: own.target, weight }],
  });
  const regions: Judged[] = [];
  const all = await overRegions(asked, regionOfCase(asked), async (subject, part) => {
    const above = await ask.greatest(`most${part}`, subject, term(1));
    if (above.verdict === 'vacuous') return emptyPart(`most${part}`, above);
    const below = await ask.greatest(`least${part}`, subject, term(-1));
    const closed = above.verdict === 'closed' && below.verdict === 'closed';
    // Zero has no sign to a reader.
    const [low, high] = [-below.most + 0, above.most].map(own.of) as [number, number];
    const ends = [below.witness ?? null, above.witness ?? null];
    const certificates = [
      ...(below.certificate ? [{ question: `least${part}`, bytes: below.certificate, bound: below.most }] : []),
      ...(above.certificate ? [{ question: `most${part}`, bytes: above.certificate, bound: above.most }] : []),
    ];
    const open = [above, below].find(({ verdict }) => verdict === 'undecided');
    const judgedPart = judged(closed ? 'proved' : 'undecided', {
      reason: open === undefined ? null : openBecause(open),
      bounds: { atLeast: Math.min(low, high), atMost: Math.max(low, high) },
      ends: own.rising ? ends : ends.toReversed(),
      certificates,
    });
    regions.push(judgedPart);
    return judgedPart;
  });
  if (regions.length === 0) return judged('vacuous', { reason: NO_INPUT });
  const whole = { ...joined(regions), ...(all.verdict === 'proved' && { certificates: all.certificates }) };
  const { expect } = property;
  if (expect?.kind !== 'bound') return whole;
  const said = rangeVerdict(
    whole,
    expect.op,
    own.precision === 'float32' ? Math.fround(expect.value) : expect.value,
    (witness) => own.of(witness.sums[0]?.[own.target] ?? Number.NaN),
  );
  if (whole.verdict !== 'undecided' || said.verdict === 'violated') return said;
  // A bound that is still open has no certificate: the limit is asked by itself.
  const limit = await overRegions(asked, regionOfCase(asked), (subject, part) =>
    existsVerdict(ask, `exists${part}`, subject, againstExpected(asked)),
  );
  if (limit.verdict === 'violated') return { ...said, verdict: 'violated', witness: limit.witness, certificates: [] };
  if (limit.verdict !== 'proved') return { ...said, verdict: 'undecided' };
  // Ends are shown where they are those of the range.
  const certificates = [...whole.certificates, ...limit.certificates];
  return { ...said, verdict: 'proved', reason: null, ends: [], certificates };
}

function joined(parts: readonly Judged[]): Judged {
  const least = parts.reduce((a, b) => ((b.bounds?.atLeast ?? Infinity) < (a.bounds?.atLeast ?? Infinity) ? b : a));
  const most = parts.reduce((a, b) => ((b.bounds?.atMost ?? -Infinity) > (a.bounds?.atMost ?? -Infinity) ? b : a));
  return {
    ...worst(parts),
    bounds: { atLeast: least.bounds?.atLeast ?? null, atMost: most.bounds?.atMost ?? null },
    ends: [least.ends[0] ?? null, most.ends[1] ?? null],
    certificates: parts.flatMap(({ certificates }) => certificates),
  };
}

/** A range is as expected when its proved ends are; it is violated by an end that was attained. */
function rangeVerdict(
  own: Judged,
  op: '<=' | '<' | '>=' | '>',
  limit: number,
  valueOf: (witness: NonNullable<Judged['witness']>) => number,
): Judged {
  const holds = (value: number): boolean =>
    op === '<=' ? value <= limit : op === '<' ? value < limit : op === '>=' ? value >= limit : value > limit;
  const small = op === '<=' || op === '<';
  const proved = small ? own.bounds?.atMost : own.bounds?.atLeast;
  if (proved !== undefined && proved !== null && holds(proved)) return { ...own, verdict: 'proved' };
  const witness = own.ends[small ? 1 : 0] ?? null;
  if (witness !== null && !holds(valueOf(witness))) return { ...own, verdict: 'violated', witness, certificates: [] };
  return { ...own, verdict: 'undecided' };
}

/** A way to what is expected: `proved` when there is one, with the cheapest; `violated` when it is proved that there is none. */
async function recourse(asked: Case): Promise<Judged> {
  const { property, record, names, model } = asked;
  if (record === null) throw new TypeError('recourse is about records');
  const goal = goalOf(asked);
  const price = (column: number): number => property.cost.get(column) ?? names.vocabulary.features[column]?.cost ?? 1;
  const norm = NORMS[property.distance ?? 'l1'];
  const found = await ofFewChanges(asked, (own, name) =>
    nearestOf(
      asked,
      rangeAround(record, waysOf(own, names), names),
      goal,
      () => distanceOf(norm, record, own, names, model.forest, price),
      name,
    ),
  );
  if (!found.none) return found.judged;
  return { ...found.judged, verdict: 'violated', bounds: null, reason: NO_WAY };
}

const NO_WAY = {
  en: 'It is proved that no allowed change leads to what is expected.',
  pt: 'Está provado que nenhuma mudança permitida leva ao esperado.',
};
const NO_EVASION = {
  en: 'It is proved that no allowed change gives another answer.',
  pt: 'Está provado que nenhuma mudança permitida dá outra resposta.',
};

/** What recourse leads to: an input that is as expected. */
function goalOf({ property, model }: Case): Violation {
  const { expect, output } = property;
  const { arithmetic } = model.forest.summation;
  switch (expect?.kind) {
    case 'label': {
      const label = labelIndex(model, expect.label);
      return expect.op === '=' ? labelIs(model.forest.outcome, label) : labelIsNot(model.forest.outcome, label);
    }
    case 'bound':
      return [[formWhere(measure(model, output), arithmetic, expect.op, expect.value)]];
    case 'band': {
      if (output.kind !== 'bands') throw new TypeError('a band is expected of bands');
      const at = output.bands.findIndex(({ name }) => name === expect.band);
      return bandViolation(output, at, expect.op !== '=', measure(model, output), model);
    }
    default:
      throw new TypeError('recourse leads somewhere');
  }
}

/** The cheapest way to another answer: `violated` when it costs less than is expected, or, where nothing is, when there is one. */
async function evasion(asked: Case): Promise<Judged> {
  const { property, record, names, model } = asked;
  if (record === null) throw new TypeError('evasion is about records');
  const price = (column: number): number => property.cost.get(column) ?? names.vocabulary.features[column]?.cost ?? 1;
  const norm = NORMS[property.distance ?? 'l1'];
  const violation = otherAnswer({ ...asked, property: { ...property, expect: null } });
  const found = await ofFewChanges(asked, (own, name) =>
    nearestOf(
      asked,
      rangeAround(record, waysOf(own, names), names),
      violation,
      () => distanceOf(norm, record, own, names, model.forest, price),
      name,
    ),
  );
  if (found.none) return { ...found.judged, verdict: 'proved', bounds: null, reason: NO_EVASION };
  const { expect } = property;
  if (expect?.kind === 'cost' || expect?.kind === 'bound') return boundVerdict(found.judged, expect.op, expect.value);
  return found.judged.witness === null ? found.judged : { ...found.judged, verdict: 'violated' };
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

/** Whether neighbours by the last digit of each number, and any order of additions, give the same label. */
async function stableLabel(asked: Case): Promise<Judged> {
  const { property, record, names, ask } = asked;
  if (record === null) throw new TypeError('stable_label is about records');
  const violation = otherAnswer(asked);
  const tolerance = property.tolerance ?? { ulps: 1 };
  const region = changes(record, property, tolerance, names);
  const own = await overRegions(asked, region, (subject, part) =>
    existsVerdict(ask, `exists${part}`, subject, violation, { anyOrder: true }),
  );
  if (own.numericTie === null || own.verdict !== 'proved') return own;
  return { ...own, verdict: 'undecided', reason: TIE, witness: own.numericTie };
}

const TIE = {
  en: 'With one thread the label stays; in another order of additions it may be another one.',
  pt: 'Com um só fio a classe mantém-se; noutra ordem de somas pode ser outra.',
};
