/** Rows about every input of a region, or of a record: what must hold of them, and what a score can be. */
import type { Region } from '../table/index.js';
import { rangeAround } from './around.js';
import { type Case, emptyPart, existsVerdict, measure, NO_INPUT, overRegions } from './case.js';
import { againstExpected } from './expected.js';
import { judged, type Judged, openBecause, worst } from './verdict.js';

/** All inputs that a row is about: those of its region, or a record alone. */
const regionOfCase = ({ property, record, names }: Case): Region =>
  record === null ? property.region : rangeAround(record, { ...property, free: [] }, names);

/** Whether all inputs are as expected. */
export async function required(asked: Case): Promise<Judged> {
  const violation = againstExpected(asked);
  return overRegions(asked, regionOfCase(asked), (subject, part) =>
    existsVerdict(asked.ask, `exists${part}`, subject, violation),
  );
}

/** Both ends of a score. */
export async function range(asked: Case): Promise<Judged> {
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
