/** What is said of a graph where no plugin hunts graphs. */
export const GRAPHS_NOT_HUNTED = {
  slug: 'graph_not_hunted',
  detail: {
    en: 'Agent graphs are not hunted here: the plugin that does is not enabled. Send a policy.',
    pt: 'Aqui não se procuram erros em grafos de agentes: o plugin que o faz não está ativado. Envie uma política.',
  },
} as const;
