import type { Command } from '../command.js';
import { CONTRACT_VERSION } from '../client/contract.generated.js';
import { connect, isProblem, type Schemas, type Service } from '../client/service.js';
import { NoAnswer, type Problem } from '../client/service-error.js';
import { type Connection, isOpenToOthers, readConnection, settingsFile } from '../client/settings.js';
import { clean, type Screen } from '../show/screen.js';
import { writeHanging } from '../show/wrap.js';
import { withLoadedSolver } from '../solver.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { version } from '../text/version.js';
import { type Language, say, type Words } from '../text/words.js';

/** One thing that was looked at. */
interface Checked {
  readonly name: keyof typeof NAMES;
  readonly ok: boolean;
  readonly says: string;
  /** What to do, where it is not ok. */
  readonly todo?: Words;
}

const NAMES = {
  settings: { en: 'settings', pt: 'definições' },
  server: { en: 'server', pt: 'servidor' },
  contract: { en: 'contract', pt: 'contrato' },
  clock: { en: 'clock', pt: 'relógio' },
  key: { en: 'key', pt: 'chave' },
  units: { en: 'units', pt: 'unidades' },
  mode: { en: 'mode', pt: 'modo' },
  solver: { en: 'solver', pt: 'solucionador' },
} as const satisfies Record<string, Words>;

export const doctor: Command = {
  name: 'doctor',
  files: '',
  filesOptional: true,
  asksService: true,
  help: {
    en: 'Look whether all that the command needs is there: the service, the key, the clock, the modes. What is not says what to do.',
    pt: 'Verifica se há tudo o que o comando precisa: o serviço, a chave, o relógio, os modos. O que falta diz o que fazer.',
  },
  options: [],
  run: async (given, screen) => {
    if (given.files.length > 0) throw new CommandError({ en: 'doctor takes no name.', pt: 'doctor não aceita nomes.' });
    const all: Checked[] = [];
    for await (const checked of checks(screen)) {
      all.push(checked);
      if (!screen.json) show(checked, screen);
    }
    if (screen.json)
      screen.line(
        JSON.stringify(
          all.map(({ todo, ...checked }) => ({ ...checked, todo: todo?.[screen.language] ?? null })),
          null,
          2,
        ),
      );
    return all.every(({ ok }) => ok) ? EXIT.passed : EXIT.service;
  },
};

function show({ name, ok, says, todo }: Checked, screen: Screen): void {
  const { language } = screen;
  const word = screen.paint(['bold', ok ? 'green' : 'red'], ok ? 'ok  ' : 'fail');
  const what = todo === undefined || ok ? '' : `; ${say(todo, language)}`;
  writeHanging(`${word}  ${screen.paint('bold', say(NAMES[name], language))}: ${clean(says + what)}`, 6, screen);
}

/** Everything that is looked at; what rests on something that is not there is left out. */
async function* checks(screen: Screen): AsyncGenerator<Checked> {
  yield await solver();
  const connection = connectionOf(screen);
  yield connection.checked;
  if (connection.found === null) return;
  const service = connect(connection.found, screen, { retries: false });
  const server = await serverOf(service);
  yield* server.checked;
  if (!server.reached) return;
  yield* await keyOf(service, screen);
}

async function solver(): Promise<Checked> {
  const there = await withLoadedSolver((found) => Promise.resolve(found !== null));
  return {
    name: 'solver',
    ok: there,
    says: there ? '@ostiary/smt' : '-',
    todo: {
      en: 'install @ostiary/smt beside the command, or hunts and decisions leave much undecided',
      pt: 'instale @ostiary/smt ao lado do comando, ou procuras e decisões deixam muito por decidir',
    },
  };
}

