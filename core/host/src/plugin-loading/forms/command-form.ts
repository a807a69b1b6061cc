import { z } from 'zod';
import { CORE_OPTIONS } from '../../commands/core-names.js';
import { descriptionOf, kindOf } from '../../commands/option-kinds.js';
import { callable, definition } from './form.js';

const options = z
  .custom<z.ZodObject>((value) => value instanceof z.ZodObject, 'must be a schema made with z.strictObject')
  .superRefine(({ shape }, context) => {
    for (const [name, field] of Object.entries(shape)) {
      const schema = field as z.ZodType;
      const add = (message: string): void => context.addIssue({ code: 'custom', path: [name], message });
      if (!/^[a-z][a-z0-9_]*$/.test(name)) add('must be a name: lower case letters, digits and _');
      if (CORE_OPTIONS.includes(name)) add("is an option of the host's own");
      if (kindOf(schema) === null)
        add('cannot be typed: a text, a number, a boolean, an enum, an array of texts, or secret()');
      if (descriptionOf(schema) === undefined) add('must say what it is, with describe');
    }
  });

/** A command of `ostiary admin`. */
export const CommandForm = z.strictObject({
  $type: definition('command', 'defineCommand'),
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,30}( [a-z][a-z0-9-]{0,30})?$/,
      'must be one word or two: lower case letters, digits and -',
    ),
  summary: z.string().min(1),
  usage: z.string().min(1).optional(),
  options,
  run: callable,
});
