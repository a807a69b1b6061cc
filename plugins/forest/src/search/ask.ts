import { All } from './all.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { Explorer, type Exploration } from './explore.js';
import { below } from './floats.js';
import { sameInAnyOrder } from './forms.js';
import { VACUOUS } from './found-boxes.js';
import { Greatest } from './greatest.js';
import type { Prepared } from './prepare.js';
import { Prices } from './prices.js';
import type {
  AllAnswer,
  Answer,
  Budget,
  Distance,
  GreatestAnswer,
  NearestAnswer,
  Question,
  Terms,
  Violation,
  Witness,
} from '../question/index.js';
import { Task } from './task.js';
import { readWitness, writeWitness } from './witness.js';

type Exists = Extract<Question, { kind: 'exists' }>;

const tasks = new WeakMap<Prepared, Map<string, Task>>();

/** What a violation says, as a text that no other has. */
function keyOf(violation: Violation): string {
  let key = '';
  for (const forms of violation) {
    key += 'or';
    for (const { terms, relation, threshold } of forms) {
      for (const { copy, target, weight } of terms) key += ` ${weight} ${copy} ${target}`;
      key += ` ${relation} ${threshold};`;
    }
  }
  return key;
}

/** The box of a violation, kept for the next question of the same kind. */
function taskOf(prepared: Prepared, violation: Violation, anyOrder = false, opposites = false): Task {
  let known = tasks.get(prepared);
  if (known === undefined) tasks.set(prepared, (known = new Map()));
  const key = `${keyOf(violation)}${anyOrder ? ' any order' : ''}${opposites ? ' opposites' : ''}`;
  let task = known.get(key);
  if (task === undefined) {
    if (known.size >= 64) known.clear();
    known.set(key, (task = new Task(prepared, violation, anyOrder, opposites)));
  }
  return task;
}

/** Is there a violation? The same question, subject and budget give the same bytes. Throws `DamagedBytes` on a bad `resume`. */
export function askExists(prepared: Prepared, question: Exists, { nodes, resume }: Budget): Answer {
  const { violation, within, anyOrder = false } = question;
  if (prepared.empty) return { verdict: 'vacuous', nodes: 0 };
  const how =
    within === undefined ? {} : { prices: new Prices(prepared.space, within.distance), radius: within.radius };
  const start = prepared.whole;
  const read = resume === undefined ? undefined : new ByteReader(resume);
  // Where a proof came with what was stopped, only the other orders are left.
  let proved = read?.whole() === 1 ? { nodes: read.whole(), certificate: read.block() } : undefined;
  if (proved === undefined) {
    const explorer = new Explorer(taskOf(prepared, violation), start, how);
    if (read !== undefined) explorer.restore(read.block());
    const found = explorer.run(nodes);
    if (found.verdict === 'violated') return { verdict: 'violated', nodes: found.nodes, witness: found.witness! };
    if (found.verdict === 'undecided') {
      if (found.resume === undefined) return { verdict: 'undecided', nodes: found.nodes };
      const out = new ByteWriter();
      out.whole(0);
      out.block(found.resume);
      return { verdict: 'undecided', nodes: found.nodes, resume: out.done() };
    }
    proved = { nodes: found.nodes, certificate: found.certificate! };
    const { forest, secondForest = forest } = prepared.subject;
    if (!anyOrder || (sameInAnyOrder(forest) && sameInAnyOrder(secondForest))) return { verdict: 'proved', ...proved };
  }
  const others = new Explorer(taskOf(prepared, violation, true), start, how);
  if (read !== undefined && !read.ended) others.restore(read.block());
  const found = others.run(nodes - proved.nodes);
  const used = proved.nodes + found.nodes;
  if (found.verdict === 'undecided') {
    if (found.resume === undefined) return { verdict: 'undecided', nodes: used };
    const out = new ByteWriter();
    out.whole(1);
    out.whole(proved.nodes);
    out.block(proved.certificate);
    out.block(found.resume);
    return { verdict: 'undecided', nodes: used, resume: out.done() };
  }
  const tie = found.witness === undefined ? {} : { numericTie: found.witness };
  return { verdict: 'proved', nodes: used, certificate: proved.certificate, ...tie };
}