function connectionOf({ language }: Screen): { readonly checked: Checked; readonly found: Connection | null } {
  const file = settingsFile(process.env);
  try {
    const found = readConnection(process.env);
    const fromKey = process.env['OSTIARY_KEY'] ? 'OSTIARY_KEY' : file;
    return {
      found,
      checked: {
        name: 'settings',
        ok: fromKey !== file || !isOpenToOthers(file),
        says: `${found.url}, ${fromKey}`,
        todo: {
          en: `others on this machine can read the key: chmod 600 ${file}, and have the key replaced`,
          pt: `outros nesta máquina podem ler a chave: chmod 600 ${file}, e mande trocar a chave`,
        },
      },
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { found: null, checked: { name: 'settings', ok: false, says: error.words[language] } };
  }
}

/** A clock that is further off breaks what is timed: tickets, deadlines, certificates. */
const CLOCK_MS = 30_000;

/** The service at the address; `reached` when it is one of ours. */
async function serverOf({ api, url }: Service): Promise<{ checked: readonly Checked[]; reached: boolean }> {
  const begun = Date.now();
  try {
    const { data, error, response } = await api.GET('/v1/version');
    // Whoever has no valid key is told no version, by a problem as only our services tell them.
    const reached = data?.object === 'version' || isProblem(error);
    const says = `${reached ? 'Ostiary' : url} ${data?.version ?? response.status}, ${Date.now() - begun} ms`;
    const todo = {
      en: 'something else answers at this address: look at its host, its port and what stands before it',
      pt: 'outra coisa responde neste endereço: veja a máquina, a porta e o que está à frente',
    };
    const server: Checked = { name: 'server', ok: reached, says, todo };
    if (!reached) return { reached, checked: [server] };
    return { reached, checked: [server, ...contractChecked(data), ...clockChecked(response, begun)] };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { reached: false, checked: [{ name: 'server', ok: false, says: error.why, todo: reasonFor(url) }] };
  }
}

function contractChecked(service: Schemas['Version'] | undefined): readonly Checked[] {
  if (service === undefined) return [];
  const major = (text: string): string => text.split('.')[0] ?? '';
  const theirs = service.contract.version;
  return [
    {
      name: 'contract',
      ok: major(theirs) === major(CONTRACT_VERSION),
      says: `${theirs} (ostiary ${version()}: ${CONTRACT_VERSION})`,
      todo: {
        en: 'install the command of the same release as the service',
        pt: 'instale o comando da mesma versão que o serviço',
      },
    },
  ];
}

/** How far this clock is ahead of the service's, by the middle of the request; nothing when it does not say its own. */
function clockChecked({ headers }: Response, begun: number): readonly Checked[] {
  const theirs = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(theirs)) return [];
  const off = (begun + Date.now()) / 2 - theirs;
  return [
    {
      name: 'clock',
      ok: Math.abs(off) <= CLOCK_MS,
      says: `${off < 0 ? '-' : '+'}${Math.round(Math.abs(off) / 1_000)} s`,
      todo: {
        en: 'this clock and that of the service differ: set the one that is wrong, best by NTP',
        pt: 'este relógio e o do serviço diferem: acerte o errado, de preferência por NTP',
      },
    },
  ];
}

function reasonFor(url: string): Words {
  return {
    en: `is a service running at ${url}? Look at the address, the network, a proxy, the certificate`,
    pt: `há um serviço em ${url}? Veja o endereço, a rede, um proxy, o certificado`,
  };
}

async function keyOf({ api }: Service, { language }: Screen): Promise<readonly Checked[]> {
  const { data: account, error } = await api.GET('/v1/account');
  if (account === undefined) {
    const { detail, slug } = (error ?? {}) as Partial<Problem>;
    const todo = {
      en: 'ask whoever runs the service for a key, and ostiary login again',
      pt: 'peça uma chave a quem gere o serviço, e ostiary login de novo',
    };
    return [{ name: 'key', ok: false, says: `${detail ?? '?'} [${slug ?? '?'}]`, todo }];
  }
  const { data: can } = await api.GET('/v1/capabilities');
  return [
    keyChecked(account, can?.key ?? null),
    ...unitsChecked(account),
    ...(can?.modes ?? []).map((mode) => modeChecked(mode, language)),
  ];
}

/** A key that expires within these days is told. */
const SOON_MS = 7 * 86_400_000;

function keyChecked({ name, plan, status }: Schemas['Account'], key: Schemas['CallingKey'] | null): Checked {
  const until = key?.expires_at ?? null;
  const expires = until !== null && Date.parse(until) - Date.now() < SOON_MS;
  return {
    name: 'key',
    ok: status === 'active' && !expires,
    says: [`${key?.name ?? '?'}: ${name}, ${plan}, ${status}`, ...(until === null ? [] : [until])].join(', '),
    todo: expires
      ? { en: 'it expires within a week: have it replaced', pt: 'expira dentro de uma semana: mande trocá-la' }
      : {
          en: 'the account is suspended: ask whoever runs the service',
          pt: 'a conta está suspensa: pergunte a quem gere o serviço',
        },
  };
}

function unitsChecked({ quotas }: Schemas['Account']): readonly Checked[] {
  return quotas.map(({ name, remaining, limit, resets_at }) => ({
    name: 'units',
    ok: remaining > 0,
    says: `${name}: ${remaining} / ${limit}, ${resets_at}`,
    todo: { en: 'none are left until then', pt: 'não há mais até lá' },
  }));
}

/** A mode that the key has no grant for is no fault: keys are made for what they are for. */
function modeChecked({ mode, granted, grant }: Schemas['ModeCapability'], language: Language): Checked {
  const words = { en: '{mode}, not granted to this key ({grant})', pt: '{mode}, não concedido a esta chave ({grant})' };
  return { name: 'mode', ok: true, says: granted ? mode : say(words, language, { mode, grant }) };
}
