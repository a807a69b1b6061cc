import type { HygieneCode } from '../../model/index.js';
import type { SubjectText } from './subject-text.js';

/** P6, by what was found; `other` where a kind has no text. */
export const HYGIENE_SUBJECTS = {
  unreachable_tool: {
    name: { en: 'A tool that no run calls', pt: 'Uma ferramenta que nenhuma execução chama' },
    meaning: {
      en: 'A node lists the tool, but in no run does such a node call it. Rules about the tool then say nothing.',
      pt: 'Um nó indica a ferramenta, mas em nenhuma execução um tal nó a chama. Regras sobre a ferramenta não dizem então nada.',
    },
    holds: { en: 'Some run calls {tool}', pt: 'Alguma execução chama {tool}' },
    breaks: { en: 'no run calls {tool}', pt: 'nenhuma execução chama {tool}' },
    advice: {
      en: 'Look at what should lead to it: an edge may be missing from the export, or a condition may never hold. Remove the node if it is not needed.',
      pt: 'Veja o que devia levar até ela: pode faltar uma aresta na exportação, ou uma condição pode nunca valer. Retire o nó se não é preciso.',
    },
  },
  unreachable_node: {
    name: { en: 'Nodes that no run reaches', pt: 'Nós a que nenhuma execução chega' },
    meaning: {
      en: 'This part of the graph belongs to no run, so nothing is verified about it.',
      pt: 'Esta parte do grafo não pertence a nenhuma execução, e por isso nada se verifica sobre ela.',
    },
    holds: { en: 'Some run reaches each node', pt: 'A cada nó chega alguma execução' },
    breaks: { en: 'no run reaches some nodes', pt: 'nenhuma execução chega a alguns nós' },
    advice: {
      en: 'Look at what should lead to them: an edge that is missing from the export can be added in `bindings`.',
      pt: 'Veja o que devia levar até eles: uma aresta que falta na exportação pode juntar-se em `bindings`.',
    },
  },
  dead_end: {
    name: { en: 'A dead end', pt: 'Um beco sem saída' },
    meaning: {
      en: 'A run that gets there never reaches an end: it waits forever, loops forever or is aborted, and no path leads to an end.',
      pt: 'Uma execução que lá chega nunca alcança um fim: espera para sempre, anda às voltas para sempre ou é abortada, e nenhum caminho leva a um fim.',
    },
    holds: { en: 'A run can end after {tool}', pt: 'Uma execução pode acabar depois de {tool}' },
    breaks: { en: 'no run that reaches {tool} ends', pt: 'nenhuma execução que chega a {tool} acaba' },
    advice: {
      en: 'Give it a path to an end: an edge out of the loop, a condition that can hold, or a join that waits only for what can arrive.',
      pt: 'Dê-lhe um caminho até um fim: uma aresta para fora do ciclo, uma condição que possa valer, ou uma junção que só espere pelo que pode chegar.',
    },
  },
  check_never_passes: {
    name: { en: 'A check that never passes', pt: 'Uma verificação que nunca passa' },
    meaning: {
      en: 'The check runs, but no run takes an edge on which it passes in the way the catalogue describes.',
      pt: 'A verificação corre, mas nenhuma execução segue uma aresta em que ela passe como o catálogo descreve.',
    },
    holds: { en: '{tool} can pass', pt: '{tool} pode passar' },
    breaks: { en: '{tool} passes in no run', pt: '{tool} não passa em nenhuma execução' },
    advice: {
      en: 'Compare `passes` in the catalogue with the edges after the check: the branch or the field may have another name there, or no edge may look at the result.',
      pt: 'Compare `passes` no catálogo com as arestas depois da verificação: o ramo ou o campo podem ter lá outro nome, ou nenhuma aresta olha para o resultado.',
    },
  },
  fail_open: {
    name: { en: 'A check that fails open', pt: 'Uma verificação que falha aberta' },
    meaning: {
      en: 'When the check has failed, or because it is disabled, the run goes on to the same place as after a pass.',
      pt: 'Quando a verificação falhou, ou porque está desativada, a execução segue para o mesmo lugar que quando passa.',
    },
    holds: { en: 'A failure of {tool} stops the run', pt: 'Uma falha de {tool} pára a execução' },
    breaks: {
      en: 'a run goes on without {tool}, as if it had passed',
      pt: 'uma execução segue sem {tool}, como se tivesse passado',
    },
    advice: {
      en: 'Let an error of {tool} end the run, or lead somewhere other than a pass does.',
      pt: 'Faça um erro de {tool} acabar a execução, ou leve-o para outro lado que não o de passar.',
    },
  },
  vacuous_rule: {
    name: { en: 'A rule about something that never happens', pt: 'Uma regra sobre algo que nunca acontece' },
    meaning: {
      en: 'What the rule is about happens in no run of the graph, so the rule can never be broken.',
      pt: 'Aquilo de que a regra trata não acontece em nenhuma execução do grafo, e por isso a regra nunca pode ser quebrada.',
    },
    holds: {
      en: '{tool} is about something that happens in a run',
      pt: '{tool} trata de algo que acontece numa execução',
    },
    breaks: {
      en: 'what the rule {tool} is about happens in no run',
      pt: 'aquilo de que a regra {tool} trata não acontece em nenhuma execução',
    },
    advice: {
      en: 'Check the names in the rule, and whether it was written for this graph.',
      pt: 'Veja os nomes na regra, e se foi escrita para este grafo.',
    },
  },
  unclassified_tool: {
    name: { en: 'A tool that nobody classified', pt: 'Uma ferramenta que ninguém classificou' },
    meaning: {
      en: 'The catalogue does not have the tool, or gives it no class. What the tool does is unknown, so a rule that it could break is possible at best.',
      pt: 'O catálogo não tem a ferramenta, ou não lhe dá classe. Não se sabe o que a ferramenta faz, e por isso uma regra que ela poderia quebrar é, no melhor dos casos, possível.',
    },
    holds: { en: '{tool} is classified', pt: '{tool} está classificada' },
    breaks: { en: 'nobody has classified {tool}', pt: 'ninguém classificou {tool}' },
    advice: { en: 'Classify {tool} in the catalogue.', pt: 'Classifique {tool} no catálogo.' },
  },
  dangling_reference: {
    name: { en: 'A name without a counterpart', pt: 'Um nome sem correspondência' },
    meaning: {
      en: 'A node or a rule names a sub-graph or a tool that neither the graph nor the catalogue has, or the graph has a sub-graph that nothing names.',
      pt: 'Um nó ou uma regra nomeia um subgrafo ou uma ferramenta que nem o grafo nem o catálogo têm, ou o grafo tem um subgrafo que nada nomeia.',
    },
    holds: { en: '{tool} has a counterpart', pt: '{tool} tem correspondência' },
    breaks: { en: 'the name {tool} has no counterpart', pt: 'o nome {tool} não tem correspondência' },
    advice: {
      en: 'Check how it is written, or add what is missing.',
      pt: 'Veja como está escrito, ou junte o que falta.',
    },
  },
  other: {
    name: { en: 'Something the graph should not have', pt: 'Algo que o grafo não devia ter' },
    meaning: {
      en: 'Something is not as it should be.',
      pt: 'Algo não está como devia.',
    },
    holds: { en: '{tool} is as it should be', pt: '{tool} está como deve' },
    breaks: { en: 'something is wrong at {tool}', pt: 'algo não está bem em {tool}' },
    advice: {
      en: 'Look at the place that is named: the graph may not say what was intended.',
      pt: 'Veja o lugar indicado: o grafo pode não dizer o que se queria.',
    },
  },
} as const satisfies Readonly<Record<HygieneCode | 'other', SubjectText>>;
