import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from '../command.js';
import { type Artefact, artefactsOf, download } from '../client/artefacts.js';
import { openService } from '../client/service.js';
import { save } from '../files/save.js';
import { clean, type Screen } from '../show/screen.js';
import { showTable } from '../show/table.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { say } from '../text/words.js';

export const artefacts: Command = {
  name: 'artefacts',
  files: '<JOB> [NAME]',
  asksService: true,
  help: {
    en: 'The files that a job made; with a name or a kind, that one is downloaded.',
    pt: 'Os ficheiros que um trabalho fez; com um nome ou um tipo, esse é descarregado.',
  },
  options: [
    {
      name: 'output',
      value: 'FILE',
      help: {
        en: 'where to; - is the standard output; a new file of its name when left out',
        pt: 'para onde; - é a saída padrão; por omissão, um ficheiro novo com o seu nome',
      },
    },
  ],
  run: async (given, screen) => {
    const [job = '', name, ...others] = given.files;
    if (others.length > 0)
      throw new CommandError({ en: 'artefacts takes one name.', pt: 'artefacts aceita um só nome.' });
    const service = openService(screen);
    const all = await artefactsOf(service, job);
    if (name === undefined) {
      list(all, screen);
      return EXIT.passed;
    }
    const artefact = chosen(all, name, job);
    const to = given.value('output') ?? newFile(artefact);
    const bytes = await download(service, artefact);
    if (to === '-') writeFileSync(1, bytes);
    else {
      save(to, bytes);
      const words = { en: '{to}: {size} bytes', pt: '{to}: {size} bytes' };
      screen.line(clean(say(words, screen.language, { to, size: bytes.length })));
    }
    return EXIT.passed;
  },
};

function list(all: readonly Artefact[], screen: Screen): void {
  if (screen.json) screen.line(JSON.stringify(all, null, 2));
  else
    showTable(
      all.map(({ name, kind, size, media_type, status }) => [
        { text: name, colour: 'bold' },
        kind,
        String(size),
        media_type,
        status,
      ]),
      screen,
    );
}

/** The file of a name, else the only one of a kind. */
function chosen(all: readonly Artefact[], name: string, job: string): Artefact {
  const found = all.filter((each) => each.name === name);
  const ofKind = all.filter((each) => each.kind === name);
  const [one, ...more] = found.length > 0 ? found : ofKind;
  if (one !== undefined && more.length === 0) return one;
  if (all.length === 0) throw new CommandError({ en: `${job} has no files.`, pt: `${job} não tem ficheiros.` });
  const there = all.map((each) => `${each.name} (${each.kind})`).join(', ');
  throw new CommandError({
    en: `${job} has ${more.length > 0 ? 'several' : 'no'} ${name}; there are: ${there}.`,
    pt: `${job} ${more.length > 0 ? 'tem vários' : 'não tem'} ${name}; existem: ${there}.`,
  });
}

/** The name comes from the service: it stays in this folder, and is written over nothing. */
function newFile({ name }: Artefact): string {
  const file = basename(name.replaceAll('\\', '/'));
  if (file !== '' && !existsSync(file)) return file;
  throw new CommandError({
    en: `There is a file ${file} already: --output says where to.`,
    pt: `Já existe um ficheiro ${file}: --output diz para onde.`,
  });
}
