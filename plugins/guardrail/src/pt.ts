/** Portuguese for every text this plugin brings to the contract. A test holds it complete and without leftovers. */
export const pt: Readonly<Record<string, string>> = {
  'Verify one action': 'Verificar uma ação',
  'Verify a table of actions': 'Verificar uma tabela de ações',

  'The policy to verify against, in dialect 1 or 2.': 'A política contra a qual se verifica, no dialeto 1 ou 2.',

  'One tool call.': 'Uma chamada de ferramenta.',
  'The tool as it would be called.': 'A ferramenta tal como seria chamada.',
  'The arguments as the tool would get them; also the JSON text of them, as some APIs hand it out. Numbers are taken digit by digit, however many there are.':
    'Os argumentos tal como a ferramenta os receberia; também o seu texto JSON, como algumas API o entregam. Os números são tomados dígito a dígito, tantos quantos forem.',
  'Names of arguments that the call will have and whose values are not known yet. The decision takes them as absent; `completeness` tells whether that matters.':
    'Nomes de argumentos que a chamada terá e cujos valores ainda não se conhecem. A decisão toma-os como ausentes; `completeness` diz se isso importa.',

  'Lets the call carry arguments that its tool does not name. Names that only look like one of its own are refused all the same.':
    'Deixa a chamada levar argumentos que a ferramenta não nomeia. Nomes que só se parecem com um dos seus são recusados na mesma.',

  'Everything outside the call. What is left out is undefined to the decision and unknown to `completeness`.':
    'Tudo o que está fora da chamada. O que falta é indefinido para a decisão e desconhecido para `completeness`.',
  'The key of `by principal`.': 'A chave de `by principal`.',
  'Serves `principal is T`.': 'Serve `principal is T`.',
  'Serves `principal in G`.': 'Serve `principal in G`.',
  'Attributes of the caller, read as `principal.*`.': 'Atributos de quem chama, lidos como `principal.*`.',
  'The key of `by session`.': 'A chave de `by session`.',
  'The key of `by customer`.': 'A chave de `by customer`.',
  'Earlier calls. An empty list says that there were none; absent says that they are not known.':
    'Chamadas anteriores. Uma lista vazia diz que não houve nenhuma; ausente diz que não se conhecem.',
  'The tool that was called.': 'A ferramenta que foi chamada.',
  'What had become of the call. A call that was allowed and then succeeded is two events with one `call_id`.':
    'O que foi feito da chamada. Uma chamada permitida que depois teve êxito são dois eventos com um só `call_id`.',
  'When, RFC 3339.': 'Quando, RFC 3339.',
  'The arguments of that call.': 'Os argumentos dessa chamada.',
  'Ties the events of one call together, with its tool, principal and session. Absent: not known, so the event may be of the same call as another.':
    'Liga os eventos de uma mesma chamada, com a sua ferramenta, o principal e a sessão. Ausente: não se sabe, e o evento pode ser da mesma chamada que outro.',
  'Id of the principal that made that call. Absent: not known, so a limit by principal cannot count it for certain.':
    'Id de quem fez essa chamada. Ausente: não se sabe, e um limite por principal não a pode contar com certeza.',
  'Id of the session that call was part of. Absent: not known, so a limit by session cannot count it for certain.':
    'Id da sessão a que essa chamada pertencia. Ausente: não se sabe, e um limite por sessão não a pode contar com certeza.',
  'Id of the customer that call was about. Absent: not known, so a limit by customer cannot count it for certain.':
    'Id do cliente a que essa chamada dizia respeito. Ausente: não se sabe, e um limite por cliente não a pode contar com certeza.',
  'One earlier call in one state.': 'Uma chamada anterior num estado.',
  'Labels the session carries, read as `session.label(...)`.': 'Etiquetas da sessão, lidas como `session.label(...)`.',
  'Attributes of the session, read as `session.*`, with its history and labels.':
    'Atributos da sessão, lidos como `session.*`, com o seu histórico e as suas etiquetas.',
  'Labels of arguments by path, e.g. `body` or `to.0`, read as `label(args.body, ...)`.':
    'Etiquetas de argumentos por caminho, p. ex. `body` ou `to.0`, lidas como `label(args.body, ...)`.',
  'The time of the decision, RFC 3339; absent: the time the request came.':
    'O momento da decisão, RFC 3339; ausente: o momento em que o pedido chegou.',
  'Exchange rates by version, from currency, to currency, as decimal text: `{"v3": {"USD": {"EUR": "0.92"}}}`.':
    'Câmbios por versão, moeda de origem e moeda de destino, como texto decimal: `{"v3": {"USD": {"EUR": "0.92"}}}`.',
  'The ticket of an earlier answer confirm, when the confirmation has been given since. It is worth one execution of exactly that call.':
    'O bilhete de uma resposta confirm anterior, quando a confirmação já foi dada. Vale uma execução exatamente dessa chamada.',
  'Digest of exactly the call to be confirmed: tool, arguments, principal, catalogue, policy.':
    'Resumo criptográfico exatamente da chamada a confirmar: ferramenta, argumentos, principal, catálogo, política.',
  'The ticket is worth nothing from here on.': 'Daqui em diante o bilhete não vale nada.',
  'Digest of the policy that asked for the confirmation.': 'Resumo criptográfico da política que pediu a confirmação.',

  '`trace`: the result says what each test of each rule about the tool said.':
    '`trace`: o resultado diz o que disse cada teste de cada regra sobre a ferramenta.',
  'With `explain: "trace"`: what each test of each rule about the tool said; else null.':
    'Com `explain: "trace"`: o que disse cada teste de cada regra sobre a ferramenta; senão null.',
  'Rules about the tool that the trace leaves out.': 'Regras sobre a ferramenta que o traço deixa de fora.',
  'What is missing and could neither be shown to change the answer nor be ruled out.':
    'O que falta e de que não se pôde mostrar que muda a resposta nem excluí-lo.',
  'An answer that could neither be reached nor be ruled out.': 'Uma resposta que não se pôde alcançar nem excluir.',
  'Why: as in `undecided_reason`.': 'Porquê: como em `undecided_reason`.',
  'Answers that could neither be reached nor be ruled out; empty when the list of witnesses is complete.':
    'Respostas que não se puderam alcançar nem excluir; vazio quando a lista de testemunhas está completa.',
  'Its title.': 'O seu título.',
  'Whether it states what always or what never is.': 'Se afirma o que é sempre ou o que nunca é.',
  'Whether no well-formed call breaks it, some call does, it says nothing, or neither could be shown.':
    'Se nenhuma chamada bem formada a quebra, se alguma o faz, se não diz nada, ou se nada se pôde mostrar.',
  'Titles of the assumptions without which that would not be known.':
    'Títulos das suposições sem as quais isso não se saberia.',
  'A call that breaks it.': 'Uma chamada que a quebra.',
  'What stands around that call.': 'O que está à volta dessa chamada.',
  'For each tool that has one, a call that breaks it. Each was decided by both evaluators.':
    'Para cada ferramenta que a tenha, uma chamada que a quebra. Cada uma foi decidida pelos dois avaliadores.',
  'Why it was not decided: as in `undecided_reason`, or `over_sessions`.':
    'Porque não foi decidida: como em `undecided_reason`, ou `over_sessions`.',
  'What the policy states about itself with `never` and `always`, whatever the call was.':
    'O que a política afirma sobre si mesma com `never` e `always`, fosse qual fosse a chamada.',
  'What the policy states about itself with `never` and `always`, whatever the rows are.':
    'O que a política afirma sobre si mesma com `never` e `always`, sejam quais forem as linhas.',
  'What its whole guard says.': 'O que diz a sua condição inteira.',
  'The test as it is written.': 'O teste tal como está escrito.',
  'What it says of the call.': 'O que diz da chamada.',
  'Why it is undefined.': 'Porque é indefinido.',
  'The places it looks at, e.g. `args.amount`.': 'Os lugares que consulta, p. ex. `args.amount`.',
  'The conjuncts of its guard, in the order they are written.':
    'As partes da sua condição unidas por e, pela ordem em que estão escritos.',

  'The answer to one call, and what it depends on.': 'A resposta a uma chamada, e de que ela depende.',
  'What to do with the call.': 'O que fazer com a chamada.',
  'Why, as a word that never changes.': 'Porquê, numa palavra que nunca muda.',
  'Why, in a sentence.': 'Porquê, numa frase.',
  'JSON pointer to the argument that is wrong, when one is.': 'Ponteiro JSON para o argumento errado, quando há um.',
  'The rules that decided, in the order of the policy; empty when the default or a malformed call did.':
    'As regras que decidiram, na ordem da política; vazio quando decidiu o valor por omissão ou uma chamada malformada.',
  'Id of the rule: its `@id`, or `rule-N`.': 'Id da regra: o seu `@id`, ou `rule-N`.',
  'Id of the rule.': 'Id da regra.',
  'Its line in the policy.': 'A sua linha na política.',
  'Its column in the policy.': 'A sua coluna na política.',
  'Its effect.': 'O seu efeito.',
  'What the rules that were asked looked at: those of the deciding effect and of stricter ones.':
    'O que viram as regras consultadas: as do efeito que decidiu e as de efeitos mais estritos.',
  'What was read, e.g. `args.amount`.': 'O que foi lido, p. ex. `args.amount`.',
  'Whether the request carries it.': 'Se o pedido o traz.',
  'Its value in normal form; null when there is none.': 'O seu valor na forma normal; null quando não há nenhum.',
  'Why there is no value.': 'Porque não há valor.',
  'For each argument that can change the answer alone, the nearest change that does.':
    'Para cada argumento que sozinho pode mudar a resposta, a mudança mais próxima que o faz.',
  'The argument to change, e.g. `args.amount`.': 'O argumento a mudar, p. ex. `args.amount`.',
  'Its value now; left out when it is absent.': 'O seu valor agora; omitido quando está ausente.',
  'The nearest value with another answer; left out when leaving the argument out has it.':
    'O valor mais próximo com outra resposta; omitido quando basta omitir o argumento.',
  'The answer then.': 'A resposta nesse caso.',
  'What the answer is worth while part of the context is missing.':
    'O que vale a resposta enquanto falta parte do contexto.',
  'Whether the request carries everything that the policy reads of it.':
    'Se o pedido traz tudo o que a política lê dele.',
  'Whether the answer is the same for every value that what is missing could have; null: not decided, which is not a yes.':
    'Se a resposta é a mesma para qualquer valor que o que falta possa ter; null: não decidido, o que não é um sim.',
  'What the rules for this tool read and the request does not carry.':
    'O que as regras desta ferramenta leem e o pedido não traz.',
  'How it was found: nothing is missing; no value of it matters; by finite case analysis; by the SMT solver; by the witnesses; or not at all.':
    'Como se soube: nada falta; nenhum valor importa; por análise de casos finita; pelo solver SMT; pelas testemunhas; ou não se soube.',
  'What is missing and can change the answer.': 'O que falta e pode mudar a resposta.',
  'For each other answer one completion that gives it. Each was decided again by both evaluators.':
    'Para cada outra resposta, uma conclusão que a dá. Cada uma foi decidida de novo pelos dois avaliadores.',
  'The answer for this completion.': 'A resposta para esta conclusão.',
  'The call, completed.': 'A chamada, completada.',
  'The context, completed.': 'O contexto, completado.',
  'Why it was not decided: `resource_limit`, `solver_unknown`, `not_replayed`, `no_solver`, `solver_unavailable`, `solver_memory`, `solver_time` or `solver_crashed`.':
    'Porque não foi decidido: `resource_limit`, `solver_unknown`, `not_replayed`, `no_solver`, `solver_unavailable`, `solver_memory`, `solver_time` ou `solver_crashed`.',
  'With answer confirm: the ticket to send back as `context.confirmation` once confirmed. Worth one execution, until it expires.':
    'Com a resposta confirm: o bilhete a devolver como `context.confirmation` depois de confirmado. Vale uma execução, até expirar.',

  'The time taken for `now`.': 'O momento tomado como `now`.',

  'One call to decide.': 'Uma chamada a decidir.',
  'Your name for the row; it comes back with its answer.': 'O seu nome para a linha; volta com a resposta.',
  'The tool call of the row, over that of `defaults`.': 'A chamada da linha, por cima da de `defaults`.',
  'The context of the row, over that of `defaults`.': 'O contexto da linha, por cima do de `defaults`.',
  'The answer you expect; compared with the one found.': 'A resposta que espera; comparada com a encontrada.',
  'The table of calls to decide; absent: the `test` blocks of the policy.':
    'A tabela de chamadas a decidir; ausente: os blocos `test` da política.',
  'The rows, decided in this order.': 'As linhas, decididas por esta ordem.',
  'The rows as CSV (RFC 4180). Cells are typed by the catalogue, or by what the policy reads.':
    'As linhas como CSV (RFC 4180). As células são tipadas pelo catálogo, ou pelo que a política lê.',
  'A table with a header line, or a file of one (`text/csv`). Columns are `tool`, `custom_id`, `expected`, `now`, `labels`, and `arguments.NAME`, `principal.NAME`, `session.NAME`. An empty cell is an absent value.':
    'Uma tabela com uma linha de cabeçalho, ou um ficheiro de uma (`text/csv`). As colunas são `tool`, `custom_id`, `expected`, `now`, `labels`, e `arguments.NOME`, `principal.NOME`, `session.NOME`. Uma célula vazia é um valor ausente.',
  'What a column of another name holds: header to one of the names above.':
    'O que contém uma coluna com outro nome: do cabeçalho para um dos nomes acima.',
  'What every row has unless it says otherwise. Arguments and attributes are merged by name; lists are replaced.':
    'O que cada linha tem se não disser outra coisa. Argumentos e atributos juntam-se por nome; listas são substituídas.',
  'Tool and arguments of rows that do not name them.': 'Ferramenta e argumentos das linhas que não os nomeiam.',
  'Context of rows that do not give it.': 'Contexto das linhas que não o dão.',

  'The answers of a table of calls, and what the table leaves untested.':
    'As respostas a uma tabela de chamadas, e o que a tabela deixa por testar.',
  'Rows by answer.': 'Linhas por resposta.',
  'Rows in the table.': 'Linhas da tabela.',
  'Rows answered allow.': 'Linhas com resposta allow.',
  'Rows answered confirm.': 'Linhas com resposta confirm.',
  'Rows answered refuse.': 'Linhas com resposta refuse.',
  'Rows that could not be read.': 'Linhas que não puderam ser lidas.',
  'The first rows, in order; the artefacts have all of them.':
    'As primeiras linhas, por ordem; os artefactos têm-nas todas.',
  'Whether there are more rows than `rows` shows.': 'Se há mais linhas do que `rows` mostra.',
  'What became of one row.': 'O que foi feito de uma linha.',
  'Place of the row in the table, from 1.': 'Lugar da linha na tabela, a partir de 1.',
  'Your name for the row.': 'O seu nome para a linha.',
  'The tool of the row; null when the row could not be read.':
    'A ferramenta da linha; null quando a linha não pôde ser lida.',
  'The answer of the policy; null when the row could not be read.':
    'A resposta da política; null quando a linha não pôde ser lida.',
  'Why: as in mode guardrail, or `row_invalid`.': 'Porquê: como no modo guardrail, ou `row_invalid`.',
  'The rules that decided, in the order of the policy.': 'As regras que decidiram, na ordem da política.',
  'JSON pointer to what is wrong: into the arguments, or into the row when it could not be read.':
    'Ponteiro JSON para o que está errado: nos argumentos, ou na linha quando ela não pôde ser lida.',
  'What is wrong with a row that could not be read.': 'O que está errado numa linha que não pôde ser lida.',
  'The answer you expected.': 'A resposta que esperava.',
  'Whether it is the answer found; null when none was expected.':
    'Se é a resposta encontrada; null quando nenhuma era esperada.',
  'Comparison with the expected answers; null when no row names one.':
    'Comparação com as respostas esperadas; null quando nenhuma linha indica uma.',
  'Rows that name an expected answer.': 'Linhas que indicam uma resposta esperada.',
  'Rows whose answer is the expected one.': 'Linhas cuja resposta é a esperada.',
  'The first rows whose answer is another one.': 'As primeiras linhas cuja resposta é outra.',
  'The answer found.': 'A resposta encontrada.',
  'Why that answer.': 'Porquê essa resposta.',
  'How often each rule fired. A rule that never does is not tested by this table.':
    'Quantas vezes cada regra disparou. Uma regra que nunca dispara não é testada por esta tabela.',
  'Rows in which its guard held, or in which it fired because its guard was undefined.':
    'Linhas em que a sua guarda se verificou, ou em que disparou porque a guarda era indefinida.',
  'Rows whose answer it decided.': 'Linhas cuja resposta ela decidiu.',
  'Rows in which it fired only because its guard could not be evaluated.':
    'Linhas em que disparou só porque a sua guarda não pôde ser avaliada.',
  'Ids of the rules that fired in no row.': 'Ids das regras que não dispararam em linha nenhuma.',
  'Rows that no rule speaks about: the default decided.':
    'Linhas de que nenhuma regra fala: decidiu o valor por omissão.',
  'How many.': 'Quantas.',
  'The first of them.': 'As primeiras.',
  'Edges of the policy that the table does not try.': 'Fronteiras da política que a tabela não experimenta.',
  'The value that is compared.': 'O valor que é comparado.',
  'The literal it is compared with.': 'O literal com que é comparado.',
  'Ids of the rules that compare it.': 'Ids das regras que o comparam.',
  'Values at and next to the literal that no row has.': 'Valores no literal e ao lado dele que nenhuma linha tem.',
  'Rows that ask the same question twice.': 'Linhas que fazem a mesma pergunta duas vezes.',
  'Rows that ask what an earlier row asked.': 'Linhas que perguntam o que uma anterior já perguntou.',
  'The earlier row.': 'A linha anterior.',
  'The first rows that could not be read.': 'As primeiras linhas que não puderam ser lidas.',
  'JSON pointer into the row.': 'Ponteiro JSON para dentro da linha.',
  'What is wrong.': 'O que está errado.',
  'Rows that the second evaluator decided too, with the same answer: all of the first 1,000, then one in 16.':
    'Linhas que o segundo avaliador também decidiu, com a mesma resposta: todas as primeiras 1.000, depois uma em cada 16.',
  'Every row, in order, as artefacts of this job.': 'Todas as linhas, por ordem, como artefactos deste trabalho.',
  'Id of the table of answers as CSV.': 'Id da tabela de respostas em CSV.',
  'Id of the answers as JSON Lines.': 'Id das respostas em JSON Lines.',
  'The time taken for `now` in rows that give none: when the job was submitted.':
    'O momento tomado como `now` nas linhas que não dão nenhum: o da submissão do trabalho.',
  'A call that breaks what a policy states, decided by both evaluators.':
    'Uma chamada que contraria o que uma política afirma, decidida pelos dois avaliadores.',
  'A change of one argument that changes the answer.': 'Uma mudança de um argumento que muda a resposta.',
  'A completion of what is missing that has another answer.': 'Um complemento do que falta que tem outra resposta.',
  'A row that asks what an earlier row asked.': 'Uma linha que pergunta o que uma linha anterior perguntou.',
  'A row that could not be read.': 'Uma linha que não se conseguiu ler.',
  'A row whose answer is not the expected one.': 'Uma linha cuja resposta não é a esperada.',
  'A rule that decided a row.': 'Uma regra que decidiu uma linha.',
  'A rule that decided.': 'Uma regra que decidiu.',
  'A tool call, or a part of one.': 'Uma chamada de ferramenta, ou parte de uma.',
  'A value that the rules looked at.': 'Um valor que as regras leram.',
  'An answer of which it is not known whether it can be had.': 'Uma resposta de que não se sabe se é possível.',
  'An edge of the policy that the table does not try.': 'Um limite da política que a tabela não experimenta.',
  'Comparison with the expected answers.': 'Comparação com as respostas esperadas.',
  'Everything outside the call, and the ticket of a confirmation.':
    'Tudo o que está fora da chamada, e o bilhete de uma confirmação.',
  'Everything outside the call.': 'Tudo o que está fora da chamada.',
  'How often a rule fired.': 'Quantas vezes uma regra disparou.',
  'What a policy states about itself, and whether it holds.':
    'O que uma política afirma sobre si mesma, e se se verifica.',
  'What a test or a guard says.': 'O que diz um teste ou uma guarda.',
  'A ticket for one confirmed execution of one call.': 'Um bilhete para uma execução confirmada de uma chamada.',
  'What one test of a rule said.': 'O que disse um teste de uma regra.',
  'What the tests of one rule said.': 'O que disseram os testes de uma regra.',
  'Whether a guard was true, or could not be evaluated.': 'Se uma guarda era verdadeira, ou não pôde ser avaliada.',
};
