/** Portuguese for mode graph. */
export const pt: Readonly<Record<string, string>> = {
  'Rules that some run breaks; for hygiene (P6), the findings.':
    'Regras que alguma execução quebra; para a higiene (P6), os achados.',
  'Rules that some run may break; for hygiene, what was not decided.':
    'Regras que alguma execução pode quebrar; para a higiene, o que não se decidiu.',
  'Rules that no run breaks; for hygiene, the codes without a finding.':
    'Regras que nenhuma execução quebra; para a higiene, os códigos sem achados.',
  'Tools that nobody classified.': 'Ferramentas que ninguém classificou.',
  'Found now but not before.': 'Encontrado agora mas não antes.',
  'Found before but not now.': 'Encontrado antes mas não agora.',
  'Found both times, at different places.': 'Encontrado das duas vezes, em lugares diferentes.',
  'Found both times, at the same places.': 'Encontrado das duas vezes, nos mesmos lugares.',
  'How the findings of hygiene changed, by fingerprint.': 'Como mudaram os achados da higiene, por impressão digital.',
  'Null if P6 is not verified.': 'Null se P6 não é verificada.',
  'What was found. Each code has a page in docs/graph/findings.':
    'O que se encontrou. Cada código tem uma página em docs/graph/findings.',
  'The tool, node, name or rule that it is about; null if it is about the whole graph.':
    'A ferramenta, o nó, o nome ou a regra de que trata; null se trata do grafo inteiro.',
  '`broken`: it is certain, regardless of what is unknown; `possible`: it was not decided, because the graph has too many states.':
    '`broken`: é certo, seja como for o que não se sabe; `possible`: não se decidiu, porque o grafo tem estados de mais.',
  'Identifies the finding. It stays the same when nodes are renumbered, reordered or redrawn.':
    'Identifica o achado. Não muda quando os nós são renumerados, reordenados ou redesenhados.',
  'The finding in one line.': 'O achado numa linha.',
  'A node, named as in a path; `<body>/<id>` if the finding is about the document.':
    'Um nó, indicado como num caminho; `<body>/<id>` se o achado é sobre o documento.',
  'Its place in the document; null if that is unknown.': 'O seu lugar no documento; null se não se sabe.',
  'A node that a finding is about.': 'Um nó a que um achado diz respeito.',
  'The nodes that it is about.': 'Os nós a que diz respeito.',
  'For a possible finding: why it was not decided.': 'Para um achado possível: porque não se decidiu.',
  'Something in a graph, its catalogue or a rule that is probably not intended. It breaks no rule.':
    'Algo num grafo, no seu catálogo ou numa regra que provavelmente não se queria. Não quebra nenhuma regra.',
  'The findings of hygiene (P6), most severe first; null if P6 is not verified.':
    'Os achados da higiene (P6), os mais graves primeiro; null se P6 não é verificada.',
  'Rules about something that happens in no run.': 'Regras sobre algo que não acontece em nenhuma execução.',
  'The results for the rules of one property.': 'Os resultados das regras de uma propriedade.',
  'Look for bugs in an agent graph': 'Procurar erros num grafo de agente',
  'Verify an agent graph': 'Verificar um grafo de agente',
  'A stable code.': 'Um código estável.',
  'What was assumed.': 'O que se supôs.',
  'Nodes that it is about.': 'Nós a que diz respeito.',
  'Edges that it is about.': 'Arestas a que diz respeito.',
  'True if it limits verdicts: a rule that would be proved under it is only possible.':
    'True se limita vereditos: uma regra que com ela ficaria provada é só possível.',
  'Something that the document does not say, and how it was read.': 'Algo que o documento não diz, e como foi lido.',
  'By the id of the node; in a sub-graph `<sub-graph>/<id>`.': 'Pelo id do nó; num subgrafo `<sub-graph>/<id>`.',
  'Edges that are missing from the export.': 'Arestas que faltam na exportação.',
  'What you know about the graph and the export does not say.': 'O que sabe do grafo e a exportação não diz.',
  'The kind of a node.': 'O tipo de um nó.',
  'The verdict.': 'O veredito.',
  'The first edge of its path that the previous version does not have.':
    'A primeira aresta do seu caminho que a versão anterior não tem.',
  'A verdict that changed.': 'Um veredito que mudou.',
  'An id that you choose. Answers refer to the rule by it.':
    'Um id à sua escolha. As respostas referem a regra por ele.',
  'Absent: the severity of its kind.': 'Ausente: a gravidade do seu tipo.',
  'The tool that must not run without the check.': 'A ferramenta que não pode correr sem a verificação.',
  'The tool that checks. The catalogue says how it passes and for which arguments.':
    'A ferramenta que verifica. O catálogo diz como passa e para que argumentos.',
  'Every call of a tool comes after its check has passed.':
    'Cada chamada de uma ferramenta vem depois de a sua verificação ter passado.',
  'A model, a person or the outside world. Each may choose any branch.':
    'Um modelo, uma pessoa ou o mundo exterior. Cada um pode escolher qualquer ramo.',
  'A class of the catalogue.': 'Uma classe do catálogo.',
  'The annotation that suggests it.': 'A anotação que a sugere.',
  'Its value.': 'O seu valor.',
  'True if the server states it; false if it is the default of a missing annotation.':
    'True se o servidor o declara; false se é o valor por omissão de uma anotação em falta.',
  'The reason.': 'A razão.',
  'A class that annotations suggest.': 'Uma classe que as anotações sugerem.',
  'The role of a tool for another tool.': 'O papel de uma ferramenta para outra.',
  'The tool whose effect it undoes.': 'A ferramenta cujo efeito ela desfaz.',
  '`taken`: rules about the step use it; `said_otherwise`: the catalogue says something else; `step_unknown`: the catalogue does not have the step; `cannot_be`: the catalogue or the document contradicts it; `several`: the document names several tools for the step.':
    '`taken`: as regras sobre o passo usam-no; `said_otherwise`: o catálogo diz outra coisa; `step_unknown`: o catálogo não tem o passo; `cannot_be`: o catálogo ou o documento contradizem-no; `several`: o documento nomeia várias ferramentas para o passo.',
  'A role that the document gives a tool and the catalogue does not. If a verdict is better with the role than without it, it is only possible.':
    'Um papel que o documento dá a uma ferramenta e o catálogo não. Se um veredito é melhor com o papel do que sem ele, é só possível.',
  'Roles that the document states and the catalogue does not.': 'Papéis que o documento indica e o catálogo não.',
  'Broken or possible now but not before.': 'Com falha ou possível agora mas não antes.',
  'Fingerprints of what was broken or possible before but is not now.':
    'Impressões digitais do que antes falhava ou era possível mas agora não.',
  'Broken or possible in both, with another verdict or another path.':
    'Com falha ou possível em ambas, com outro veredito ou outro caminho.',
  'Fingerprints of what is broken or possible in both, by the same path.':
    'Impressões digitais do que falha ou é possível em ambas, pelo mesmo caminho.',
  'How the verdicts changed since the previous version.': 'Como os vereditos mudaram desde a versão anterior.',
  'The tool that must not run without a confirmation.': 'A ferramenta que não pode correr sem uma confirmação.',
  'Tools that confirm; absent: a person in the graph, or what the catalogue says.':
    'Ferramentas que confirmam; ausente: uma pessoa no grafo, ou o que diz o catálogo.',
  'One of `by` is enough; absent: all of them are needed.': 'Basta uma de `by`; ausente: são precisas todas.',
  'Absent: each rule of the saga has its own severity.': 'Ausente: cada regra da saga tem a sua gravidade.',
  'The step.': 'O passo.',
  'The tool that undoes it; absent: the one that the catalogue names.':
    'A ferramenta que o desfaz; ausente: a que o catálogo indica.',
  'A step and what undoes it.': 'Um passo e o que o desfaz.',
  'The steps, in any order.': 'Os passos, por qualquer ordem.',
  'Tools after which there is no way back; absent: those of class `pivot`.':
    'Ferramentas depois das quais não há retorno; ausente: as da classe `pivot`.',
  'Steps that are either all done, or undone in reverse order.':
    'Passos que ou se fazem todos, ou se desfazem pela ordem inversa.',
  'Every call of a tool needs a confirmation of its own.':
    'Cada chamada de uma ferramenta precisa de uma confirmação só sua.',
  'The number of tools in the graph.': 'O número de ferramentas no grafo.',
  'How many of them the catalogue classifies.': 'Quantas delas o catálogo classifica.',
  'Edges with a condition.': 'Arestas com uma condição.',
  'Conditions that could not be read.': 'Condições que não puderam ser lidas.',
  'How much of the graph is known.': 'Quanto do grafo é conhecido.',
  'The node, edge or tool that it is about.': 'O nó, a aresta ou a ferramenta de que trata.',
  'What would have to be known, in a sentence.': 'O que seria preciso saber, numa frase.',
  'Something unknown that the verdict depends on.': 'Algo que não se sabe e de que o veredito depende.',
  'The node it comes from.': 'O nó de onde sai.',
  'The node it leads to.': 'O nó a que leva.',
  'An edge that is missing from the export.': 'Uma aresta que falta na exportação.',
  'The kind of event.': 'O tipo de acontecimento.',
  'The tool; for an answer by a person, the node.': 'A ferramenta; para uma resposta de uma pessoa, o nó.',
  'An event at a step.': 'Um acontecimento num passo.',
  'What is missing; `endorsement`: a person who writes the value.':
    'O que falta; `endorsement`: uma pessoa que escreve o valor.',
  'The variables, and the arguments that come over data edges, that it writes anew; empty if the fix is about a call.':
    'As variáveis, e os argumentos que vêm por arestas de dados, que escreve de novo; vazio se a correção é sobre uma chamada.',
  'The tool to call; null: ask a person.': 'A ferramenta a chamar; null: perguntar a uma pessoa.',
  'Edges to insert it on.': 'Arestas em que se insere.',
  'Nodes to insert it before, because a run or a body begins there.':
    'Nós antes dos quais se insere, por neles começar uma execução ou um corpo.',
  'The number of these places; 0 if it only works right before the tool.':
    'O número destes lugares; 0 se só serve mesmo antes da ferramenta.',
  'True: no smaller set of places works. False: no part of this set works.':
    'True: nenhum conjunto menor de lugares serve. False: nenhuma parte deste conjunto serve.',
  '`fail`: the run fails; `end`: its lane ends.': '`fail`: a execução falha; `end`: a sua via acaba.',
  'What happens in the graph that was verified with the fix if the tool does not pass or the person says no.':
    'O que acontece no grafo verificado com a correção se a ferramenta não passa ou a pessoa diz não.',
  'The nodes that call the tool, if inserting it right before each call works too; otherwise empty.':
    'Os nós que chamam a ferramenta, se inseri-lo mesmo antes de cada chamada também serve; senão, vazio.',
  'Ids of other rules that become proved with it.': 'Ids de outras regras que com isso passam a estar provadas.',
  'The graph was verified again with the fix: the rule was proved, and no rule got worse.':
    'O grafo foi verificado de novo com a correção: a regra ficou provada, e nenhuma regra piorou.',
  'What to insert, and where.': 'O que inserir, e onde.',
  'A fix for a rule that is broken or possible.': 'Uma correção para uma regra quebrada ou possível.',
  'Why there is no fix.': 'Porque não há correção.',
  'Why the answer has no fix.': 'Porque a resposta não tem correção.',
  'Null if none was searched for, or none was found.': 'Null se não se procurou, ou não se encontrou nenhuma.',
  'Null if there is a fix, or none was searched for.': 'Null se há uma correção, ou não se procurou nenhuma.',
  "What the graph was exported from; `agent-graph` is Ostiary's own format.":
    'De onde o grafo foi exportado; `agent-graph` é o formato do próprio Ostiary.',
  'The id of the rule; for a rule that the catalogue implies, an id made from the catalogue.':
    'O id da regra; para uma regra que o catálogo implica, um id feito a partir do catálogo.',
  'The tool it is about.': 'A ferramenta a que diz respeito.',
  'Identifies the question. It stays the same when nodes are renumbered, reordered or redrawn.':
    'Identifica a pergunta. Não muda quando os nós são renumerados, reordenados ou redesenhados.',
  'The verdict in one line.': 'O veredito numa linha.',
  'A verdict that is broken or possible.': 'Um veredito com falha ou possível.',
  'The guard as the document states it.': 'A guarda como o documento a indica.',
  '`free`: somebody chooses freely; `decided`: the verifier decides it from values; `opaque`: it is code that is not read.':
    '`free`: alguém escolhe livremente; `decided`: o verificador decide-a a partir de valores; `opaque`: é código que não se lê.',
  'The condition under which an edge is taken.': 'A condição para se seguir uma aresta.',
  '`any`: the node runs at each arrival; `all`: it waits for every incoming edge; `active`: it waits for every lane that can still arrive.':
    '`any`: o nó corre a cada chegada; `all`: espera por todas as arestas que chegam; `active`: espera por todas as vias que ainda podem chegar.',
  'The tools that it calls, by their names in the catalogue.':
    'As ferramentas que chama, pelos seus nomes no catálogo.',
  'Which of its tools run.': 'Quais das suas ferramentas correm.',
  'Who chooses among its outgoing edges.': 'Quem escolhe entre as arestas que saem dele.',
  'What it waits for if it has several incoming edges.': 'Por que espera se lhe chegam várias arestas.',
  'Its kind.': 'O seu tipo.',
  'The tools whose calls a person approves there.': 'As ferramentas cujas chamadas uma pessoa aprova ali.',
  'The tools that its code may call.': 'As ferramentas que o seu código pode chamar.',
  'What the export does not say about a node.': 'O que a exportação não diz de um nó.',
  'Absent: all.': 'Ausente: todas.',
  'Severities to report; absent: all.': 'Gravidades a relatar; ausente: todas.',
  'The most verdicts that come with a path.': 'O máximo de vereditos que trazem um caminho.',
  'What to verify, and how much to report.': 'O que verificar, e quanto relatar.',
  'What the rule demands of one or two tools: see docs/graph/properties.md.':
    'O que a regra exige de uma ou duas ferramentas: ver docs/graph/properties.md.',
  'The tool, or the first of two.': 'A ferramenta, ou a primeira de duas.',
  'The second tool, for a pattern about two tools.': 'A segunda ferramenta, para um padrão sobre duas ferramentas.',
  'The number, for `at_most` and `bounded_response`.': 'O número, para `at_most` e `bounded_response`.',
  'Absent: the whole run.': 'Ausente: toda a execução.',
  'Whether response and existence rules also judge runs that end in failure; absent: they do not.':
    'Se as regras de resposta e de existência julgam também execuções que terminam em falha; ausente: não julgam.',
  '`privileged`: untrusted data influences a privileged tool; `private_to_sink`: private data reaches a sink; `trifecta`: one run has untrusted data, private data and a way out, without an approval.':
    '`privileged`: dados não fiáveis influenciam uma ferramenta privilegiada; `private_to_sink`: dados privados chegam a uma saída; `trifecta`: uma execução tem dados não fiáveis, dados privados e uma saída, sem aprovação.',
  'Only this tool; absent: each tool of the graph that the form is about.':
    'Só esta ferramenta; ausente: cada ferramenta do grafo de que a forma trata.',
  'What untrusted or private data must not reach or decide.':
    'O que dados não fiáveis ou privados não podem alcançar nem decidir.',
  'What must come before or after something, at most so many times, or never.':
    'O que tem de vir antes ou depois de algo, no máximo tantas vezes, ou nunca.',
  'A JSON pointer into the document.': 'Um ponteiro JSON para o documento.',
  'Its line, if the document is text.': 'A sua linha, se o documento é texto.',
  'Its column.': 'A sua coluna.',
  'A place in the document.': 'Um lugar no documento.',
  'What to verify: a check before a tool (P1), a confirmation before a tool (P2), an order of tools (P3), the influence of data (P4), a saga (P5), the hygiene of the graph itself (P6).':
    'O que verificar: uma verificação antes de uma ferramenta (P1), uma confirmação antes de uma ferramenta (P2), uma ordem de ferramentas (P3), a influência de dados (P4), uma saga (P5), a higiene do próprio grafo (P6).',
  'Broken first, then possible, vacuous, proved; each by severity.':
    'Primeiro os com falha, depois os possíveis, os vazios e os provados; cada grupo por gravidade.',
  'What the document does not say, and how it was read.': 'O que o documento não diz, e como foi lido.',
  'The same for the same graph, whatever the layout of its document.':
    'O mesmo para o mesmo grafo, seja qual for a disposição do seu documento.',
  'Null without `compare_with`.': 'Nulo sem `compare_with`.',
  'The result of verifying a graph.': 'O resultado de verificar um grafo.',
  'A rule that the graph must satisfy.': 'Uma regra que o grafo tem de cumprir.',
  'The rule applies from each attempt of this tool.': 'A regra aplica-se a partir de cada tentativa desta ferramenta.',
  'The rule applies up to the next success of this tool.': 'A regra aplica-se até ao próximo sucesso desta ferramenta.',
  'The part of a run in which the rule applies.': 'A parte de uma execução em que a regra se aplica.',
  'How severe it is if the rule is broken.': 'Quão grave é se a regra é quebrada.',
  'The document, inline.': 'O documento, no próprio pedido.',
  'An exported agent graph: a JSON document inline, the text of a YAML, XML or Mermaid document, or a file.':
    'Um grafo de agente exportado: um documento JSON no próprio pedido, o texto de um documento YAML, XML ou Mermaid, ou um ficheiro.',
  'Absent: it is recognised.': 'Ausente: é reconhecido.',
  'The tools of the graph, their classes and how they relate to one another.':
    'As ferramentas do grafo, as suas classes e como se relacionam umas com as outras.',
  'The rules to verify; absent: those that the catalogue implies.':
    'As regras a verificar; ausente: as que o catálogo implica.',
  'The previous version of the graph: the answer says what is new, fixed, moved and unchanged.':
    'A versão anterior do grafo: a resposta diz o que é novo, corrigido, deslocado e igual.',
  'What to verify, and how much to report; absent: everything.': 'O que verificar, e quanto relatar; ausente: tudo.',
  'The path of the document in its repository, for reports that name files; absent: `graph.json`.':
    'O caminho do documento no seu repositório, para relatórios que indicam ficheiros; ausente: `graph.json`.',
  'Its number.': 'O seu número.',
  'The node that ran; in a sub-graph `<node>/<id>`.': 'O nó que correu; num subgrafo `<node>/<id>`.',
  'The edge that the path takes next; null at the end.': 'A aresta que o caminho segue a seguir; null no fim.',
  'The number of its lane, if the run has several.': 'O número da sua via, se a execução tem várias.',
  'What happened there, in order.': 'O que ali aconteceu, por ordem.',
  'The guard of that edge.': 'A guarda dessa aresta.',
  'The facts that hold for the rule after this step.': 'Os factos que valem para a regra depois deste passo.',
  'What the step changed for the rule.': 'O que o passo mudou para a regra.',
  'What happened, in a sentence.': 'O que aconteceu, numa frase.',
  'A step of a path.': 'Um passo de um caminho.',
  'Its name in the document.': 'O seu nome no documento.',
  'The number of nodes; each body counts once.': 'O número de nós; cada corpo conta uma vez.',
  'The number of edges; each body counts once.': 'O número de arestas; cada corpo conta uma vez.',
  'The graph as it was read.': 'O grafo como foi lido.',
  '`each`: all of them, in their order; `one`: one of them or none; `loop`: any number of calls, in any order.':
    '`each`: todas, pela sua ordem; `one`: uma delas ou nenhuma; `loop`: qualquer número de chamadas, por qualquer ordem.',
  'The tool.': 'A ferramenta.',
  'Empty if nothing suggests a class.': 'Vazia se nada sugere uma classe.',
  'A tool of the graph that the catalogue does not have or does not classify. In an MCP list: a tool whose classes nobody states, so that it counts as a write.':
    'Uma ferramenta do grafo que o catálogo não tem ou não classifica. Numa lista MCP: uma ferramenta cujas classes ninguém declara, pelo que conta como uma escrita.',
  'A variable.': 'Uma variável.',
  'From this step on.': 'A partir deste passo.',
  'A value from the input or from what a node wrote.': 'Um valor da entrada ou do que um nó escreveu.',
  'The kind of rule, e.g. `check_before`, `precedence`.': 'O tipo de regra, p. ex. `check_before`, `precedence`.',
  'More about the verdict, e.g. `lasso` for a run that loops forever, or `SG1` for a rule of a saga; null if there is nothing to add.':
    'Mais sobre o veredito, p. ex. `lasso` para uma execução que anda à roda para sempre, ou `SG1` para uma regra de uma saga; null se não há nada a acrescentar.',
  'What that means.': 'O que isso significa.',
  'What to do about it.': 'O que fazer a esse respeito.',
  'A shortest run that shows it, from the start.': 'Uma execução mais curta que o mostra, desde o início.',
  'The step where the endless loop of the path begins.': 'O passo onde começa o ciclo sem fim do caminho.',
  'Values for which a run takes this path.': 'Valores para os quais uma execução segue este caminho.',
  'For a possible verdict: the unknowns that it depends on.':
    'Para um veredito possível: o que não se sabe e de que depende.',
  'Edges whose guards the proof relies on.': 'Arestas em cujas guardas a prova se apoia.',
  'Codes of the assumptions that it relies on.': 'Códigos das suposições em que assenta.',
  'For a proof: the id of its certificate in the artefact `certificates`; null if the certificate is too large to keep.':
    'Para uma prova: o id do seu certificado no artefacto `certificates`; null se o certificado é grande demais para se guardar.',
  'A verdict on a rule.': 'Um veredito sobre uma regra.',
  '`proved`: no run breaks the rule; `broken`: some run breaks it, regardless of what is unknown; `possible`: some run may break it, depending on what is unknown; `vacuous`: what the rule is about happens in no run.':
    '`proved`: nenhuma execução quebra a regra; `broken`: alguma a quebra, seja como for o que não se sabe; `possible`: alguma pode quebrá-la, conforme o que não se sabe; `vacuous`: aquilo de que a regra trata não acontece em nenhuma execução.',
  'A sentence.': 'Uma frase.',
  'What a step changed for the rule.': 'O que um passo mudou para a regra.',
  'An assumption for a what-if question.': 'Uma suposição para uma pergunta «e se».',
  'The edge; in a sub-graph `<sub-graph>/<id>`.': 'A aresta; num subgrafo `<sub-graph>/<id>`.',
  'The largest number of times.': 'O maior número de vezes.',
  'A run takes an edge at most this many times.': 'Uma execução segue uma aresta no máximo estas vezes.',
  'The node; in a sub-graph `<sub-graph>/<id>`.': 'O nó; num subgrafo `<sub-graph>/<id>`.',
  'Who chooses, instead of code that is not read.': 'Quem escolhe, em vez de código que não se lê.',
  'A model, a person or the outside world chooses at a node, freely.':
    'Um modelo, uma pessoa ou o mundo exterior escolhe num nó, livremente.',
  '`shared`: all models share one history; `isolated`: each model has its own.':
    '`shared`: todos os modelos partilham um histórico; `isolated`: cada modelo tem o seu.',
  'Whether models share one history.': 'Se os modelos partilham um histórico.',
  '`tokens`: steps of parallel lanes in any order; `supersteps`: in rounds; `sequential`: one lane after the other.':
    '`tokens`: os passos de vias paralelas por qualquer ordem; `supersteps`: por rondas; `sequential`: uma via após a outra.',
  'How parallel lanes take turns.': 'Como as vias paralelas alternam.',
  'What the node waits for.': 'Por que espera o nó.',
  'What a node with several incoming edges waits for.': 'Por que espera um nó a que chegam várias arestas.',
  'An edge is never taken.': 'Uma aresta nunca é seguida.',
  'A tool that checks or confirms.': 'Uma ferramenta que verifica ou confirma.',
  'A field of its result.': 'Um campo do seu resultado.',
  'The value of the field when the tool passes.': 'O valor do campo quando a ferramenta passa.',
  'The branch that the run takes out of its node when the tool passes.':
    'O ramo por onde a execução sai do seu nó quando a ferramenta passa.',
  'The tool passes when a field of its result has this value.':
    'A ferramenta passa quando um campo do seu resultado tem este valor.',
  'The tool passes when the run leaves its node by this branch.':
    'A ferramenta passa quando a execução sai do seu nó por este ramo.',
  'What counts as a pass: not failing, a value of its result, or a branch.':
    'O que conta como passar: não falhar, um valor do seu resultado, ou um ramo.',
  'How a check or a confirmation passes.': 'Como passa uma verificação ou uma confirmação.',
  'The largest number of retries; absent: no limit.': 'O maior número de repetições; ausente: sem limite.',
  'A node that fails is retried.': 'Um nó que falha é repetido.',
  '`exclusive`: exactly one of its edges; `inclusive`: one or more; `all`: all of them.':
    '`exclusive`: exatamente uma das suas arestas; `inclusive`: uma ou mais; `all`: todas.',
  'How many of its edges a node takes.': 'Quantas das suas arestas um nó segue.',
  'An edge that may exist does exist.': 'Uma aresta que talvez exista existe mesmo.',
  'The classes it has, instead of those in the catalogue.': 'As classes que tem, em vez das do catálogo.',
  'A tool has different classes.': 'Uma ferramenta tem outras classes.',
  'The verdict without `assume`; null if the question does not arise then.':
    'O veredito sem `assume`; null se então a pergunta não se põe.',
  'The verdict with `assume`; null if the question does not arise then.':
    'O veredito com `assume`; null se então a pergunta não se põe.',
  'A verdict that `assume` changes.': 'Um veredito que `assume` muda.',
  'The verdicts that `assume` changes; null without `assume`.': 'Os vereditos que `assume` muda; null sem `assume`.',
  'The verdict without `assume`, if it differs; otherwise null.': 'O veredito sem `assume`, se for outro; senão null.',
  'A what-if question: these assumptions are taken as true, and the answer lists every verdict that they change.':
    'Uma pergunta «e se»: estas suposições tomam-se por verdadeiras, e a resposta indica cada veredito que mudam.',
  'The recorded runs, inline.': 'As execuções gravadas, no próprio pedido.',
  'Recorded runs: OTLP JSON, LangSmith runs, or a text with one of these on each line; inline or a file.':
    'Execuções gravadas: OTLP JSON, execuções do LangSmith, ou um texto com uma destas em cada linha; no pedido ou num ficheiro.',
  'What a recorded run has and the graph lacks.': 'O que uma execução gravada tem e o grafo não.',
  'The node or the tool; for a missing edge, the node it comes from.':
    'O nó ou a ferramenta; para uma aresta em falta, o nó de onde sai.',
  'For a missing edge, the node it leads to; for a call, the tool that the node called.':
    'Para uma aresta em falta, o nó a que leva; para uma chamada, a ferramenta que o nó chamou.',
  'How often it was recorded.': 'Quantas vezes foi gravado.',
  'The first trace that has it.': 'O primeiro traço que o tem.',
  'Its place in the traces.': 'O seu lugar nos traços.',
  'Something that was recorded and that the graph lacks.': 'Algo que foi gravado e que o grafo não tem.',
  'Traces that name nodes or tools.': 'Traços que nomeiam nós ou ferramentas.',
  'How many of them are runs of the graph.': 'Quantos deles são execuções do grafo.',
  'Traces that name neither.': 'Traços que não nomeiam nem uns nem outros.',
  'How many of them a trace takes.': 'Quantas delas um traço segue.',
  'Edges that no trace takes.': 'Arestas que nenhum traço segue.',
  'Nodes of a kind that recorders show.': 'Nós de um tipo que as gravações mostram.',
  'Those of them that ran in no trace.': 'Os que não correram em nenhum traço.',
  'What was recorded and the graph lacks. If there is anything, nothing is called proved.':
    'O que foi gravado e o grafo não tem. Se houver algo, nada se diz provado.',
  'What recorded runs show about a graph.': 'O que execuções gravadas mostram sobre um grafo.',
  'Null without `traces`.': 'Null sem `traces`.',
};
