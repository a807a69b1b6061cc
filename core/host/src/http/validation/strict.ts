import { z } from 'zod';

/** Schemas are made by compiling them: one that was closed is kept as long as the schema it was made of. */
const closed = new WeakMap<z.ZodType, z.ZodType>();

/** The schema, refusing fields that it does not name unless it says otherwise: typing errors show. */
export function strictly(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return schema;
  const made: z.ZodType = closed.get(schema) ?? schema.strict();
  closed.set(schema, made);
  return made;
}
