import type { Type } from '@ostiary/catalogue';
import type { PlacedCondition } from './conditions.js';
import { fieldsOf } from '../calls/fields.js';
import type { Hunt } from '../hunt/hunt.js';

/** Texts that say something rather than name something. */
const PROSE = /note|reason|comment|message|body|subject|text|description|title|content|query|summary|memo/iu;
/** Tools whose success is somebody's consent. */
const APPROVAL = /approv|authori[sz]|sign_?off|consent|confirm/iu;

/** Names one thing among many: an id, an account, an address. */
const isIdentifier = (name: string, type: Type): boolean =>
  (type.kind === 'string' && type.enum === undefined && type.format !== 'keyword' && !PROSE.test(name)) ||
  (type.kind === 'int' && /(^|_)(id|no|number)$/iu.test(name));

/** The required arguments that the events of a condition and a tool both have, under one name and at one type. */
export function sharedArguments(hunt: Hunt, { expr }: PlacedCondition, tool: string): readonly string[] {
  const [first, ...others] = [tool, ...expr.event.tools].map((each) => fieldsOf(hunt, each));
  return Object.entries(first ?? {}).flatMap(([name, { type, required }]) =>
    required && others.every((fields) => fields[name]?.required === true && fields[name].type.kind === type.kind)
      ? [name]
      : [],
  );
}

/** Of these, those that name one thing among many. */
export const sharedIdentifiers = (hunt: Hunt, condition: PlacedCondition, tool: string): readonly string[] =>
  sharedArguments(hunt, condition, tool).filter((name) => {
    const type = fieldsOf(hunt, tool)[name]?.type;
    return type !== undefined && isIdentifier(name, type);
  });

/** The arguments of events that a condition holds against something of the call. */
export function tiedArguments({ expr: { event, key } }: PlacedCondition): readonly string[] {
  const tied = event.fields.flatMap(({ of, path, value }) => (of === 'args' && value !== null ? [path.join('.')] : []));
  return key.by === 'args' ? [...tied, key.path.join('.')] : tied;
}

/** Whether the condition asks for a person's consent that is kept in the history. */
export const isApproval = ({ expr: { event } }: PlacedCondition): boolean =>
  event.state === 'confirmed' || event.tools.every((tool) => APPROVAL.test(tool));
