/**
 * AssemblyScript, compiled to src/search/region.generated.ts by `npm run assembly`: the trees as far as a region reaches them, and what a
 * search does there at every box. It is Box.start, Box.settle and Brancher.conflict over other memory, step for step, so that both give
 * the same bits; whoever changes the one changes the other (region.spec.ts holds them together). Room for everything is made by
 * `layOut`, and nothing else is checked here: `src/search/region-memory.ts` alone calls it. See docs/adr/0174.
 */

/** Where the arrays of the trees, of the forms one after the other, of the box and of a look for conflicts begin. */
let axis: usize = 0;
let rank: usize = 0;
let right: usize = 0;
let parent: usize = 0;
let roots: usize = 0;
let most: usize = 0;
let promise: usize = 0;
let mean: usize = 0;
let formAxis: usize = 0;
/** As in Box: lo, hi, root, best, asked in one row of numbers, and what the best leaves add. */
let state: usize = 0;
let lo: usize = 0;
let hi: usize = 0;
let root: usize = 0;
let best: usize = 0;
let asked: usize = 0;
let adds: usize = 0;
let stack: usize = 0;
/** The whole trees and forms, where they lie: axis, rank, right, roots; then most, mean and axis of each form. */
let whole: usize = 0;
/** By kept node: the node of the whole trees, and the one below the test above it from which the region comes down to it. */
let origin: usize = 0;
let under: usize = 0;
/** While the whole trees are walked: ends of axes; by depth the open test, whether its upper side is walked, and the end of its axis before. */
let least: usize = 0;
let greatest: usize = 0;
let open: usize = 0;
let upper: usize = 0;
let ends: usize = 0;
/** What `settle` wrote: place in the state and what stood there before. */
let log: usize = 0;
let logged: i32 = 0;
let from: usize = 0;
let to: usize = 0;
let conflicts: usize = 0;
/** By axis where its positions begin in `below` and `above`, less the first position that the region has there. */
let offset: usize = 0;
let below: usize = 0;
let above: usize = 0;
let tests: usize = 0;
let seenBelow: usize = 0;
let seenAbove: usize = 0;
let stamp: i32 = 0;
/** The split that was found: axis, rank, lower half first. */
let split: usize = 0;

let axes: i32 = 0;
let trees: i32 = 0;
let forms: i32 = 0;
let room: i32 = 0;
/** Axes on the way that `reaches` went last, as bits. */
let way: i32 = 0;

function int(array: usize, index: i32): i32 {
  return load<i32>(array + ((<usize>index) << 2));
}

function setInt(array: usize, index: i32, value: i32): void {
  store<i32>(array + ((<usize>index) << 2), value);
}

function float(array: usize, index: i32): f64 {
  return load<f64>(array + ((<usize>index) << 3));
}

function setFloat(array: usize, index: i32, value: f64): void {
  store<f64>(array + ((<usize>index) << 3), value);
}

let end: usize = 0;

function take(bytes: i32): usize {
  const start = end;
  end = (end + <usize>bytes + 15) & ~15;
  return start;
}

/** Makes room for trees of up to so many nodes, and gives where it ends: what lay there is lost. */
export function layOut(ofAxes: i32, ofTrees: i32, ofForms: i32, nodes: i32, positions: i32): usize {
  end = 64;
  axes = ofAxes;
  trees = ofTrees;
  forms = ofForms;
  room = nodes;
  axis = take(nodes * 4);
  rank = take(nodes * 4);
  right = take(nodes * 4);
  parent = take(nodes * 4);
  roots = take(trees * 4);
  most = take(nodes * forms * 8);
  promise = take(nodes * forms * 8);
  mean = take(nodes * forms * 8);
  formAxis = take(nodes * forms * 4);
  const sums = trees * forms;
  state = take((2 * axes + trees + 2 * sums) * 4);
  lo = state;
  hi = lo + axes * 4;
  root = hi + axes * 4;
  best = root + trees * 4;
  asked = best + sums * 4;
  adds = take(sums * 8);
  stack = take(nodes * 4);
  whole = take((4 + 3 * forms) * 4);
  origin = take(nodes * 4);
  under = take(nodes * 4);
  least = take(axes * 4);
  greatest = take(axes * 4);
  open = take(nodes * 4);
  upper = take(nodes * 4);
  ends = take(nodes * 4);
  log = take((trees + 2 * sums) * 8);
  from = take(axes * 4);
  to = take(axes * 4);
  conflicts = take(axes * 4);
  offset = take(axes * 4);
  tests = take(nodes * 16);
  seenBelow = take(axes * 4);
  seenAbove = take(axes * 4);
  split = take(12);
  below = take(positions * 8);
  above = take(positions * 8);
  reserve(end);
  // No axis was seen; and sums of losses are 0 whenever none is looked for.
  memory.fill(seenBelow, 0, end - seenBelow);
  stamp = 0;
  return end;
}

