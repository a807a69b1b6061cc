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

export const NOW_OPTION: OptionSpec = {
  name: 'now',
  value: 'TIME',
  help: {
    en: 'the time of what names none, e.g. 2026-03-01T09:00:00Z; the clock when left out',
    pt: 'a hora do que não indica nenhuma, p. ex. 2026-03-01T09:00:00Z; sem ela, o relógio',
  },
};