/** The greatest value of a form's terms. */
export function askGreatest(prepared: Prepared, terms: Terms, { nodes, resume }: Budget): GreatestAnswer {
  if (prepared.empty) return { verdict: 'vacuous', nodes: 0, most: -Infinity };
  const task = taskOf(prepared, [[{ terms, relation: '>', threshold: -Infinity }]]);
  const search = new Greatest(task, prepared.whole);
  if (resume !== undefined) search.restore(resume);
  return search.run(nodes);
}

/** Where a violation is known no more than this part farther than what is proved empty, one search takes the rest. */
const CLOSE = 0.3;

/**
 * The nearest violation. Radii grow until one holds a violation, then halve what lies between; at last one search goes through all that
 * is nearer than the nearest known, which each violation draws in. The certificate is of the question whether there is one within
 * `below(atLeast)`.
 */
export function askNearest(
  prepared: Prepared,
  violation: Violation,
  distance: Distance,
  { nodes, resume }: Budget,
  least = Infinity,
): NearestAnswer {
  if (prepared.empty) return { verdict: 'vacuous', nodes: 0, atLeast: Infinity };
  const prices = new Prices(prepared.space, distance);
  const task = taskOf(prepared, violation);
  const start = prepared.whole;
  const most = below(least);
  const wide = prices.widest();
  let used = 0;
  let atLeast = 0;
  let known: Witness | undefined;
  let radius = Math.min(most, wide / 256);
  let begun: Uint8Array | undefined;
  if (resume !== undefined) {
    const read = new ByteReader(resume);
    used = read.whole();
    atLeast = read.float();
    radius = read.float();
    known = readWitness(read, prepared);
    begun = read.block();
  }
  for (;;) {
    const last = known !== undefined && radius === below(known.distance!);
    const explorer = new Explorer(task, start, { prices, radius, shrink: last });
    if (begun !== undefined) explorer.restore(begun);
    begun = undefined;
    const found: Exploration = explorer.run(nodes - used);
    if (found.verdict === 'undecided') {
      const out = new ByteWriter();
      out.whole(used);
      out.float(atLeast);
      out.float(radius);
      writeWitness(out, known);
      const nearer = found.witness ?? known;
      const nearest = nearer === undefined ? {} : { nearest: nearer.distance!, witness: nearer };
      const open = { verdict: 'undecided', nodes: used + found.nodes, atLeast, ...nearest } as const;
      if (found.resume === undefined) return open;
      out.block(found.resume);
      return { ...open, resume: out.done() };
    }
    used += found.nodes;
    known = found.witness ?? known;
    const nearest = known === undefined ? {} : { nearest: known.distance!, witness: known };
    if (found.verdict === 'proved') {
      const certificate = found.certificate!;
      if (last) return { verdict: 'closed', nodes: used, atLeast: known!.distance!, ...nearest, certificate };
      if (radius >= most || radius === Infinity) return { verdict: 'none', nodes: used, atLeast: least, certificate };
      atLeast = radius;
    }
    if (known === undefined) radius = radius >= wide * prices.priced.length ? most : Math.min(most, radius * 2);
    else {
      const far = known.distance!;
      const half = (atLeast + far) / 2;
      radius = far - atLeast > CLOSE * far && half < far ? half : below(far);
    }
  }
}

/**
 * All violations of one input. Throws a RangeError for a subject with two, or with bounded sums or derived columns; `DamagedBytes` on a bad
 * `resume`.
 */
export function askAll(
  prepared: Prepared,
  { violation, within, boxes }: Extract<Question, { kind: 'all' }>,
  { nodes, resume }: Budget,
): AllAnswer {
  if (prepared.subject.second !== undefined) throw new RangeError('boxes are those of one input');
  const { linear = [], derived = [] } = prepared.subject.region;
  if (linear.length > 0 || derived.length > 0)
    throw new RangeError('boxes are counted by columns that do not hang together');
  if (prepared.empty) return VACUOUS;
  const task = taskOf(prepared, violation, false, true);
  const ball = within === undefined ? undefined : { ...within, prices: new Prices(prepared.space, within.distance) };
  return new All(task, prepared.whole, ball).run(nodes, boxes, resume);
}
