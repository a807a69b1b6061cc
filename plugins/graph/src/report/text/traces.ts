import type { Words } from '@ostiary/report';
import type { LackingCode } from '../../traces/index.js';

/** What was recorded and the graph has not. */
export const LACKING_TEXTS: Readonly<Record<LackingCode, Words>> = {
  node_unknown: {
    en: 'A node {name} ran that the graph does not have.',
    pt: 'Correu um nó {name} que o grafo não tem.',
  },
  tool_unknown: {
    en: 'A tool {name} was called that no node of the graph calls.',
    pt: 'Foi chamada uma ferramenta {name} que nenhum nó do grafo chama.',
  },
  tool_not_of_node: {
    en: 'The node {name} called {to}, which it does not have.',
    pt: 'O nó {name} chamou {to}, que não tem.',
  },
  no_edge: {
    en: '{name} was followed by {to}, but no edge leads there: add one with `bindings.edges`.',
    pt: 'A {name} seguiu-se {to}, mas nenhuma aresta leva lá: junte uma com `bindings.edges`.',
  },
  other_start: {
    en: 'A run began at {name}, where the graph does not begin.',
    pt: 'Uma execução começou em {name}, onde o grafo não começa.',
  },
};

export const TRACE_TEXTS = {
  title: { en: 'Recorded runs', pt: 'Execuções gravadas' },
  note: { en: 'what they show about the graph', pt: 'o que mostram do grafo' },
  matched: { en: 'Runs of the graph', pt: 'Execuções do grafo' },
  unread: { en: 'Runs that name no node and no tool', pt: 'Execuções que não nomeiam nó nem ferramenta' },
  edges: { en: 'Edges seen', pt: 'Arestas vistas' },
  nodes: { en: 'Nodes seen', pt: 'Nós vistos' },
  lacking: { en: 'Recorded, but not in the graph', pt: 'Gravado, mas não no grafo' },
  lackingMeaning: {
    en: 'A recorded run did what the graph does not allow. As long as there is such a run, nothing is called proved.',
    pt: 'Uma execução gravada fez o que o grafo não permite. Enquanto houver uma tal execução, nada se diz provado.',
  },
  neverMeaning: {
    en: 'No recorded run takes these edges or reaches these nodes.',
    pt: 'Nenhuma execução gravada segue estas arestas nem chega a estes nós.',
  },
  advice: {
    en: 'See docs/graph/traces.md.',
    pt: 'Ver docs/graph/traces.md.',
  },
  never: { en: 'Never seen', pt: 'Nunca visto' },
  neverEdges: { en: 'Edges that no run took', pt: 'Arestas que nenhuma execução seguiu' },
  neverNodes: { en: 'Nodes that no run reached', pt: 'Nós a que nenhuma execução chegou' },
  more: { en: '{n} more', pt: 'mais {n}' },
} as const satisfies Readonly<Record<string, Words>>;
