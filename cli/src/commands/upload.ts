import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Command } from '../command.js';
import { openService } from '../client/service.js';
import { uploadFile } from '../client/uploads.js';
import { ProgressBar } from '../show/progress.js';
import { clean } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { say } from '../text/words.js';

interface Kind {
  readonly purpose: string | null;
  readonly mediaType: string;
}

/** What files are by what their names end in. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['.ost', { purpose: 'policy', mediaType: 'text/plain' }],
  ['.json', { purpose: 'catalogue', mediaType: 'application/json' }],
  ['.csv', { purpose: 'batch_rows', mediaType: 'text/csv' }],
  ['.jsonl', { purpose: 'batch_rows', mediaType: 'application/jsonl' }],
  ['.onnx', { purpose: 'model', mediaType: 'application/onnx' }],
]);
const OTHER: Kind = { purpose: null, mediaType: 'application/octet-stream' };

export const upload: Command = {
  name: 'upload',
  files: '<FILE>',
  asksService: true,
  help: {
    en: 'Send a file that jobs name by its id. After a break the same command goes on where it was broken off.',
    pt: 'Envia um ficheiro que trabalhos nomeiam pelo seu id. Depois de uma quebra, o mesmo comando continua onde parou.',
  },
  options: [
    {
      name: 'purpose',
      value: 'PURPOSE',
      help: {
        en: 'what it is for: policy, catalogue, batch_rows, model ...; by the name of the file when left out',
        pt: 'para que serve: policy, catalogue, batch_rows, model ...; por omissão, pelo nome do ficheiro',
      },
    },
    {
      name: 'media-type',
      value: 'TYPE',
      help: {
        en: 'e.g. text/csv; by the name of the file when left out',
        pt: 'p. ex. text/csv; por omissão, pelo nome do ficheiro',
      },
    },
  ],
  run: async (given, screen) => {
    const [name = '', ...others] = given.files;
    if (others.length > 0)
      throw new CommandError({ en: 'upload takes one file.', pt: 'upload aceita um só ficheiro.' });
    if (statSync(name, { throwIfNoEntry: false })?.isFile() !== true)
      throw new CommandError({ en: `There is no file ${name}.`, pt: `Não existe o ficheiro ${name}.` });
    const kind = KINDS.get(extname(name).toLowerCase()) ?? OTHER;
    const purpose = given.value('purpose') ?? kind.purpose;
    if (purpose === null)
      throw new CommandError({
        en: `What is ${name} for? Say it with --purpose policy, catalogue, batch_rows, model, property_table or records.`,
        pt: `Para que é ${name}? Diga-o com --purpose policy, catalogue, batch_rows, model, property_table ou records.`,
      });
    const bar = new ProgressBar(clean(name), screen.language);
    const sent = await uploadFile(openService(screen), {
      name,
      purpose,
      mediaType: given.value('media-type') ?? kind.mediaType,
      onProgress: (progress) => bar.draw(progress),
    }).finally(() => bar.clear());
    const words = { en: '{id} until {until}', pt: '{id} até {until}' };
    if (screen.json) screen.line(JSON.stringify(sent, null, 2));
    else if (screen.human) screen.line(say(words, screen.language, { id: sent.id, until: sent.expires_at }));
    else screen.line(sent.id);
    return EXIT.passed;
  },
};
