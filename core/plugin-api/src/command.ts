import type { z } from 'zod';
import type { PluginContext } from './context.js';

/** What a command gives back: a text as it is, fields, or rows for a list. It is printed for people, and as JSON with `--json`. */
export type CommandResult = string | Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/** A command of `ostiary admin`. */
export interface CommandDeclaration<Options extends z.ZodObject = z.ZodObject> {
  /**
   * As it is typed after `ostiary admin`: one word or two, e.g. `licence issue`. Lower case, [a-z][a-z0-9-]*. The first word belongs to
   * this plugin alone.
   */
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** How it is typed, as an example after its name: `--account acc_1 --seats 5`. Shown in its help. */
  readonly usage?: string;
  /**
   * Its options, all of them described. A field `seats_max` is typed `--seats-max <value>`: a text, a number, a choice, a list of texts
   * (with commas between), a boolean (which takes no value), or `secret()`, typed as `env:NAME` or `file:path`.
   */
  readonly options: Options;
  /**
   * Does it, in the running service where that holds the embedded database, else in a process of its own beside the service: with the
   * plugin's own providers and their database, and nobody's key. `ctx.signal` aborts when the operator does not wait any more.
   * @throws CommandError for what cannot be done: the operator reads its message, and the exit code is 1
   */
  run(ctx: PluginContext, options: z.output<Options>): Promise<CommandResult>;
}

/** A declared command. */
export interface CommandDefinition extends CommandDeclaration {
  readonly $type: 'ostiary.command';
}

/** Declares a command of `ostiary admin`. */
export function defineCommand<Options extends z.ZodObject>(
  declaration: CommandDeclaration<Options>,
): CommandDefinition {
  return Object.freeze({ ...declaration, $type: 'ostiary.command' as const });
}

/** A command cannot do what it was asked to; `message` says why, in English, for an operator. Never a secret. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}
