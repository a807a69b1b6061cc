/** Asks the search about one random subject, and judges every answer by brute force. */
import {
  askAll,
  askExists,
  askGreatest,
  askNearest,
  bandDiffers,
  labelIs,
  labelIsNot,
  labelsDiffer,
  type Form,
  prepare,
  type Question,
  scoreDiffers,
  type Subject,
  type Terms,
  type ViolatingBox,
  type Violation,
  type Witness,
} from '@ostiary/forest/search';
import { verifyCertificate } from '@ostiary/forest/verify';
import { costOf, inputsOf, labelOf, meetsSides, type Point, points, sumsOf, valueOf, violates } from './brute.ts';
import { type Dice, dice, distance, subject as randomSubject, threshold } from './generate.ts';

/** How often what was seen. */
export type Counts = Record<string, number>;

const NODES = 200_000;

class Wrong extends Error {}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Wrong(what);
}

/** A violation, and what it means by the words of its property where it has some. */
interface Asked {
  readonly name: string;
  readonly violation: Violation;
  readonly means?: (point: Point) => boolean;
}

function randomTerms(roll: Dice, subject: Subject): Terms {
  const { forest, secondForest = forest } = subject;
  const sum = (copy: 0 | 1) => ({ copy, target: roll((copy === 0 ? forest : secondForest).targets) });
  const sign = roll(2) === 0 ? 1 : -1;
  const other = -sign as 1 | -1;
  if (subject.second !== undefined && roll(4) > 0)
    return [
      { ...sum(0), weight: sign },
      { ...sum(1), weight: other },
    ];
  if (forest.targets > 1 && roll(2) === 0)
    return [
      { ...sum(0), weight: sign },
      { ...sum(0), weight: other },
    ];
  return [{ ...sum(0), weight: sign }];
}

function randomViolation(roll: Dice, subject: Subject, all: readonly Point[]): Asked {
  const { forest, secondForest = forest, second } = subject;
  const { outcome } = forest;
  if (roll(3) === 0) {
    const forms = (): Form[] =>
      Array.from({ length: 1 + roll(2) }, () => {
        const terms = randomTerms(roll, subject);
        const seen = all.slice(0, 20).map(({ sums }) => valueOf({ terms }, sums));
        return { terms, relation: roll(2) === 0 ? '>' : '>=', threshold: threshold(roll, seen) };
      });
    return { name: 'forms', violation: Array.from({ length: 1 + roll(2) }, forms) };
  }
  if (second !== undefined) {
    const classes = outcome.kind === 'classes' && secondForest.outcome.kind === 'classes';
    if (classes && roll(2) === 0)
      return {
        name: 'labels differ',
        violation: labelsDiffer(outcome, secondForest.outcome),
        means: ({ sums }) => labelOf(forest, sums[0]!) !== labelOf(secondForest, sums[1]!),
      };
    const at = threshold(
      roll,
      all.slice(0, 20).map(({ sums }) => sums[0]![0]!),
    );
    if (roll(3) === 0)
      return {
        name: 'bands differ',
        violation: bandDiffers([at, at + 0.25]),
        means: ({ sums }) => {
          const [one, other] = sums.map(([sum]) => (sum! > at + 0.25 ? 2 : sum! > at ? 1 : 0));
          return one !== other;
        },
      };
    const tolerance = [0, 0, 0.1, 0.5, 1e-7][roll(5)]!;
    const either = roll(2) === 0;
    return {
      name: either ? 'drift' : 'gap',
      violation: scoreDiffers(tolerance, either),
      means: ({ sums }) => {
        const gap = sums[0]![0]! - sums[1]![0]!;
        return (either ? Math.abs(gap) : gap) > tolerance;
      },
    };
  }
  if (outcome.kind === 'classes') {
    const label = roll(outcome.labels.length);
    const not = roll(3) > 0;
    return {
      name: not ? 'label is not' : 'label is',
      violation: not ? labelIsNot(outcome, label) : labelIs(outcome, label),
      means: ({ sums }) => (labelOf(forest, sums[0]!) === label) !== not,
    };
  }
  const at = threshold(
    roll,
    all.slice(0, 20).map(({ sums }) => sums[0]![0]!),
  );
  return {
    name: 'score',
    violation: [[{ terms: [{ copy: 0, target: 0, weight: 1 }], relation: '>', threshold: at }]],
    means: ({ sums }) => sums[0]![0]! > at,
  };
}

