import { z } from 'zod';
import { actionLesson } from './foreign/action.js';
import { taught } from './foreign/lesson.js';
import { orJsonText } from './json-text.js';
import { openObject } from './open-object.js';

export const ArgumentsField = orJsonText(
  openObject(
    {},
    {
      description:
        'The arguments as the tool would get them; also the JSON text of them, as some APIs hand it out. Numbers are taken digit by digit, however many there are.',
    },
  ),
);

export const UnknownArgumentsField = z
  .literal('allow')
  .optional()
  .describe(
    'Lets the call carry arguments that its tool does not name. Names that only look like one of its own are refused all the same.',
  );

export const ActionField = taught(
  z
    .strictObject({
      tool: z.string().min(1).max(256).describe('The tool as it would be called.'),
      arguments: ArgumentsField,
      unknown: z
        .array(z.string().min(1).max(256))
        .max(64)
        .optional()
        .describe(
          'Names of arguments that the call will have and whose values are not known yet. The decision takes them as absent; `completeness` tells whether that matters.',
        ),
      unknown_arguments: UnknownArgumentsField,
    })
    .meta({ id: 'ToolCall', description: 'One tool call.' }),
  actionLesson,
);

export type ActionInput = z.output<typeof ActionField>;
