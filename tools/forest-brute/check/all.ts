import { isDeepStrictEqual } from 'node:util';
import { askAll, prepare, type Subject, type ViolatingBox } from '@ostiary/forest/search';
import { inputsOf, type Point, points, violates } from '../brute.ts';
import { type Dice, distance } from '../generate.ts';
import { count, type Counts, must, NODES } from './judge.ts';
import type { Asked } from './violations.ts';

/** Which boxes hold all violations? */
export function checkAll(roll: Dice, subject: Subject, { violation }: Asked, counts: Counts): void {
  const near = roll(2) === 0 ? undefined : distance(roll, subject);
  const within = near === undefined ? undefined : { distance: near, radius: [1, 2.5, 4, 10][roll(4)]! };
  const all = points(subject, near);
  let boxes: ViolatingBox[] = [];
  const few = roll(2) === 0 ? 1 + roll(4) : Infinity;
  const question = { kind: 'all', violation, boxes: few, ...(within === undefined ? {} : { within }) } as const;
  const step = roll(2) === 0 ? 1 + roll(3) : NODES;
  let nodes = step;
  let part = askAll(prepare(subject), question, { nodes });
  count(counts, `all ${part.verdict}`);
  if (part.verdict === 'vacuous')
    return must(all.filter(({ cost }) => cost <= (within?.radius ?? 0)).length === 0, 'said to be empty');
  const holds = ({ first, last }: ViolatingBox, { cells }: Point): boolean =>
    cells[0]!.every((cell, column) => first[column]! <= cell && cell <= last[column]!);
  for (;;) {
    boxes = [...part.boxes];
    for (const [at, box] of boxes.entries()) {
      must(at === 0 || boxes[at - 1]!.distance <= box.distance, 'boxes are not in order');
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
    must(boxes.reduce((sum, { points: each }) => sum + each, 0n) === part.points, 'the sum of points is wrong');
    const { completeBelow } = part;
    for (const point of all)
      if (point.cost < completeBelow && point.cost <= (within?.radius ?? Infinity) && violates(violation, point.sums))
        must(
          boxes.some((box) => holds(box, point)),
          'a violation that is near enough is in no box',
        );
    if (part.verdict === 'complete') break;
    count(counts, 'boxes in parts');
    part = askAll(prepare(subject), question, { nodes: (nodes += step), resume: part.resume() });
  }
  const whole = askAll(prepare(subject), { ...question, boxes: Infinity }, { nodes: NODES });
  must(isDeepStrictEqual([...whole.boxes], boxes), 'parts have other boxes than one run has');
  must(whole.nodes === part.nodes, 'parts look at other boxes than one run does');
  for (const point of all) {
    const held = boxes.filter((box) => holds(box, point)).length;
    must(held <= 1, 'boxes overlap');
    const bad = violates(violation, point.sums);
    must(held === 0 || bad, 'a box holds what does not violate');
    must(held === 1 || !bad || (within !== undefined && point.cost > within.radius), 'a violation is in no box');
  }
}
