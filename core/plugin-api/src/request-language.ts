import type { Language } from './problems.js';

/** What is used of the request that Nest hands to a method (`@Req()`). */
export interface AskedRequest {
  acceptsLanguages(languages: string[]): string | false;
}

/** The language of `Accept-Language` that the service speaks; English when there is none. */
export function languageOf(request: AskedRequest): Language {
  return request.acceptsLanguages(['en', 'pt']) === 'pt' ? 'pt' : 'en';
}
