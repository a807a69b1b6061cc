/** The library of Cedar: it reads policies and schemas, and gives them as JSON. It is large, so it is loaded when a policy needs it. */
export type Cedar = typeof import('@cedar-policy/cedar-wasm/nodejs');

let loaded: Promise<Cedar> | null = null;

export async function loadCedar(): Promise<Cedar> {
  loaded ??= import('@cedar-policy/cedar-wasm/nodejs');
  return loaded;
}
