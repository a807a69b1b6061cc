import type { Command, Given } from '../command.js';
import type { JobEvent } from '../client/events.js';
import { hasSucceeded, type Job, readJob, watchJob } from '../client/jobs.js';
import { answered, openService, type Schemas, type Service } from '../client/service.js';
import { oneOf } from '../arguments.js';
import { showLabelled } from '../show/reasons.js';
import { clean, type Format, type Screen } from '../show/screen.js';
import { showTable } from '../show/table.js';
import { shown } from '../show/values.js';
import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import { say, type Words } from '../text/words.js';

const STATUSES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const satisfies readonly Schemas['SolveStatus'][];

export const jobs: Command = {
  name: 'jobs',
  files: '[list | show JOB | watch JOB | cancel JOB]',
  filesOptional: true,
  asksService: true,
  help: {
    en: 'The jobs of the account: list them, show one, follow one to its end, cancel one.',
    pt: 'Os trabalhos da conta: listá-los, mostrar um, seguir um até ao fim, cancelar um.',
  },
  options: [
    { name: 'mode', value: 'MODE', help: { en: 'list: only jobs of this mode', pt: 'list: só trabalhos deste modo' } },
    {
      name: 'status',
      value: 'STATUS',
      help: {
        en: `list: only jobs that are ${STATUSES.join(', ')}`,
        pt: `list: só trabalhos em ${STATUSES.join(', ')}`,
      },
    },
    {
      name: 'label',
      value: 'TEXT',
      help: { en: 'list: only jobs with this label', pt: 'list: só trabalhos com este rótulo' },
    },
    {
      name: 'limit',
      value: 'N',
      help: {
        en: 'list: as many at most, 1 to 200; 20 when left out',
        pt: 'list: no máximo tantos, 1 a 200; 20 por omissão',
      },
    },
    { name: 'result', help: { en: 'show: the result as JSON', pt: 'show: o resultado em JSON' } },
  ],
  run: async (given, screen) => {
    const [what = 'list', id = '', ...others] = given.files;
    const act = ACTS.get(what);
    const wanted = act?.needsJob === true ? 1 : 0;
    if (act === undefined || others.length > 0 || (id === '' ? 0 : 1) !== wanted)
      throw new CommandError({
        en: `Use it so: ostiary jobs ${jobs.files}`,
        pt: `Use-o assim: ostiary jobs ${jobs.files}`,
      });
    return act.run(openService(screen), id, given, screen);
  },
};

interface Act {
  readonly needsJob: boolean;
  readonly run: (service: Service, id: string, given: Given, screen: Screen) => Promise<ExitCode>;
}

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['list', { needsJob: false, run: (service, _, given, screen) => list(service, given, screen) }],
  ['show', { needsJob: true, run: show }],
  ['watch', { needsJob: true, run: (service, id, _, screen) => watch(service, id, screen) }],
  ['cancel', { needsJob: true, run: (service, id, _, screen) => cancel(service, id, screen) }],
]);

async function list({ api }: Service, given: Given, screen: Screen): Promise<ExitCode> {
  const [mode, status, label] = [given.value('mode'), given.value('status'), given.value('label')];
  const limit = limitOf(given.value('limit'));
  const query = {
    limit,
    ...(mode !== undefined && { mode }),
    ...(status !== undefined && { status: oneOf(status, 'status', STATUSES) }),
    ...(label !== undefined && { label }),
  };
  const found = await answered(api.GET('/v1/solves', { params: { query } }));
  if (screen.json) screen.line(JSON.stringify(found, null, 2));
  else
    showTable(
      found.data.map((job) => [
        job.id,
        job.mode,
        { text: job.status, colour: COLOURS[job.status] },
        job.created_at,
        job.label ?? '',
        inShort(job),
      ]),
      screen,
    );
  return EXIT.passed;
}

function limitOf(given: string | undefined): number {
  if (given === undefined) return 20;
  if (/^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= 200) return Number(given);
  throw new CommandError({ en: '--limit is a number from 1 to 200.', pt: '--limit é um número de 1 a 200.' });
}

