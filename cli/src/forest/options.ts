import type { Given, OptionSpec } from '../command.js';
import { CommandError } from '../text/command-error.js';
import { FOREST_REPORT_OPTIONS } from './reports.js';
import { FOREST_SOURCE_OPTIONS } from './sources.js';

/** What `ostiary forest` does. */
export type Act = 'audit' | 'enumerate' | 'verify';

const AUDIT: readonly OptionSpec[] = [
  {
    name: 'fail-on',
    value: 'WORD',
    help: {
      en: 'violated (when left out; what is not settled ends with 4), undecided, or none',
      pt: 'violated (por omissão; o que não se decidiu termina com 4), undecided, ou none',
    },
  },
  {
    name: 'certificate',
    value: 'FILE',
    help: {
      en: 'write what proves the rows that are proved, a line of JSON each',
      pt: 'escrever o que prova as linhas provadas, uma linha JSON cada',
    },
  },
  ...FOREST_REPORT_OPTIONS,
];

const ENUMERATE: readonly OptionSpec[] = [
  {
    name: 'radius',
    value: 'TEXT',
    help: {
      en: 'enumerate: by how much features may change, such as "income=500; age=2" or "*=5%"; when left out each record says it',
      pt: 'enumerate: quanto podem mudar as características, como "income=500; age=2" ou "*=5%"; por omissão cada registo o diz',
    },
  },
  {
    name: 'vary',
    value: 'NAMES',
    help: {
      en: 'enumerate: features that may change; when left out those with a radius',
      pt: 'enumerate: características que podem mudar; por omissão as que têm raio',
    },
  },
  {
    name: 'output',
    value: 'TEXT',
    help: {
      en: 'enumerate: what is looked at, such as p[1]; when left out the label',
      pt: 'enumerate: o que se observa, como p[1]; por omissão o rótulo',
    },
  },
  {
    name: 'expect',
    value: 'TEXT',
    help: {
      en: 'enumerate: what must hold; when left out the answer of the record itself',
      pt: 'enumerate: o que deve valer; por omissão a resposta do próprio registo',
    },
  },
  {
    name: 'boxes',
    value: 'N',
    help: {
      en: 'enumerate: boxes for each record, at most, the nearest; when left out 10000',
      pt: 'enumerate: caixas por cada registo, no máximo, as mais próximas; por omissão 10000',
    },
  },
  {
    name: 'summary',
    value: 'FILE',
    help: { en: 'enumerate: write a line for each record', pt: 'enumerate: escrever uma linha por cada registo' },
  },
];

const SEARCH: readonly OptionSpec[] = [
  {
    name: 'service',
    help: {
      en: 'ask the service that login keeps, or OSTIARY_URL: the model is sent, and goes on where a try was broken off; witnesses are replayed in onnxruntime',
      pt: 'perguntar ao serviço que login guarda, ou OSTIARY_URL: o modelo é enviado, e continua onde uma tentativa parou; as testemunhas são reproduzidas no onnxruntime',
    },
  },
  {
    name: 'profile',
    value: 'NAME',
    help: {
      en: 'with --service: the budget of the job, for long tables a longer one; when left out the default of the service',
      pt: 'com --service: o orçamento do trabalho, para tabelas longas um mais longo; por omissão o do serviço',
    },
  },
  {
    name: 'nodes',
    value: 'N',
    help: {
      en: 'boxes that the search looks at for each question, at most; when left out 200000, to enumerate 1000000',
      pt: 'caixas que a procura vê em cada pergunta, no máximo; por omissão 200000, para enumerar 1000000',
    },
  },
  {
    name: 'csv',
    value: 'FILE',
    help: {
      en: 'write a line for each question; enumerate: a line for each side of each box',
      pt: 'escrever uma linha por cada pergunta; enumerate: uma linha por cada lado de cada caixa',
    },
  },
  {
    name: 'jsonl',
    value: 'FILE',
    help: {
      en: 'write all of each question or record as a line of JSON',
      pt: 'escrever tudo de cada pergunta ou registo numa linha JSON',
    },
  },
  {
    name: 'left-open',
    value: 'FILE',
    help: {
      en: 'where something is left open, write the resume.json that --resume goes on with',
      pt: 'onde algo fica em aberto, escrever o resume.json com que --resume continua',
    },
  },
  {
    name: 'resume',
    value: 'FILE',
    help: {
      en: 'the resume.json of an earlier run with the same files, or with --service the id of its job: what is settled is taken over, what is open is gone on with',
      pt: 'o resume.json de uma execução anterior com os mesmos ficheiros, ou com --service o id do trabalho: o decidido é retomado, o aberto continua',
    },
  },
];

/** All options, those of every act first. */
export const FOREST_OPTIONS: readonly OptionSpec[] = [...FOREST_SOURCE_OPTIONS, ...SEARCH, ...AUDIT, ...ENUMERATE];

const names = (specs: readonly OptionSpec[]): string[] => specs.map(({ name }) => name);

/** What says nothing to an act. */
const FOREIGN: Readonly<Record<Act, readonly string[]>> = {
  audit: names(ENUMERATE),
  enumerate: ['records', 'compare', ...names(AUDIT).filter((name) => name !== 'html')],
  verify: [...names(SEARCH), ...names(AUDIT), ...names(ENUMERATE)],
};

const TITLES: Readonly<Record<Act, string>> = {
  audit: 'ostiary forest MODEL TABLE',
  enumerate: 'ostiary forest enumerate',
  verify: 'ostiary forest verify',
};

/** @throws CommandError for an option that says nothing to the act */
export function checkOptions(given: Given, act: Act): void {
  const option = FOREIGN[act].find((name) => given.has(name));
  if (option === undefined) return;
  throw new CommandError({
    en: `${TITLES[act]} takes no --${option}.`,
    pt: `${TITLES[act]} não leva --${option}.`,
  });
}

/** @throws CommandError when it is no whole number from 1 */
export function countOf(given: Given, option: string, otherwise: number): number {
  const asked = given.value(option);
  if (asked === undefined) return otherwise;
  const count = Number(asked);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new CommandError({
    en: `--${option} is a whole number from 1, not ${asked}.`,
    pt: `--${option} é um inteiro a partir de 1, não ${asked}.`,
  });
}
