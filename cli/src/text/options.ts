import type { OptionSpec } from '../command.js';

/** Options that more than one command takes. */
export const CATALOGUE_OPTION: OptionSpec = {
  name: 'catalogue',
  value: 'FILE',
  help: {
    en: 'the tools: our own form, MCP, OpenAI, LangChain, Vercel AI, OpenAPI',
    pt: 'as ferramentas: a nossa forma, MCP, OpenAI, LangChain, Vercel AI, OpenAPI',
  },
};
