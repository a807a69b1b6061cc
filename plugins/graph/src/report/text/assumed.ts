import type { Words } from '@ostiary/report';
import type { AssumeKind } from '../../model/index.js';

/** What a request assumes, by its kind. docs/graph/what-if.md says more of each. */
export const ASSUMED_TEXTS: Readonly<Record<AssumeKind, Words>> = {
  tool_is: {
    en: 'For this question: the classes of {tool} are {classes}.',
    pt: 'Para esta pergunta: as classes de {tool} são {classes}.',
  },
  passes_by: {
    en: 'For this question: {tool} passes by {passes}.',
    pt: 'Para esta pergunta: {tool} passa por {passes}.',
  },
  edge_never: {
    en: 'For this question: the edge {edge} is never taken.',
    pt: 'Para esta pergunta: a aresta {edge} nunca é seguida.',
  },
  edge_there: { en: 'For this question: the edge {edge} is there.', pt: 'Para esta pergunta: a aresta {edge} existe.' },
  edge_at_most: {
    en: 'For this question: a run takes the edge {edge} {times} times at most.',
    pt: 'Para esta pergunta: uma execução segue a aresta {edge} no máximo {times} vezes.',
  },
  choice_by: {
    en: 'For this question: {by} chooses at {node}, where code does.',
    pt: 'Para esta pergunta: {by} escolhe em {node}, onde o faz código.',
  },
  choice_takes: {
    en: 'For this question: of the edges of {node}, {concurrency} are taken.',
    pt: 'Para esta pergunta: das arestas de {node} segue-se {concurrency}.',
  },
  join_is: { en: 'For this question: {node} waits for {join}.', pt: 'Para esta pergunta: {node} espera por {join}.' },
  node_retries: {
    en: 'For this question: {node} is tried again when it fails.',
    pt: 'Para esta pergunta: {node} é repetido quando falha.',
  },
  execution_is: {
    en: 'For this question: lanes take turns by {execution}.',
    pt: 'Para esta pergunta: as vias alternam por {execution}.',
  },
  context_is: {
    en: 'For this question: what models have seen is {context}.',
    pt: 'Para esta pergunta: o que os modelos viram é {context}.',
  },
};
