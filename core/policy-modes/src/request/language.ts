import { z } from 'zod';

/** Filled in when the request is taken, so that a second attempt at the job answers alike. */
export const LanguageField = z
  .enum(['en', 'pt'])
  .meta({ id: 'Language', description: 'A language of the service.' })
  .optional()
  .describe('Language of the texts in the result; absent: that of `Accept-Language`.');
