import type { Words } from '@ostiary/report';
import { SAGA_WHY } from './saga-why.js';

/** Texts by the codes of the checker and the readers: a Map, since a code that nobody wrote a text for must not find a property of an object. */
export type Codes = ReadonlyMap<string, Words>;

/** Why a step of a path matters. `{fact}` is a check, a confirmation or a step of a saga. */
export const WHY_TEXTS: Codes = new Map(
  Object.entries({
    ...SAGA_WHY,
    established: { en: '{fact} is established here.', pt: '{fact} fica estabelecido aqui.' },
    ended_by_call: {
      en: '{fact} is gone: this call uses it up, or changes what it was about.',
      pt: '{fact} deixa de valer: esta chamada gasta-o, ou muda aquilo de que tratava.',
    },
    ended_by_failure: {
      en: '{fact} is gone: this call has failed.',
      pt: '{fact} deixa de valer: esta chamada falhou.',
    },
    ended_by_refusal: { en: '{fact} is gone: a person said no.', pt: '{fact} deixa de valer: uma pessoa disse não.' },
    ended_by_edit: {
      en: '{fact} is gone: a person changed what was asked about.',
      pt: '{fact} deixa de valer: uma pessoa mudou o que se perguntava.',
    },
    ended_by_write: {
      en: '{fact} is gone: what it was about is written here.',
      pt: '{fact} deixa de valer: aquilo de que tratava é escrito aqui.',
    },
    ended_by_result: {
      en: '{fact} is gone: the result says that it did not pass.',
      pt: '{fact} deixa de valer: o resultado diz que não passou.',
    },
    ended_with_node: {
      en: '{fact} is gone: the run leaves its node by an edge that does not keep it.',
      pt: '{fact} deixa de valer: a execução sai do seu nó por uma aresta que não o guarda.',
    },
    ended_by_next_item: {
      en: '{fact} is gone: the next item begins.',
      pt: '{fact} deixa de valer: começa o item seguinte.',
    },
    gone: {
      en: 'What this needs was there, but is gone now.',
      pt: 'O que isto precisa existiu, e já não vale.',
    },
    elsewhere: {
      en: 'What this needs was established in another lane, or for something else.',
      pt: 'O que isto precisa foi estabelecido noutra via, ou para outra coisa.',
    },
    taints_variable: {
      en: 'From here, {what} holds what {source} returned.',
      pt: 'A partir daqui, {what} tem o que {source} devolveu.',
    },
    taints_history: {
      en: 'From here, what {source} returned is in the history, for every model that reads it.',
      pt: 'A partir daqui, o que {source} devolveu está no histórico, para todos os modelos que o leem.',
    },
    passes_to_variable: { en: '{what} is written from {fact}.', pt: '{what} é escrita usando {fact}.' },
    passes_to_history: {
      en: 'From here, the history has it too: it comes from {fact}.',
      pt: 'A partir daqui, o histórico também o tem: a origem é {fact}.',
    },
    decides_tainted: {
      en: '{fact} influences what is decided here, and so everything that runs until the branches meet.',
      pt: '{fact} influencia o que aqui se decide, e assim tudo o que corre até os ramos se encontrarem.',
    },
    argument_tainted: {
      en: 'The argument {argument} comes from {source}.',
      pt: 'O argumento {argument} vem de {source}.',
    },
    unlisted_argument_tainted: {
      en: 'An argument that is not known may come from {source}.',
      pt: 'Um argumento que não se conhece pode vir de {source}.',
    },
    argument_tainted_through: {
      en: 'The argument {argument} comes from {source}, through {through}.',
      pt: 'O argumento {argument} vem de {source}, por {through}.',
    },
    decision_tainted: {
      en: 'The decision to call it was made at {node} in step {step}, under the influence of {source}.',
      pt: 'A decisão de a chamar foi tomada em {node} no passo {step}, sob a influência de {source}.',
    },
    pick_tainted: {
      en: 'The model that picks this call has seen what {source} returned.',
      pt: 'O modelo que escolhe esta chamada viu o que {source} devolveu.',
    },
    has_untrusted: {
      en: 'From here, the run has untrusted data.',
      pt: 'A partir daqui, a execução tem dados não fiáveis.',
    },
    has_private: { en: 'From here, the run has private data.', pt: 'A partir daqui, a execução tem dados privados.' },
    has_way_out: {
      en: 'From here, the run has sent or written something.',
      pt: 'A partir daqui, a execução enviou ou escreveu algo.',
    },
    has_all_three: {
      en: 'With this call the run has all three, and nobody has approved anything.',
      pt: 'Com esta chamada a execução tem as três, e ninguém aprovou nada.',
    },
    call_forbidden: { en: 'The rule does not allow this call.', pt: 'A regra não permite esta chamada.' },
    call_too_many: {
      en: 'This is one call more than the rule allows.',
      pt: 'É uma chamada a mais do que a regra permite.',
    },
    both_called: {
      en: 'With this call both tools are called, which the rule does not allow.',
      pt: 'Com esta chamada são chamadas as duas ferramentas, o que a regra não permite.',
    },
    never_there: {
      en: 'What this needs was never there on this path.',
      pt: 'O que isto precisa nunca existiu neste caminho.',
    },
  }),
);

