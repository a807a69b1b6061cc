import type { Schemas } from '../client/service.js';
import type { Given } from '../command.js';
import { showRecords } from '../show/boxes.js';
import type { Screen } from '../show/screen.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { askService } from './at-service.js';
import { countOf } from './options.js';
import { ENUMERATION_FILES } from './reports.js';
import { showOpen } from './resume.js';
import type { ForestFiles } from './sources.js';

/** Records, enumerated at a service: what is around each, as the service tells it. */
export async function enumerateAtService(given: Given, files: ForestFiles, screen: Screen): Promise<ExitCode> {
  const { model, schema, records } = files;
  const options = ['nodes', 'boxes'].flatMap((name) => (given.has(name) ? [[name, countOf(given, name, 1)]] : []));
  const members = ['radius', 'vary', 'output', 'expect'].flatMap((name) => {
    const value = given.value(name);
    return value === undefined ? [] : [[name, value]];
  });
  const sent = {
    mode: 'forest_enumeration',
    model,
    texts: { schema, records },
    members: { ...Object.fromEntries(members), options: Object.fromEntries(options) },
  } as const;
  const { job, result } = await askService<Schemas['ForestEnumeration']>(given, sent, ENUMERATION_FILES, screen);
  if (screen.json) screen.line(JSON.stringify({ file: model, ...result }, null, 2));
  else {
    showRecords(model, result, screen);
    showOpen(result.open, job, screen);
  }
  if (result.records.some(({ status }) => status === 'internal_error')) return EXIT.service;
  return result.records.every(({ status }) => status === 'complete' || status === 'vacuous')
    ? EXIT.passed
    : EXIT.incomplete;
}
