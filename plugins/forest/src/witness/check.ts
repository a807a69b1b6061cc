/**
 * Whether the inputs that are shown for a verdict show it: from the row, the schema, the record and the values alone, without the code
 * that puts the question or finds the input. What it accepts was asked, may be, is changed only as far as is allowed, is answered as is
 * told, and breaks the property; a distance or a bound that it attains is that of these values. See docs/adr/0163.
 */
import type { FeatureFact, Property, Value } from '../table/index.js';
import { amountOf, type Answering, isExpected, isSameAnswer, numberAsked } from './answers.js';
import { changedBetween, distanceFrom, mustBeAllowed, mustBeNeighbour, shareOf } from './changes.js';
import { compares, meetsAll } from './conditions.js';
import { type Given, must, mustExist, numberOf, type ToldInput, valuesShown } from './input.js';

/** A verdict, and what is told for it. */
export interface ToldCase {
  readonly verdict: string;
  /** Only another order of additions may violate. */
  readonly tie: boolean;
  readonly from: ToldInput | null;
  readonly bounds: { readonly at_least: number | null; readonly at_most: number | null } | null;
  readonly witness: {
    readonly inputs: readonly ToldInput[];
    readonly changed: readonly string[];
    readonly distance: number | null;
  } | null;
}

/** A model that answers, and how its answers are read. */
export interface Model extends Answering {
  readonly answer: (values: readonly Value[]) => Given;
}

/** What was asked. */
export interface AskedCase {
  readonly property: Property;
  /** By column. */
  readonly features: readonly FeatureFact[];
  /** Values of the record; null where the row is about a region. */
  readonly record: readonly Value[] | null;
  readonly model: Model;
  readonly compare: Model | null;
}

interface Input {
  readonly values: readonly Value[];
  readonly given: Given;
  readonly model: Model;
}

interface Checked extends AskedCase {
  readonly told: ToldCase;
  readonly inputs: readonly Input[];
}

/** Kinds whose second input is the first, given to the other version. */
const OF_VERSIONS: ReadonlySet<string> = new Set(['same_as_model', 'drift']);
/** Kinds that look for the nearest input. */
const OF_DISTANCE: ReadonlySet<string> = new Set(['min_distance', 'recourse', 'evasion']);
const OF_PAIRS: ReadonlySet<string> = new Set(['monotone', 'dominance', 'protected_flip', 'protected_gap']);

/** @throws WitnessFalse where what is told for a verdict does not show it */
export function checkWitness(asked: AskedCase, told: ToldCase): void {
  const { property, record, features } = asked;
  const { witness } = told;
  if (told.from !== null) {
    must(record !== null, 'the row is about no record');
    const { values, given } = read(told.from, asked);
    must(changedBetween(record, values).length === 0, 'the record that is shown is another one');
    must(meetsAll(property.where.conditions, record, features, given.label), 'the row does not ask about this record');
  }
  if (witness === null) {
    const shown = told.verdict !== 'violated' || property.kind === 'recourse' || boundViolates(property, told);
    return must(shown, 'nothing is shown that violates');
  }
  must(['violated', 'proved', 'undecided'].includes(told.verdict), `a row that is ${told.verdict} shows nothing`);
  const inputs = witness.inputs.map((input) => read(input, asked));
  const names = witness.inputs.map(({ model }) => model);
  const two = OF_VERSIONS.has(property.kind) ? ['model', 'compare_model'] : ['model', 'model'];
  const count = OF_PAIRS.has(property.kind) || OF_VERSIONS.has(property.kind) ? 2 : 1;
  const ends = property.kind === 'range' && told.verdict !== 'violated';
  must(ends ? names.length === 1 || names.length === 2 : names.length === count, `it has ${names.length} inputs`);
  must(
    names.every((name, at) => name === two[at]),
    'an input is said to be of the other model',
  );
  for (const { values } of inputs) {
    mustExist(values, features);
    // Conditions on records choose these; what they become may lie elsewhere.
    if (!property.where.records)
      must(meetsAll(property.where.conditions, values, features), 'an input lies outside the region');
  }
  const checked = { ...asked, told, inputs };
  mustBeReached(checked);
  mustNameChanges(checked, ends);
  mustShow(checked);
}

/** Where an amount is to be small, a proof that it is large violates by itself. */
const boundViolates = ({ kind, expect }: Property, { bounds }: ToldCase): boolean =>
  OF_DISTANCE.has(kind) &&
  expect !== null &&
  'value' in expect &&
  (expect.op === '<=' || expect.op === '<') &&
  !compares(bounds?.at_least ?? Infinity, expect.op, expect.value);

