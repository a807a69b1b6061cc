import type { Z3Core, Z3_context, Z3_solver, Z3_ast, Z3_lbool } from 'z3-solver';

/** The parts of the Emscripten module that are used beside z3-solver's own wrapper. */
export interface WasmModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _Z3_solver_from_string(context: Z3_context, solver: Z3_solver, text: number): void;
  _Z3_solver_check_assumptions(context: Z3_context, solver: Z3_solver, count: number, assumptions: number): Z3_lbool;
}

export type Z3Api = Z3Core;

/** Runs `use` with `text` as a zero-terminated UTF-8 string on the heap. */
export function withText<T>(module: WasmModule, text: string, use: (pointer: number) => T): T {
  const bytes = new TextEncoder().encode(`${text}\0`);
  return withBytes(module, bytes.length, (pointer) => {
    module.HEAPU8.set(bytes, pointer);
    return use(pointer);
  });
}

/** Runs `use` with an array of references on the heap. */
export function withReferences<T>(module: WasmModule, references: readonly Z3_ast[], use: (pointer: number) => T): T {
  return withBytes(module, references.length * 4, (pointer) => {
    references.forEach((reference, index) => {
      module.HEAPU32[pointer / 4 + index] = Number(reference);
    });
    return use(pointer);
  });
}

function withBytes<T>(module: WasmModule, bytes: number, use: (pointer: number) => T): T {
  const pointer = module._malloc(bytes);
  if (pointer === 0) throw new RangeError(`no room for ${String(bytes)} bytes in the solver's memory`);
  try {
    return use(pointer);
  } finally {
    module._free(pointer);
  }
}
