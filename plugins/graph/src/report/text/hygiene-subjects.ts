import type { HygieneCode } from '../../model/index.js';
import type { SubjectText } from './subject-text.js';

/** P6, by what was found; `other` where a kind has no text. */
export const HYGIENE_SUBJECTS = {
  unreachable_tool: {
    name: { en: 'A tool that no run calls', pt: 'Uma ferramenta que nenhuma execução chama' },
    meaning: {
      en: 'A node lists the tool, and in no run one of the nodes that list it calls it. Rules about the tool say nothing then.',
      pt: 'Um nó indica a ferramenta, e em nenhuma execução um dos nós que a indicam a chama. Regras sobre a ferramenta não dizem então nada.',
    },
    holds: { en: 'Some run calls {tool}', pt: 'Alguma execução chama {tool}' },
    breaks: { en: 'no run calls {tool}', pt: 'nenhuma execução chama {tool}' },
    advice: {
      en: 'Look at what should lead to it: an edge may be missing in the export, or a condition may never hold. Take the node out where it is not needed.',
      pt: 'Veja o que devia levar até ela: pode faltar uma aresta na exportação, ou uma condição pode nunca valer. Retire o nó se não é preciso.',
    },
  },
  unreachable_node: {
    name: { en: 'Nodes that no run comes to', pt: 'Nós a que nenhuma execução chega' },
    meaning: {
      en: 'What the graph has there is not part of any run, so that nothing is verified of it.',
      pt: 'O que o grafo tem ali não faz parte de nenhuma execução, e por isso nada se verifica disso.',
    },
    holds: { en: 'Some run comes to each node', pt: 'A cada nó chega alguma execução' },
    breaks: { en: 'no run comes to some nodes', pt: 'nenhuma execução chega a alguns nós' },
    advice: {
      en: 'Look at what should lead to them: an edge that the export lacks can be added in `bindings`.',
      pt: 'Veja o que devia levar até eles: uma aresta que falta na exportação pode juntar-se em `bindings`.',
    },
  },
  dead_end: {
    name: { en: 'A dead end', pt: 'Um beco sem saída' },
    meaning: {
      en: 'A run that comes there never ends: it waits for ever, goes round for ever or is aborted, and no way leads to an end.',
      pt: 'Uma execução que lá chega nunca acaba: espera para sempre, anda às voltas para sempre ou é abortada, e nenhum caminho leva a um fim.',
    },
    holds: { en: 'A run can end behind {tool}', pt: 'Uma execução pode acabar depois de {tool}' },
    breaks: { en: 'no run that comes to {tool} ends', pt: 'nenhuma execução que chega a {tool} acaba' },
    advice: {
      en: 'Give it a way to an end: an edge out of the loop, a condition that can hold, or a join that waits only for what can come.',
      pt: 'Dê-lhe um caminho até um fim: uma aresta para fora do ciclo, uma condição que possa valer, ou uma junção que só espere pelo que pode vir.',
    },
  },
  check_never_passes: {
    name: { en: 'A check that never passes', pt: 'Uma verificação que nunca passa' },
    meaning: {
      en: 'The check runs, and no run takes an edge by which it passes as the catalogue says.',
      pt: 'A verificação corre, e nenhuma execução segue uma aresta pela qual ela passe como o catálogo diz.',
    },
    holds: { en: '{tool} can pass', pt: '{tool} pode passar' },
    breaks: { en: '{tool} passes in no run', pt: '{tool} não passa em nenhuma execução' },
    advice: {
      en: 'Compare `passes` of the catalogue with the edges behind the check: the branch or the field may be called otherwise there, or nobody may look at its result.',
      pt: 'Compare `passes` do catálogo com as arestas depois da verificação: o ramo ou o campo podem ter lá outro nome, ou ninguém vê o resultado.',
    },
  },
  fail_open: {
    name: { en: 'A check that fails open', pt: 'Uma verificação que falha aberta' },
    meaning: {
      en: 'When the check has failed, or because it is disabled, the run goes on where it goes when it has passed.',
      pt: 'Quando a verificação falhou, ou porque está desativada, a execução segue para onde segue quando passou.',
    },
    holds: { en: 'A failure of {tool} stops the run', pt: 'Uma falha de {tool} pára a execução' },
    breaks: {
      en: 'a run goes on without {tool}, as if it had passed',
      pt: 'uma execução segue sem {tool}, como se tivesse passado',
    },
    advice: {
      en: 'Let an error of {tool} end the run, or lead it somewhere else than a pass does.',
      pt: 'Faça um erro de {tool} acabar a execução, ou leve-o para outro lado que não o de passar.',
    },
  },
  vacuous_rule: {
    name: { en: 'A rule about nothing', pt: 'Uma regra sobre nada' },
    meaning: {
      en: 'What the rule is about happens in no run of the graph, so that it can never be broken.',
      pt: 'Aquilo de que a regra trata não acontece em nenhuma execução do grafo, e por isso nunca pode ser quebrada.',
    },
    holds: { en: '{tool} is about something that runs do', pt: '{tool} trata de algo que as execuções fazem' },
    breaks: {
      en: 'the rule {tool} is about nothing that a run does',
      pt: 'a regra {tool} não trata de nada que uma execução faça',
    },
    advice: {
      en: 'Look at the names in the rule, and at whether the graph is the one it was written for.',
      pt: 'Veja os nomes na regra, e se o grafo é aquele para que foi escrita.',
    },
  },
  unclassified_tool: {
    name: { en: 'A tool that nobody classified', pt: 'Uma ferramenta que ninguém classificou' },
    meaning: {
      en: 'The catalogue does not have the tool, or gives it no class. What it does is not known, and what it could spoil is only possible.',
      pt: 'O catálogo não tem a ferramenta, ou não lhe dá classe. Não se sabe o que faz, e o que ela poderia estragar é apenas possível.',
    },
    holds: { en: '{tool} is classified', pt: '{tool} está classificada' },
    breaks: { en: 'nobody says what {tool} is', pt: 'ninguém diz o que é {tool}' },
    advice: { en: 'Classify {tool} in the catalogue.', pt: 'Classifique {tool} no catálogo.' },
  },
  dangling_reference: {
    name: { en: 'A name of something that is not there', pt: 'Um nome de algo que não existe' },
    meaning: {
      en: 'A node or a rule names a sub-graph or a tool that neither the graph nor the catalogue has, or nobody names a sub-graph of the graph.',
      pt: 'Um nó ou uma regra nomeia um subgrafo ou uma ferramenta que nem o grafo nem o catálogo têm, ou ninguém nomeia um subgrafo do grafo.',
    },
    holds: { en: '{tool} stands for something', pt: '{tool} designa alguma coisa' },
    breaks: { en: 'the name {tool} leads nowhere', pt: 'o nome {tool} não leva a nada' },
    advice: {
      en: 'Look at how it is written, or add what it names.',
      pt: 'Veja como está escrito, ou junte o que nomeia.',
    },
  },
  other: {
    name: { en: 'Something the graph should not have', pt: 'Algo que o grafo não devia ter' },
    meaning: {
      en: 'Something is not as it should be.',
      pt: 'Algo não está como devia.',
    },
    holds: { en: '{tool} is as it should be', pt: '{tool} está como deve' },
    breaks: { en: 'something is amiss at {tool}', pt: 'algo não está bem em {tool}' },
    advice: {
      en: 'Look at the place that is named: the graph may not say what was meant.',
      pt: 'Veja o lugar indicado: o grafo pode não dizer o que se queria.',
    },
  },
} as const satisfies Readonly<Record<HygieneCode | 'other', SubjectText>>;
