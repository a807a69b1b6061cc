/** Properties of two versions of a model, which are given the same input. */
import { labelsDiffer, type Violation } from '../search/index.js';
import { rangeAround, waysOf } from './around.js';
import { type Case, existsVerdict, type JudgedModel, measure, overRegions, type Second } from './case.js';
import { difference, differentBands, greatestDifference, linear, withinLimit } from './differences.js';
import { Unsupported } from './unsupported.js';
import { judged, type Judged } from './verdict.js';

/** The same input, asked of two models. */
const sameInput: Second = { input: (region) => ({ region, apart: [] }), of: 'other version' };

function versions(asked: Case): JudgedModel {
  if (asked.second !== null) return asked.second;
  throw new Unsupported({
    en: 'There is no other model. Send it as compare_model.',
    pt: 'Não há outro modelo. Envie-o como compare_model.',
  });
}

/** Inputs of the row: its region, or a record with what is free around it. */
const regionOfVersions = ({ property, record, names }: Case): Case['property']['region'] =>
  record === null
    ? property.region
    : rangeAround(record, property.epsilon === null ? { ...property, free: [] } : waysOf(property, names), names);

/** Whether two versions answer alike. */
export async function sameAsModel(asked: Case): Promise<Judged> {
  const { property, model, ask } = asked;
  const other = versions(asked);
  const { output, tolerance } = property;
  const violation: Violation =
    output.kind === 'label'
      ? labelsDiffer(model.forest.outcome, other.forest.outcome)
      : output.kind === 'bands'
        ? differentBands(asked, model, other)
        : farApart(asked, other, tolerance !== null && 'amount' in tolerance ? tolerance.amount : 0);
  return overRegions(
    asked,
    regionOfVersions(asked),
    (subject, part) => existsVerdict(ask, `exists${part}`, subject, violation),
    sameInput,
  );
}

function farApart({ property, model }: Case, other: JudgedModel, tolerance: number): Violation {
  const [own, second] = [linear(measure(model, property.output)), linear(measure(other, property.output))];
  return ([1, -1] as const).map((sign) => [difference(own, second, sign, '<=', tolerance)]);
}

/** How far two versions are apart, at most, and whether a band changes. */
export async function drift(asked: Case): Promise<Judged> {
  const { property, model } = asked;
  const other = versions(asked);
  const { output, expect, tolerance } = property;
  const bands = output.kind === 'bands' || output.kind === 'label' ? await sameAsModel(asked) : null;
  if (output.kind === 'label') return bands ?? judged('unsupported');
  const [own, second] = [measure(model, output), measure(other, output)];
  if (bands?.verdict === 'violated' || !own.linear || !second.linear)
    return bands ?? judged('unsupported', { reason: NOT_LINEAR });
  const gap = await greatestDifference(asked, own, second, sameInput, regionOfVersions(asked), true);
  const limit =
    tolerance !== null && 'amount' in tolerance
      ? tolerance.amount
      : expect !== null && 'value' in expect
        ? expect.value
        : null;
  const op = expect !== null && 'value' in expect ? expect.op : '<=';
  const forms = limit === null ? [] : ([1, -1] as const).map((sign) => difference(own, second, sign, op, limit));
  const far = limit === null ? gap : await withinLimit(asked, gap, forms, sameInput, regionOfVersions(asked));
  if (bands === null || far.verdict === 'violated') return far;
  const open = [bands, far].find(({ verdict }) => verdict !== 'proved');
  return { ...(open ?? far), bounds: far.bounds, certificates: [...bands.certificates, ...far.certificates] };
}

const NOT_LINEAR = {
  en: 'A difference of this score is not a difference of sums of trees. Write score[0].',
  pt: 'Uma diferença desta pontuação não é uma diferença de somas de árvores. Escreva score[0].',
};
