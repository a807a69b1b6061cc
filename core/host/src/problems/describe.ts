import {
  type ProblemDeclaration,
  ProblemError,
  type ProblemItem,
  type ProblemOptions,
  type RouteDeclaration,
  type Text,
} from '@ostiary/plugin-api';
import { foldStatus } from './fold.js';
import { type Language, say } from './language.js';

/** An answer that tells of a problem, ready to send. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Members in the order of RFC 9457, then ours, then the problem's own. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ProblemContext {
  readonly problems: ReadonlyMap<string, ProblemDeclaration>;
  readonly route: RouteDeclaration | undefined;
  readonly language: Language;
  readonly requestId: string;
  readonly baseUrl: string;
}

/** The code answered with what the contract does not list, or with a slug that nobody declared. */
export class ContractDefect extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ContractDefect';
  }
}

/**
 * Writes a problem down as RFC 9457, under the status the contract of the operation has for it.
 * @throws ContractDefect
 */
export function describe(error: ProblemError, context: ProblemContext): ProblemAnswer {
  const declaration = context.problems.get(error.slug);
  if (!declaration) throw new ContractDefect(`no problem is declared for ${error.slug}`);
  const status = foldStatus(declaration.status, context.route, error.slug);
  if (status === undefined) {
    throw new ContractDefect(`${context.route?.operationId} lists no status for ${error.slug} (${declaration.status})`);
  }
  return {
    status,
    headers: { 'Content-Language': context.language, Vary: 'Accept-Language', ...error.options.headers },
    body: bodyOf(error.slug, status, declaration, error.options, context),
  };
}

function bodyOf(
  slug: string,
  status: number,
  declaration: ProblemDeclaration,
  options: ProblemOptions,
  { language, requestId, baseUrl }: ProblemContext,
): Record<string, unknown> {
  return {
    type: `${baseUrl}/problems/${slug}`,
    title: say(declaration.title, language),
    status,
    slug,
    detail: say(options.detail ?? declaration.detail, language, options.params),
    instance: `/requests/${requestId}`,
    request_id: requestId,
    retryable: declaration.retryable,
    ...(options.errors && errorsOf(options.errors, language)),
    ...options.extensions,
  };
}

/** Entries of `errors` in one answer: nobody reads more, and a small body can be wrong in a hundred thousand places. */
const MOST_ERRORS = 100;

function errorsOf(errors: readonly ProblemItem[], language: Language): Record<string, unknown> {
  const omitted = errors.length - MOST_ERRORS;
  return {
    errors: errors.slice(0, MOST_ERRORS).map((item) => inLanguage(item, language)),
    ...(omitted > 0 && { errors_omitted: omitted }),
  };
}

/** The item with each of its texts in one language: `detail`, and extensions that were given in both. */
function inLanguage(item: ProblemItem, language: Language): ProblemItem {
  const members = Object.entries(item).map(([name, value]) => [name, isText(value) ? say(value, language) : value]);
  return { ...(Object.fromEntries(members) as ProblemItem), detail: say(item.detail, language) };
}

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && Object.keys(value).toSorted().join() === 'en,pt';
}
