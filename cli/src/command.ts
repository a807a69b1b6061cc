import type { Screen } from './show/screen.js';
import type { ExitCode } from './text/exit-codes.js';
import type { Words } from './text/words.js';

/**
 * An option as it is typed, with what it is for. `value` names what follows it; without one it is a switch.
 * See docs/adr/0098.
 */
export interface OptionSpec {
  readonly name: string;
  readonly value?: string;
  readonly help: Words;
}

/** What was typed after the name of a command. */
export interface Given {
  readonly files: readonly string[];
  has(option: string): boolean;
  /** The value of an option, the last one if it stands twice. */
  value(option: string): string | undefined;
}

/** A command: what it is for, what it takes, and what it does. */
export interface Command {
  readonly name: string;
  /** What stands for files in its usage. */
  readonly files: string;
  readonly help: Words;
  /** It may stand alone. */
  readonly filesOptional?: true;
  /** It asks a service. */
  readonly asksService?: true;
  readonly options: readonly OptionSpec[];
  readonly run: (given: Given, screen: Screen) => ExitCode | Promise<ExitCode>;
}
