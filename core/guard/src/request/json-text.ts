import { z } from 'zod';
import { readJsonCell } from './json-cell.js';

/**
 * An object, or the JSON text of one: what the API of OpenAI gives as the arguments of a call. The text is read as
 * strictly as a body is, and everything after sees the object. The contract promises the object.
 */
export function orJsonText<Schema extends z.ZodType>(schema: Schema): Schema {
  const checked = z.unknown().check((context) => {
    if (typeof context.value === 'string') {
      const cell = readJsonCell(context.value);
      if (cell.fault !== undefined || typeof cell.value !== 'object') {
        const en = 'Must be an object, or the JSON text of one with each key once, nested at most 32 deep.';
        const pt = 'Tem de ser um objeto, ou o texto JSON de um com cada chave uma só vez e no máximo 32 níveis.';
        context.issues.push({ code: 'custom', message: en, params: { pt }, input: context.value });
        return;
      }
      context.value = cell.value;
    }
    const result = schema.safeParse(context.value);
    if (!result.success) context.issues.push(...(result.error.issues as typeof context.issues));
  });
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return checked.meta(json) as unknown as Schema;
}