/** Facts that are no names of checks. */
export const FACT_TEXTS: Codes = new Map(
  Object.entries({
    awaited: { en: 'something is awaited', pt: 'espera-se algo' },
    seen: { en: 'a call that the rule counts', pt: 'uma chamada que a regra conta' },
    history: { en: 'the history', pt: 'o histórico' },
    decision: { en: 'the decision', pt: 'a decisão' },
    'untrusted:history': { en: 'untrusted data in the history', pt: 'dados não fiáveis no histórico' },
    'private:history': { en: 'private data in the history', pt: 'dados privados no histórico' },
    'untrusted:decision': {
      en: 'decided under the influence of untrusted data',
      pt: 'decidido sob a influência de dados não fiáveis',
    },
    'private:decision': {
      en: 'decided under the influence of private data',
      pt: 'decidido sob a influência de dados privados',
    },
    untrusted: { en: 'untrusted data was read', pt: 'leram-se dados não fiáveis' },
    private: { en: 'private data was read', pt: 'leram-se dados privados' },
    way_out: { en: 'something was sent or written', pt: 'algo foi enviado ou escrito' },
    approved: { en: 'a person has approved', pt: 'uma pessoa aprovou' },
    pivot_passed: { en: 'the point of no return', pt: 'o ponto sem retorno' },
    undoing: { en: 'undoing has begun', pt: 'começou-se a desfazer' },
  }),
);

/** Facts about one variable or channel, by what stands before its name. */
export const LABEL_TEXTS: Codes = new Map(
  Object.entries({
    untrusted: { en: 'untrusted data in {name}', pt: 'dados não fiáveis em {name}' },
    private: { en: 'private data in {name}', pt: 'dados privados em {name}' },
  }),
);

/** Why a step matters that establishes one of these facts: they are sentences, and no names. */
export const BEGUN_TEXTS: Codes = new Map(
  Object.entries({
    awaited: {
      en: 'From here on the rule waits for what must follow.',
      pt: 'A partir daqui a regra espera o que tem de seguir.',
    },
    seen: { en: 'From here on the first has happened.', pt: 'A partir daqui a primeira já aconteceu.' },
  }),
);

/** Why the last step of a path matters where a rule waits for something. */
export const AWAITED_TEXT: Words = {
  en: 'What the rule waits for has not come, and the run goes on without it.',
  pt: 'O que a regra espera não veio, e a execução segue sem isso.',
};

