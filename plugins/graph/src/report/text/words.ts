import type { Words } from '@ostiary/report';
import type { NodeKind, NoFixCode, PathEvent, Property, VerdictWord } from '../../model/index.js';

export const VERDICT_NAMES: Readonly<Record<VerdictWord, Words>> = {
  broken: { en: 'Broken', pt: 'Quebrada' },
  possible: { en: 'Possible', pt: 'Possível' },
  vacuous: { en: 'Vacuous', pt: 'Vazia' },
  proved: { en: 'Proved', pt: 'Provada' },
};

export const PROPERTY_NAMES: Readonly<Record<Property, Words>> = {
  P1: { en: 'Check before a tool', pt: 'Verificação antes de uma ferramenta' },
  P2: { en: 'Confirmation before a tool', pt: 'Confirmação antes de uma ferramenta' },
  P3: { en: 'Order', pt: 'Ordem' },
  P4: { en: 'Influence', pt: 'Influência' },
  P5: { en: 'Saga', pt: 'Saga' },
  P6: { en: 'Hygiene', pt: 'Higiene' },
};

export const KIND_NAMES: Readonly<Record<NodeKind, Words>> = {
  start: { en: 'start', pt: 'início' },
  end: { en: 'end', pt: 'fim' },
  fail: { en: 'failure', pt: 'falha' },
  llm: { en: 'model', pt: 'modelo' },
  agent: { en: 'agent', pt: 'agente' },
  tool: { en: 'tool', pt: 'ferramenta' },
  router: { en: 'choice', pt: 'escolha' },
  fork: { en: 'fork', pt: 'bifurcação' },
  join: { en: 'join', pt: 'junção' },
  human: { en: 'person', pt: 'pessoa' },
  subgraph: { en: 'sub-graph', pt: 'subgrafo' },
  map: { en: 'for each item', pt: 'para cada item' },
  code: { en: 'code', pt: 'código' },
  wait: { en: 'wait', pt: 'espera' },
};

export const EVENT_TEXTS: Readonly<Record<PathEvent['kind'], Words>> = {
  attempt: { en: '{name} is called', pt: '{name} é chamada' },
  success: { en: '{name} succeeds', pt: '{name} tem êxito' },
  failure: { en: '{name} fails', pt: '{name} falha' },
  approve: { en: 'a person approves at {name}', pt: 'uma pessoa aprova em {name}' },
  reject: { en: 'a person says no at {name}', pt: 'uma pessoa diz não em {name}' },
  edit: { en: 'a person changes it at {name}', pt: 'uma pessoa altera em {name}' },
};

export const OUTCOME_NAMES = {
  approve: { en: 'approved', pt: 'aprovado' },
  reject: { en: 'rejected', pt: 'rejeitado' },
  edit: { en: 'edited', pt: 'alterado' },
  pass: { en: 'passed', pt: 'passou' },
  fail: { en: 'failed', pt: 'falhou' },
} as const satisfies Readonly<Record<string, Words>>;

export const CHOICE_NAMES = {
  llm: { en: 'the model chooses', pt: 'o modelo escolhe' },
  human: { en: 'a person chooses', pt: 'uma pessoa escolhe' },
  env: { en: 'either way', pt: 'de qualquer forma' },
} as const satisfies Readonly<Record<string, Words>>;

