import type { ToolClass } from './model.js';
import { get, isObject } from './report/json.js';

/** A class that annotations speak for. A person accepts it, in `overrides`; nothing takes it by itself. */
export interface ClassProposal {
  readonly class: ToolClass;
  readonly hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint';
  readonly value: boolean;
  /** False: the server left the hint out, and this is what Model Context Protocol then takes it for. */
  readonly stated: boolean;
  readonly reason: { readonly en: string; readonly pt: string };
}

/** What a hint means that is left out (Model Context Protocol 2025-06-18, `ToolAnnotations`). */
const UNSAID = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

const REASONS = {
  read: { en: 'it changes nothing', pt: 'não muda nada' },
  write: { en: 'it may change something', pt: 'pode mudar alguma coisa' },
  irreversible: { en: 'it may overwrite or delete', pt: 'pode sobrescrever ou apagar' },
  idempotent: { en: 'calling again changes nothing further', pt: 'chamar de novo não muda mais nada' },
  source: { en: 'it brings in what others wrote', pt: 'traz o que outros escreveram' },
  sink: { en: 'it sends data out', pt: 'envia dados para fora' },
} as const;

/**
 * Proposes classes for a tool that nobody classified, from its MCP `annotations`. Empty when these state no hint: what the
 * protocol takes then says nothing about this tool. `destructiveHint` and `idempotentHint` speak of tools that write only.
 */
export function proposeClasses(annotations: unknown): readonly ClassProposal[] {
  const stated = isObject(annotations) ? annotations : {};
  const hints = (Object.keys(UNSAID) as ClassProposal['hint'][]).map((hint) => [hint, get(stated, hint)] as const);
  if (!hints.some(([, value]) => typeof value === 'boolean')) return [];
  const propose = (
    hint: ClassProposal['hint'],
    when: boolean,
    ...classes: (keyof typeof REASONS)[]
  ): ClassProposal[] => {
    const own = get(stated, hint);
    const value = typeof own === 'boolean' ? own : UNSAID[hint];
    if (value !== when) return [];
    return classes.map((name) => ({
      class: name,
      hint,
      value,
      stated: typeof own === 'boolean',
      reason: reasonOf(hint, value, typeof own === 'boolean', name),
    }));
  };
  const reads = propose('readOnlyHint', true, 'read');
  return [
    ...reads,
    ...(reads.length > 0
      ? []
      : [
          ...propose('readOnlyHint', false, 'write'),
          ...propose('destructiveHint', true, 'irreversible'),
          ...propose('idempotentHint', true, 'idempotent'),
        ]),
    ...propose('openWorldHint', true, 'source', 'sink'),
  ];
}

function reasonOf(hint: string, value: boolean, stated: boolean, name: keyof typeof REASONS): ClassProposal['reason'] {
  const { en, pt } = REASONS[name];
  const text = `\`${hint}: ${String(value)}\``;
  return stated
    ? { en: `the server says ${text}: ${en}`, pt: `o servidor diz ${text}: ${pt}` }
    : {
        en: `the server leaves it out, which means ${text}: ${en}`,
        pt: `o servidor omite-o, o que significa ${text}: ${pt}`,
      };
}
