/** Files of tree models that are known by their beginning, and not read: what they are is said by name. */
import { refuse } from './problems.js';

interface Foreign {
  readonly format: string;
  readonly what: string;
  readonly begins: (bytes: Uint8Array) => boolean;
}

const withText =
  (text: string) =>
  (bytes: Uint8Array): boolean =>
    new TextEncoder().encode(text).every((byte, at) => bytes[at] === byte);

const FOREIGN: readonly Foreign[] = [
  {
    format: 'XGBoost',
    what: 'UBJSON, its binary form (save it as model.json)',
    // An object whose first key is behind a number for its length; in JSON a key is behind a quote.
    begins: (bytes) => bytes[0] === 0x7b && 'iUIlL'.includes(String.fromCodePoint(bytes[1] ?? 0)),
  },
  { format: 'XGBoost', what: 'the binary form of old versions (save it as model.json)', begins: withText('binf') },
  { format: 'CatBoost', what: 'its own binary form (save it with format="onnx")', begins: withText('CBM1') },
  {
    format: 'Python',
    what: 'pickled objects, which run code when they are read (save ONNX)',
    begins: ([first, version = 0]) => first === 0x80 && version >= 2 && version <= 5,
  },
  { format: 'PMML', what: 'XML', begins: withText('<') },
];

/** Throws `Refusal` for a file that begins as one of another format. */
export function refuseForeign(bytes: Uint8Array): void {
  const found = FOREIGN.find(({ begins }) => begins(bytes));
  if (found) refuse('forest_source_refused', { format: found.format, what: found.what });
}

/** Throws `Refusal` for JSON that another library writes. */
export function refuseForeignJson(value: unknown): void {
  const has = (name: string): boolean => typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  if (has('tree_info')) refuse('forest_source_refused', { format: 'LightGBM', what: 'JSON (save it with save_model)' });
  if (has('oblivious_trees') || (has('model_info') && has('trees')))
    refuse('forest_source_refused', { format: 'CatBoost', what: 'JSON (save it with format="onnx")' });
}
