/** What would violate what a row expects of one input, and what would meet it. */
import { labelIs, labelIsNot, type Violation } from '../search/index.js';
import { bandOf, bandViolation, type Case, indexOfLabel, labelIndex, measure } from './case.js';
import { formWhere } from './measure.js';
import { Unsupported } from './unsupported.js';

/** What would violate what the row expects of one input. */
export function againstExpected({ property, model }: Omit<Case, 'ask'>): Violation {
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
      en: 'A score needs an expectation, as in <=0.35.',
      pt: 'Uma pontuação precisa de uma expectativa, como em <=0.35.',
    });
  return labelIsNot(model.forest.outcome, indexOfLabel(model, record.label));
}

/** What recourse leads to: an input that is as expected. */
export function goalOf({ property, model }: Case): Violation {
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