/** The point of a witness, which must be one of the subject, with values that its cells hold. */
function found(subject: Subject, witness: Witness, all: readonly Point[]): Point {
  const key = JSON.stringify(witness.cells.map((cells) => [...cells]));
  const point = all.find(({ cells }) => JSON.stringify(cells) === key);
  must(point !== undefined, 'the witness is no input of the region');
  must(meetsSides(subject.region, [...witness.values[0]!]), 'the witness misses a side condition');
  if (subject.second !== undefined)
    must(meetsSides(subject.second.region, [...witness.values[1]!]), 'the second input misses a side condition');
  must(
    JSON.stringify(witness.sums.map((sums) => [...sums])) === JSON.stringify(point.sums),
    'the sums of the witness are wrong',
  );
  witness.values.forEach((values, copy) =>
    values.forEach((value, column) => {
      const { low, high } = subject.forest.columns[column]!;
      const cell = witness.cells[copy]![column]!;
      must(
        Number.isNaN(low[cell]!) ? Number.isNaN(value) : value >= low[cell]! && value <= high[cell]!,
        'a value lies outside its cell',
      );
    }),
  );
  for (const { column, how } of subject.second?.apart ?? []) {
    const [first, second] = witness.values.map((values) => values[column]!) as [number, number];
    must(how === 'free' || (how === 'ordered' ? first <= second : first >= second), 'values are not in order');
  }
  return point;
}

type Exists = Extract<Question, { kind: 'exists' }>;

/** A certificate is accepted. Damaged ones are not, unless what they say is a proof, too: the question has no violation. */
function checkCertificate(
  roll: Dice,
  subject: Subject,
  question: Exists,
  certificate: Uint8Array,
  counts: Counts,
): void {
  const seen = verifyCertificate(subject, question, certificate);
  must(seen.valid, `a certificate was refused: ${seen.valid ? '' : seen.problem}`);
  count(counts, 'certificates');
  const damaged = [certificate.slice(0, -1), Uint8Array.from([...certificate, 0])];
  if (certificate.length > 0) {
    const at = roll(certificate.length);
    damaged.push(certificate.with(at, certificate[at]! ^ (1 << roll(8))));
  }
  for (const each of damaged) {
    const { valid } = verifyCertificate(subject, question, each);
    count(counts, valid ? 'damage without effect' : 'damaged and refused');
  }
}

/** A split tree over random positions, all of it said to be closed in one way or another. */
function forged(roll: Dice, axes: number, ways: readonly number[], depth: number): number[] {
  if (depth > 0 && roll(4) > 0) {
    const halves = [0, 1].flatMap(() => forged(roll, axes, ways, depth - 1));
    return [1 + 2 * roll(2) + 4 * roll(axes), roll(5), ...halves];
  }
  if (roll(8) === 0) return [0];
  return [2, ...ways.flatMap((forms) => (forms > 1 ? [roll(forms + 1)] : []))];
}

/** No certificate proves what is false. */
function checkForged(roll: Dice, subject: Subject, question: Exists, counts: Counts): void {
  const apart = subject.second?.apart.length ?? 0;
  const ways = question.violation.map((forms) => forms.length);
  for (let time = 0; time < 8; time += 1) {
    const bytes = Uint8Array.from(forged(roll, subject.forest.columns.length + apart, ways, 8));
    const { valid } = verifyCertificate(subject, question, bytes);
    must(!valid, 'a certificate of what is false was accepted');
    count(counts, 'forged and refused');
  }
}

