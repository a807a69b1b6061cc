import type { z } from 'zod';
import type { ModeBody, ModeDefinition, ModeVariant } from '@ostiary/plugin-api';
import { fromMembers, isObject, type Json, type JsonObject } from '../json.js';
import { combine } from '../schema/combine.js';
import type { SchemaComponents } from '../schema/components.js';
import type { ModeEntry } from './fragment-data.js';

/** One mode, or one variant of a mode, as a plugin brings it. */
export interface ModePart {
  readonly mode: string;
  readonly title: string;
  /** Null for a variant, which has the grant of its mode. */
  readonly grant: string | null;
  readonly selector: string | null;
  readonly inlineBytes: number | null;
  readonly body: ModeBody<z.ZodType, z.ZodType>;
  readonly example: Readonly<Record<string, unknown>> | null;
}

export function partOfMode(mode: ModeDefinition): ModePart {
  return {
    mode: mode.name,
    title: mode.title,
    grant: mode.grant,
    selector: null,
    inlineBytes: mode.limits.inlineBytes,
    body: mode,
    example: mode.example ?? null,
  };
}

export function partOfVariant(variant: ModeVariant): ModePart {
  return {
    mode: variant.mode,
    title: variant.title,
    grant: null,
    selector: variant.selector,
    inlineBytes: variant.limits?.inlineBytes ?? null,
    body: variant,
    example: null,
  };
}

export interface FinishedMode {
  readonly entry: ModeEntry;
  /** The components of the whole request, of the result and of the events, by name. */
  readonly components: readonly (readonly [string, JsonObject])[];
}

/** The host's fields of what a mode adds to: submissions and the data of events. */
export interface HostSide {
  readonly requestFields: z.ZodType;
  readonly eventFields: z.ZodType;
}

/**
 * Notes the schemas of a mode and answers what makes its part of the contract once all schemas are known: the entry
 * that assembly reads, and the components it refers to, in which the host's fields and the mode's are joined.
 */
export function modeEntry(part: ModePart, host: HostSide, schemas: SchemaComponents): () => FinishedMode {
  const { mode, title, selector, grant, inlineBytes, body } = part;
  const where = `mode ${mode}${selector === null ? '' : ` with ${selector}`}`;
  const name = `${pascal(mode)}${selector === null ? '' : pascal(selector)}`;
  const requestFields = schemas.add(host.requestFields, 'input', `${where}, fields of the host`);
  const eventFields = schemas.add(host.eventFields, 'output', `${where}, fields of events`);
  const request = schemas.add(body.request, 'input', `${where}, request`);
  const result = schemas.add(body.result, 'output', `${where}, result`);
  const payloads = Object.entries(body.progress ?? {}).map(
    ([type, schema]) => [type, schemas.add(schema, 'output', `${where}, event ${type}`)] as const,
  );
  return () => {
    const known = schemas.components();
    const lookup = (pointer: string): JsonObject | undefined => known.get(pointer.slice(pointer.lastIndexOf('/') + 1));
    const join = (fields: JsonObject, constant: readonly [string, string], own: JsonObject, at: string): JsonObject =>
      combine(
        withConstant(inlined(schemas.resolve(fields), lookup), ...constant),
        schemas.resolve(own) as JsonObject,
        lookup,
        at,
      );
    const events = payloads.map(([type, payload]) => {
      const { additionalProperties: _, ...event } = join(
        eventFields,
        ['type', type],
        payload,
        `${where}, event ${type}`,
      );
      return [`${name}${pascal(type)}Event`, event] as const;
    });
    const limits = {
      ...(grant !== null && { 'x-grant': grant }),
      ...(inlineBytes !== null && { 'x-inline-limit-bytes': inlineBytes }),
    };
    return {
      entry: {
        mode,
        ...(selector !== null && { selector }),
        title,
        request: reference(`${name}SolveRequest`),
        result: reference(`${name}SolveResult`),
        ...(events.length > 0 && { events: events.map(([component]) => reference(component)) }),
        ...(part.example && { example: JSON.parse(JSON.stringify({ mode, ...part.example })) as Json }),
      },
      components: [
        [
          `${name}SolveRequest`,
          { description: title, ...limits, ...join(requestFields, ['mode', mode], request, where) },
        ],
        [`${name}SolveResult`, { description: title, ...(schemas.resolve(result) as JsonObject) }],
        ...events,
      ],
    };
  };
}

/** The schema a reference leads to, with what stands beside the reference; other schemas as they are. */
function inlined(schema: Json, lookup: (pointer: string) => JsonObject | undefined): JsonObject {
  const { $ref, ...rest } = schema as JsonObject;
  return typeof $ref === 'string' ? { ...lookup($ref), ...rest } : rest;
}

/** The field with one value only; its description stays. */
function withConstant(schema: JsonObject, field: string, value: string): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const described = isObject(properties[field]) ? properties[field]['description'] : undefined;
  const constant: JsonObject = { const: value, ...(described !== undefined && { description: described }) };
  return {
    ...schema,
    properties: fromMembers(Object.entries(properties).map(([name, one]) => [name, name === field ? constant : one])),
  };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
