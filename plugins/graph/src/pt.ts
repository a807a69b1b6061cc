/** Portuguese for mode graph. */
export const pt: Readonly<Record<string, string>> = {
  'Rules that some run breaks; of hygiene (P6) what was found.':
    'Regras que alguma execução quebra; da higiene (P6), o que se encontrou.',
  'Rules that some run may break; of hygiene what was not decided.':
    'Regras que alguma execução pode quebrar; da higiene, o que não se decidiu.',
  'Rules that no run breaks; of hygiene the codes of which nothing was found.':
    'Regras que nenhuma execução quebra; da higiene, os códigos de que nada se encontrou.',
  'Tools that nobody classified.': 'Ferramentas que ninguém classificou.',
  'Found now, and not before.': 'Encontrado agora, e antes não.',
  'Found before, and not now.': 'Encontrado antes, e agora não.',
  'Found in both, at other places.': 'Encontrado em ambas, noutros lugares.',
  'Found in both, at the same places.': 'Encontrado em ambas, nos mesmos lugares.',
  'What became of what hygiene finds, by fingerprints.':
    'O que aconteceu ao que a higiene encontra, por impressões digitais.',
  'Null where P6 is not asked.': 'Null onde P6 não é perguntada.',
  'What was found: each has a page in docs/graph/findings.':
    'O que se encontrou: cada um tem uma página em docs/graph/findings.',
  'A tool, a node, a name or a rule; null where it is about the graph.':
    'Uma ferramenta, um nó, um nome ou uma regra; null onde é sobre o grafo.',
  'It is so, whatever is not known; there are more states than are looked at, so that it is not known.':
    'É assim, seja o que for que não se sabe; há mais estados do que os que se veem, e por isso não se sabe.',
  'The same for the same finding, however nodes are numbered, ordered and drawn.':
    'A mesma para o mesmo achado, seja como for que se numerem, ordenem e desenhem os nós.',
  'The finding in a line.': 'O achado numa linha.',
  'A node, as in a path; `<body>/<id>` where it is about the document.':
    'Um nó, como num caminho; `<body>/<id>` onde é sobre o documento.',
  'Its place in the document; null where that is not known.': 'O seu lugar no documento; null onde não se sabe.',
  'A node that a finding is about.': 'Um nó a que um achado diz respeito.',
  'The nodes that it is about.': 'Os nós a que diz respeito.',
  'Of what is possible: why it is not known.': 'Do que é possível: porque não se sabe.',
  'Something that a graph, its catalogue or a rule has and hardly anybody meant. No rule is broken by it.':
    'Algo que um grafo, o seu catálogo ou uma regra têm e quase ninguém quis. Nenhuma regra se quebra com isso.',
  'What hygiene (P6) found, the gravest first; null where it is not asked.':
    'O que a higiene (P6) encontrou, o mais grave primeiro; null onde não é perguntada.',
  'Rules about nothing that can happen.': 'Regras sobre nada que possa acontecer.',
  'What came of the rules of one property.': 'O que resultou das regras de uma propriedade.',
  'Look for bugs in an agent graph': 'Procurar erros num grafo de agente',
  'Verify an agent graph': 'Verificar um grafo de agente',
  'A word that never changes.': 'Uma palavra que nunca muda.',
  'What was assumed.': 'O que se supôs.',
  'Nodes that it is about.': 'Nós a que diz respeito.',
  'Edges that it is about.': 'Arestas a que diz respeito.',
  'What would be proved with it is only possible.': 'O que com ela se provaria é apenas possível.',
  'What the document does not tell, and how it was read.': 'O que o documento não diz, e como foi lido.',
  'By the id of the node; of a node in a sub-graph `<sub-graph>/<id>`.':
    'Pelo id do nó; de um nó num subgrafo `<sub-graph>/<id>`.',
  'Edges that the export lacks.': 'Arestas que faltam na exportação.',
  'What an export does not tell, said by whoever knows.': 'O que uma exportação não diz, dito por quem sabe.',
  'What a node is.': 'O que é um nó.',
  'The verdict.': 'O veredito.',
  'The first edge of its path that the version before has not.':
    'A primeira aresta do seu caminho que a versão anterior não tem.',
  'A verdict that changed.': 'Um veredito que mudou.',
  'An id of your own; answers name the rule by it.': 'Um id à sua escolha; as respostas indicam a regra por ele.',
  'Absent: that of its kind.': 'Ausente: a do seu tipo.',
  'The tool that must not run without the check.': 'A ferramenta que não pode correr sem a verificação.',
  'The tool that checks; how it passes, and for which arguments, the catalogue says.':
    'A ferramenta que verifica; como passa, e para que argumentos, diz o catálogo.',
  'Every call of a tool comes after its check has passed.':
    'Cada chamada de uma ferramenta vem depois de a sua verificação ter passado.',
  'A model, a person, or the world outside: any way may be chosen.':
    'Um modelo, uma pessoa, ou o mundo exterior: qualquer caminho pode ser escolhido.',
  'A class of the catalogue.': 'Uma classe do catálogo.',
  'The annotation that speaks for it.': 'A anotação que a sugere.',
  'Its value.': 'O seu valor.',
  'Whether the server says it, or it is what absence stands for.':
    'Se é o servidor que o diz, ou se é o que a ausência significa.',
  'Why.': 'Porquê.',
  'A class that annotations speak for.': 'Uma classe que as anotações sugerem.',
  'What a tool is for another one.': 'O que uma ferramenta é para outra.',
  'The tool whose effect it undoes.': 'A ferramenta cujo efeito ela desfaz.',
  'It is taken where the rules ask about the step; the catalogue says otherwise; it does not have the step; it cannot be so; the document names several tools.':
    'Toma-se onde as regras perguntam pelo passo; o catálogo diz outra coisa; não tem o passo; não pode ser assim; o documento nomeia várias ferramentas.',
  'A role that the document gives a tool and the catalogue does not. What is better with it than without it is only possible.':
    'Um papel que o documento dá a uma ferramenta e o catálogo não. O que é melhor com ele do que sem ele é só possível.',
  'Roles that the document states and the catalogue does not.': 'Papéis que o documento indica e o catálogo não.',
  'Broken or possible now, and not before.': 'Com falha ou possível agora, e antes não.',
  'Fingerprints of what was broken or possible before, and is not now.':
    'Impressões digitais do que antes falhava ou era possível, e agora não.',
  'Broken or possible in both, with another verdict or another path.':
    'Com falha ou possível em ambas, com outro veredito ou outro caminho.',
  'Fingerprints of what is broken or possible in both, by the same path.':
    'Impressões digitais do que falha ou é possível em ambas, pelo mesmo caminho.',
  'What became of the verdicts of the version before.': 'O que foi feito dos vereditos da versão anterior.',
  'The tool that must not run without a confirmation.': 'A ferramenta que não pode correr sem uma confirmação.',
  'Tools that confirm; absent: a person of the graph, or what the catalogue says.':
    'Ferramentas que confirmam; ausente: uma pessoa do grafo, ou o que diz o catálogo.',
  'One of `by` is enough; absent: all of them are needed.': 'Basta uma de `by`; ausente: são precisas todas.',
  'Absent: that of each of its rules.': 'Ausente: a de cada uma das suas regras.',
  'The step.': 'O passo.',
  'The tool that undoes it; absent: what the catalogue says.':
    'A ferramenta que o desfaz; ausente: o que diz o catálogo.',
  'A step and what undoes it.': 'Um passo e o que o desfaz.',
  'The steps, in no order.': 'Os passos, sem ordem.',
  'Tools after which the run only goes forwards; absent: those of class `pivot`.':
    'Ferramentas depois das quais a execução só segue em frente; ausente: as da classe `pivot`.',
  'Steps that are all done, or undone in the reverse order.':
    'Passos que se fazem todos, ou se desfazem pela ordem inversa.',
  'Every call of a tool uses up a confirmation.': 'Cada chamada de uma ferramenta gasta uma confirmação.',
  'Tools of the graph.': 'Ferramentas do grafo.',
  'Those of them that the catalogue has.': 'As que o catálogo tem.',
  'Edges with a condition.': 'Arestas com uma condição.',
  'Conditions that could not be read.': 'Condições que não puderam ser lidas.',
  'How much of the graph the verdicts can speak of.': 'De quanto do grafo os vereditos podem falar.',
  'The node, the edge or the tool.': 'O nó, a aresta ou a ferramenta.',
  'What would have to be known.': 'O que seria preciso saber.',
  'One thing that is not known, and that would decide.': 'Algo que não se sabe, e que decidiria.',
  'Where it leaves.': 'De onde sai.',
  'Where it leads.': 'Para onde leva.',
  'An edge that an export lacks.': 'Uma aresta que falta numa exportação.',
  'What happened.': 'O que aconteceu.',
  'The tool; the node, for what a person answered.': 'A ferramenta; o nó, para o que uma pessoa respondeu.',
  'What happened at a step.': 'O que aconteceu num passo.',
  'What is missing; `endorsement`: a person who writes a value.':
    'O que falta; `endorsement`: uma pessoa que escreve um valor.',
  'Variables, and arguments that data edges bring, that it makes anew; empty where it is about a call.':
    'Variáveis, e argumentos que arestas de dados trazem, que renova; vazio quando se trata de uma chamada.',
  'The tool to call; null: a person is asked.': 'A ferramenta a chamar; null: pergunta-se a uma pessoa.',
  'Edges to insert it on.': 'Arestas em que se insere.',
  'Nodes to insert it in front of, where a run or a body begins at them.':
    'Nós à frente dos quais se insere, onde neles começa uma execução ou um corpo.',
  'How many places these are; 0 where it goes right before the tool only.':
    'Quantos lugares são; 0 onde só serve mesmo antes da ferramenta.',
  'No smaller set of places does; else no part of this one does.':
    'Nenhum conjunto menor de lugares serve; senão, nenhuma parte deste serve.',
  'The run fails, or its lane ends.': 'A execução falha, ou a sua via acaba.',
  'How it was tried: what follows where it does not pass, or a person says no.':
    'Como se experimentou: o que se segue quando não passa, ou uma pessoa diz não.',
  'Nodes that call the tool, where right before each call does as well; empty where it does not.':
    'Nós que chamam a ferramenta, onde mesmo antes de cada chamada também serve; vazio onde não serve.',
  'Ids of other rules that are proved with it and were not.':
    'Ids de outras regras que com isso ficam provadas e não estavam.',
  'The graph with it was verified again: the rule was proved, and no rule was worse off.':
    'O grafo com isso foi verificado de novo: a regra ficou provada, e nenhuma ficou pior.',
  'What to insert, and where.': 'O que inserir, e onde.',
  'What mends a rule.': 'O que corrige uma regra.',
  'Why there is no fix.': 'Porque não há correção.',
  'Why no fix is told.': 'Porque não se indica correção.',
  'Null where none was looked for, or none was found.': 'Null onde não se procurou, ou não se encontrou nenhuma.',
  'Null where there is a fix, or none was looked for.': 'Null onde há uma correção, ou não se procurou nenhuma.',
  'What a graph was exported from; `agent-graph` is our own form.':
    'De onde um grafo foi exportado; `agent-graph` é a nossa própria forma.',
  'The rule; those that the catalogue implies have ids made from it.':
    'A regra; as que o catálogo implica têm ids feitos a partir dele.',
  'The tool it is about.': 'A ferramenta a que diz respeito.',
  'The same for the same question, however nodes are numbered, ordered and drawn.':
    'A mesma para a mesma pergunta, seja qual for a numeração, a ordem e o desenho dos nós.',
  'The verdict in a line.': 'O veredito numa linha.',
  'A verdict that is broken or possible.': 'Um veredito com falha ou possível.',
  'As the document has it.': 'Como está no documento.',
  'Anybody may choose; it was decided; it is code that is not read.':
    'Qualquer um pode escolher; foi decidida; é código que não se lê.',
  'When an edge is taken.': 'Quando se toma uma aresta.',
  'Each that arrives, all edges, or all lanes that can still arrive.':
    'Cada um que chega, todas as arestas, ou todas as vias que ainda podem chegar.',
  'The tools it calls, as the catalogue names them.': 'As ferramentas que chama, como o catálogo as designa.',
  'Which of its tools run.': 'Quais das suas ferramentas correm.',
  'Who chooses among its outgoing edges.': 'Quem escolhe entre as arestas que saem dele.',
  'What it waits for when several edges come in.': 'Por que espera quando chegam várias arestas.',
  'What it is.': 'O que é.',
  'The tools that a person approves there.': 'As ferramentas que uma pessoa aprova ali.',
  'The tools that its code may call.': 'As ferramentas que o seu código pode chamar.',
  'What an export does not tell of a node.': 'O que uma exportação não diz de um nó.',
  'Absent: all.': 'Ausente: todas.',
  'Severities to report; absent: all.': 'Gravidades a relatar; ausente: todas.',
  'Verdicts that come with their path, at most.': 'Vereditos que trazem o seu caminho, no máximo.',
  'What is asked, and how much is told.': 'O que se pergunta, e quanto se diz.',
  'What is asked of two tools, or of one: see docs/graph/properties.md.':
    'O que se pergunta de duas ferramentas, ou de uma: ver docs/graph/properties.md.',
  'A tool.': 'Uma ferramenta.',
  'The other tool, for patterns of two.': 'A outra ferramenta, nos padrões de duas.',
  'For `at_most` and `bounded_response`.': 'Para `at_most` e `bounded_response`.',
  'Absent: everywhere.': 'Ausente: em toda a execução.',
  'Response and existence also judge runs that end in failure; absent: they do not.':
    'A resposta e a existência julgam também execuções que terminam em falha; ausente: não julgam.',
  'A privileged tool under untrusted data; private data that reaches a sink; untrusted data, private data and a way out in one run without an approval.':
    'Uma ferramenta privilegiada sob dados não fiáveis; dados privados que chegam a uma saída; dados não fiáveis, dados privados e uma saída numa só execução sem aprovação.',
  'This tool only; absent: each tool of the graph that the form is about.':
    'Só esta ferramenta; ausente: cada ferramenta do grafo de que a forma trata.',
  'What untrusted or private data must not reach, or decide.':
    'O que dados não fiáveis ou privados não podem alcançar, nem decidir.',
  'What must come before, after, at most so often, or never.':
    'O que tem de vir antes, depois, no máximo tantas vezes, ou nunca.',
  'A JSON pointer into the document.': 'Um ponteiro JSON para o documento.',
  'Its line, where the document is text.': 'A sua linha, quando o documento é texto.',
  'Its column.': 'A sua coluna.',
  'A place in the document.': 'Um lugar no documento.',
  'What is asked: a check before a tool (P1), a confirmation before a tool (P2), an order (P3), influence of data (P4), a saga (P5), a higiene do próprio grafo (P6).':
    'O que se pergunta: uma verificação antes de uma ferramenta (P1), uma confirmação antes de uma ferramenta (P2), uma ordem (P3), influência de dados (P4), uma saga (P5), a higiene do próprio grafo (P6).',
  'Broken first, then possible, vacuous, proved; each by severity.':
    'Primeiro os com falha, depois os possíveis, os vazios e os provados; cada grupo por gravidade.',
  'What the document does not tell.': 'O que o documento não diz.',
  'The same for the same graph, however its document is laid out.':
    'A mesma para o mesmo grafo, seja qual for a disposição do seu documento.',
  'Null without `compare_with`.': 'Nulo sem `compare_with`.',
  'What was decided of a graph.': 'O que se decidiu de um grafo.',
  'What is asked of a graph.': 'O que se pergunta de um grafo.',
  'From each success of this tool on.': 'A partir de cada sucesso desta ferramenta.',
  'Up to the next attempt of this tool.': 'Até à próxima tentativa desta ferramenta.',
  'The part of a run in which it must hold.': 'A parte de uma execução em que tem de valer.',
  'How bad it is when a rule is broken.': 'Quão grave é que uma regra falhe.',
  'The document, inline.': 'O documento, no próprio pedido.',
  'An exported agent graph: a JSON document inline, the text of one in YAML, XML or Mermaid, or a file.':
    'Um grafo de agente exportado: um documento JSON no próprio pedido, o texto de um em YAML, XML ou Mermaid, ou um ficheiro.',
  'Absent: it is recognised.': 'Ausente: é reconhecido.',
  'The tools of the graph and what they are for one another.':
    'As ferramentas do grafo e o que são umas para as outras.',
  'Absent: those that the catalogue implies.': 'Ausente: as que o catálogo implica.',
  'The version before: what is new, fixed and unchanged is told.':
    'A versão anterior: diz-se o que é novo, o que foi corrigido e o que não mudou.',
  'What is asked, and how much is told; absent: everything.': 'O que se pergunta, e quanto se diz; ausente: tudo.',
  'Where the document stands in a repository, for reports that name files; absent: `graph.json`.':
    'Onde está o documento num repositório, para relatórios que indicam ficheiros; ausente: `graph.json`.',
  'Its number.': 'O seu número.',
  'The node that ran; in a sub-graph `<node>/<id>`.': 'O nó que correu; num subgrafo `<node>/<id>`.',
  'The edge by which the path leaves it; null at the end.': 'A aresta por onde o caminho o deixa; nulo no fim.',
  'Which lane, where the run has several.': 'Que via, quando a execução tem várias.',
  'What happened there, in order.': 'O que ali aconteceu, por ordem.',
  'Of that edge.': 'Dessa aresta.',
  'What the rule may count on after it.': 'Com que a regra pode contar depois dele.',
  'What the step changed for the rule.': 'O que o passo mudou para a regra.',
  'What happened, in a sentence.': 'O que aconteceu, numa frase.',
  'A step of a path.': 'Um passo de um caminho.',
  'As the document names it.': 'Como o documento lhe chama.',
  'Nodes, each body once.': 'Nós, cada corpo uma vez.',
  'Edges, each body once.': 'Arestas, cada corpo uma vez.',
  'The graph as it was read.': 'O grafo como foi lido.',
  'Each in its order, one or none, or any number in any order.':
    'Cada uma pela sua ordem, uma ou nenhuma, ou qualquer número por qualquer ordem.',
  'The tool.': 'A ferramenta.',
  'Empty where nothing speaks for any.': 'Vazia quando nada sugere nenhuma.',
  'A tool of the graph that the catalogue does not have, or gives no class. In an MCP list: one whose classes nobody states, so that it is taken for a write.':
    'Uma ferramenta do grafo que o catálogo não tem, ou a que não dá classe. Numa lista MCP: uma cujas classes ninguém declara, pelo que se toma por uma escrita.',
  'A variable.': 'Uma variável.',
  'From this step on.': 'A partir deste passo.',
  'A value of the input, or of what a node wrote.': 'Um valor da entrada, ou do que um nó escreveu.',
  'What kind of rule it is about, e.g. `check_before`, `precedence`.':
    'De que tipo de regra se trata, p. ex. `check_before`, `precedence`.',
  'What kind of run it is about, where that is said, e.g. `lasso`.':
    'De que tipo de execução se trata, quando isso se diz, p. ex. `lasso`.',
  'What that means.': 'O que isso significa.',
  'What to do about it.': 'O que fazer a esse respeito.',
  'A shortest run that shows it, from the start.': 'Uma execução mais curta que o mostra, desde o início.',
  'The step from which the path goes round for ever.': 'O passo a partir do qual o caminho anda à roda para sempre.',
  'Values for which the path is taken.': 'Valores para os quais se toma o caminho.',
  'Of a possible verdict: what would decide it.': 'De um veredito possível: o que o decidiria.',
  'Edges whose guards a proof leans on.': 'Arestas em cujas condições uma prova se apoia.',
  'Codes of the assumptions that it rests on.': 'Códigos das suposições em que se apoia.',
  'Of a proof: its certificate in the artefact `certificates`; null where it is too large to be kept.':
    'De uma prova: o seu certificado no artefacto `certificates`; nulo quando é grande demais para se guardar.',
  'What was decided of one rule.': 'O que se decidiu de uma regra.',
  'No run does it; some run does, whatever is not known; some run may, depending on what is not known; the rule is about nothing that can happen.':
    'Nenhuma execução o faz; alguma o faz, seja o que for que não se sabe; alguma pode fazê-lo, conforme o que não se sabe; a regra não é sobre nada que possa acontecer.',
  'A sentence.': 'Uma frase.',
  'What a step changed for the rule.': 'O que um passo mudou para a regra.',
  'Something that is taken to be so, to see what would be.': 'Algo que se toma por certo, para ver o que seria.',
  'The edge; in a sub-graph `<sub-graph>/<id>`.': 'A aresta; num subgrafo `<sub-graph>/<id>`.',
  'How often.': 'Quantas vezes.',
  'A run takes an edge so often at most.': 'Uma execução segue uma aresta no máximo tantas vezes.',
  'The node; in a sub-graph `<sub-graph>/<id>`.': 'O nó; num subgrafo `<sub-graph>/<id>`.',
  'Who chooses, in place of code that is not read.': 'Quem escolhe, em vez de código que não se lê.',
  'Whoever it is may choose either way.': 'Seja quem for, pode escolher de qualquer forma.',
  'One history for all models, or one for each.': 'Uma história para todos os modelos, ou uma para cada um.',
  'Whether models share what was said.': 'Se os modelos partilham o que foi dito.',
  'In any order, in rounds, or one lane after the other.': 'Por qualquer ordem, por rondas, ou uma via após a outra.',
  'How lanes take turns.': 'Como as vias alternam.',
  'What it waits for.': 'Por que espera.',
  'What a node waits for where several edges come in.': 'Por que espera um nó onde chegam várias arestas.',
  'An edge is never taken.': 'Uma aresta nunca é seguida.',
  'A tool that checks or confirms.': 'Uma ferramenta que verifica ou confirma.',
  'A field of its result.': 'Um campo do seu resultado.',
  'Its value when it passes.': 'O seu valor quando passa.',
  'The branch by which its node is left when it passes.': 'O ramo por que se deixa o seu nó quando passa.',
  'By a value of its result.': 'Por um valor do seu resultado.',
  'By the branch its node is left by.': 'Pelo ramo por que se sai do seu nó.',
  'By not failing, by a value of its result, or by a branch.':
    'Por não falhar, por um valor do seu resultado, ou por um ramo.',
  'How a check or a confirmation passes.': 'Como passa uma verificação ou uma confirmação.',
  'How often at most; absent: any number of times.': 'Quantas vezes no máximo; ausente: quantas quiser.',
  'A node that fails is tried again.': 'Um nó que falha é repetido.',
  'One of its edges, one or more, or each.': 'Uma das suas arestas, uma ou mais, ou cada uma.',
  'How many of its edges a node takes.': 'Quantas das suas arestas um nó segue.',
  'An edge that may be there is there.': 'Uma aresta que talvez exista, existe.',
  'Its classes, in place of those of the catalogue.': 'As suas classes, em vez das do catálogo.',
  'A tool has other classes.': 'Uma ferramenta tem outras classes.',
  'Without what is assumed; null where it is not asked then.': 'Sem o que se supõe; null onde então não se pergunta.',
  'With it; null where it is not asked then.': 'Com isso; null onde então não se pergunta.',
  'A verdict that what is assumed makes another.': 'Um veredito que o que se supõe muda.',
  'Verdicts that are others by what `assume` says; null without it.':
    'Vereditos que são outros pelo que `assume` diz; null sem ele.',
  'Without what the request assumes, where that is something else; null where it is not.':
    'Sem o que o pedido supõe, onde é outro; null onde não é.',
  'What would be if: each is taken to be so, and what becomes another verdict by it is told.':
    'O que seria se: cada coisa toma-se por certa, e diz-se o que com isso muda de veredito.',
  'The recorded runs, inline.': 'As execuções gravadas, no próprio pedido.',
  'Recorded runs: OTLP JSON, LangSmith runs, or a text with one of these on each line; inline or a file.':
    'Execuções gravadas: OTLP JSON, execuções do LangSmith, ou um texto com uma destas em cada linha; no pedido ou num ficheiro.',
  'What of a recorded run a graph has not.': 'O que de uma execução gravada um grafo não tem.',
  'The node or the tool; of a way, where it leads from.': 'O nó ou a ferramenta; de um caminho, de onde sai.',
  'Where it leads; the tool that a node called.': 'Para onde leva; a ferramenta que um nó chamou.',
  'How often it was recorded.': 'Quantas vezes foi gravado.',
  'The first trace that has it.': 'O primeiro traço que o tem.',
  'Its place in the traces.': 'O seu lugar nos traços.',
  'Something that was recorded and that the graph has not.': 'Algo que foi gravado e que o grafo não tem.',
  'Traces that name nodes or tools.': 'Traços que nomeiam nós ou ferramentas.',
  'Those of them that are runs of the graph.': 'Os que são execuções do grafo.',
  'Traces that name neither.': 'Traços que não nomeiam nem uns nem outros.',
  'Those of them that a trace takes.': 'As que um traço segue.',
  'Edges that no trace takes.': 'Arestas que nenhum traço segue.',
  'Nodes that recorders show.': 'Nós que as gravações mostram.',
  'Those of them that ran in no trace.': 'Os que não correram em nenhum traço.',
  'What was recorded and the graph has not; then nothing is called proved.':
    'O que foi gravado e o grafo não tem; então nada se diz provado.',
  'What recorded runs show of a graph.': 'O que execuções gravadas mostram de um grafo.',
  'Null without `traces`.': 'Null sem `traces`.',
};
