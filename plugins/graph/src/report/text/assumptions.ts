import type { Codes } from './codes.js';

/** What the export did not tell, and how it was read all the same. docs/graph/assumptions.md says more of each. */
export const ASSUMPTION_TEXTS: Codes = new Map(
  Object.entries({
    traces_show_more: {
      en: 'Recorded runs do what the graph has no way for. It was read as it stands.',
      pt: 'Execuções gravadas fazem o que o grafo não permite. Leu-se como está.',
    },
    no_edges: {
      en: 'A body has several nodes and no edge. All but one of them are never reached.',
      pt: 'Um corpo tem vários nós e nenhuma aresta. A todos menos um nunca se chega.',
    },
    body_missing: {
      en: 'A body is not in the file. It may call any tool, write anything, and fail.',
      pt: 'Um corpo não está no ficheiro. Pode chamar qualquer ferramenta, escrever tudo, e falhar.',
    },
    subgraph_runs_itself: {
      en: 'A body runs itself. The node that leads back was taken for one whose body is missing.',
      pt: 'Um corpo corre-se a si mesmo. O nó que volta atrás foi tomado por um a que falta o corpo.',
    },
    tools_unknown: {
      en: 'The export does not say what this code calls. It may call any tool, write anything, and fail.',
      pt: 'A exportação não diz o que este código chama. Pode chamar qualquer ferramenta, escrever tudo, e falhar.',
    },
    approval_covers_any_tool: {
      en: 'The export does not say what a person is asked about. An approval was taken for any tool that wants one.',
      pt: 'A exportação não diz sobre o que se pergunta a uma pessoa. Uma aprovação foi tomada por qualquer ferramenta que a peça.',
    },
    join_unknown: {
      en: 'The export does not say whether a node waits for all that leads to it. Each way was looked at.',
      pt: 'A exportação não diz se um nó espera por tudo o que lhe chega. Viram-se todas as formas.',
    },
    router_opaque: {
      en: 'Code chooses among the edges, and it is not read.',
      pt: 'Código escolhe entre as arestas, e não se lê.',
    },
    router_may_return_list: {
      en: 'A router may choose several ways at once. It was read as choosing one.',
      pt: 'Um encaminhador pode escolher vários caminhos de uma vez. Leu-se como escolhendo um.',
    },
    undeclared_jumps: {
      en: 'A node may jump by code to where no edge leads. It was read as making no such jumps.',
      pt: 'Um nó pode saltar por código para onde nenhuma aresta leva. Leu-se como não dando tais saltos.',
    },
    retries_not_exported: {
      en: 'The export does not say what is tried again. Nothing was taken to be.',
      pt: 'A exportação não diz o que se tenta de novo. Tomou-se que nada.',
    },
    interrupts_not_exported: {
      en: 'The export may leave out pauses for a person. None were taken to be there.',
      pt: 'A exportação pode omitir pausas para uma pessoa. Tomou-se que não há nenhuma.',
    },
    subgraph_flattened: {
      en: 'Nodes of an inner graph take their steps among those of the whole.',
      pt: 'Os nós de um grafo interior dão os seus passos entre os do todo.',
    },
    tool_error_to_model: {
      en: 'A call that fails goes back to the model, and the run goes on.',
      pt: 'Uma chamada que falha volta ao modelo, e a execução segue.',
    },
    tool_by_value: {
      en: 'A value of the run names what is called. It may be any tool.',
      pt: 'Um valor da execução diz o que se chama. Pode ser qualquer ferramenta.',
    },
    approval_not_judged: {
      en: 'A person is asked, and what is made of the answer is not understood. Nothing is confirmed by it.',
      pt: 'Pergunta-se a uma pessoa, e não se percebe o que se faz da resposta. Nada fica confirmado por ela.',
    },
    items_may_be_none: {
      en: 'A node that returns no item ends its branch. Nodes were read as returning at least one.',
      pt: 'Um nó que não devolve itens acaba o seu ramo. Leram-se os nós como devolvendo pelo menos um.',
    },
    items_fail_together: {
      en: 'A node may fail for some items only. It was read as failing for all or for none.',
      pt: 'Um nó pode falhar só para alguns itens. Leu-se como falhando para todos ou para nenhum.',
    },
    code_calls_no_tool: {
      en: 'A node has code of its own. It was read as calling no tool of the catalogue.',
      pt: 'Um nó tem código próprio. Leu-se como não chamando nenhuma ferramenta do catálogo.',
    },
    mcp_tools_unknown: {
      en: 'An agent has all tools of a server, and the file does not name them.',
      pt: 'Um agente tem todas as ferramentas de um servidor, e o ficheiro não as nomeia.',
    },
    trigger_missing: {
      en: 'Nothing in the file starts it. A run begins where nothing leads to.',
      pt: 'Nada no ficheiro o inicia. Uma execução começa onde nada leva.',
    },
    failed_item_ends_loop: {
      en: 'An item that fails ends its loop. The loop may also be set to go on with the next.',
      pt: 'Um item que falha acaba o seu ciclo. O ciclo também pode estar feito para seguir com o próximo.',
    },
    ends_by_graph: {
      en: 'A condition outside the graph may end a run at any step. Runs were read as ending where the graph ends.',
      pt: 'Uma condição fora do grafo pode acabar uma execução em qualquer passo. Leram-se as execuções como acabando onde o grafo acaba.',
    },
    messages_follow_edges: {
      en: 'A node may send several messages, none, or one to a node of its choice. Nodes were read as sending one along all their edges.',
      pt: 'Um nó pode enviar várias mensagens, nenhuma, ou uma a um nó à sua escolha. Leram-se os nós como enviando uma por todas as suas arestas.',
    },
    event_sub_process: {
      en: 'A sub-process that an event starts may run at any time. It was read as never running.',
      pt: 'Um subprocesso que um evento inicia pode correr a qualquer momento. Leu-se como nunca correndo.',
    },
    compensates_what_completed: {
      en: 'Only what has been completed is compensated, the last first. Where the flows do not say what was, each way was looked at.',
      pt: 'Só se compensa o que foi concluído, o último primeiro. Onde os fluxos não dizem o que o foi, viram-se todas as formas.',
    },
    cancelled_or_failed: {
      en: 'Whether a transaction was cancelled or has failed is not followed. Each way was looked at.',
      pt: 'Não se segue se uma transação foi cancelada ou falhou. Viram-se ambas as formas.',
    },
    compensation_stated: {
      en: 'The file says that {tool} undoes {step}, and the catalogue does not say what does. It was taken so, and nothing is better by it.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, e o catálogo não diz o que o faz. Tomou-se assim, e nada é melhor por isso.',
    },
    compensation_order: {
      en: 'More activities at the same time are compensated than are looked at in each order by itself. Any was next, any number of times.',
      pt: 'Compensam-se mais atividades simultâneas do que as que se veem em cada ordem por si. Qualquer uma vinha a seguir, qualquer número de vezes.',
    },
    failed_call_goes_on: {
      en: 'What a call failed with is its result, and the run may go on. Each way was looked at.',
      pt: 'Aquilo com que uma chamada falhou é o seu resultado, e a execução pode seguir. Viram-se ambas as formas.',
    },
    conditions_not_exported: {
      en: 'Conditions that are code are not in the file. An edge alone was read as always taken; of several, each may be taken or not.',
      pt: 'As condições que são código não estão no ficheiro. Uma aresta só leu-se como sempre tomada; de várias, cada uma pode ser tomada ou não.',
    },
  }),
);
