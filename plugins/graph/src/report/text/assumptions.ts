import type { Codes } from './codes.js';

/** What the export did not tell, and how it was read all the same. docs/graph/assumptions.md says more of each. */
export const ASSUMPTION_TEXTS: Codes = new Map(
  Object.entries({
    traces_show_more: {
      en: 'Recorded runs do what the graph does not allow. The graph was read as it stands.',
      pt: 'Execuções gravadas fazem o que o grafo não permite. O grafo leu-se como está.',
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
      en: 'A body runs itself. The node that leads back was read as one whose body is missing.',
      pt: 'Um corpo corre-se a si mesmo. O nó que volta atrás leu-se como um a que falta o corpo.',
    },
    tools_unknown: {
      en: 'The export does not say what this code calls. It may call any tool, write anything, and fail.',
      pt: 'A exportação não diz o que este código chama. Pode chamar qualquer ferramenta, escrever tudo, e falhar.',
    },
    approval_covers_any_tool: {
      en: 'The export does not say what a person is asked about. An approval was taken to cover any tool that needs one.',
      pt: 'A exportação não diz sobre o que se pergunta a uma pessoa. Tomou-se que uma aprovação vale para qualquer ferramenta que precise de uma.',
    },
    join_unknown: {
      en: 'The export does not say whether a node waits for all edges that lead to it. Every possibility was examined.',
      pt: 'A exportação não diz se um nó espera por todas as arestas que lhe chegam. Examinaram-se todas as possibilidades.',
    },
    router_opaque: {
      en: 'Code that is not read chooses among the edges.',
      pt: 'Código que não se lê escolhe entre as arestas.',
    },
    router_may_return_list: {
      en: 'A router may choose several edges at once. It was read as choosing one.',
      pt: 'Um encaminhador pode escolher várias arestas de uma vez. Leu-se como escolhendo uma.',
    },
    undeclared_jumps: {
      en: 'Code in a node may jump to where no edge leads. It was read as making no such jumps.',
      pt: 'O código de um nó pode saltar para onde nenhuma aresta leva. Leu-se como não dando tais saltos.',
    },
    retries_not_exported: {
      en: 'The export does not say what is retried. It was read as if nothing were.',
      pt: 'A exportação não diz o que se repete. Leu-se como se nada se repetisse.',
    },
    interrupts_not_exported: {
      en: 'The export may leave out pauses for a person. It was read as leaving out none.',
      pt: 'A exportação pode omitir pausas para uma pessoa. Leu-se como não omitindo nenhuma.',
    },
    subgraph_flattened: {
      en: 'Nodes of an inner graph take their steps among those of the whole graph.',
      pt: 'Os nós de um grafo interior dão os seus passos entre os do grafo inteiro.',
    },
    tool_error_to_model: {
      en: 'A call that fails goes back to the model, and the run goes on.',
      pt: 'Uma chamada que falha volta ao modelo, e a execução segue.',
    },
    tool_by_value: {
      en: 'A value in the run names the tool to call. It may be any tool.',
      pt: 'Um valor da execução diz que ferramenta se chama. Pode ser qualquer uma.',
    },
    approval_not_judged: {
      en: 'A person is asked, but it is not understood what the graph does with the answer. The answer confirms nothing.',
      pt: 'Pergunta-se a uma pessoa, mas não se percebe o que o grafo faz da resposta. A resposta não confirma nada.',
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
      en: 'Nothing in the file starts the graph. A run begins at the nodes that no edge leads to.',
      pt: 'Nada no ficheiro inicia o grafo. Uma execução começa nos nós a que nenhuma aresta leva.',
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
      en: 'Only completed activities are compensated, the last first. Where the flows do not say which were completed, every possibility was examined.',
      pt: 'Só se compensam atividades concluídas, a última primeiro. Onde os fluxos não dizem quais o foram, examinaram-se todas as possibilidades.',
    },
    cancelled_or_failed: {
      en: 'The verifier does not track whether a transaction was cancelled or has failed. Both possibilities were examined.',
      pt: 'O verificador não segue se uma transação foi cancelada ou falhou. Examinaram-se ambas as possibilidades.',
    },
    compensation_stated: {
      en: 'The file says that {tool} undoes {step}, and the catalogue does not say what does. The file was followed, but no verdict is better because of it.',
      pt: 'O ficheiro diz que {tool} desfaz {step}, e o catálogo não diz o que o faz. Seguiu-se o ficheiro, mas nenhum veredito é melhor por isso.',
    },
    compensation_order: {
      en: 'Too many activities are compensated at the same time to examine each order by itself. Any of them may come next, any number of times.',
      pt: 'Compensam-se atividades de mais ao mesmo tempo para examinar cada ordem por si. Qualquer uma pode vir a seguir, qualquer número de vezes.',
    },
    failed_call_goes_on: {
      en: 'The error of a failed call is its result, and the run may go on. Both possibilities were examined.',
      pt: 'O erro de uma chamada falhada é o seu resultado, e a execução pode seguir. Examinaram-se ambas as possibilidades.',
    },
    conditions_not_exported: {
      en: 'Conditions that are code are not in the file. A single edge was read as always taken; of several edges, each may be taken or not.',
      pt: 'As condições que são código não estão no ficheiro. Uma aresta única leu-se como sempre seguida; de várias, cada uma pode ser seguida ou não.',
    },
  }),
);