async function show(service: Service, id: string, given: Given, screen: Screen): Promise<ExitCode> {
  if (given.has('result')) {
    const job = await answered(
      service.api.GET('/v1/solves/{id}', { params: { path: { id }, query: { include: 'result' } }, parseAs: 'text' }),
    );
    // The result keeps the digits of its numbers: it is written as it came.
    screen.line(job);
    return EXIT.passed;
  }
  tell(await readJob(service, id), screen);
  return EXIT.passed;
}

async function watch(service: Service, id: string, screen: Screen): Promise<ExitCode> {
  const job = await watchJob(service, id, screen, (event) => {
    if (!screen.human && !screen.json) screen.line(eventLine(event));
  });
  tell(job, screen);
  return hasSucceeded(job) ? EXIT.passed : EXIT.findings;
}

/** What an event says beside what all have. */
function eventLine({ seq, type, at, status, progress, ...rest }: JobEvent): string {
  const { job_id: _, ...more } = rest as Readonly<Record<string, unknown>>;
  const far = progress === undefined ? [] : [`${progress.phase} ${progress.done}/${progress.total ?? '?'}`];
  const told = Object.entries(more).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? pairs(value) : [`${name}=${shown(value)}`],
  );
  return clean([String(seq), at, type, status, ...far, ...told].join('\t'));
}

/** What a person can read of an object: members that are a text, a number or a word. */
function pairs(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    member === null || typeof member === 'object' ? [] : [`${name}=${shown(member)}`],
  );
}

async function cancel({ api }: Service, id: string, screen: Screen): Promise<ExitCode> {
  tell(await answered(api.DELETE('/v1/solves/{id}', { params: { path: { id } } })), screen);
  return EXIT.passed;
}

const COLOURS: Readonly<Record<Schemas['SolveStatus'], Format>> = {
  queued: 'dim',
  running: 'cyan',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'yellow',
  expired: 'yellow',
};

const LABELS = {
  created: { en: 'created', pt: 'criado' },
  ended: { en: 'ended', pt: 'terminado' },
  progress: { en: 'progress', pt: 'progresso' },
  answer: { en: 'answer', pt: 'resposta' },
  error: { en: 'error', pt: 'erro' },
  label: { en: 'label', pt: 'rótulo' },
  units: { en: 'units', pt: 'unidades' },
  files: { en: 'files', pt: 'ficheiros' },
  cancelling: { en: 'asked to stop', pt: 'pedida a paragem' },
} as const satisfies Record<string, Words>;

function tell(job: Job, screen: Screen): void {
  if (screen.json) return screen.line(JSON.stringify(job, null, 2));
  const { language } = screen;
  const { id, mode, status, created_at, finished_at, cancel_requested_at, progress, error, label, usage, artifacts } =
    job;
  screen.line(`${screen.paint('bold', clean(id))} ${clean(mode)} ${screen.paint(COLOURS[status], status)}`);
  const rows: readonly (readonly [Words, string | null])[] = [
    [LABELS.label, label],
    [LABELS.created, created_at],
    [LABELS.ended, finished_at],
    [LABELS.cancelling, status === 'running' ? cancel_requested_at : null],
    [LABELS.progress, progress && `${progress.phase} ${progress.done}/${progress.total ?? '?'}`],
    [LABELS.answer, inShort(job) || null],
    [LABELS.error, error && `${error.detail} [${error.slug}]`],
    [LABELS.units, usage.units_charged === null ? null : String(usage.units_charged)],
    [LABELS.files, artifacts.count === 0 ? null : `${artifacts.count} (ostiary artefacts ${id})`],
  ];
  showLabelled(
    rows.flatMap(([words, value]) => (value === null ? [] : [[say(words, language), value] as const])),
    '  ',
    screen,
  );
}

/** The answer of a job in a few words. */
function inShort({ summary, error }: Job): string {
  if (error !== null) return error.slug;
  if (summary === null) return '';
  const counts = Object.entries(summary.counts).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  return [summary.answer ?? '', summary.tool ?? '', counts.join(', ')].filter((part) => part !== '').join(' ');
}
