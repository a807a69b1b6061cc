import { languageOf, readArguments } from './arguments.js';
import type { Command } from './command.js';
import { artefacts } from './commands/artefacts.js';
import { check } from './commands/check.js';
import { decide } from './commands/decide.js';
import { doctor } from './commands/doctor.js';
import { fmt } from './commands/fmt.js';
import { hunt } from './commands/hunt.js';
import { jobs } from './commands/jobs.js';
import { login } from './commands/login.js';
import { test } from './commands/test.js';
import { upload } from './commands/upload.js';
import { HOST_COMMANDS, showCommandHelp, showHelp } from './help.js';
import { handToHost } from './host.js';
import { clean, openScreen } from './show/screen.js';
import { CommandError } from './text/command-error.js';
import { EXIT } from './text/exit-codes.js';
import { version } from './text/version.js';
import type { Language } from './text/words.js';

const COMMANDS: readonly Command[] = [check, fmt, decide, test, hunt, login, doctor, jobs, upload, artefacts];

/** The command `ostiary`. */
async function main(args: readonly string[], language: Language): Promise<void> {
  const [name = '', ...rest] = args;
  if (HOST_COMMANDS.has(name)) return handToHost(args);
  const screen = openScreen({ json: args.includes('--json'), language });
  if (name === '--version' || name === '-V') return screen.line(version());
  if (['', 'help', '--help', '-h'].includes(name) || name.startsWith('--')) {
    showHelp(COMMANDS, screen);
    process.exitCode = name === '' ? EXIT.usage : EXIT.passed;
    return;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    const list = [...COMMANDS.map((each) => each.name), ...HOST_COMMANDS.keys()].join(', ');
    throw new CommandError({
      en: `There is no command ${name}; there are ${list}.`,
      pt: `Não existe o comando ${name}; existem ${list}.`,
    });
  }
  const given = readArguments(
    command,
    rest.map((arg) => (arg === '-h' ? '--help' : arg)),
  );
  if (given.has('help')) showCommandHelp(command, screen);
  else process.exitCode = await command.run(given, screen);
}

/** A reader that stops reading, such as `head`, is no fault of anybody's. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const args = process.argv.slice(2);
let language: Language = 'en';
try {
  language = languageOf(args, process.env);
  await main(args, language);
} catch (error) {
  const told = error instanceof CommandError;
  const text = told
    ? error.words[language].split('\n').map(clean).join('\n')
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`ostiary: ${text}\n`);
  process.exitCode = told ? error.code : EXIT.service;
}
