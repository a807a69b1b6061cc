import { CommandError } from '../text/command-error.js';
import { EXIT, type ExitCode } from '../text/exit-codes.js';
import type { components } from './contract.generated.js';

export type Problem = components['schemas']['Problem'];

/** The service answered that it could not do what was asked. */
export class ServiceError extends CommandError {
  constructor(readonly problem: Problem) {
    const text = textOf(problem);
    super({ en: `${text}${hintOf(problem, 'en')}`, pt: `${text}${hintOf(problem, 'pt')}` }, codeOf(problem));
    this.name = 'ServiceError';
  }
}

/** Nothing answered. */
export class NoAnswer extends CommandError {
  constructor(
    url: string,
    readonly why: string,
  ) {
    super(
      {
        en: `${url} does not answer (${why}). ostiary doctor looks for the reason.`,
        pt: `${url} não responde (${why}). ostiary doctor procura a razão.`,
      },
      EXIT.service,
    );
    this.name = 'NoAnswer';
  }
}

/** Why a request found nobody, in the words of the system: ECONNREFUSED, ENOTFOUND, a certificate. */
export function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}

/** `detail` is in the language that was asked for. */
function textOf({ detail, slug, errors = [] }: Problem): string {
  const items = errors.map(({ pointer, parameter, detail: what }) => `\n  ${pointer ?? parameter ?? ''}: ${what}`);
  return `${detail} [${slug}]${items.join('')}`;
}

const HINTS: Readonly<Record<number, { readonly en: string; readonly pt: string }>> = {
  401: { en: '\n  hint: ostiary login', pt: '\n  sugestão: ostiary login' },
  403: {
    en: '\n  hint: ostiary doctor shows what the key may do',
    pt: '\n  sugestão: ostiary doctor mostra o que a chave pode fazer',
  },
};

const hintOf = ({ status }: Problem, language: 'en' | 'pt'): string => HINTS[status]?.[language] ?? '';

function codeOf({ status, slug }: Problem): ExitCode {
  if (slug === 'policy_invalid') return EXIT.unread;
  return [400, 404, 409, 410, 413].includes(status) ? EXIT.usage : EXIT.service;
}
