import { decideOnce, digestOf, type PreparedPolicy } from '@ostiary/guard';
import { type CoreExpr, type CoreRule, type Place, placesRead, placeText, variantFor, within } from '@ostiary/policy';
import { type Draft, withValue } from '@ostiary/policy/symbolic';
import type { Hunt } from '../ask/hunt/hunt.js';
import type { Finding, Region, Step } from '../model/finding.js';
import { Side } from './side.js';
import { testsOf } from './tests.js';

/** Each is some thousand decisions: the gravest findings have one. */
const MOST_REGIONS = 100;

/** Findings with what is answered around their witnesses, where there is something to be drawn. @param findings the gravest first */
export function withRegions(hunt: Hunt, findings: readonly Finding[]): readonly Finding[] {
  let left = MOST_REGIONS;
  return findings.map((finding) => {
    const region = left > 0 ? keptRegion(hunt, finding) : null;
    if (region) left -= 1;
    return region ? { ...finding, evidence: { ...finding.evidence, region } } : finding;
  });
}

/** It depends on the finding and on the rules about one tool. */
function keptRegion(hunt: Hunt, finding: Finding): Region | null {
  const tool = finding.witness?.steps.at(-1)?.call.tool;
  if (tool === undefined) return null;
  const { fingerprint, evidenceHash, rules, attribute } = finding;
  const name = JSON.stringify(['region', fingerprint, evidenceHash, rules, attribute]);
  return hunt.remembered(name, [tool], () => regionOf(hunt.policy, finding));
}

/**
 * The answers over two numbers of a finding's witness: the one that the finding is about, then those that its rules look at, then those that
 * other rules of the tool do. Of a session it is the last call, after those before it. Null where there are no two, or where some test looks
 * at both of them, so that where it changes is no line along a side; and where all is answered alike.
 */
export function regionOf(policy: PreparedPolicy, { witness, attribute, rules }: Finding): Region | null {
  const steps = witness?.steps ?? [];
  const base = witness?.kind === 'session' ? steps.at(-1) : steps[0];
  if (!witness || !base) return null;
  const ofTool = policy.core.rules.filter((rule) => guardOf(rule, base));
  const ofFinding = ofTool.filter(({ id }) => rules.includes(id));
  const named = (place: Place): boolean => placeText(place) === attribute;
  const numbers = numbersRead(policy, [...ofFinding, ...ofTool], base);
  const [one, other] = [...numbers.filter(named), ...numbers.filter((place) => !named(place))];
  if (!one || !other) return null;
  const marked =
    witness.kind === 'session' ? [[base, steps.length - 1] as const] : steps.map((step, at) => [step, at] as const);
  return draw(policy, base, [one, other], marked);
}

const guardOf = ({ variants }: CoreRule, { call }: Draft): CoreExpr | null =>
  variantFor(variants, call.tool)?.guard ?? null;

const guardsOf = (rules: readonly CoreRule[], draft: Draft): readonly CoreExpr[] =>
  rules.flatMap((rule) => guardOf(rule, draft) ?? []);

/** The places of a call at which rules look and it has a number, in the order they are written. */
const numbersRead = ({ core }: PreparedPolicy, rules: readonly CoreRule[], draft: Draft): readonly Place[] =>
  placesRead(core, guardsOf(rules, draft)).filter((place) => isNumber(place) && Side.of(place, draft, []) !== null);

const isNumber = ({ root, type }: Place): boolean =>
  root !== 'now' &&
  (type.kind === 'int' || type.kind === 'decimal' || (type.kind === 'money' && type.currencyFrom === undefined));

/** @param marked steps of the witness, and their places in it */
function draw(
  policy: PreparedPolicy,
  base: Step,
  places: readonly [Place, Place],
  marked: readonly (readonly [Step, number])[],
): Region | null {
  const { core } = policy;
  const guards = guardsOf(core.rules, base);
  if (places.some((place) => isReadOtherwise(policy, guards, place))) return null;
  const [isOne, isOther] = places.map((place) => (slot: number) => isAt(core.slots[slot], place)) as [IsSlot, IsSlot];
  const [ofOne, ofOther] = [testsOf(guards, isOne, isOther), testsOf(guards, isOther, isOne)];
  if (!ofOne || !ofOther) return null;
  const [x, y] = [Side.of(places[0], base, constantsIn(ofOne)), Side.of(places[1], base, constantsIn(ofOther))];
  if (!x || !y) return null;
  // Calls that are alike but for the two numbers lie in one plane.
  const rest = restOf(base, places);
  const lying = marked.flatMap(([step, at]) => {
    const [across, up] = [x.pointOf(step), y.pointOf(step)];
    return across === null || up === null || restOf(step, places) !== rest ? [] : [{ at, across, up }];
  });
  const columns = x.points(
    policy,
    base,
    ofOne,
    lying.map(({ across }) => across),
  );
  const rows = y.points(
    policy,
    base,
    ofOther,
    lying.map(({ up }) => up),
  );
  const answers = rows.map((row) => {
    const beside = y.at(base, row) ?? base;
    return columns.map((column) => {
      const { call, context } = x.at(beside, column) ?? beside;
      return decideOnce(policy, call, context).answer;
    });
  });
  if (new Set(answers.flat()).size < 2) return null;
  const marks = lying.flatMap(({ at, across, up }) => {
    const [column, row] = [columns.indexOf(across), rows.indexOf(up)];
    return column < 0 || row < 0 ? [] : [{ step: at, column, row }];
  });
  return { x: x.axis(columns), y: y.axis(rows), answers, marks };
}

type IsSlot = (slot: number) => boolean;

const isAt = (slot: Place | undefined, { root, path }: Place): boolean =>
  slot?.root === root && slot.path.join('\n') === path.join('\n');

/** Whether rules read it at another type as well, or what it lies in, as a whole. */
function isReadOtherwise({ core }: PreparedPolicy, guards: readonly CoreExpr[], place: Place): boolean {
  const read = new Set(
    guards.flatMap((guard) => within(guard).flatMap((expr) => (expr.op === 'read' ? [core.slots[expr.slot]] : []))),
  );
  return [...read].some((slot) => {
    if (slot?.root !== place.root) return false;
    const isWhole = slot.path.length < place.path.length && slot.path.every((name, at) => name === place.path[at]);
    return isWhole || (isAt(slot, place) && digestOf(slot.type) !== digestOf(place.type));
  });
}

const constantsIn = (tests: readonly CoreExpr[]): readonly unknown[] =>
  tests.flatMap((test) => within(test).flatMap((expr) => (expr.op === 'const' ? [expr.value] : [])));

/** What a call is apart from some places. */
function restOf(draft: Draft, places: readonly Place[]): string {
  const { call, context } = places.reduce<Draft>(
    (left, { root, path }) => (root === 'now' ? left : withValue(left, { root, path }, undefined)),
    { call: draft.call, context: draft.context },
  );
  return digestOf([call, context] as never);
}
