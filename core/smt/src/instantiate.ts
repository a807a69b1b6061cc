import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const WASM = createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm');

/** What is used here of the global, which the types of Node leave out. */
declare const WebAssembly: {
  readonly Table: abstract new () => Table;
  instantiate(bytes: Uint8Array, imports: object): Promise<{ readonly instance: Instance; readonly module: object }>;
};
interface Table {
  get(index: number): unknown;
}
interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** What Emscripten takes in place of its own way to start the WebAssembly. */
interface Instantiation {
  readonly instantiateWasm: (imports: object, received: (instance: Instance, module: object) => void) => object;
  /** Rejects where it did not start, of which Emscripten would never hear. */
  readonly failed: Promise<never>;
}

/**
 * Starts z3's WebAssembly with a table of functions that is read quickly. z3 is published with Emscripten's assertions on, and one of them reads
 * the table at every call that may throw, which was up to a fifth of the solver's time.
 */
export function instantiation(): Instantiation {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const start = async (...[imports, received]: Parameters<Instantiation['instantiateWasm']>): Promise<void> => {
    const { instance, module } = await WebAssembly.instantiate(await readFile(WASM), imports);
    readQuickly(instance.exports['__indirect_function_table']);
    received(instance, module);
  };
  return {
    failed,
    instantiateWasm: (imports, received) => {
      start(imports, received).catch(reject);
      return {};
    },
  };
}

/** INVARIANT: z3 is linked statically, and no function comes to its table once it has begun. */
function readQuickly(table: unknown): void {
  if (!(table instanceof WebAssembly.Table)) throw new Error('z3 has no table of functions');
  const known: unknown[] = [];
  const get = table.get.bind(table);
  table.get = (index: number): unknown => (known[index] ??= get(index));
}