function count(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

function checkExists(
  roll: Dice,
  subject: Subject,
  all: readonly Point[],
  { violation, means, name }: Asked,
  counts: Counts,
): void {
  const near = roll(3) === 0 ? distance(roll, subject) : undefined;
  const priced = near === undefined ? all : points(subject, near);
  const radius =
    near === undefined ? Infinity : [0, 1, 2.5, priced[roll(Math.max(1, priced.length))]?.cost ?? 1][roll(4)]!;
  const question: Exists = {
    kind: 'exists',
    violation,
    ...(near === undefined ? {} : { within: { distance: near, radius } }),
  };
  const bad = priced.filter((point) => point.cost <= radius && violates(violation, point.sums));
  if (means !== undefined)
    for (const point of all) must(violates(violation, point.sums) === means(point), `${name}: not what the words say`);
  const prepared = prepare(subject);
  let answer = askExists(prepared, question, { nodes: NODES });
  count(counts, answer.verdict);
  if (answer.verdict === 'vacuous') return must(all.length === 0, 'said to be empty');
  must(answer.verdict !== 'undecided' || bound(subject), 'undecided');
  if (answer.verdict !== 'undecided' && roll(3) === 0) {
    // In parts: the union of what two runs did is what one run does.
    const parts = 1 + roll(answer.nodes + 1);
    let part = askExists(prepared, question, { nodes: parts });
    for (let nodes = parts; part.verdict === 'undecided'; nodes += parts)
      part = askExists(prepare(subject), question, { nodes: nodes + parts, resume: part.resume });
    must(JSON.stringify(part) === JSON.stringify(answer), 'a run in parts ended otherwise');
    count(counts, 'runs in parts');
    answer = part;
  }
  if (bad.length > 0) checkForged(roll, subject, question, counts);
  if (answer.verdict === 'violated') {
    const point = found(subject, answer.witness, priced);
    must(violates(violation, point.sums), 'the witness violates nothing');
    // A cell may hold nearer values: the distance is that of the values which are given.
    const cost = costOf(near, [...answer.witness.values[0]!]);
    must(cost <= radius && cost >= point.cost, 'the witness is too far');
    if (near !== undefined) must(answer.witness.distance === cost, 'the distance of the witness is wrong');
    return;
  }
  if (answer.verdict !== 'proved') return;
  must(bad.length === 0, `${name}: proved, but ${bad.length} inputs violate`);
  checkCertificate(roll, subject, question, answer.certificate, counts);
}

/** All orders of so many things. */
function orders(length: number): number[][] {
  if (length === 0) return [[]];
  return orders(length - 1).flatMap((order) =>
    Array.from({ length }, (_, at) => [...order.slice(0, at), length - 1, ...order.slice(at)]),
  );
}

/** Other orders of additions: where none is said to matter, none of them violates. */
function checkOrders(roll: Dice, subject: Subject, all: readonly Point[], { violation }: Asked, counts: Counts): void {
  const { forest, secondForest = forest, second } = subject;
  if (Math.max(forest.trees.roots.length, secondForest.trees.roots.length) > 4) return;
  const question = { kind: 'exists', violation, anyOrder: true } as const;
  const answer = askExists(prepare(subject), question, { nodes: NODES });
  if (answer.verdict !== 'proved') return;
  count(counts, answer.numericTie === undefined ? 'no order matters' : 'an order may matter');
  const parts = 1 + roll(answer.nodes + 1);
  let part = askExists(prepare(subject), question, { nodes: parts });
  for (let nodes = parts; part.verdict === 'undecided'; nodes += parts)
    part = askExists(prepare(subject), question, { nodes: nodes + parts, resume: part.resume });
  must(JSON.stringify(part) === JSON.stringify(answer), 'orders: a run in parts ended otherwise');
  if (answer.numericTie !== undefined) return;
  for (const one of orders(forest.trees.roots.length))
    for (const other of second === undefined ? [[]] : orders(secondForest.trees.roots.length).slice(0, 4))
      for (const { cells } of all.slice(0, 50)) {
        const sums = [sumsOf(forest, cells[0]!, one)];
        if (second !== undefined) sums.push(sumsOf(secondForest, cells[1]!, other));
        must(!violates(violation, sums), 'another order violates');
      }
}

function checkNearest(roll: Dice, subject: Subject, { violation }: Asked, counts: Counts): void {
  const near = distance(roll, subject);
  const all = points(subject, near);
  const costs = all.filter(({ cost, sums }) => cost < Infinity && violates(violation, sums)).map(({ cost }) => cost);
  const answer = askNearest(prepare(subject), violation, near, { nodes: NODES });
  count(counts, `nearest ${answer.verdict}`);
  if (answer.verdict === 'vacuous') return must(all.length === 0, 'said to be empty');
  if (answer.verdict === 'undecided') {
    must(bound(subject), 'nearest: undecided');
    must(answer.atLeast <= Math.min(...costs), 'an open search says too much');
    return;
  }
  if (roll(3) === 0) {
    const parts = 1 + roll(answer.nodes + 1);
    let part = askNearest(prepare(subject), violation, near, { nodes: parts });
    for (let nodes = parts; part.verdict === 'undecided'; nodes += parts) {
      must(part.atLeast <= Math.min(...costs), 'an open search says too much');
      must(part.nearest === undefined || part.nearest >= Math.min(...costs), 'an open search found what is not');
      part = askNearest(prepare(subject), violation, near, { nodes: nodes + parts, resume: part.resume! });
    }
    must(JSON.stringify(part) === JSON.stringify(answer), 'nearest: a run in parts ended otherwise');
    count(counts, 'runs in parts');
  }
  if (answer.verdict === 'none') return must(costs.length === 0, 'a violation was missed');
  must(answer.nearest === Math.min(...costs), `nearest ${answer.nearest} is not ${Math.min(...costs)}`);
  const point = found(subject, answer.witness!, all);
  must(
    costOf(near, [...answer.witness!.values[0]!]) === answer.nearest && violates(violation, point.sums),
    'the nearest witness is wrong',
  );
  const question: Exists = {
    kind: 'exists',
    violation,
    within: { distance: near, radius: answer.atLeast === 0 ? -1 : below(answer.atLeast) },
  };
  checkCertificate(roll, subject, question, answer.certificate!, counts);
}

/** The float64 before a positive one. */
function below(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  bits[0]! -= 1n;
  return new Float64Array(bits.buffer)[0]!;
}

function checkGreatest(roll: Dice, subject: Subject, all: readonly Point[], counts: Counts): void {
  const terms = randomTerms(roll, subject);
  const prepared = prepare(subject);
  const answer = askGreatest(prepared, terms, { nodes: NODES });
  count(counts, `greatest ${answer.verdict}`);
  if (answer.verdict === 'vacuous') return must(all.length === 0, 'said to be empty');
  const greatest = all.reduce((most, { sums }) => Math.max(most, valueOf({ terms }, sums)), -Infinity);
  if (answer.verdict !== 'closed') {
    must(bound(subject), 'greatest: undecided');
    must(greatest <= answer.most && greatest >= (answer.least ?? -Infinity), 'the greatest lies outside its bounds');
    return;
  }
  must(greatest <= answer.most, 'more than the greatest');
  must(greatest >= answer.least!, 'less than the least');
  const point = found(subject, answer.witness!, all);
  must(valueOf({ terms }, point.sums) === answer.least, 'the greatest is not attained');
  if (terms.length === 1) must(answer.least === answer.most && greatest === answer.most, 'one sum is not met exactly');
  const question: Exists = { kind: 'exists', violation: [[{ terms, relation: '>', threshold: answer.most }]] };
  checkCertificate(roll, subject, question, answer.certificate!, counts);
  if (roll(3) === 0) {
    const parts = 1 + roll(answer.nodes + 1);
    let part = askGreatest(prepared, terms, { nodes: parts });
    for (let nodes = parts; part.verdict === 'undecided'; nodes += parts)
      part = askGreatest(prepare(subject), terms, { nodes: nodes + parts, resume: part.resume! });
    must(JSON.stringify(part) === JSON.stringify(answer), 'greatest: a run in parts ended otherwise');
    count(counts, 'runs in parts');
  }
}

function checkAll(roll: Dice, subject: Subject, { violation }: Asked, counts: Counts): void {
  const near = roll(2) === 0 ? undefined : distance(roll, subject);
  const within = near === undefined ? undefined : { distance: near, radius: [1, 2.5, 4, 10][roll(4)]! };
  const all = points(subject, near);
  const boxes: ViolatingBox[] = [];
  const few = roll(2) === 0 ? 1 + roll(4) : Infinity;
  const question = { kind: 'all', violation, boxes: few, ...(within === undefined ? {} : { within }) } as const;
  let part = askAll(prepare(subject), question, { nodes: NODES });
  count(counts, `all ${part.verdict}`);
  if (part.verdict === 'vacuous')
    return must(all.filter(({ cost }) => cost <= (within?.radius ?? 0)).length === 0, 'said to be empty');
  const holds = ({ first, last }: ViolatingBox, { cells }: Point): boolean =>
    cells[0]!.every((cell, column) => first[column]! <= cell && cell <= last[column]!);
  for (;;) {
    const own = [...part.boxes];
    for (const [at, box] of own.entries()) {
      must(at === 0 || own[at - 1]!.distance <= box.distance, 'boxes are not in order');
      boxes.push(box);
      const held = all.filter((point) => holds(box, point));
      must(box.distance === Math.min(...held.map(({ cost }) => cost)), 'the distance of a box is wrong');
      const inputs = (counted: typeof within): bigint =>
        held.reduce((sum, point) => sum + inputsOf(point, counted), 0n);
      if (near?.norm === 'max' || near === undefined || subject.region.oneHot === undefined)
        must(
          inputs(near?.norm === 'max' ? within : undefined) === box.points,
          'the points of a box are not counted right',
        );
      // By the words of the question such a box may count some that lie beyond the radius, and must count all within.
      else
        must(
          inputs(within) <= box.points && box.points <= inputs(undefined),
          'a box counts too many points, or too few',
        );
    }
    must(own.reduce((sum, { points: each }) => sum + each, 0n) === part.points, 'the sum of points is wrong');
    const { completeBelow } = part;
    for (const point of all)
      if (point.cost < completeBelow && point.cost <= (within?.radius ?? Infinity) && violates(violation, point.sums))
        must(
          boxes.some((box) => holds(box, point)),
          'a violation that is near enough is in no box',
        );
    if (part.resume === undefined) break;
    count(counts, 'boxes in parts');
    part = askAll(prepare(subject), question, { nodes: NODES, resume: part.resume });
  }
  for (const point of all) {
    const held = boxes.filter((box) => holds(box, point)).length;
    must(held <= 1, 'boxes overlap');
    const bad = violates(violation, point.sums);
    must(held === 0 || bad, 'a box holds what does not violate');
    must(held === 1 || !bad || (within !== undefined && point.cost > within.radius), 'a violation is in no box');
  }
}

/** Sums and derived columns bind values within cells: the search may then leave a question open. */
const bound = ({ region, second }: Subject): boolean =>
  [region, second?.region].some((each) => each?.linear !== undefined || each?.derived !== undefined);

/** Asks and judges everything about the forest of one seed. Throws where an answer is wrong. */
export function check(seed: number, counts: Counts): void {
  const roll = dice(seed);
  const subject = randomSubject(roll);
  const all = points(subject);
  count(counts, 'forests');
  count(counts, 'points', all.length);
  if (subject.second !== undefined) count(counts, 'with two inputs');
  if (subject.region.oneHot !== undefined) count(counts, 'one-hot');
  if (bound(subject)) count(counts, 'bounded or derived');
  const asked = randomViolation(roll, subject, all);
  count(counts, asked.name);
  checkExists(roll, subject, all, asked, counts);
  if (roll(4) === 0) checkOrders(roll, subject, all, asked, counts);
  const pick = roll(3);
  if (pick === 0) checkNearest(roll, subject, asked, counts);
  if (pick === 1) checkGreatest(roll, subject, all, counts);
  if (pick === 2 && subject.second === undefined && !bound(subject)) checkAll(roll, subject, asked, counts);
}
