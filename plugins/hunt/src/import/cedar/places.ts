import type { Expr } from '@cedar-policy/cedar-wasm/nodejs';
import type { PathExpr } from '@ostiary/policy';
import { path } from '../shared/build.js';
import { nodeOf } from './est.js';
import { ANCESTORS, attributeName, contextName, principalName, RESOURCE, TAGS, UID } from './names.js';
import { type ActionType, type CedarType, type CedarTypes, type EntityType, joined, joinedFields } from './types.js';

/** Where a value of Cedar stands in our calls. */
export interface Place {
  readonly root: 'args' | 'principal';
  readonly segments: readonly string[];
  readonly type: CedarType;
  /** Whether it is there in every request that the schema admits. */
  readonly isSure: boolean;
  readonly variable: 'principal' | 'resource' | 'context' | null;
}

export const keyOf = ({ root, segments }: Pick<Place, 'root' | 'segments'>): string =>
  JSON.stringify([root, ...segments]);

/** Names of types. */
export type Known = Readonly<Partial<Record<'principal' | 'resource', string>>>;

/** Finds places, and keeps what is read of entities that stand in attributes: only that is declared. */
export class Places {
  /**
   * @param read places of entities with the attribute that is read, as `keyOf` them
   * @param known types of the principal and the resource, where a policy says them
   */
  constructor(
    private readonly types: CedarTypes,
    readonly read: Set<string> = new Set(),
    private readonly known: Known = {},
  ) {}

  /** The same where more is known; it keeps what is read together with this. */
  where(known: Known): Places {
    return new Places(this.types, this.read, { ...this.known, ...known });
  }

  /**
   * Null: it is not a place. `missing`: nothing of that name is there.
   * @param actions those that the policy is about
   */
  of(expr: Expr, actions: readonly ActionType[]): Place | 'missing' | null {
    const { op, of } = nodeOf(expr);
    if (op === 'Var') return this.variable(of as string, actions);
    if (op === '.') {
      const { left, attr } = of as { left: Expr; attr: string };
      const base = this.of(left, actions);
      return base === null || base === 'missing' ? base : this.attribute(base, attr);
    }
    if (op !== 'getTag') return null;
    const { left, right } = of as { left: Expr; right: Expr };
    const [base, key] = [this.of(left, actions), nodeOf(right)];
    if (base === 'missing' || base?.type.kind !== 'entity' || key.op !== 'Value' || typeof key.of !== 'string')
      return null;
    return this.tag(base, key.of);
  }

  attribute(base: Place, name: string): Place | 'missing' | null {
    const { type, variable } = base;
    if (type.kind !== 'entity' && type.kind !== 'record') return null;
    const found = (type.kind === 'entity' ? type.fields() : type.fields).get(name);
    if (!found) return 'missing';
    const rename = variable === 'principal' ? principalName : variable === 'context' ? contextName : attributeName;
    const next = this.beneath(base, type.kind === 'entity' || variable !== null ? rename(name) : name);
    return { ...next, type: found.type, isSure: base.isSure && found.required };
  }

  /** A tag, which may be absent always. */
  tag(base: Place, key: string): Place | null {
    const of = base.type.kind === 'entity' ? base.type.tags() : null;
    if (!of) return null;
    const tags = this.beneath(base, TAGS);
    return { ...tags, segments: [...tags.segments, key], type: of, isSure: false };
  }

  /** The name of the entity there. */
  uid(entity: Place): PathExpr {
    return this.path(this.beneath(entity, entity.variable === 'principal' ? 'id' : UID));
  }

  /** Names of all that the entity there lies in. */
  ancestors(entity: Place): PathExpr {
    return this.path(this.beneath(entity, ANCESTORS));
  }

  path({ root, segments }: Place): PathExpr {
    return path(root, segments);
  }

  private beneath(base: Place, segment: string): Place {
    const next = { ...base, segments: [...base.segments, segment], variable: null };
    if (base.type.kind === 'entity') this.read.add(keyOf(next));
    return next;
  }

  private variable(name: string, actions: readonly ActionType[]): Place | null {
    if (name === 'principal')
      return {
        root: 'principal',
        segments: [],
        type: this.narrowed(name, this.types.principal),
        isSure: true,
        variable: 'principal',
      };
    if (name === 'context') {
      const fields = joinedFields(actions.map(({ context }) => context));
      return { root: 'args', segments: [], type: { kind: 'record', fields }, isSure: true, variable: 'context' };
    }
    if (name !== 'resource') return null;
    return {
      root: 'args',
      segments: [RESOURCE],
      type: this.narrowed(name, resourceOf(actions)),
      isSure: true,
      variable: 'resource',
    };
  }

  /** An entity of one type among several, which has what the type requires. Values stay of the type that they have in all. */
  private narrowed(variable: 'principal' | 'resource', whole: EntityType): EntityType {
    const type = this.known[variable];
    const own = type === undefined || !whole.names?.includes(type) ? null : this.types.entityNamed(type);
    if (!own) return whole;
    return {
      ...whole,
      names: own.names,
      fields: () =>
        new Map(
          [...whole.fields()].flatMap(([name, field]) => {
            const mine = own.fields().get(name);
            if (!mine) return [];
            return [
              [name, mine.type.kind === field.type.kind ? { ...field, required: mine.required } : field] as const,
            ];
          }),
        ),
    };
  }
}

function resourceOf(actions: readonly ActionType[]): EntityType {
  const [first, ...rest] = actions.map(({ resource }) => resource);
  if (!first) throw new RangeError('a policy about no action');
  const whole = rest.reduce<CedarType>(joined, first);
  return whole.kind === 'entity' ? whole : first;
}
