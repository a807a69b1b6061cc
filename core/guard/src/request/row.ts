import { z } from 'zod';
import { ArgumentsField, UnknownArgumentsField } from './action.js';
import { actionLesson, rowLesson } from './foreign/action.js';
import { taught } from './foreign/lesson.js';
import { ContextField, type ContextInput } from './context.js';

export const Answer = z
  .enum(['allow', 'confirm', 'refuse'])
  .meta({ id: 'Answer', description: 'What to do with a call.' });
export type AnswerName = z.output<typeof Answer>;

const PartOfAction = taught(
  z
    .strictObject({
      tool: z.string().min(1).max(256).optional().describe('The tool as it would be called.'),
      arguments: ArgumentsField.optional(),
      unknown_arguments: UnknownArgumentsField,
    })
    .meta({ id: 'PartialToolCall', description: 'A tool call, or a part of one.' }),
  actionLesson,
);

export const RowField = taught(
  z
    .strictObject({
      custom_id: z.string().max(128).optional().describe('Your name for the row; it comes back with its answer.'),
      action: PartOfAction.optional().describe('The tool call of the row, over that of `defaults`.'),
      context: ContextField.optional().describe('The context of the row, over that of `defaults`.'),
      expected: Answer.optional().describe('The answer you expect; compared with the one found.'),
    })
    .meta({ id: 'BatchRow', description: 'One call to decide.' }),
  rowLesson,
);

type RowInput = z.output<typeof RowField>;

export const DefaultsField = z
  .strictObject({
    action: PartOfAction.optional().describe('Tool and arguments of rows that do not name them.'),
    context: ContextField.optional().describe('Context of rows that do not give it.'),
  })
  .meta({
    id: 'BatchDefaults',
    description:
      'What every row has unless it says otherwise. Arguments and attributes are merged by name; lists are replaced.',
  });

export type DefaultsInput = z.output<typeof DefaultsField>;

/** A row with its defaults filled in. */
export interface FullRow {
  readonly tool: string | undefined;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly unknownArguments: 'allow' | undefined;
  readonly context: ContextInput | undefined;
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({});

/** Lays a row over the defaults. Parts that only one of them has are taken over as the same object. */
export function fillIn(row: Pick<RowInput, 'action' | 'context'>, defaults: DefaultsInput | undefined): FullRow {
  return {
    tool: row.action?.tool ?? defaults?.action?.tool,
    arguments: merge(defaults?.action?.arguments, row.action?.arguments) ?? NOTHING,
    unknownArguments: row.action?.unknown_arguments ?? defaults?.action?.unknown_arguments,
    context: mergeContext(defaults?.context, row.context),
  };
}

function mergeContext(under: ContextInput | undefined, over: ContextInput | undefined): ContextInput | undefined {
  if (under === undefined || over === undefined) return over ?? under;
  const { principal, session, labels, ...rest } = over;
  return {
    ...under,
    ...rest,
    ...(principal && { principal: merge(under.principal, principal) }),
    ...(session && { session: merge(under.session, session) }),
    ...(labels && { labels: merge(under.labels, labels) }),
  };
}

function merge<T extends object>(under: T | undefined, over: T | undefined): T | undefined {
  return under === undefined || over === undefined ? (over ?? under) : { ...under, ...over };
}
