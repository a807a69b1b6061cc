import type { Cedar } from './cedar.js';
import { type Uid, toolNames, uidText } from './names.js';
import {
  type ActionType,
  type CedarField,
  type CedarType,
  type CedarTypes,
  type EntityType,
  type Fields,
  joined,
} from './types.js';

/** A schema as Cedar gives it, with every name in full. */
type Schema = Readonly<Record<string, Namespace>>;

interface Namespace {
  readonly entityTypes?: Readonly<Record<string, EntityShape>>;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly commonTypes?: Readonly<Record<string, Shape>>;
}

interface EntityShape {
  readonly memberOfTypes?: readonly string[];
  readonly shape?: Shape;
  readonly tags?: Shape;
}

interface Action {
  readonly appliesTo?: {
    readonly principalTypes?: readonly string[];
    readonly resourceTypes?: readonly string[];
    readonly context?: Shape;
  };
  readonly memberOf?: readonly { readonly id: string; readonly type?: string }[];
}

/** A type as the schema writes it. */
interface Shape {
  readonly type: string;
  readonly name?: string;
  readonly element?: Shape;
  readonly attributes?: Readonly<Record<string, Shape & { readonly required?: boolean }>>;
}

export type SchemaRead =
  | { readonly ok: true; readonly types: CedarTypes }
  | { readonly ok: false; readonly message: string; readonly at: number };

/** Reads a schema in either of Cedar's forms. */
export function readSchema(cedar: Cedar, text: string): SchemaRead {
  const written = asText(cedar, text);
  if (typeof written !== 'string') return written;
  const read = cedar.schemaToJsonWithResolvedTypes(written);
  if (read.type === 'failure') return failure(read.errors);
  // The types of the library say of a schema that it may be all that a schema may be; this is what it gives.
  return { ok: true, types: new SchemaTypes(read.json as unknown as Schema) };
}

/** The schema as people write it, whichever of the two forms it is in. */
function asText(cedar: Cedar, text: string): string | Extract<SchemaRead, { ok: false }> {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    const written = cedar.schemaToText(JSON.parse(text));
    return written.type === 'success' ? written.text : failure(written.errors);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, message: error.message, at: 0 };
  }
}

function failure(
  errors: readonly { readonly message: string; readonly sourceLocations?: readonly { readonly start: number }[] }[],
) {
  const [first] = errors;
  return { ok: false as const, message: first?.message ?? '', at: first?.sourceLocations?.[0]?.start ?? 0 };
}

const PLAIN: Readonly<Record<string, CedarType>> = {
  Long: { kind: 'int' },
  String: { kind: 'text' },
  Bool: { kind: 'bool' },
  Boolean: { kind: 'bool' },
  decimal: { kind: 'decimal' },
  ipaddr: { kind: 'ip' },
  datetime: { kind: 'time' },
  duration: { kind: 'duration' },
};

class SchemaTypes implements CedarTypes {
  readonly actions: ReadonlyMap<string, ActionType>;
  readonly principal: EntityType;
  readonly closed = true;
  private readonly entities: ReadonlyMap<string, EntityShape>;
  private readonly common: ReadonlyMap<string, Shape>;
  private readonly parents: ReadonlyMap<string, readonly string[]>;

  constructor(schema: Schema) {
    this.entities = named(schema, ({ entityTypes }) => entityTypes);
    this.common = named(schema, ({ commonTypes }) => commonTypes);
    const all = Object.entries(schema).flatMap(([namespace, { actions = {} }]) =>
      Object.entries(actions).map(([id, action]) => ({ uid: { type: inside(namespace, 'Action'), id }, action })),
    );
    this.parents = new Map(
      all.map(({ uid, action }) => [
        uidText(uid),
        (action.memberOf ?? []).map(({ id, type }) => uidText({ id, type: type ?? uid.type })),
      ]),
    );
    const callable = all.filter(
      ({ action: { appliesTo } }) =>
        (appliesTo?.principalTypes?.length ?? 0) > 0 && (appliesTo?.resourceTypes?.length ?? 0) > 0,
    );
    const names = toolNames(callable.map(({ uid }): Uid => uid));
    this.actions = new Map(
      callable.map(({ uid, action: { appliesTo } }) => {
        const context = appliesTo?.context && this.type(appliesTo.context);
        const action = {
          tool: names.get(uidText(uid)) ?? uid.id,
          resource: this.entity(appliesTo?.resourceTypes ?? []),
          context: context?.kind === 'record' ? context.fields : new Map<string, CedarField>(),
        };
        return [uidText(uid), action];
      }),
    );
    this.principal = this.entity([
      ...new Set(callable.flatMap(({ action }) => action.appliesTo?.principalTypes ?? [])),
    ]);
  }

  actionsIn(action: string): readonly string[] | null {
    if (!this.parents.has(action)) return null;
    return [...this.actions.keys()].filter((each) => this.liesIn(each, action, new Set()));
  }

  entityNamed(name: string): EntityType | null {
    return this.entities.has(name) ? this.oneEntity(name) : null;
  }

  private liesIn(one: string, other: string, seen: Set<string>): boolean {
    if (one === other) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return (this.parents.get(one) ?? []).some((parent) => this.liesIn(parent, other, seen));
  }

  private entity(names: readonly string[]): EntityType {
    const [first, ...rest] = names.map((name) => this.oneEntity(name));
    if (!first)
      return { kind: 'entity', names: [], fields: () => new Map(), tags: () => null, within: () => new Set() };
    const whole = rest.reduce<CedarType>(joined, first);
    return whole.kind === 'entity' ? whole : first;
  }

  private oneEntity(name: string): EntityType {
    const shape = this.entities.get(name);
    return {
      kind: 'entity',
      names: [name],
      fields: () => {
        const type = shape?.shape && this.type(shape.shape);
        return type?.kind === 'record' ? type.fields : new Map<string, CedarField>();
      },
      tags: () => (shape?.tags ? this.type(shape.tags) : null),
      within: () => this.ancestors(name, new Set()),
    };
  }

  private ancestors(name: string, seen: Set<string>): Set<string> {
    for (const parent of this.entities.get(name)?.memberOfTypes ?? []) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      this.ancestors(parent, seen);
    }
    return seen;
  }

  private type(shape: Shape): CedarType {
    const name = (shape.type === 'Extension' || shape.type === 'EntityOrCommon' ? shape.name : shape.type) ?? '';
    if (name === 'Set') return { kind: 'set', of: shape.element ? this.type(shape.element) : { kind: 'other' } };
    if (name === 'Record') return { kind: 'record', fields: this.fields(shape) };
    if (name === 'Entity') return this.oneEntity(shape.name ?? '');
    const common = this.common.get(name);
    if (common) return this.type(common);
    const plain = name.replace(/^__cedar::/u, '');
    if (Object.hasOwn(PLAIN, plain)) return PLAIN[plain] ?? { kind: 'other' };
    return this.entities.has(name) ? this.oneEntity(name) : { kind: 'other' };
  }

  private fields({ attributes = {} }: Shape): Fields {
    return new Map(
      Object.entries(attributes).map(([name, shape]) => [
        name,
        { type: this.type(shape), required: shape.required ?? true },
      ]),
    );
  }
}

const inside = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}::${name}`);

function named<Of>(
  schema: Schema,
  of: (namespace: Namespace) => Readonly<Record<string, Of>> | undefined,
): ReadonlyMap<string, Of> {
  return new Map(
    Object.entries(schema).flatMap(([namespace, each]) =>
      Object.entries(of(each) ?? {}).map(([name, found]) => [inside(namespace, name), found] as const),
    ),
  );
}
