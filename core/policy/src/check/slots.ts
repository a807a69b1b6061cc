import type { Type } from '@ostiary/catalogue';
import type { Slot } from '../core/ir.js';
import type { ReadRoot, TypeEnvironment } from './environment.js';
import { TypeNumbers } from '../values/types.js';

/** Numbers the distinct reads of a policy. */
export class SlotTable {
  readonly slots: Slot[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly types = new TypeNumbers();

  constructor(private readonly environment: TypeEnvironment) {}

  slotFor(root: ReadRoot, path: readonly string[], type: Type, required: boolean, zone?: string): number {
    const key = `${root} ${JSON.stringify([path, zone])} ${String(required)} ${String(this.types.numberOf(type))}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const index = this.slots.length;
    const around = this.around(root, path);
    this.slots.push({
      index,
      root,
      path,
      ...(zone !== undefined && { zone }),
      type,
      required,
      ...(around.length > 0 && { around }),
    });
    this.byKey.set(key, index);
    return index;
  }

  private around(root: ReadRoot, path: readonly string[]): readonly Type[] {
    if (root !== 'principal' && root !== 'session') return [];
    return path.slice(1).flatMap((_, at) => this.environment.typeOf('', root, path.slice(0, at + 1))?.type ?? []);
  }
}
