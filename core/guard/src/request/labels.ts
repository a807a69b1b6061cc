import { pointerChild } from '@ostiary/catalogue';
import { type Call, type Context, type CorePolicy, unknownLabels } from '@ostiary/policy';
import type { Words } from '../words.js';

/** A key of `labels` that names no argument of the call's tool, by its place in the context. */
export interface LabelFault {
  readonly pointer: string;
  readonly detail: Words;
}

/** A fault for each label of the request that names no argument, with the nearest name. */
export function labelFaults(core: CorePolicy, call: Call, context: Context): readonly LabelFault[] {
  return unknownLabels(core, call, context).map(({ key, nearest: [best] }) => {
    const [en, pt] = best === undefined ? ['', ''] : [`; \`${best}\`?`, `; \`${best}\`?`];
    return {
      pointer: pointerChild('/labels', key),
      detail: {
        en: `\`${key}\` names no argument, so the label would be on nothing${en || '.'}`,
        pt: `\`${key}\` não nomeia nenhum argumento, logo a etiqueta não estaria em nada${pt || '.'}`,
      },
    };
  });
}
