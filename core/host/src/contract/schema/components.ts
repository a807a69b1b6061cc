import type { z } from 'zod';
import { ContractError } from '../contract-error.js';
import { equal, fromMembers, type Json, type JsonObject, mapObjects } from '../json.js';
import { convert } from './convert.js';
import type { Direction } from './direction.js';

/** Where a schema stands in the document until `SchemaComponents.resolve` has named the components. */
const PENDING = 'ostiary:';
const DEFS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/**
 * Gathers the named schemas of one part of the contract. A schema that is sent and answered often differs between the
 * two (a field with a default may be left out of a request, never out of an answer). Where they do differ, the
 * answered one is called `<id>Output`; writing both under one name would let the last one win.
 */
export class SchemaComponents {
  private readonly seen: Record<Direction, Map<string, JsonObject>> = { input: new Map(), output: new Map() };

  /** The schema with references that `resolve` will complete. `where` is named in errors. */
  add(schema: z.ZodType, direction: Direction, where: string): JsonObject {
    const { schema: root, named } = convert(schema, direction, where);
    for (const [id, json] of named) this.note(id, pending(json, direction) as JsonObject, direction, where);
    return pending(root, direction) as JsonObject;
  }

  /** Replaces the references in `value` by those of the finished components. Call after the last `add`. */
  resolve(value: Json): Json {
    const split = this.differing();
    return mapReferences(value, (reference) => {
      if (!reference.startsWith(PENDING)) return reference;
      const [direction, id] = reference.slice(PENDING.length).split(':') as [Direction, string];
      return `${COMPONENTS}${nameOf(id, direction, split)}`;
    });
  }

  /** The components, by name. */
  components(): Map<string, JsonObject> {
    const split = this.differing();
    const result = new Map<string, JsonObject>();
    for (const direction of ['input', 'output'] as const) {
      for (const [id, json] of this.seen[direction]) {
        const name = nameOf(id, direction, split);
        if (split.has(id) && direction === 'output' && this.seen.input.has(name)) {
          throw new ContractError(`the schema id ${name} is taken: it is the answered form of ${id}`);
        }
        result.set(name, this.resolve(json) as JsonObject);
      }
    }
    return result;
  }

  private note(id: string, json: JsonObject, direction: Direction, where: string): void {
    const known = this.seen[direction].get(id);
    if (known !== undefined && !equal(known, json)) throw new ContractError(`${where}: two schemas have the id ${id}`);
    this.seen[direction].set(id, json);
  }

  /** Ids used both ways whose two forms differ, by themselves or through what they refer to. */
  private differing(): ReadonlySet<string> {
    const { input, output } = this.seen;
    const both = [...input.keys()].filter((id) => output.has(id));
    const split = new Set<string>();
    let before: number;
    do {
      before = split.size;
      const compared = (json: Json | undefined): Json =>
        mapReferences(json ?? null, (reference) => {
          const [direction, id] = reference.slice(PENDING.length).split(':') as [Direction, string];
          return nameOf(id, direction, split);
        });
      for (const id of both) {
        if (!equal(compared(input.get(id)), compared(output.get(id)))) split.add(id);
      }
    } while (split.size > before);
    return split;
  }
}

function nameOf(id: string, direction: Direction, split: ReadonlySet<string>): string {
  return direction === 'output' && split.has(id) ? `${id}Output` : id;
}

function pending(json: Json, direction: Direction): Json {
  return mapReferences(json, (reference) =>
    reference.startsWith(DEFS) ? `${PENDING}${direction}:${reference.slice(DEFS.length)}` : reference,
  );
}

function mapReferences(value: Json, change: (reference: string) => string): Json {
  return mapObjects(value, (object) =>
    typeof object['$ref'] === 'string'
      ? fromMembers(
          Object.entries(object).map(([name, child]) => [name, name === '$ref' ? change(child as string) : child]),
        )
      : object,
  );
}
