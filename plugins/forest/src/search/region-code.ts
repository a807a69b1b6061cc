/** What is compiled of `assembly/region.ts`, once for a thread. */
import { COMPILED } from './region.generated.js';

export interface RegionCode {
  readonly memory: { readonly buffer: ArrayBuffer };
  layOut(axes: number, trees: number, forms: number, room: number, positions: number): number;
  reserve(end: number): void;
  at(array: number): number;
  start(): number;
  settle(bits: number): number;
  undo(count: number): void;
  sum(form: number, base: number): number;
  conflict(form: number, tiny: number): number;
}

/** As far as it is asked here: the types of Node do not know it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

let loaded: RegionCode | undefined;

export function regionCode(): RegionCode {
  loaded ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(COMPILED, 'base64')), {})
    .exports as RegionCode;
  return loaded;
}