/** An input with what the model answers, which is what is told. */
function read(told: ToldInput, { features, model: own, compare }: AskedCase): Input {
  const model = told.model === 'model' ? own : compare;
  must(model !== null, 'there is no other model');
  const values = valuesShown(told, features);
  const given = model.answer(values);
  must(told.label === given.label, `the label is ${given.label}, not ${told.label}`);
  const { scores } = model.precision;
  const alike = (one: number, other: number | undefined): boolean =>
    Object.is(one, other) || (one === 0 && other === 0);
  must(
    told.scores.length === given.scores.length &&
      told.score_bits.length === given.scores.length &&
      given.scores.every(
        (score, at) => alike(score, told.scores[at]) && alike(score, numberOf(told.score_bits[at]!, scores)),
      ),
    `the scores are ${given.scores.join()}, not ${told.scores.join()}`,
  );
  return { values, given, model };
}

/** Whether what changes may, and as far: from the record, and between two inputs. */
function mustBeReached({ property, features, record, inputs, told }: Checked): void {
  const { kind, free, epsilon, direction } = property;
  const [first, second] = inputs as [Input, Input | undefined];
  const stays = new Map<never, never>();
  if (OF_VERSIONS.has(kind)) {
    must(changedBetween(first.values, second!.values).length === 0, 'the two models were given two inputs');
    if (record === null) return;
    const leave = { free: epsilon === null ? [] : free, epsilon, direction, mutable: true };
    return mustBeAllowed(record, first.values, features, leave);
  }
  if (OF_PAIRS.has(kind)) {
    const ordered = kind === 'monotone' || kind === 'dominance';
    const moved = ordered ? [...direction.keys()] : property.protected;
    // The first input has the smaller value of the feature that is named first.
    const [way] = direction.values();
    for (const column of changedBetween(first.values, second!.values)) {
      const { name } = features[column]!;
      must(moved.includes(column), `"${name}" differs between the two inputs`);
      const [less, more] = [first.values[column], second!.values[column]];
      const rises = direction.get(column) === way;
      const inOrder = rises ? Number(less) < Number(more) : Number(less) > Number(more);
      must(!ordered || inOrder, `"${name}" goes the other way between the two inputs`);
    }
    if (ordered)
      must(
        moved.every((column) => !Number.isNaN(first.values[column])),
        'what is missing has no order',
      );
    if (record === null) return;
    const leave = { free: moved, epsilon: ordered ? epsilon : null, direction: stays, mutable: false };
    for (const { values } of inputs) mustBeAllowed(record, values, features, leave);
    return;
  }
  if (record === null) return;
  for (const { values } of inputs) {
    if (kind === 'stable_label') mustBeNeighbour(record, values, features, property);
    else if (kind === 'robust' || OF_DISTANCE.has(kind))
      mustBeAllowed(record, values, features, { free, epsilon, direction, mutable: true });
    else must(changedBetween(record, values).length === 0, 'it is not the record');
  }
  const count = changedBetween(record, first.values).length;
  const most = property.maxChanges ?? (kind === 'robust' && property.distance === 'l0' ? 1 : Infinity);
  if (kind === 'robust' || OF_DISTANCE.has(kind)) must(count <= most, `${count} features change, and ${most} may`);
  if (kind !== 'robust') return;
  // Told of a robust row: how many features change, or what part of the shared amounts is used.
  const counted = property.distance === 'l0' || property.maxChanges !== null;
  const share = property.distance === 'l1' && epsilon !== null ? shareOf(record, first.values, epsilon) : null;
  must(share === null || share <= 1, 'the changes use more than all of their amounts');
  const distance = share ?? (counted ? count : null);
  must(told.witness!.distance === distance, `its distance is ${distance}, not ${told.witness!.distance}`);
}

/** Whether the features that are said to change are those that do. */
function mustNameChanges({ property, features, record, inputs, told }: Checked, ends: boolean): void {
  const [first, second] = inputs as [Input, Input | undefined];
  const before = OF_PAIRS.has(property.kind) ? null : record;
  const other = ends ? null : (before ?? second?.values ?? null);
  const changed = other === null ? [] : changedBetween(other, first.values).map((column) => features[column]!.name);
  const named = told.witness!.changed;
  must(changed.length === named.length && changed.every((name) => named.includes(name)), `${changed.join()} change`);
}

function mustShow(checked: Checked): void {
  const { property, told, inputs, record } = checked;
  const { kind, output, expect } = property;
  const [first, second] = inputs as [Input, Input | undefined];
  const violated = told.verdict === 'violated';
  must(told.witness!.distance === null || OF_DISTANCE.has(kind) || kind === 'robust', 'a distance of nothing');
  switch (kind) {
    case 'range':
      return mustAttain(checked);
    case 'never':
    case 'always':
      must(violated && expect !== null, 'it shows nothing');
      return must(!isExpected(expect, output, first.given, first.model), 'it is as expected');
    case 'recourse':
      must(expect !== null && isExpected(expect, output, first.given, first.model), 'it is not as expected');
      return mustBeFar(checked);
    case 'robust':
      must(violated, 'it shows nothing');
      return mustBeOther(checked, expect !== null && expect.kind !== 'same' ? expect : null);
    case 'min_distance':
    case 'evasion':
      mustBeOther(checked, null);
      return mustBeFar(checked);
    case 'stable_label':
      // Another order of additions is not asked here.
      if (!violated) return must(told.tie, 'it shows nothing');
      must(record !== null, 'the row is about no record');
      return mustBeOther(checked, null);
    case 'monotone':
    case 'dominance': {
      must(violated, 'it shows nothing');
      const up = [...property.direction.values()][0] === 'up';
      const [one, other] = [first, second!].map(({ given, model }) => numberAsked(output, given, model)) as [
        number,
        number,
      ];
      const falls = up === (expect?.kind === 'nondecreasing') ? one - other : other - one;
      return must(falls > (amountOf(property) ?? 0), `the number goes from ${one} to ${other}`);
    }
    case 'protected_flip':
      must(violated, 'it shows nothing');
      return must(
        !isSameAnswer(output, [first.given, first.model], [second!.given, second!.model]),
        'both answers are the same',
      );
    case 'protected_gap':
    case 'same_as_model':
    case 'drift':
      return mustDiffer(checked);
  }
}

