import { Secret } from '@ostiary/plugin-api';
import type { z } from 'zod';

/** What is typed after an option. */
export type OptionKind = 'text' | 'number' | 'switch' | 'list' | 'choice' | 'secret';

/** An option of a plugin's command, as it is typed. */
export interface CommandOption {
  /** Field of the schema. */
  readonly name: string;
  /** As it is typed, with its dashes. */
  readonly flag: string;
  readonly kind: OptionKind;
  /** Of a choice. */
  readonly choices: readonly string[];
  readonly description: string;
  /** Whether the schema takes no absence. A switch that is not typed is false then. */
  readonly required: boolean;
}

/** Returns the options of a command that was admitted, in the order of its schema. */
export function optionsOf(options: z.ZodObject): readonly CommandOption[] {
  return Object.entries(options.shape).map(([name, given]) => {
    const field = given as z.ZodType;
    const kind = kindOf(field);
    if (kind === null) throw new Error(`the option ${name} of an admitted command cannot be typed`);
    return {
      name,
      flag: flagOf(name),
      kind,
      choices: kind === 'choice' ? choicesOf(inner(field)) : [],
      description: descriptionOf(field) ?? '',
      required: !field.safeParse(undefined).success,
    };
  });
}

/** How a field is typed: `seats_max` as `--seats-max`. */
const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** Returns how a value of a schema is typed; null when it cannot be. */
export function kindOf(schema: z.ZodType): OptionKind | null {
  // Told by what it does, so that a secret is one however it is wrapped.
  if (schema.safeParse({ env: 'NAME' }).data instanceof Secret) return 'secret';
  const { def } = inner(schema)._zod;
  switch (def.type) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'enum':
      return 'choice';
    case 'array':
      return ['text', 'choice'].includes(kindOf((def as z.core.$ZodArrayDef).element as z.ZodType) ?? '')
        ? 'list'
        : null;
    default:
      return null;
  }
}

/** The text of `describe`, also of what is wrapped. */
export function descriptionOf(schema: z.ZodType): string | undefined {
  const wrapped = wrappedIn(schema);
  return schema.description ?? (wrapped && descriptionOf(wrapped));
}

/** What is typed is what a schema takes: without what makes it optional, and before what it is made into. */
function inner(schema: z.ZodType): z.ZodType {
  const wrapped = wrappedIn(schema);
  return wrapped === undefined ? schema : inner(wrapped);
}

function wrappedIn(schema: z.ZodType): z.ZodType | undefined {
  const { innerType, in: input } = schema._zod.def as { readonly innerType?: z.ZodType; readonly in?: z.ZodType };
  return innerType ?? input;
}

function choicesOf(schema: z.ZodType): readonly string[] {
  return Object.values((schema._zod.def as z.core.$ZodEnumDef).entries).map(String);
}
