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
      en: 'what ends with 1: violated (the default; unsettled rows then end with 4), undecided, or none',
      pt: 'o que termina com 1: violated (por omissão; linhas por decidir terminam então com 4), undecided, ou none',
    },
  },
  {
    name: 'certificate',
    value: 'FILE',
    help: {
      en: 'write the certificates, each as a line of JSON',
      pt: 'escrever os certificados, cada um numa linha JSON',
    },
  },
  ...FOREST_REPORT_OPTIONS,
];

const ENUMERATE: readonly OptionSpec[] = [
  {
    name: 'radius',
    value: 'TEXT',
    help: {
      en: 'enumerate: how much features may change, such as "income=500; age=2" or "*=5%"; without it, each record gives its own radius',
      pt: 'enumerate: quanto podem mudar as características, como "income=500; age=2" ou "*=5%"; sem isto, cada registo indica o seu raio',
    },
  },
  {
    name: 'vary',
    value: 'NAMES',
    help: {
      en: 'enumerate: features that may change; by default, all with a radius',
      pt: 'enumerate: características que podem mudar; por omissão, todas as que têm raio',
    },
  },
  {
    name: 'output',
    value: 'TEXT',
    help: {
      en: 'enumerate: the output to check, such as p[1]; by default, the label',
      pt: 'enumerate: a saída a verificar, como p[1]; por omissão, a classe',
    },
  },
  {
    name: 'expect',
    value: 'TEXT',
    help: {
      en: 'enumerate: what must hold; by default, the answer of the record must stay',
      pt: 'enumerate: o que se tem de cumprir; por omissão, a resposta do registo tem de se manter',
    },
  },
  {
    name: 'boxes',
    value: 'N',
    help: {
      en: 'enumerate: the most boxes to find around each record, nearest first; by default 10000',
      pt: 'enumerate: o máximo de caixas a encontrar em redor de cada registo, as mais próximas primeiro; por omissão 10000',
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
      en: 'ask a service (the one of "ostiary login", or OSTIARY_URL): the command uploads the model, and resumes a broken upload; the service replays witnesses in onnxruntime',
      pt: 'perguntar a um serviço (o de "ostiary login", ou OSTIARY_URL): o comando envia o modelo, e retoma um envio interrompido; o serviço reproduz as testemunhas no onnxruntime',
    },
  },
  {
    name: 'profile',
    value: 'NAME',
    help: {
      en: 'with --service: the profile that sets the budget of the job; by default, that of the service',
      pt: 'com --service: o perfil que fixa o orçamento do trabalho; por omissão, o do serviço',
    },
  },
  {
    name: 'nodes',
    value: 'N',
    help: {
      en: 'the most boxes that the search visits for each question; by default 200000, and 1000000 for enumerate',
      pt: 'o máximo de caixas que a procura visita em cada pergunta; por omissão 200000, e 1000000 em enumerate',
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
      en: 'write the full result of each question or record as a line of JSON',
      pt: 'escrever o resultado completo de cada pergunta ou registo numa linha JSON',
    },
  },
  {
    name: 'left-open',
    value: 'FILE',
    help: {
      en: 'if something is left open, write a resume.json for --resume',
      pt: 'se algo fica em aberto, escrever um resume.json para --resume',
    },
  },
  {
    name: 'resume',
    value: 'FILE',
    help: {
      en: 'continue an earlier run of the same files: its resume.json, or with --service the id of its job; settled answers are kept',
      pt: 'continuar uma execução anterior dos mesmos ficheiros: o seu resume.json, ou com --service o id do trabalho; o que se decidiu mantém-se',
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
    en: `${TITLES[act]} does not take --${option}.`,
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
    en: `--${option} must be a whole number from 1 on, not ${asked}.`,
    pt: `--${option} tem de ser um inteiro a partir de 1, e não ${asked}.`,
  });
}