/** What would settle a verdict that is possible. `{at}` is a place in the graph, `{tool}` a tool. */
export const DECIDER_TEXTS: Codes = new Map(
  Object.entries({
    opaque_guard: {
      en: 'What the guard of {at} decides: it is code that is not read.',
      pt: 'O que a guarda de {at} decide: é código que não se lê.',
    },
    guard_not_decided: {
      en: 'Whether the guards up to {at} can hold together: the solver did not decide it.',
      pt: 'Se as guardas até {at} podem valer juntas: o motor não o decidiu.',
    },
    parallel_items: {
      en: 'How more than two items of {at} affect one another when they run at the same time: only two were followed.',
      pt: 'Como mais de dois itens de {at} se afetam quando correm ao mesmo tempo: só dois foram seguidos.',
    },
    traces_show_more: {
      en: 'What else the graph does: recorded runs did what it does not allow, first at {at}.',
      pt: 'Que mais faz o grafo: execuções gravadas fizeram o que ele não permite, primeiro em {at}.',
    },
    may_edge: {
      en: 'Whether {at} exists at all: the export does not say.',
      pt: 'Se {at} existe de todo: a exportação não diz.',
    },
    join_unknown: {
      en: 'What {at} waits for: all that comes in, or any of it.',
      pt: 'Por que espera {at}: por tudo o que chega, ou por qualquer parte.',
    },
    missing_body: { en: 'What {at} does: its body is missing.', pt: 'O que {at} faz: falta o seu corpo.' },
    recursive_body: { en: 'What {at} does: it runs itself.', pt: 'O que {at} faz: corre-se a si mesmo.' },
    body_too_large: {
      en: 'What {at} does: it is too large to unfold.',
      pt: 'O que {at} faz: é grande de mais para desdobrar.',
    },
    unread_code: { en: 'What {at} does: it is code that is not read.', pt: 'O que {at} faz: é código que não se lê.' },
    unbounded_retry: {
      en: 'How often {at} is retried: its limit is too high to be counted.',
      pt: 'Quantas vezes se repete {at}: o limite é alto de mais para se contar.',
    },
    loop_ends: { en: 'Whether the loop at {at} ends.', pt: 'Se o ciclo em {at} acaba.' },
    unclassified_tool: {
      en: 'What {at} does: the catalogue does not classify it.',
      pt: 'O que {at} faz: o catálogo não o classifica.',
    },
    pass_unknown: {
      en: 'How {tool} says that it passed: the catalogue does not say.',
      pt: 'Como {tool} diz que passou: o catálogo não o diz.',
    },
    argument_unknown: {
      en: 'Whether {tool} gets the argument that was checked: the graph does not say where it comes from.',
      pt: 'Se {tool} recebe o argumento que foi verificado: o grafo não diz de onde vem.',
    },
    compensation_stated: {
      en: 'Whether {tool} undoes what {step} does: the file says so, the catalogue does not.',
      pt: 'Se {tool} desfaz o que {step} faz: o ficheiro di-lo, o catálogo não.',
    },
    committed_twice: {
      en: 'Which commit of {at} its compensation undoes: it was committed more than once.',
      pt: 'Que execução de {at} a sua compensação desfaz: foi feita mais do que uma vez.',
    },
    same_call_unknown: {
      en: 'Whether {tool} is called there again with the same arguments: the graph does not say where all of them come from.',
      pt: 'Se {tool} é chamada aí outra vez com os mesmos argumentos: o grafo não diz de onde vêm todos.',
    },
    argument_source_unknown: {
      en: 'What {tool} is called with at {at}: the graph does not say where each argument comes from.',
      pt: 'Com que se chama {tool} em {at}: o grafo não diz de onde vem cada argumento.',
    },
    labels_unknown: {
      en: 'What {at} returns or removes: the catalogue gives it no labels.',
      pt: 'O que {at} devolve ou retira: o catálogo não lhe dá rótulos.',
    },
    picker_unknown: {
      en: 'Who picks among the tools of {at}: the graph does not say.',
      pt: 'Quem escolhe entre as ferramentas de {at}: o grafo não o diz.',
    },
    chooser_unknown: {
      en: 'Who decides at {at}: the graph does not say.',
      pt: 'Quem decide em {at}: o grafo não o diz.',
    },
    reads_unknown: {
      en: 'What the writes of {at} come from: the graph does not say what it reads.',
      pt: 'De onde vem o que {at} escreve: o grafo não diz o que lê.',
    },
    writes_unknown: {
      en: 'Which variables {at} writes: the graph does not say.',
      pt: 'Que variáveis escreve {at}: o grafo não o diz.',
    },
    confirmation_pass_unknown: {
      en: 'How {at} says that somebody approved: the catalogue does not say.',
      pt: 'Como {at} diz que alguém aprovou: o catálogo não o diz.',
    },
    budget: {
      en: 'The rest of the search: it stopped at a limit. There are too many states, too many lanes at once, or a fork with too many open edges to follow one by one.',
      pt: 'O resto da procura: parou num limite. Há estados de mais, vias de mais ao mesmo tempo, ou uma bifurcação com arestas em aberto de mais para seguir uma a uma.',
    },
    engine_mismatch: {
      en: 'Nothing in the graph: the engine contradicted itself here. That is an error of the engine, not a finding.',
      pt: 'Nada no grafo: o motor contradisse-se aqui. É um erro do motor, não um achado.',
    },
  }),
);

/** What a verdict's kind adds to it. */
export const KIND_TEXTS: Codes = new Map(
  Object.entries({
    lasso: {
      en: 'The run can loop forever, and what the rule waits for never comes.',
      pt: 'A execução pode andar às voltas para sempre, e o que a regra espera nunca vem.',
    },
    aborted_run: { en: 'The run ends in failure.', pt: 'A execução acaba em falha.' },
  }),
);
