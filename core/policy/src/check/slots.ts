import type { Type } from '@ostiary/catalogue';
import type { Slot } from '../core/ir.js';
import type { ReadRoot } from './environment.js';
import { TypeNumbers } from './types.js';

/** Numbers the distinct reads of a policy. */
export class SlotTable {
  readonly slots: Slot[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly types = new TypeNumbers();

  slotFor(root: ReadRoot, path: readonly string[], type: Type, required: boolean): number {
    const key = `${root} ${JSON.stringify(path)} ${String(required)} ${String(this.types.numberOf(type))}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const index = this.slots.length;
    this.slots.push({ index, root, path, type, required });
    this.byKey.set(key, index);
    return index;
  }
}