/** Why no fix is told. */
export const NO_FIX_TEXTS: Readonly<Record<NoFixCode, Words>> = {
  pass_unknown: {
    en: 'the catalogue does not say how the tool to insert passes.',
    pt: 'o catálogo não diz como passa a ferramenta a inserir.',
  },
  arguments_unknown: {
    en: 'a model writes the argument to check, or the graph does not say where it comes from.',
    pt: 'um modelo escreve o argumento a verificar, ou o grafo não diz de onde vem.',
  },
  no_source: {
    en: 'nothing that can be inserted provides what is missing.',
    pt: 'nada que se possa inserir dá o que falta.',
  },
  no_place: {
    en: 'no place was found where an insertion helps.',
    pt: 'não se encontrou lugar onde uma inserção sirva.',
  },
  model_has_read: {
    en: 'a model that has read the data decides on the call or writes its arguments, and nothing cleans what a model has read. Let an isolated sub-agent read the data and return a number, yes or no, or one of a few words.',
    pt: 'um modelo que leu os dados decide a chamada ou escreve os seus argumentos, e nada limpa o que um modelo leu. Deixe um subagente isolado ler os dados e devolver um número, sim ou não, ou uma de poucas palavras.',
  },
  not_provable: {
    en: 'what was assumed about the export keeps every rule from being called proved, whatever is inserted.',
    pt: 'o que se supôs da exportação impede que qualquer regra se diga provada, insira-se o que se inserir.',
  },
  harms: { en: 'what was tried makes another rule worse.', pt: 'o que se experimentou piora outra regra.' },
  budget: { en: 'the search reached its limit.', pt: 'a procura chegou ao seu limite.' },
};