/** Another answer than the record has; or one that is not expected. */
function mustBeOther({ property, inputs, record, model }: Checked, expect: Property['expect']): void {
  const [{ given, model: own }] = inputs as [Input];
  if (expect !== null) return must(!isExpected(expect, property.output, given, own), 'it is as expected');
  must(record !== null, 'the row is about no record');
  const same = isSameAnswer(property.output, [given, own], [model.answer(record), model]);
  must(!same, 'it has the answer of the record');
}

/** The distance that is told is that of the input, and holds against the limit as the verdict says. */
function mustBeFar({ property, features, inputs, record, told }: Checked): void {
  const { kind, cost, expect } = property;
  must(record !== null, 'the row is about no record');
  const norm = property.distance ?? (kind === 'min_distance' ? 'linf' : 'l1');
  const price = (column: number): number => cost.get(column) ?? (kind === 'min_distance' ? 1 : features[column]!.cost);
  const distance = distanceFrom(record, inputs[0]!.values, norm, price);
  must(told.witness!.distance === distance, `its distance is ${distance}`);
  must(
    told.bounds === null || told.bounds.at_most === distance,
    `its distance is ${distance}, not ${told.bounds?.at_most}`,
  );
  must((told.bounds?.at_least ?? distance) <= distance, 'it is nearer than is proved possible');
  if (kind === 'recourse' || told.verdict === 'undecided') return;
  if (expect === null || !('value' in expect))
    return must((told.verdict === 'violated') === (kind === 'evasion'), 'no limit is given');
  must(
    compares(distance, expect.op, expect.value) === (told.verdict === 'proved'),
    `${distance} is held to ${expect.op}${expect.value}`,
  );
}

/** Ends of a range: both are attained where they are proved; one beyond the limit violates. */
function mustAttain({ property, inputs, told }: Checked): void {
  const { expect, output } = property;
  const numbers = inputs.map(({ given, model }) => numberAsked(output, given, model));
  const { at_least: low, at_most: high } = told.bounds ?? { at_least: null, at_most: null };
  if (told.verdict === 'violated') {
    const [{ given, model }] = inputs as [Input];
    must(expect !== null && !isExpected(expect, output, given, model), 'it is as expected');
  }
  must(
    numbers.every((number) => (low ?? -Infinity) <= number && number <= (high ?? Infinity)),
    'an end lies outside the range',
  );
  if (told.verdict === 'proved')
    must(numbers.length === 2 && numbers[0] === low && numbers[1] === high, `its ends are ${numbers.join()}`);
}

/** How far apart two answers are: as told, or too far, or as other label or band. */
function mustDiffer({ property, inputs, told }: Checked): void {
  const { kind, output, expect } = property;
  const [first, second] = inputs as [Input, Input];
  const answers = [first, second].map(({ given, model }) => [given, model] as const) as [
    [Given, Model],
    [Given, Model],
  ];
  const violated = told.verdict === 'violated';
  if (output.kind === 'label' || (output.kind === 'bands' && violated && !isSameAnswer(output, ...answers)))
    return must(violated && !isSameAnswer(output, ...answers), 'both answers are the same');
  const [one, other] = answers.map(([given, model]) => numberAsked(output, given, model)) as [number, number];
  const gap = kind === 'protected_gap' ? one - other : Math.abs(one - other);
  const limited = expect !== null && 'value' in expect ? expect : null;
  const amount = kind === 'protected_gap' ? null : amountOf(property);
  const limit = amount ?? limited?.value ?? (kind === 'same_as_model' ? 0 : null);
  const op = kind === 'same_as_model' ? '<=' : (limited?.op ?? '<=');
  const { at_least: low, at_most: high } = told.bounds ?? { at_least: null, at_most: null };
  must(gap <= (high ?? Infinity), 'it is more than is proved possible');
  if (violated) {
    must(gap >= (low ?? gap), 'a greater one is said to have been found');
    return must(limit !== null && !compares(gap, op, limit), `the difference is ${gap}`);
  }
  must(kind !== 'same_as_model', 'it shows nothing');
  must(low === gap || (kind === 'drift' && low === -gap), `the difference is ${gap}, not ${low}`);
}
