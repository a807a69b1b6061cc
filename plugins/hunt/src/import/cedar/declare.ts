import type { DeclaredField, DeclaredType, Declaration } from '@ostiary/policy';
import { field, listOf, mapOf, name, NOWHERE, record, typeNamed } from '../shared/build.js';
import { ANCESTORS, attributeName, contextName, principalName, RESOURCE, TAGS, UID } from './names.js';
import { keyOf, type Place } from './places.js';
import type { ActionType, CedarType, CedarTypes, EntityType } from './types.js';

type At = Pick<Place, 'root' | 'segments'>;

const WORDS = {
  bool: 'bool',
  int: 'int',
  text: 'text',
  decimal: 'decimal',
  ip: 'ip',
  time: 'time',
  duration: 'duration',
  other: 'any',
} as const;

/** Declares the actions as tools, with what can be read of a request. */
export function declarations(
  { actions, principal, closed }: CedarTypes,
  read: ReadonlySet<string>,
): readonly Declaration[] {
  const made = new Declarer(read, !closed);
  return [
    ...[...actions.values()].map((action) => made.tool(action)),
    {
      kind: 'attributes',
      root: 'principal',
      record: { fields: made.principal(principal), open: !closed, span: NOWHERE },
      span: NOWHERE,
    },
  ];
}

class Declarer {
  constructor(
    private readonly read: ReadonlySet<string>,
    private readonly isOpen: boolean,
  ) {}

  tool({ tool, resource, context }: ActionType): Declaration {
    const fields = [...context].map(([of, { type, required }]) =>
      field(contextName(of), this.type(type, { root: 'args', segments: [contextName(of)] }), !required),
    );
    const at: At = { root: 'args', segments: [RESOURCE] };
    const all = [...this.ofEntity(resource, at, UID), ...this.attributes(resource, at, attributeName)];
    return {
      kind: 'tool',
      name: name(tool),
      classes: [],
      args: { fields: [field(RESOURCE, record(all, this.isOpen), false), ...fields], open: this.isOpen, span: NOWHERE },
      span: NOWHERE,
    };
  }

  principal(type: EntityType): readonly DeclaredField[] {
    const at: At = { root: 'principal', segments: [] };
    return [...this.ofEntity(type, at, 'id'), ...this.attributes(type, at, principalName)];
  }

  private attributes(type: EntityType, at: At, rename: (name: string) => string): readonly DeclaredField[] {
    return [...type.fields()].map(([of, { type: each, required }]) =>
      field(rename(of), this.type(each, beneath(at, rename(of))), !required),
    );
  }

  /** What every entity has; where it lies only where that is read. */
  private ofEntity(type: EntityType, at: At, uid: string): readonly DeclaredField[] {
    const tags = type.tags();
    const isRead = (segment: string): boolean => this.read.has(keyOf(beneath(at, segment)));
    return [
      field(uid, typeNamed('text'), false),
      ...(isRead(ANCESTORS) ? [field(ANCESTORS, listOf(typeNamed('text')), false)] : []),
      ...(tags && isRead(TAGS) ? [field(TAGS, mapOf(this.type(tags, beneath(at, TAGS))), true)] : []),
    ];
  }

  private type(type: CedarType, at: At): DeclaredType {
    switch (type.kind) {
      case 'set':
        return listOf(type.of.kind === 'entity' ? typeNamed('text') : this.type(type.of, at));
      case 'record':
        return record(
          [...type.fields].map(([of, each]) => field(of, this.type(each.type, beneath(at, of)), !each.required)),
          this.isOpen,
        );
      case 'entity': {
        const read = [...type.fields()].filter(([of]) => this.read.has(keyOf(beneath(at, attributeName(of)))));
        const attributes = read.map(([of, each]) =>
          field(attributeName(of), this.type(each.type, beneath(at, attributeName(of))), !each.required),
        );
        return record([...this.ofEntity(type, at, UID), ...attributes], this.isOpen);
      }
      default:
        return typeNamed(WORDS[type.kind]);
    }
  }
}

const beneath = ({ root, segments }: At, segment: string): At => ({ root, segments: [...segments, segment] });
