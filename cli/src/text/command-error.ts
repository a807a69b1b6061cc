import type { Words } from './words.js';
import { EXIT, type ExitCode } from './exit-codes.js';

/** Ends the command with a text for the person who called it. */
export class CommandError extends Error {
  constructor(
    readonly words: Words,
    readonly code: ExitCode = EXIT.usage,
  ) {
    super(words.en);
    this.name = 'CommandError';
  }
}
