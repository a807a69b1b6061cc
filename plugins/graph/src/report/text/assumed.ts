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
  edge_there: { en: 'For this question: the edge {edge} exists.', pt: 'Para esta pergunta: a aresta {edge} existe.' },
  edge_at_most: {
    en: 'For this question: a run takes the edge {edge} at most {times} times.',
    pt: 'Para esta pergunta: uma execução segue a aresta {edge} no máximo {times} vezes.',
  },
  choice_by: {
    en: 'For this question: {by} chooses at {node}, instead of code.',
    pt: 'Para esta pergunta: {by} escolhe em {node}, em vez de código.',
  },
  choice_takes: {
    en: 'For this question: {node} takes its edges as {concurrency}.',
    pt: 'Para esta pergunta: {node} segue as suas arestas como {concurrency}.',
  },
  join_is: { en: 'For this question: {node} waits for {join}.', pt: 'Para esta pergunta: {node} espera por {join}.' },
  node_retries: {
    en: 'For this question: {node} is retried when it fails.',
    pt: 'Para esta pergunta: {node} é repetido quando falha.',
  },
  execution_is: {
    en: 'For this question: lanes take turns as {execution}.',
    pt: 'Para esta pergunta: as vias alternam como {execution}.',
  },
  context_is: {
    en: 'For this question: the history of the models is {context}.',
    pt: 'Para esta pergunta: o histórico dos modelos é {context}.',
  },
};