/** What the artefacts say around verdicts. */
export const TEXTS = {
  kind: { en: 'Agent graph verification', pt: 'Verificação de grafo de agente' },
  title: { en: 'Verification of {name}', pt: 'Verificação de {name}' },
  broken: {
    one: { en: '1 rule broken', pt: '1 regra quebrada' },
    many: { en: '{n} rules broken', pt: '{n} regras quebradas' },
  },
  open: {
    en: 'Nothing broken, but not everything is decided',
    pt: 'Nada quebrado, mas nem tudo está decidido',
  },
  empty: { en: 'Nothing was verified', pt: 'Nada foi verificado' },
  clean: { en: 'Every rule is proved', pt: 'Todas as regras estão provadas' },
  hygieneOpen: {
    en: 'Undecided, because there are too many states: {class}',
    pt: 'Por decidir, por haver estados de mais: {class}',
  },
  hygiene: { en: 'Hygiene', pt: 'Higiene' },
  hygieneNote: {
    en: 'Something in the graph, its catalogue or a rule that is probably not intended. It breaks no rule.',
    pt: 'Algo no grafo, no catálogo ou numa regra que provavelmente não se queria. Não quebra nenhuma regra.',
  },
  hygieneCompared: {
    en: 'Hygiene compared with the previous version: {added} new, {moved} moved, {unchanged} unchanged, {fixed} fixed',
    pt: 'Higiene em comparação com a versão anterior: {added} novas, {moved} deslocadas, {unchanged} iguais, {fixed} corrigidas',
  },
  severity: { en: 'severity', pt: 'gravidade' },
  possible: { en: 'It is undecided whether {claim}', pt: 'Está por decidir se {claim}' },
  vacuous: {
    en: 'Says nothing about {target}: what {rule} is about happens in no run',
    pt: 'Não diz nada sobre {target}: aquilo de que {rule} trata não acontece em nenhuma execução',
  },
  checked: {
    one: { en: '1 rule checked', pt: '1 regra verificada' },
    many: { en: '{n} rules checked', pt: '{n} regras verificadas' },
  },
  nodes: { one: { en: '1 node', pt: '1 nó' }, many: { en: '{n} nodes', pt: '{n} nós' } },
  edges: { one: { en: '1 edge', pt: '1 aresta' }, many: { en: '{n} edges', pt: '{n} arestas' } },
  verdicts: { en: 'Verdicts', pt: 'Vereditos' },
  about: { en: 'What {class} asks', pt: 'O que {class} pede' },
  run: { en: 'The run that shows it', pt: 'A execução que o mostra' },
  runNote: {
    en: 'one of the shortest, replayed by a second interpreter',
    pt: 'uma das mais curtas, repetida por um segundo intérprete',
  },
  openRun: { en: 'The run in question', pt: 'A execução em causa' },
  openRunNote: { en: 'one of the shortest', pt: 'uma das mais curtas' },
  steps: { en: 'The steps', pt: 'Os passos' },
  wholeRun: { en: 'The whole run', pt: 'A execução inteira' },
  stepsNote: { en: 'Choose a step, and the picture shows it.', pt: 'Escolha um passo, e a imagem mostra-o.' },
  calledWell: { en: '{name} is called and succeeds', pt: '{name} é chamada e tem êxito' },
  calledBadly: { en: '{name} is called and fails', pt: '{name} é chamada e falha' },
  noEvent: { en: '{node} runs', pt: '{node} corre' },
  lane: { en: 'lane {n}', pt: 'via {n}' },
  by: { en: 'continues along {edge}', pt: 'segue por {edge}' },
  guard: { en: 'because {guard}', pt: 'porque {guard}' },
  guardFree: { en: 'chosen freely: {guard}', pt: 'escolhido livremente: {guard}' },
  guardOpaque: {
    en: 'if {guard} allows it, which is code that is not read',
    pt: 'se {guard} o permitir, que é código que não se lê',
  },
  factsAfter: { en: 'holds now', pt: 'vale agora' },
  noFacts: { en: 'nothing holds', pt: 'nada vale' },
  again: {
    en: 'From here the run goes back to step {n}, forever.',
    pt: 'Daqui a execução volta ao passo {n}, para sempre.',
  },
  values: { en: 'Values for which a run takes this path', pt: 'Valores para os quais uma execução segue este caminho' },
  variable: { en: 'variable', pt: 'variável' },
  value: { en: 'value', pt: 'valor' },
  atStep: { en: 'from step', pt: 'desde o passo' },
  deciders: { en: 'What would decide it', pt: 'O que o decidiria' },
  noDeciders: { en: 'Nothing is named.', pt: 'Nada é indicado.' },
  toDo: { en: 'What to do', pt: 'O que fazer' },
  fixCheck: {
    one: { en: 'Put the check {name} on this edge:', pt: 'Ponha a verificação {name} nesta aresta:' },
    many: { en: 'Put the check {name} in these places:', pt: 'Ponha a verificação {name} nestes lugares:' },
    before: {
      en: 'Put the check {name} right before the tool:',
      pt: 'Ponha a verificação {name} mesmo antes da ferramenta:',
    },
  },
  fixConfirmation: {
    one: { en: 'Put the confirmation {name} on this edge:', pt: 'Ponha a confirmação {name} nesta aresta:' },
    many: { en: 'Put the confirmation {name} in these places:', pt: 'Ponha a confirmação {name} nestes lugares:' },
    before: {
      en: 'Put the confirmation {name} right before the tool:',
      pt: 'Ponha a confirmação {name} mesmo antes da ferramenta:',
    },
  },
  fixCleaner: {
    one: { en: 'Put the cleaner {name} on this edge:', pt: 'Ponha o limpador {name} nesta aresta:' },
    many: { en: 'Put the cleaner {name} in these places:', pt: 'Ponha o limpador {name} nestes lugares:' },
    before: {
      en: 'Put the cleaner {name} right before the tool:',
      pt: 'Ponha o limpador {name} mesmo antes da ferramenta:',
    },
  },
  fixPerson: {
    one: { en: 'Ask a person on this edge:', pt: 'Pergunte a uma pessoa nesta aresta:' },
    many: { en: 'Ask a person in these places:', pt: 'Pergunte a uma pessoa nestes lugares:' },
    before: { en: 'Ask a person before each call:', pt: 'Pergunte a uma pessoa antes de cada chamada:' },
  },
  fixEndorsement: {
    one: { en: 'Let a person write the value on this edge:', pt: 'Deixe uma pessoa escrever o valor nesta aresta:' },
    many: {
      en: 'Let a person write the value in these places:',
      pt: 'Deixe uma pessoa escrever o valor nestes lugares:',
    },
    before: {
      en: 'Let a person write the value right before the tool:',
      pt: 'Deixe uma pessoa escrever o valor mesmo antes da ferramenta:',
    },
  },
  fixCleans: { en: 'It writes {names} anew.', pt: 'Escreve {names} de novo.' },
  inFrontOf: { en: 'before {node}, at the start', pt: 'antes de {node}, no início' },
  fixSmallest: { en: 'No smaller set of places works.', pt: 'Nenhum conjunto menor de lugares serve.' },
  fixBefore: {
    en: 'Right before the tool works too, at {nodes}.',
    pt: 'Mesmo antes da ferramenta também serve, em {nodes}.',
  },
  fixAlso: { en: 'It also fixes these rules: {rules}.', pt: 'Corrige também estas regras: {rules}.' },
  noFix: { en: 'No fix was found: {why}', pt: 'Não se encontrou correção: {why}' },
  fixed: {
    en: 'Tried: with this fix the rule is proved, and no rule gets worse.',
    pt: 'Experimentado: com esta correção a regra fica provada, e nenhuma regra piora.',
  },
  insertHere: { en: 'insert {name}', pt: 'inserir {name}' },
  askHere: { en: 'ask a person', pt: 'perguntar a uma pessoa' },
  withoutAssume: {
    en: 'Without the assumptions of the request, the verdict is: {verdict}.',
    pt: 'Sem as suposições do pedido, o veredito é: {verdict}.',
  },
  restsOn: { en: 'Relies on', pt: 'Assenta em' },
  why: { en: 'In the document', pt: 'No documento' },
  rule: { en: 'Rule', pt: 'Regra' },
  fingerprint: { en: 'Fingerprint', pt: 'Impressão digital' },
  proved: { en: 'Proved', pt: 'Provadas' },
  provedNote: {
    en: 'These rules hold in every run, whatever is chosen. The certificates of the proofs can be checked again.',
    pt: 'Estas regras valem em todas as execuções, escolha-se o que se escolher. Os certificados das provas podem ser verificados de novo.',
  },
  kindColumn: { en: 'kind', pt: 'tipo' },
  whatHolds: { en: 'what holds', pt: 'o que vale' },
  certificate: { en: 'certificate', pt: 'certificado' },
  guardsUsed: { en: 'guards it relies on', pt: 'guardas em que se apoia' },
  none: { en: 'none', pt: 'nenhuma' },
  vacuousCard: { en: 'Rules that say nothing', pt: 'Regras que não dizem nada' },
  vacuousNote: {
    en: 'What they are about happens in no run. That may be a mistake in the rule or in the graph.',
    pt: 'Aquilo de que tratam não acontece em nenhuma execução. Pode ser um erro na regra ou no grafo.',
  },
  possibleNote: {
    en: 'There may be such a run. Each verdict says what would decide it.',
    pt: 'Pode haver uma tal execução. Cada veredito diz o que o decidiria.',
  },
  assumptions: { en: 'What was assumed', pt: 'O que se supôs' },
  assumptionsNote: {
    en: 'The export does not say these things. The verdicts hold for the graph as it was read here.',
    pt: 'A exportação não diz estas coisas. Os vereditos valem para o grafo como aqui foi lido.',
  },
  code: { en: 'code', pt: 'código' },
  what: { en: 'what', pt: 'o quê' },
  where: { en: 'where', pt: 'onde' },
  coverage: { en: 'Coverage', pt: 'Cobertura' },
  coverageNote: { en: 'how much of the graph is known', pt: 'quanto do grafo é conhecido' },
  toolsClassified: { en: 'Classified tools', pt: 'Ferramentas classificadas' },
  guards: { en: 'Edges with a guard', pt: 'Arestas com guarda' },
  opaque: { en: 'Guards that are not read', pt: 'Guardas que não se leem' },
  of: { en: '{n} of {all}', pt: '{n} de {all}' },
  statedRoles: {
    en: 'What the file says about tools and the catalogue does not',
    pt: 'O que o ficheiro diz de ferramentas, e o catálogo não',
  },
  unclassified: { en: 'Tools that nobody classified', pt: 'Ferramentas que ninguém classificou' },
  tool: { en: 'tool', pt: 'ferramenta' },
  proposed: { en: 'proposed class, and why', pt: 'classe proposta, e porquê' },
  nothingProposed: { en: 'nothing suggests a class', pt: 'nada aponta para uma classe' },
  graph: { en: 'The graph', pt: 'O grafo' },
  graphNote: { en: 'as it was read', pt: 'como foi lido' },
  digest: { en: 'Digest of its text', pt: 'Resumo criptográfico do texto' },
  picture: { en: 'The graph as a picture', pt: 'O grafo em imagem' },
  picturePath: { en: 'The graph around the run', pt: 'O grafo à volta da execução' },
  pictureDesc: {
    en: '{nodes} nodes and {edges} edges. The steps of the run: {path}.',
    pt: '{nodes} nós e {edges} arestas. Os passos da execução: {path}.',
  },
  pictureAlone: { en: '{nodes} nodes and {edges} edges.', pt: '{nodes} nós e {edges} arestas.' },
  leftOut: {
    en: 'Only the neighbourhood of the run is drawn: {n} of {all} nodes.',
    pt: 'Só se desenha a vizinhança da execução: {n} de {all} nós.',
  },
  tooLarge: {
    en: 'The graph is too large to draw as a whole. Each run is drawn with the nodes around it.',
    pt: 'O grafo é grande de mais para ser desenhado por inteiro. Cada execução é desenhada com os nós à volta.',
  },
  folded: {
    one: { en: '1 node inside', pt: '1 nó dentro' },
    many: { en: '{n} nodes inside', pt: '{n} nós dentro' },
  },
  error: { en: 'on error', pt: 'em erro' },
  otherwise: { en: 'otherwise', pt: 'senão' },
  maybe: { en: 'may exist', pt: 'talvez exista' },
  disabled: { en: 'disabled', pt: 'desativado' },
  legendPath: { en: 'the run', pt: 'a execução' },
  legendError: { en: 'taken when the node fails', pt: 'seguida quando o nó falha' },
  legendMay: { en: 'may exist', pt: 'talvez exista' },
  legendCut: { en: 'where to insert', pt: 'onde inserir' },
  legendLanes: { en: 'fork and join', pt: 'bifurcação e junção' },
  moreVerdicts: {
    en: '{n} more are not shown here. The JSON report has all of them.',
    pt: 'Mais {n} não são mostrados aqui. O relatório JSON tem-nos todos.',
  },
  moreSteps: {
    en: '{n} more steps are not shown here. The JSON report has all of them.',
    pt: 'Mais {n} passos não são mostrados aqui. O relatório JSON tem-nos todos.',
  },
  line: { en: 'line {n}', pt: 'linha {n}' },
  shortened: { en: '{n} more in short:', pt: 'Mais {n}, em resumo:' },
  nothing: { en: 'nothing to verify', pt: 'nada a verificar' },
  compared: {
    en: 'Compared with the previous version: {added} new, {moved} moved, {unchanged} unchanged, {fixed} fixed',
    pt: 'Em comparação com a versão anterior: {added} novas, {moved} deslocadas, {unchanged} iguais, {fixed} corrigidas',
  },
  comparison: { en: 'Since the previous version', pt: 'Desde a versão anterior' },
  comparisonNote: {
    en: 'Rules that are broken or possible in one of the two versions, and how they changed.',
    pt: 'Regras quebradas ou possíveis numa das duas versões, e como mudaram.',
  },
  changeNew: { en: 'new', pt: 'nova' },
  changeMoved: { en: 'moved', pt: 'deslocada' },
  changeNone: { en: 'unchanged', pt: 'igual' },
  changeFixed: { en: 'fixed', pt: 'corrigida' },
  changeBy: { en: '{change}, caused by {edge}', pt: '{change}, causada por {edge}' },
  change: { en: 'change', pt: 'mudança' },
  causedBy: { en: 'caused by the edge', pt: 'causada pela aresta' },
  page: { en: 'Documentation', pt: 'Documentação' },
  made: { en: 'Made by Ostiary {version}.', pt: 'Feito pelo Ostiary {version}.' },
} as const;
