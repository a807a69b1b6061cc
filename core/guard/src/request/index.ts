/** What the service and the command line take as a call, a context and a row, checked by one schema. */
export { ActionField, ArgumentsField } from './action.js';
export { ContextField, type ContextInput as CheckedContext, contextShape, Instant } from './context.js';
export { Answer, type AnswerName, DefaultsField, type DefaultsInput, fillIn, type FullRow, RowField } from './row.js';
export { type Fault, type Read, readAs } from './fault.js';
export { taught } from './foreign/lesson.js';
export { runSchema } from './run-schema.js';
export { policyLesson } from './foreign/policy.js';
export { openObject } from './open-object.js';
export { readJsonCell } from './json-cell.js';