/** Memory grows up to an end. Views of it are then made anew. */
export function reserve(last: usize): void {
  const pages = <i32>((last + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
}

/** Where arrays begin, by number: region.ts knows them in this order. */
export function at(array: i32): usize {
  switch (array) {
    case 0:
      return axis;
    case 1:
      return rank;
    case 2:
      return right;
    case 3:
      return parent;
    case 4:
      return roots;
    case 5:
      return most;
    case 6:
      return promise;
    case 7:
      return mean;
    case 8:
      return formAxis;
    case 9:
      return state;
    case 10:
      return adds;
    case 11:
      return log;
    case 12:
      return from;
    case 13:
      return to;
    case 14:
      return split;
    case 15:
      return whole;
    default:
      return origin;
  }
}

/** Takes up the region whose ends were written as those of the box; false where there is no room for what it reaches. */
export function start(): bool {
  memory.copy(least, lo, axes * 4);
  memory.copy(greatest, hi, axes * 4);
  const wholeRoots = <usize>int(whole, 3);
  let size = 0;
  for (let tree = 0; tree < trees; tree += 1) {
    setInt(roots, tree, size);
    size = keep(int(wholeRoots, tree), size);
    if (size < 0) return false;
  }
  for (let form = 0; form < forms; form += 1) fill(form, size);
  let positions = 0;
  for (let k = 0; k < axes; k += 1) {
    setInt(offset, k, positions - int(lo, k));
    positions += int(hi, k) - int(lo, k) + 1;
  }
  for (let tree = 0; tree < trees; tree += 1) stand(tree);
  return true;
}

/** Keeps what the region reaches of a tree, in preorder, from a place on; gives the place after it, -1 without room. */
function keep(top: i32, first: i32): i32 {
  const wholeAxis = <usize>int(whole, 0);
  const wholeRank = <usize>int(whole, 1);
  const wholeRight = <usize>int(whole, 2);
  let place = first;
  let depth = 0;
  let start = top;
  while (place < room) {
    // Follows tests that the region answers.
    let node = start;
    let asks = int(wholeAxis, node);
    while (asks >= 0) {
      const position = int(wholeRank, node);
      if (int(greatest, asks) <= position) node += 1;
      else if (int(least, asks) > position) node = int(wholeRight, node);
      else break;
      asks = int(wholeAxis, node);
    }
    setInt(origin, place, node);
    setInt(under, place, start);
    setInt(axis, place, asks);
    setInt(parent, place, depth == 0 ? -1 : int(open, depth - 1));
    if (asks >= 0) {
      const position = int(wholeRank, node);
      setInt(rank, place, position);
      setInt(open, depth, place);
      setInt(upper, depth, 0);
      setInt(ends, depth, int(greatest, asks));
      setInt(greatest, asks, position);
      depth += 1;
      start = node + 1;
      place += 1;
      continue;
    }
    place += 1;
    while (depth > 0 && int(upper, depth - 1) == 1) {
      depth -= 1;
      setInt(least, int(axis, int(open, depth)), int(ends, depth));
    }
    if (depth == 0) return place;
    const test = int(open, depth - 1);
    const cut = int(axis, test);
    setInt(upper, depth - 1, 1);
    setInt(greatest, cut, int(ends, depth - 1));
    setInt(ends, depth - 1, int(least, cut));
    setInt(least, cut, int(rank, test) + 1);
    setInt(right, test, place);
    start = int(wholeRight, int(origin, test));
  }
  return -1;
}

/** What the kept nodes add to a form. */
function fill(form: i32, size: i32): void {
  const wholeMost = <usize>int(whole, 4 + 3 * form);
  const wholeMean = <usize>int(whole, 5 + 3 * form);
  const wholeAxis = <usize>int(whole, 6 + 3 * form);
  const first = form * room;
  for (let place = 0; place < size; place += 1) {
    const node = int(origin, place);
    const start = int(under, place);
    setFloat(most, first + place, float(wholeMost, node));
    setFloat(promise, first + place, float(wholeMost, start));
    setFloat(mean, first + place, float(wholeMean, start));
    setInt(formAxis, first + place, int(wholeAxis, node));
  }
}

/** A tree at the region: its best leaves. */
function stand(tree: i32): void {
  const node = int(roots, tree);
  setInt(root, tree, node);
  for (let form = 0; form < forms; form += 1) {
    const index = form * trees + tree;
    const leaf = walk(node, form);
    setInt(best, index, leaf);
    setFloat(adds, index, float(most, form * room + leaf));
    reaches(leaf, node);
    setInt(asked, index, way);
  }
}

/** Brings the trees up to date after some axes (as bits, modulo 32) were narrowed; gives how much it logged. */
export function settle(bits: i32): i32 {
  const sums = trees * forms;
  logged = 0;
  for (let tree = 0; tree < trees; tree += 1) {
    let concerned = 0;
    for (let index = tree; index < sums; index += trees) concerned |= int(asked, index);
    if ((concerned & bits) == 0) continue;
    const was = int(root, tree);
    const node = descend(was);
    if (node != was) write(2 * axes + tree, node);
    for (let form = 0; form < forms; form += 1) {
      const index = form * trees + tree;
      if (!reaches(int(best, index), node)) {
        const leaf = walk(node, form);
        write(2 * axes + trees + index, leaf);
        setFloat(adds, index, float(most, form * room + leaf));
        reaches(leaf, node);
      }
      if (way != int(asked, index)) write(2 * axes + trees + sums + index, way);
    }
  }
  return logged;
}

/** Takes back what was logged: so many places of the state, the last one first. */
export function undo(count: i32): void {
  const sums = trees * forms;
  const bests = 2 * axes + trees;
  for (let k = count - 1; k >= 0; k -= 1) {
    const place = int(log, 2 * k);
    const old = int(log, 2 * k + 1);
    setInt(state, place, old);
    const index = place - bests;
    if (index >= 0 && index < sums) setFloat(adds, index, float(most, (index / trees) * room + old));
  }
}

/** What the best leaves of a form add to its base, tree by tree. */
export function sum(form: i32, base: f64): f64 {
  let total = base;
  for (let index = form * trees, last = index + trees; index < last; index += 1) total += float(adds, index);
  return total;
}

function write(place: i32, value: i32): void {
  setInt(log, 2 * logged, place);
  setInt(log, 2 * logged + 1, int(state, place));
  logged += 1;
  setInt(state, place, value);
}

function descend(first: i32): i32 {
  let node = first;
  let asks = int(axis, node);
  while (asks >= 0) {
    const position = int(rank, node);
    if (int(hi, asks) <= position) node += 1;
    else if (int(lo, asks) > position) node = int(right, node);
    else break;
    asks = int(axis, node);
  }
  return node;
}

function reaches(leaf: i32, top: i32): bool {
  let node = leaf;
  let seen = 0;
  while (node > top) {
    const up = int(parent, node);
    const asks = int(axis, up);
    const position = int(rank, up);
    if (node == up + 1) {
      if (int(lo, asks) > position) return false;
      if (int(hi, asks) > position) seen |= 1 << (asks & 31);
    } else {
      if (int(hi, asks) <= position) return false;
      if (int(lo, asks) <= position) seen |= 1 << (asks & 31);
    }
    node = up;
  }
  way = seen;
  return node == top;
}

function walk(top: i32, form: i32): i32 {
  const mosts = most + <usize>(form * room) * 8;
  const promises = promise + <usize>(form * room) * 8;
  const axesOf = formAxis + <usize>(form * room) * 4;
  let size = 0;
  let node = top;
  let found = -1;
  let greatest = -Infinity;
  while (true) {
    let asks = int(axesOf, node);
    while (asks >= 0) {
      const position = int(rank, node);
      if (int(hi, asks) <= position) node += 1;
      else if (int(lo, asks) > position) node = int(right, node);
      else {
        const other = int(right, node);
        if (float(promises, node + 1) >= float(promises, other)) {
          setInt(stack, size, other);
          node += 1;
        } else {
          setInt(stack, size, node + 1);
          node = other;
        }
        size += 1;
      }
      if (float(mosts, node) <= greatest) break;
      asks = int(axesOf, node);
    }
    if (asks < 0 && (found < 0 || float(mosts, node) > greatest)) {
      greatest = float(mosts, node);
      found = node;
    }
    do {
      if (size == 0) return found;
      size -= 1;
      node = int(stack, size);
    } while (float(mosts, node) <= greatest);
  }
  return found;
}

/** Looks for a conflict between the best leaves of a form: the split is in `split`; what they share, from `from` to `to`. */
export function conflict(form: i32, tiny: f64): bool {
  const count = meet(form);
  let found = 0;
  for (let k = 0; k < axes; k += 1)
    if (int(from, k) > int(to, k)) {
      setInt(conflicts, found, k);
      found += 1;
    }
  if (found == 0) return false;
  weigh(count, form, tiny);
  choose(found);
  return true;
}

function meet(form: i32): i32 {
  memory.copy(from, lo, axes * 4);
  memory.copy(to, hi, axes * 4);
  let count = 0;
  for (let tree = 0; tree < trees; tree += 1) {
    const index = form * trees + tree;
    if (int(asked, index) == 0) continue;
    const top = int(root, tree);
    const leaf = int(best, index);
    stamp += 1;
    let node = leaf;
    while (node > top) {
      const up = int(parent, node);
      const asks = int(axis, up);
      const position = int(rank, up);
      const lower = node == up + 1;
      const seen = lower ? seenAbove : seenBelow;
      if (position >= int(lo, asks) && position < int(hi, asks) && int(seen, asks) != stamp) {
        setInt(seen, asks, stamp);
        if (lower) {
          if (position < int(to, asks)) setInt(to, asks, position);
        } else if (position >= int(from, asks)) setInt(from, asks, position + 1);
        setInt(tests, 4 * count, lower ? asks : ~asks);
        setInt(tests, 4 * count + 1, position);
        setInt(tests, 4 * count + 2, lower ? int(right, up) : up + 1);
        setInt(tests, 4 * count + 3, leaf);
        count += 1;
      }
      node = up;
    }
  }
  return count;
}

function weigh(count: i32, form: i32, tiny: f64): void {
  const mosts = most + <usize>(form * room) * 8;
  const means = mean + <usize>(form * room) * 8;
  for (let k = 0; k < count; k += 1) {
    const coded = int(tests, 4 * k);
    const asks = coded < 0 ? ~coded : coded;
    const position = int(tests, 4 * k + 1);
    if (position < int(to, asks) || position >= int(from, asks)) continue;
    const greatest = float(mosts, int(tests, 4 * k + 3));
    const other = int(tests, 4 * k + 2);
    const loss = greatest - float(mosts, descend(other)) + (greatest - float(means, other));
    const losses = coded < 0 ? below : above;
    const place = int(offset, asks) + position;
    setFloat(losses, place, float(losses, place) + (loss > 0 ? loss : tiny));
  }
}

function choose(found: i32): void {
  let greatest: f64 = -1;
  for (let k = 0; k < found; k += 1) {
    const asks = int(conflicts, k);
    const first = int(offset, asks) + int(to, asks);
    const last = int(offset, asks) + int(from, asks);
    let lossBelow: f64 = 0;
    for (let place = first; place < last; place += 1) lossBelow += float(below, place);
    let lossAbove: f64 = 0;
    for (let place = first; place < last; place += 1) {
      lossAbove += float(above, place);
      const product = lossBelow * lossAbove;
      if (product > greatest) {
        greatest = product;
        setInt(split, 0, asks);
        setInt(split, 1, place - int(offset, asks));
        setInt(split, 2, lossBelow <= lossAbove ? 1 : 0);
      }
      lossBelow -= float(below, place);
      setFloat(below, place, 0);
      setFloat(above, place, 0);
    }
  }
}
