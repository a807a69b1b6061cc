/** How far two sums or two bands lie apart. */
import type { Form, Violation } from '../search/index.js';
import { type Case, emptyPart, existsVerdict, type JudgedModel, measure, overRegions, type Second } from './case.js';
import { formWhere, type Measure } from './measure.js';
import { Unsupported } from './unsupported.js';
import { judged, type Judged, openBecause } from './verdict.js';

/** The two inputs are in different bands. Throws `Unsupported` for an output that has none. */
export function differentBands({ property }: Case, first: JudgedModel, second: JudgedModel): Violation {
  const { output } = property;
  if (output.kind !== 'bands')
    throw new Unsupported({
      en: 'A score has no label or band that could change. Write label or band(...).',
      pt: 'Uma pontuação não tem classe nem faixa que mude. Escreva label ou band(...).',
    });
  const [own, other] = [measure(first, output), measure(second, output)];
  const form = (of: Measure, op: '<' | '>=', below: number, copy: 0 | 1): Form =>
    formWhere(of, (copy === 0 ? first : second).forest.summation.arithmetic, op, below, copy);
  return output.bands.flatMap(({ below }) =>
    below === null
      ? []
      : [
          [form(own, '<', below, 0), form(other, '>=', below, 1)],
          [form(own, '>=', below, 0), form(other, '<', below, 1)],
        ],
  );
}

/** A number of which differences are differences of sums. Throws `Unsupported` for any other. */
export function linear(own: Measure): Measure {
  if (own.linear) return own;
  throw new Unsupported({
    en: 'A difference of this score is not a difference of sums of trees. Write score[0].',
    pt: 'Uma diferença desta pontuação não é uma diferença de somas de árvores. Escreva score[0].',
  });
}

/** What violates a limit that a difference of two sums is held to. */
export function difference(
  first: Measure,
  second: Measure,
  sign: 1 | -1,
  op: '<=' | '<' | '>=' | '>',
  limit: number,
): Form {
  if (op === '>=' || op === '>')
    throw new Unsupported({
      en: 'A difference needs an upper limit. Write <= and a number.',
      pt: 'Uma diferença precisa de um limite superior. Escreva <= e um número.',
    });
  return {
    terms: [
      { copy: 0, target: first.target, weight: sign },
      { copy: 1, target: second.target, weight: sign === 1 ? -1 : 1 },
    ],
    relation: op === '<=' ? '>' : '>=',
    threshold: limit,
  };
}

/**
 * The verdict on a difference, which the greatest one was looked for: bounds of differences are met up to rounding, so the limit is
 * asked by itself, and exactly.
 */
export async function withinLimit(
  asked: Case,
  greatest: Judged,
  forms: readonly Form[],
  input: Second,
  region: Case['property']['region'],
): Promise<Judged> {
  if (greatest.verdict === 'vacuous') return greatest;
  const violation = forms.map((form) => [form]);
  const own = await overRegions(
    asked,
    region,
    (subject, part) => existsVerdict(asked.ask, `limit${part}`, subject, violation),
    input,
  );
  const best = greatest.bounds?.atLeast ?? Number.NEGATIVE_INFINITY;
  const far = forms.some(({ relation, threshold }) => (relation === '>' ? best > threshold : best >= threshold));
  return {
    ...own,
    bounds: greatest.bounds,
    witness: far ? greatest.witness : own.witness,
    certificates: own.verdict === 'proved' ? [...greatest.certificates, ...own.certificates] : own.certificates,
  };
}

/** The greatest difference of two sums over a region: `proved` where it is settled. */
export async function greatestDifference(
  asked: Case,
  first: Measure,
  second: Measure,
  input: Second,
  region: Case['property']['region'],
  either: boolean,
): Promise<Judged> {
  const parts: { readonly low: number; readonly high: number; readonly own: Judged }[] = [];
  const whole = await overRegions(
    asked,
    region,
    async (subject, part) => {
      const found: { readonly name: string; readonly answer: Awaited<ReturnType<typeof asked.ask.greatest>> }[] = [];
      for (const sign of either ? ([1, -1] as const) : ([1] as const)) {
        const minus = sign === 1 ? -1 : 1;
        const name = `greatest${sign === 1 ? '' : ':other'}${part}`;
        const answer = await asked.ask.greatest(name, subject, {
          kind: 'greatest',
          terms: [
            { copy: 0, target: first.target, weight: sign },
            { copy: 1, target: second.target, weight: minus },
          ],
        });
        found.push({ name, answer });
      }
      const empty = found.find(({ answer }) => answer.verdict === 'vacuous');
      if (empty !== undefined) return emptyPart(empty.name, empty.answer);
      const high = Math.max(...found.map(({ answer }) => answer.most));
      const best = found.reduce((a, b) =>
        (b.answer.least ?? -Infinity) > (a.answer.least ?? -Infinity) ? b : a,
      ).answer;
      const open = found.find(({ answer }) => answer.verdict === 'undecided');
      const own = judged(open === undefined ? 'proved' : 'undecided', {
        reason: open === undefined ? null : openBecause(open.answer),
        witness: best.witness ?? null,
        bounds: { atLeast: best.least ?? null, atMost: high },
        certificates: found.flatMap(({ name, answer }) =>
          answer.certificate === undefined ? [] : [{ question: name, bytes: answer.certificate, bound: answer.most }],
        ),
      });
      parts.push({ low: best.least ?? Number.NEGATIVE_INFINITY, high, own });
      return own;
    },
    input,
  );
  const [first_] = parts;
  if (first_ === undefined) return whole;
  const best = parts.reduce((a, b) => (b.low > a.low ? b : a), first_);
  const high = Math.max(...parts.map((part) => part.high));
  return {
    ...whole,
    witness: best.own.witness,
    bounds: { atLeast: best.own.bounds?.atLeast ?? null, atMost: high },
    certificates: whole.verdict === 'proved' ? whole.certificates : parts.flatMap(({ own }) => own.certificates),
  };
}
