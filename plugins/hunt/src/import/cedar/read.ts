import type { Expr, PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import { SourceText, type Span } from '@ostiary/policy';
import type { ImportFault, NotImported } from '../model.js';
import type { Cedar } from './cedar.js';
import { inferTypes, type Read } from './infer.js';
import { type Uid, uidText } from './names.js';
import type { Known } from './places.js';
import { readSchema } from './schema.js';
import { statementsOf } from './statements.js';
import type { CedarTypes } from './types.js';

/** A policy of Cedar, and where it stands. */
export interface Statement {
  readonly json: PolicyJson;
  readonly place: Span;
}

interface Statements {
  readonly statements: readonly Statement[];
  readonly templates: readonly NotImported[];
  readonly faults: readonly ImportFault[];
}

/**
 * The policies of a text.
 * @param text the same with what Cedar does not have taken out, everything in its place
 */
export function readStatements(cedar: Cedar, source: SourceText, text = source.text): Statements {
  const statements: Statement[] = [];
  const templates: NotImported[] = [];
  const faults: ImportFault[] = [];
  for (const place of statementsOf(text)) {
    const written = text.slice(place.start, place.end);
    const read = cedar.policyToJson(written);
    if (read.type === 'success') statements.push({ json: read.json, place });
    else if (cedar.templateToJson(written).type === 'success') {
      templates.push({
        line: source.position(place.start).line,
        construct: 'template',
        detail: {
          en: 'A template decides nothing until it is linked, and the links are not part of the policy.',
          pt: 'Um template não decide nada até ser vinculado, e os vínculos não fazem parte da política.',
        },
      });
    } else faults.push(faultAt(source, place.start, written, read.errors[0]));
  }
  return { statements, templates, faults };
}

interface CedarError {
  readonly message: string;
  readonly sourceLocations?: readonly { readonly start: number }[];
}

/** Cedar counts bytes. */
function faultAt(source: SourceText, start: number, written: string, error?: CedarError): ImportFault {
  const bytes = error?.sourceLocations?.[0]?.start ?? 0;
  const before = new TextDecoder().decode(new TextEncoder().encode(written).subarray(0, bytes));
  const reason = (error?.message ?? '').replace(/^failed to parse \w+ from string: /u, '');
  return {
    of: 'text',
    slug: 'not_readable',
    ...source.position(start + before.length),
    detail: { en: `Cedar cannot read this: ${reason}`, pt: `O Cedar não consegue ler isto: ${reason}` },
  };
}

/**
 * What the schema says the policies are about; without one, what they say themselves.
 * @param more what else is read, and of which actions
 */
export function typesOf(
  cedar: Cedar,
  statements: readonly Statement[],
  schema: string | undefined,
  more: { readonly reads: readonly Read[]; readonly actions: readonly Uid[] } = { reads: [], actions: [] },
): CedarTypes | { readonly faults: readonly ImportFault[] } {
  if (schema === undefined) {
    const reads = statements.flatMap(({ json }) => {
      const named = actionsNamed(json);
      return conditionsOf(json).map(({ body }) => ({ condition: body, actions: named?.map(uidText) ?? null }));
    });
    const all = new Map(
      statements
        .flatMap(({ json }) => [...(actionsNamed(json) ?? []), ...actionsRead(json)])
        .concat(more.actions)
        .map((uid) => [uidText(uid), uid]),
    );
    return inferTypes(
      [...reads, ...more.reads],
      [...all.values()],
      statements.some(({ json }) => actionsNamed(json) === null),
    );
  }
  const read = readSchema(cedar, schema);
  if (read.ok) return read.types;
  const { line, column } = new SourceText(schema).position(read.at);
  const detail = {
    en: `Cedar cannot read the schema: ${read.message}`,
    pt: `O Cedar não consegue ler o esquema: ${read.message}`,
  };
  return { faults: [{ of: 'schema', slug: 'not_readable', line, column, detail }] };
}

/** An entity as JSON may name it in two ways. */
const uidOf = (entity: unknown): Uid => {
  const named = entity as Uid | { readonly __entity: Uid };
  return '__entity' in named ? named.__entity : named;
};

/** The actions that the head of a policy names; null: it is about all. */
export function actionsNamed({ action }: PolicyJson): readonly Uid[] | null {
  if (action.op === 'All') return null;
  if ('entities' in action) return action.entities.map(uidOf);
  return 'entity' in action ? [uidOf(action.entity)] : [];
}

/** The actions that its conditions name. */
function actionsRead(json: PolicyJson): readonly Uid[] {
  const found: Uid[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('__entity' in value) {
      const uid = value.__entity as Uid;
      if (/^(?:.*::)?Action$/u.test(uid.type)) found.push(uid);
    } else for (const each of Object.values(value)) look(each);
  };
  look(json.conditions);
  return found;
}

interface Condition {
  readonly body: Expr;
  readonly isNegated: boolean;
  /** It stands in the head of the policy, before the others. */
  readonly isHead: boolean;
}

/** What a policy says of the principal and the resource in its head, and its clauses. */
export function conditionsOf({ principal, resource, conditions }: PolicyJson): readonly Condition[] {
  return [
    ...headOf('principal', principal),
    ...headOf('resource', resource),
    ...conditions.map(({ kind, body }) => ({ body, isNegated: kind === 'unless', isHead: false })),
  ];
}

/** What the head says of types. */
export function knownBy({ principal, resource }: PolicyJson): Known {
  const typeOf = (constraint: PolicyJson['principal']): string | undefined => {
    if (constraint.op === 'is') return constraint.entity_type;
    return constraint.op === '==' && 'entity' in constraint ? uidOf(constraint.entity).type : undefined;
  };
  const [one, other] = [typeOf(principal), typeOf(resource)];
  return { ...(one !== undefined && { principal: one }), ...(other !== undefined && { resource: other }) };
}

function headOf(variable: 'principal' | 'resource', constraint: PolicyJson['principal']): readonly Condition[] {
  const left: Expr = { Var: variable };
  const entity = (of: unknown): Expr => ({ Value: { __entity: uidOf(of) } });
  switch (constraint.op) {
    case '==':
    case 'in': {
      if (!('entity' in constraint)) return [];
      const right = entity(constraint.entity);
      const body: Expr = constraint.op === '==' ? { '==': { left, right } } : { in: { left, right } };
      return [{ body, isNegated: false, isHead: true }];
    }
    case 'is': {
      const within = constraint.in && 'entity' in constraint.in ? { in: entity(constraint.in.entity) } : {};
      return [
        { body: { is: { left, entity_type: constraint.entity_type, ...within } }, isNegated: false, isHead: true },
      ];
    }
    default:
      return [];
  }
}
