import type { Expr as Est } from '@cedar-policy/cedar-wasm/nodejs';
import type { Read } from '../cedar/infer.js';
import { type Uid, uidText } from '../cedar/names.js';
import { contextPath, read } from './context.js';
import { estOf } from './pattern.js';
import type { Condition, EventMatch, Term } from './syntax.js';

/** What conditions on the history show of the arguments of tools: with a schema that would be known. */
export function readsOf(
  condition: Condition,
  actions: readonly string[] | null,
): { readonly reads: readonly Read[]; readonly actions: readonly Uid[] } {
  const events = eventsOf(condition);
  const numbers = new Set(addedOrOrdered(condition));
  return {
    actions: events.map(({ type, id }) => ({ type, id })),
    reads: events.flatMap((event) =>
      event.fields.flatMap(({ path, value }): readonly Read[] => {
        const at = path[0] === 'input' ? contextPath(path) : null;
        if (!at) return [];
        const field = read(at);
        const own = [uidText(event)];
        if (value.kind === 'variable')
          return [
            { condition: numbers.has(value.name) ? { '<': { left: field, right: field } } : there(at), actions: own },
          ];
        const other = constantOf(value);
        if (other) return [{ condition: { '==': { left: field, right: other } }, actions: own }];
        const of = value.kind === 'read' ? estOf(value.path) : null;
        // Both are of one type: attributes go by name, whatever the tool.
        return of
          ? [
              { condition: { '==': { left: field, right: of } }, actions: [] },
              { condition: there(at), actions: own },
              { condition: { '==': { left: of, right: of } }, actions },
            ]
          : [{ condition: there(at), actions: own }];
      }),
    ),
  };
}

const there = (path: readonly string[]): Est => ({
  has: { left: read(path.slice(0, -1)), attr: path.at(-1) ?? '' },
});

function constantOf(value: Term): Est | null {
  if (value.kind === 'text') return { Value: value.text };
  if (value.kind === 'bool') return { Value: value.value };
  if (value.kind === 'entity') return { Value: { __entity: { type: value.type, id: value.id } } };
  if (value.kind !== 'number') return null;
  return value.digits.includes('.') ? { decimal: [{ Value: value.digits }] } : { Value: Number(value.digits) };
}

function eventsOf(value: unknown): readonly EventMatch[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && value.kind === 'event') return [value as EventMatch];
  return Object.values(value).flatMap(eventsOf);
}

/** Variables that are added up or compared by size. */
function addedOrOrdered(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(addedOrOrdered);
  if ('kind' in value && value.kind === 'sum') return [...inside, (value as unknown as { readonly of: string }).of];
  if (!('kind' in value) || value.kind !== 'compare') return inside;
  const { op, left, right } = value as Extract<Condition, { kind: 'compare' }>;
  const names = [left, right].flatMap((each) => (each.kind === 'variable' ? [each.name] : []));
  const isNumber = [left, right].some(({ kind }) => kind === 'number') || !['==', '!='].includes(op);
  return isNumber ? [...inside, ...names] : inside;
}
