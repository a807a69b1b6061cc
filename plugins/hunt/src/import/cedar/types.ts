/** The types of Cedar, as far as conditions of ours can read them. */
export type CedarType =
  | { readonly kind: 'bool' | 'int' | 'text' | 'decimal' | 'ip' | 'time' | 'duration' }
  /** Of which nothing can be read but whether it is there. */
  | { readonly kind: 'other' }
  | { readonly kind: 'set'; readonly of: CedarType }
  | { readonly kind: 'record'; readonly fields: Fields }
  | EntityType;

/** A reference to an entity, and what the entity has. */
export interface EntityType {
  readonly kind: 'entity';
  /** Null: not known. */
  readonly names: readonly string[] | null;
  /** Made when they are asked for, since entities refer to one another. */
  readonly fields: () => Fields;
  /** Null: it has none. */
  readonly tags: () => CedarType | null;
  /** Types of entities it may lie in; null: not known. */
  readonly within: () => ReadonlySet<string> | null;
}

export interface CedarField {
  readonly type: CedarType;
  readonly required: boolean;
}
export type Fields = ReadonlyMap<string, CedarField>;

const OTHER: CedarType = { kind: 'other' };

/** What a value is that is of one of two types. */
export function joined(one: CedarType, other: CedarType): CedarType {
  if (one.kind === 'set' && other.kind === 'set') return { kind: 'set', of: joined(one.of, other.of) };
  if (one.kind === 'record' && other.kind === 'record')
    return { kind: 'record', fields: joinedFields([one.fields, other.fields]) };
  if (one.kind === 'entity' && other.kind === 'entity') return joinedEntity(one, other);
  return one.kind === other.kind ? one : OTHER;
}

function joinedEntity(one: EntityType, other: EntityType): EntityType {
  const names = one.names && other.names && [...new Set([...one.names, ...other.names])];
  return {
    kind: 'entity',
    names,
    fields: () => joinedFields([one.fields(), other.fields()]),
    tags: () => {
      const [left, right] = [one.tags(), other.tags()];
      return left && right ? joined(left, right) : (left ?? right);
    },
    within: () => {
      const [left, right] = [one.within(), other.within()];
      return left && right && new Set([...left, ...right]);
    },
  };
}

/** A field is required where it is in all of them. */
export function joinedFields(all: readonly Fields[]): Fields {
  const names = new Set(all.flatMap((fields) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => {
      const found = all.flatMap((fields) => fields.get(name) ?? []);
      const [first, ...rest] = found;
      if (!first) throw new RangeError('a field of none');
      const required = found.length === all.length && found.every((each) => each.required);
      return [name, { type: rest.reduce((type, each) => joined(type, each.type), first.type), required }];
    }),
  );
}

/** What the variables of a policy are of, and the tools there are. */
export interface CedarTypes {
  /** By name of the action, as it is written in full: `Shop::Action::"view"`. */
  readonly actions: ReadonlyMap<string, ActionType>;
  readonly principal: EntityType;
  /** Actions that lie in one, itself among them if it can be asked for; null: the schema has no such action. */
  readonly actionsIn: (action: string) => readonly string[] | null;
  /** What entities of a type have; null: not known. */
  readonly entityNamed: (name: string) => EntityType | null;
  /** Whether these are all actions and all attributes there are. */
  readonly closed: boolean;
}

export interface ActionType {
  /** Name of the tool. */
  readonly tool: string;
  readonly resource: EntityType;
  readonly context: Fields;
}
