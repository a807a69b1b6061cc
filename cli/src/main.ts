import { languageOf, readArguments } from './arguments.js';
import type { Command } from './command.js';
import { HOST_COMMANDS, showCommandHelp, showHelp } from './help.js';
import { handToHost } from './host.js';
import { clean, openScreen } from './show/screen.js';
import { CommandError } from './text/command-error.js';
import { EXIT } from './text/exit-codes.js';
import { version } from './text/version.js';
import type { Language } from './text/words.js';

/** Each is loaded when it is asked for: whoever formats a policy does not wait for the hunter. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['check', async () => (await import('./commands/check.js')).check],
  ['fmt', async () => (await import('./commands/fmt.js')).fmt],
  ['decide', async () => (await import('./commands/decide.js')).decide],
  ['test', async () => (await import('./commands/test.js')).test],
  ['hunt', async () => (await import('./commands/hunt.js')).hunt],
  ['graph', async () => (await import('./commands/graph.js')).graph],
  ['forest', async () => (await import('./commands/forest.js')).forest],
  ['login', async () => (await import('./commands/login.js')).login],
  ['doctor', async () => (await import('./commands/doctor.js')).doctor],
  ['jobs', async () => (await import('./commands/jobs.js')).jobs],
  ['upload', async () => (await import('./commands/upload.js')).upload],
  ['artefacts', async () => (await import('./commands/artefacts.js')).artefacts],
]);

/** The command `ostiary`. */
async function main(args: readonly string[], language: Language): Promise<void> {
  const [name = '', ...rest] = args;
  if (HOST_COMMANDS.has(name)) return handToHost(args);
  const screen = openScreen({ json: args.includes('--json'), language });
  if (name === '--version' || name === '-V') return screen.line(version());
  if (['', 'help', '--help', '-h'].includes(name) || name.startsWith('--')) {
    showHelp(await Promise.all([...COMMANDS.values()].map((load) => load())), screen);
    process.exitCode = name === '' ? EXIT.usage : EXIT.passed;
    return;
  }
  const load = COMMANDS.get(name);
  if (load === undefined) {
    const list = [...COMMANDS.keys(), ...HOST_COMMANDS.keys()].join(', ');
    throw new CommandError({
      en: `There is no command ${name}; there are ${list}.`,
      pt: `Não existe o comando ${name}; existem ${list}.`,
    });
  }
  const command = await load();
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
