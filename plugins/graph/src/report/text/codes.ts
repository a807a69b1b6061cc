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
      en: '{fact} is gone: its node is left by a way that does not keep it.',
      pt: '{fact} deixa de valer: o nó é deixado por um caminho que não o guarda.',
    },
    ended_by_next_item: {
      en: '{fact} is gone: the next item begins.',
      pt: '{fact} deixa de valer: começa o item seguinte.',
    },
    gone: {
      en: 'What this needs was there, and is gone by now.',
      pt: 'O que isto precisa existiu, e já não vale.',
    },
    elsewhere: {
      en: 'What this needs was established in another lane, or for something else.',
      pt: 'O que isto precisa foi estabelecido noutra via, ou para outra coisa.',
    },
    taints_variable: {
      en: '{what} holds from here what {source} returned.',
      pt: '{what} tem a partir daqui o que {source} devolveu.',
    },
    taints_history: {
      en: 'What {source} returned is in the history from here, for every model that reads it.',
      pt: 'O que {source} devolveu está a partir daqui no histórico, para todos os modelos que o leem.',
    },
    passes_to_variable: { en: '{what} is written from {fact}.', pt: '{what} é escrita usando {fact}.' },
    passes_to_history: {
      en: 'The history has it from here, from {fact}.',
      pt: 'O histórico tem-no a partir daqui; a origem é {fact}.',
    },
    decides_tainted: {
      en: '{fact} has a say in what is decided here, and so in all that runs until the branches meet.',
      pt: '{fact} pesa no que aqui se decide, e assim em tudo o que corre até os ramos se encontrarem.',
    },
    argument_tainted: {
      en: 'The argument {argument} comes from {source}.',
      pt: 'O argumento {argument} vem de {source}.',
    },
    argument_tainted_through: {
      en: 'The argument {argument} comes from {source}, through {through}.',
      pt: 'O argumento {argument} vem de {source}, por {through}.',
    },
    decision_tainted: {
      en: 'That it is called was decided at {node} in step {step}, under the influence of {source}.',
      pt: 'Que se chame foi decidido em {node} no passo {step}, sob a influência de {source}.',
    },
    pick_tainted: {
      en: 'The model that picks this call has seen what {source} returned.',
      pt: 'O modelo que escolhe esta chamada viu o que {source} devolveu.',
    },
    has_untrusted: {
      en: 'The run has untrusted data from here.',
      pt: 'A execução tem dados não fiáveis a partir daqui.',
    },
    has_private: { en: 'The run has private data from here.', pt: 'A execução tem dados privados a partir daqui.' },
    has_way_out: {
      en: 'The run has sent or written something from here.',
      pt: 'A execução enviou ou escreveu algo a partir daqui.',
    },
    has_all_three: {
      en: 'With this call the run has all three, and nobody has approved anything.',
      pt: 'Com esta chamada a execução tem as três, e ninguém aprovou nada.',
    },
    never_there: {
      en: 'What this needs was never there on this way.',
      pt: 'O que isto precisa nunca existiu neste caminho.',
    },
  }),
);

/** Facts that are no names of checks. */
export const FACT_TEXTS: Codes = new Map(
  Object.entries({
    awaited: { en: 'something is awaited', pt: 'espera-se algo' },
    seen: { en: 'the first has happened', pt: 'a primeira já aconteceu' },
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
  en: 'What is awaited has not come, and the run goes on without it.',
  pt: 'O que se espera não veio, e a execução segue sem isso.',
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
      en: 'What more than two items of {at} do to each other when they run at the same time: two were followed.',
      pt: 'O que mais de dois itens de {at} fazem uns aos outros quando correm ao mesmo tempo: dois foram seguidos.',
    },
    traces_show_more: {
      en: 'What else the graph does: recorded runs went where it has no way, at {at} first.',
      pt: 'Que mais faz o grafo: execuções gravadas foram por onde ele não leva, primeiro em {at}.',
    },
    may_edge: {
      en: 'Whether {at} is there at all: the export does not say.',
      pt: 'Se {at} existe de todo: a exportação não diz.',
    },
    join_unknown: {
      en: 'What {at} waits for: all that comes in, or any of it.',
      pt: 'Por que espera {at}: por tudo o que chega, ou por qualquer parte.',
    },
    missing_body: { en: 'What {at} does: its body is missing.', pt: 'O que {at} faz: falta o seu corpo.' },
    recursive_body: { en: 'What {at} does: it runs itself.', pt: 'O que {at} faz: corre-se a si mesmo.' },
    body_too_large: {
      en: 'What {at} does: too much to be unfolded.',
      pt: 'O que {at} faz: é de mais para desdobrar.',
    },
    unread_code: { en: 'What {at} does: it is code that is not read.', pt: 'O que {at} faz: é código que não se lê.' },
    unbounded_retry: {
      en: 'How often {at} is tried again: no limit is given.',
      pt: 'Quantas vezes se repete {at}: não há limite dado.',
    },
    loop_ends: { en: 'Whether the loop at {at} ends.', pt: 'Se o ciclo em {at} acaba.' },
    unclassified_tool: {
      en: 'What {at} is: the catalogue does not classify it.',
      pt: 'O que é {at}: o catálogo não o classifica.',
    },
    pass_unknown: {
      en: 'How {tool} says that it passed: the catalogue does not tell.',
      pt: 'Como {tool} diz que passou: o catálogo não o conta.',
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
      en: 'Whether {tool} is called there with the same arguments again: the graph does not say where all of them come from.',
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
      en: 'What {at} writes from: the graph does not say what it reads.',
      pt: 'A partir de que escreve {at}: o grafo não diz o que lê.',
    },
    writes_unknown: {
      en: 'Which variables {at} writes: the graph does not say.',
      pt: 'Que variáveis escreve {at}: o grafo não o diz.',
    },
    confirmation_pass_unknown: {
      en: 'How {at} says that somebody approved: the catalogue does not tell.',
      pt: 'Como {at} diz que alguém aprovou: o catálogo não o conta.',
    },
    budget: {
      en: 'The rest of the search: it was given up at a limit. There are more states than are looked at, or more lanes at once, or a fork with more open edges, than are followed one by one.',
      pt: 'O resto da procura: foi abandonado num limite. Há mais estados do que os que se veem, ou mais vias ao mesmo tempo, ou uma bifurcação com mais arestas em aberto, do que as que se seguem uma a uma.',
    },
    engine_mismatch: {
      en: 'Nothing in the graph: the engine disagreed with itself here, which is an error of its own and no finding.',
      pt: 'Nada no grafo: o motor contradisse-se aqui, o que é um erro dele e nenhum achado.',
    },
  }),
);

/** What a verdict's kind adds to it. */
export const KIND_TEXTS: Codes = new Map(
  Object.entries({
    lasso: {
      en: 'The run can go round for ever, and what it waits for never comes.',
      pt: 'A execução pode andar às voltas para sempre, e o que espera nunca vem.',
    },
    aborted_run: { en: 'The run ends in failure.', pt: 'A execução acaba em falha.' },
  }),
);
