import { COMMON } from './arguments.js';
import type { Command, OptionSpec } from './command.js';
import type { Screen } from './show/screen.js';
import { wrap } from './show/wrap.js';
import { say, type Words } from './text/words.js';

const ABOUT: Words = {
  en: 'ostiary checks, formats, decides, tests and hunts policies for the tool calls of AI agents. It needs no service and no network for that.',
  pt: 'ostiary verifica, dispõe, decide, testa e procura erros em políticas para as chamadas de ferramentas de agentes de IA. Para isso não precisa de serviço nem de rede.',
};
const ASKING: Words = {
  en: 'At a service, by its address and a key:',
  pt: 'Num serviço, pelo seu endereço e uma chave:',
};
const HOSTED: Words = {
  en: 'Handed to the service, where it is installed:',
  pt: 'Entregues ao serviço, onde está instalado:',
};
const CODES: Words = {
  en: 'Exit codes: 0 passed; 1 findings, failed tests or a failed gate; 2 wrong usage; 3 a defect, or the service did not answer; 4 the answer depends on what was not said, or something was not decided; 5 a policy does not read. decide --exit-code: 0 allow, 10 confirm, 11 refuse.',
  pt: 'Códigos de saída: 0 passou; 1 falhas, testes falhados ou uma barreira não passada; 2 uso errado; 3 um defeito, ou o serviço não respondeu; 4 a resposta depende do que não foi dito, ou algo não foi decidido; 5 uma política não pode ser lida. decide --exit-code: 0 allow, 10 confirm, 11 refuse.',
};
export const HOST_COMMANDS: ReadonlyMap<string, Words> = new Map([
  ['admin', { en: 'Accounts and API keys.', pt: 'Contas e chaves da API.' }],
  ['plugins', { en: 'The plugins of the deployment.', pt: 'Os plugins da instalação.' }],
]);

/** What the command can do. */
export function showHelp(commands: readonly Command[], screen: Screen): void {
  const { language } = screen;
  const rowsOf = (some: readonly Command[]) =>
    some.map((command) => [`ostiary ${command.name} ${command.files}`.trimEnd(), say(command.help, language)] as const);
  write(say(ABOUT, language), 0, screen);
  screen.line();
  table(rowsOf(commands.filter(({ asksService }) => asksService !== true)), screen);
  screen.line();
  screen.line(say(ASKING, language));
  table(rowsOf(commands.filter(({ asksService }) => asksService === true)), screen);
  screen.line();
  screen.line(say(HOSTED, language));
  table(
    [...HOST_COMMANDS].map(([name, help]) => [`ostiary ${name}`, say(help, language)] as const),
    screen,
  );
  screen.line();
  screen.line(say({ en: 'Every command takes:', pt: 'Todos os comandos aceitam:' }, language));
  table(
    COMMON.map((option) => row(option, screen)),
    screen,
  );
  screen.line();
  write(say(CODES, language), 0, screen);
}

/** What one command takes. */
export function showCommandHelp(command: Command, screen: Screen): void {
  const { language } = screen;
  screen.line(screen.paint('bold', `ostiary ${command.name} ${command.files}`.trimEnd()));
  screen.line();
  write(say(command.help, language), 0, screen);
  screen.line();
  table(
    [...command.options, ...COMMON].map((option) => row(option, screen)),
    screen,
  );
}

function row({ name, value, help }: OptionSpec, { language }: Screen): readonly [string, string] {
  return [`--${name}${value === undefined ? '' : ` ${value}`}`, say(help, language)];
}

const MAX_COLUMNS = 100;

function table(rows: readonly (readonly [string, string])[], screen: Screen): void {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4;
  const room = Math.min(screen.columns, MAX_COLUMNS);
  for (const [name, help] of rows) {
    // In a narrow window the text stands below the name.
    if (left + 24 > room) {
      screen.line(`  ${screen.paint('cyan', name)}`);
      write(help, 6, screen);
      continue;
    }
    const [first = '', ...others] = wrap(help, room - left);
    screen.line(`  ${screen.paint('cyan', name)}${' '.repeat(left - name.length - 2)}${first}`);
    for (const other of others) screen.line(`${' '.repeat(left)}${other}`);
  }
}

function write(text: string, indent: number, screen: Screen): void {
  for (const line of wrap(text, Math.min(screen.columns, MAX_COLUMNS) - indent)) screen.line(' '.repeat(indent) + line);
}
