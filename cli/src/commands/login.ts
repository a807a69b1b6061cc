import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from '../command.js';
import { answered, connect } from '../client/service.js';
import { forgetConnection, keepConnection, serviceUrl, settingsFile } from '../client/settings.js';
import { clean, type Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { say } from '../text/words.js';

const WORDS = {
  key: { en: 'Key: ', pt: 'Chave: ' },
  in: {
    en: 'Logged in to {url} as {account}, with key {key}. Kept in {file}.',
    pt: 'Entrou em {url} como {account}, com a chave {key}. Guardado em {file}.',
  },
  forgotten: { en: '{file} is gone.', pt: '{file} foi apagado.' },
  none: { en: 'There was no login.', pt: 'Não havia entrada.' },
  open: {
    en: 'The key goes over the network unencrypted: {url} has no https.',
    pt: 'A chave vai pela rede sem cifra: {url} não tem https.',
  },
} as const;

export const login: Command = {
  name: 'login',
  files: '<URL>',
  filesOptional: true,
  asksService: true,
  help: {
    en: 'Keep the address of a service and the key to it. The key is asked for, or read from the standard input.',
    pt: 'Guarda o endereço de um serviço e a sua chave. A chave é pedida, ou lida da entrada padrão.',
  },
  options: [{ name: 'forget', help: { en: 'delete what was kept', pt: 'apagar o que foi guardado' } }],
  run: async (given, screen) => {
    const { language } = screen;
    const file = settingsFile(process.env);
    if (given.has('forget')) {
      screen.line(say(forgetConnection(file) ? WORDS.forgotten : WORDS.none, language, { file }));
      return EXIT.passed;
    }
    const [address = process.env['OSTIARY_URL'] ?? ''] = given.files;
    const url = serviceUrl(address);
    if (isUnencrypted(url)) process.stderr.write(`${say(WORDS.open, language, { url })}\n`);
    const key = await askKey(screen);
    // Both answer only to a key that is valid; a wrong one is never kept.
    const { api } = connect({ url, key }, screen);
    const account = await answered(api.GET('/v1/account'));
    const { key: own } = await answered(api.GET('/v1/capabilities'));
    keepConnection(file, { url, key });
    const told = { url, account: account.name, key: own?.name ?? '', file };
    if (screen.json) screen.line(JSON.stringify(told, null, 2));
    else screen.line(clean(say(WORDS.in, language, told)));
    return EXIT.passed;
  },
};

/** Only this machine hears what is sent to itself. */
function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A key that is typed is not shown. */
async function askKey({ language }: Screen): Promise<string> {
  const { stdin, stderr } = process;
  const key = (stdin.isTTY ? await askHidden() : await text(stdin)).trim();
  if (/^[!-~]+$/.test(key)) return key;
  throw new CommandError({
    en: 'No key was given: type it, or send it to the standard input.',
    pt: 'Não foi dada nenhuma chave: escreva-a, ou envie-a para a entrada padrão.',
  });

  async function askHidden(): Promise<string> {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const reader = createInterface({ input: stdin, output: silent, terminal: true });
    stderr.write(say(WORDS.key, language));
    try {
      return await reader.question('');
    } finally {
      reader.close();
      stderr.write('\n');
    }
  }
}
