import type { Slot } from '../../core/ir.js';
import { ABSENT, ILL_TYPED } from '../../values/outcome.js';
import { deceptionOf, isAbsent, isRecord, ownMember, readerOf } from '../../values/read.js';
import { nowField } from '../now.js';
import { readPath } from '../paths.js';
import type { Eval, Frame } from '../frame.js';
import { clockOf } from '../zone-clock.js';

/** Reads a slot from the call and its context. */
export function slotReader(slot: Omit<Slot, 'index'>): Eval {
  const [first = '', ...rest] = slot.path;
  if (slot.root === 'now') {
    const clock = slot.zone === undefined ? null : clockOf(slot.zone);
    return ({ context }) => nowField(context.now, first, clock);
  }
  const reader = readerOf(slot.type);
  const root = rootOf(slot.root);
  const isDeceptive = slot.around?.map(deceptionOf);
  if (rest.length > 0) return (frame) => readPath(root(frame), slot.path, reader, isDeceptive);
  return (frame) => {
    const object = root(frame);
    if (isAbsent(object)) return ABSENT;
    if (!isRecord(object)) return ILL_TYPED;
    const raw = ownMember(object, first);
    return isAbsent(raw) ? ABSENT : reader(raw, object);
  };
}

/** Whether the wire carries a slot, with any value. */
export function slotPresence(slot: Omit<Slot, 'index'>): (frame: Frame) => boolean {
  if (slot.root === 'now') {
    const now = slotReader(slot);
    return (frame) => typeof now(frame) !== 'symbol';
  }
  const root = rootOf(slot.root);
  return (frame) => {
    let object = root(frame);
    for (const name of slot.path) {
      if (!isRecord(object)) return false;
      object = ownMember(object, name);
    }
    return !isAbsent(object);
  };
}

function rootOf(root: 'args' | 'principal' | 'session'): (frame: Frame) => unknown {
  switch (root) {
    case 'args':
      return ({ call }) => call.args;
    case 'principal':
      return ({ context }) => context.principal;
    case 'session':
      return ({ context }) => context.session;
  }
}
