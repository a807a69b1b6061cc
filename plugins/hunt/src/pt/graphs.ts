import { huntPt } from './hunt.js';

/** What the routes of projects say of graphs. */
export const graphsPt: Readonly<Record<string, string>> = {
  'What was scanned: a policy, or an agent graph.': 'O que foi analisado: uma política, ou um grafo de agente.',
  'The graph that was hunted; null for a policy, and unless the scan has succeeded.':
    'O grafo analisado; null para uma política, e a menos que a análise tenha terminado com êxito.',
  'An exported agent graph, as mode `hunt` takes it.': 'Um grafo de agente exportado, como o modo `hunt` o aceita.',
  'An agent graph to hunt and to compare with the previous scan. Its other fields (`catalogue`, `format`, `rules`, `bindings`, `assume`, `traces`, `compare_with`, `options`, `path`) are those of mode `hunt` with a graph.':
    'Um grafo de agente a analisar e a comparar com a análise anterior. Os outros campos (`catalogue`, `format`, `rules`, `bindings`, `assume`, `traces`, `compare_with`, `options`, `path`) são os do modo `hunt` com um grafo.',
  'For a policy one of `HuntClass`; for a graph a word, e.g. `check_before`.':
    'Para uma política, um de `HuntClass`; para um grafo, uma palavra, p. ex. `check_before`.',
  'The calls, or the path, that show it; null if the bug is that there is none.':
    'As chamadas, ou o caminho, que o mostram; null se o erro é não haver nenhuma.',
  'Why this is a finding.': 'Porque isto é um achado.',
  'What fixes it; null if nothing was proved to.': 'O que o corrige; null se nada foi comprovado.',
  'The kind of rule, e.g. `check_before`. Each has a page in docs/graph/findings.':
    'O tipo de regra, p. ex. `check_before`. Cada um tem uma página em docs/graph/findings.',
  'Its number.': 'O seu número.',
  'The node that ran; in a sub-graph `<node>/<id>`.': 'O nó executado; num subgrafo `<node>/<id>`.',
  'The edge that the path takes next; null at the end.': 'A aresta que o caminho segue a seguir; null no fim.',
  'The number of its lane, if the run has several.': 'O número da sua via, se a execução tem várias.',
  'What happened, in a sentence.': 'O que aconteceu, numa frase.',
  'What the step changed for the rule, in a sentence.': 'O que o passo mudou para a regra, numa frase.',
  'The facts that hold for the rule after this step.': 'Os factos que valem para a regra depois deste passo.',
  'A step of a path through a graph.': 'Um passo de um caminho por um grafo.',
  'Always `path`.': 'Sempre `path`.',
  'A shortest run that shows it, from the start.': 'Uma das execuções mais curtas que o mostram, desde o início.',
  'The step where the endless loop of the path begins.': 'O passo onde começa o ciclo sem fim do caminho.',
  'A path that shows a finding of a graph.': 'Um caminho que mostra um achado de um grafo.',
  'The node at which the path ends.': 'O nó em que o caminho acaba.',
  'A JSON pointer into the document.': 'Um ponteiro JSON para o documento.',
  'Its line, if the document is text.': 'A sua linha, se o documento é texto.',
  'Its column.': 'A sua coluna.',
  'Where a finding of a graph is.': 'Onde está um achado de um grafo.',
  'Null if there is no path.': 'Null se não há caminho.',
  'A variable.': 'Uma variável.',
  'From this step on.': 'A partir deste passo.',
  'Its value.': 'O seu valor.',
  'A value from the input or from what a node wrote.': 'Um valor da entrada ou do que um nó escreveu.',
  'Values for which a run takes this path.': 'Valores para os quais uma execução segue este caminho.',
  'For a possible finding: the unknowns that it depends on.':
    'Para um achado possível: o que não se sabe e de que depende.',
  'Codes of the assumptions that it relies on.': 'Códigos das suposições em que assenta.',
  'Why this is a finding of the graph.': 'Porque isto é um achado do grafo.',
  'What is inserted.': 'O que se insere.',
  'The edges on which it is inserted.': 'As arestas em que se insere.',
  'The nodes before which it is inserted, if no edge leads to them.':
    'Os nós antes dos quais se insere, se nenhuma aresta leva a eles.',
  'A change that was tried: with it the rule is proved.':
    'Uma alteração que foi experimentada: com ela a regra fica provada.',
  'Rules that were verified; 1 for a class of hygiene.': 'Regras verificadas; 1 para uma classe de higiene.',
  'Rules that are broken or possible; findings, for a class of hygiene.':
    'Regras que falham ou são possíveis; achados, para uma classe de higiene.',
  'Rules about which nothing was shown.': 'Regras sobre as quais nada foi mostrado.',
  'The result for the rules of one class.': 'O resultado das regras de uma classe.',
  'What it was exported from.': 'De onde foi exportado.',
  'Its name in the document.': 'O nome no documento.',
  'The number of nodes; each body counts once.': 'O número de nós; cada corpo conta uma vez.',
  'The number of edges; each body counts once.': 'O número de arestas; cada corpo conta uma vez.',
  'The same for the same graph, whatever the layout of its document.':
    'O mesmo para o mesmo grafo, seja qual for a disposição do seu documento.',
  'The graph as it was read.': 'O grafo tal como foi lido.',
  'Null without recorded runs.': 'Nulo sem execuções gravadas.',
  'Recorded runs that name nodes or tools.': 'Execuções gravadas que nomeiam nós ou ferramentas.',
  'How many of them are runs of the graph.': 'Quantos deles são execuções do grafo.',
  'Edges that a recorded run takes.': 'Arestas que uma execução gravada segue.',
  'Nodes of a kind that recorders show.': 'Nós de um tipo que as gravações mostram.',
  'How many of them ran in a recorded run.': 'Quantos deles correram numa execução gravada.',
  'Things that were recorded and the graph lacks. If there are any, nothing is called proved.':
    'Coisas que foram gravadas e o grafo não tem. Se houver alguma, nada se diz provado.',
  'How much of a graph was recorded; the reports name what was not.':
    'Quanto de um grafo foi gravado; os relatórios nomeiam o que não foi.',
};

const SEVERITY = 'From bugs that let an attacker act to those that only make the policy hard to read.';

/** Portuguese of the result of whatever hunts graphs, for its plugin. */
export const huntedGraphPt: Readonly<Record<string, string>> = {
  ...graphsPt,
  [SEVERITY]: huntPt[SEVERITY] ?? SEVERITY,
  '`broken`: some run does it; `possible`: some run may do it, depending on what is unknown.':
    '`broken`: alguma execução o faz; `possible`: alguma o pode fazer, conforme o que não se sabe.',
  'Id of the rule.': 'Id da regra.',
  'The tool it is about.': 'A ferramenta de que trata.',
  'What is wrong, in one line.': 'O que está errado, numa linha.',
  'Identifies the question. It stays the same when nodes are renumbered, reordered or redrawn.':
    'Identifica a pergunta. Não muda quando os nós são renumerados, reordenados ou redesenhados.',
  'A finding of a graph.': 'Um achado de um grafo.',
  'Always null.': 'Sempre nulo.',
  'What is wrong, and what to do about it.': 'O que está errado, e o que fazer.',
  'The same as `fingerprint`: a finding of a graph has no other name.':
    'O mesmo que `fingerprint`: um achado de um grafo não tem outro nome.',
  'Changes when the path takes another route, and when a possible finding becomes broken.':
    'Muda quando o caminho segue por outro lado, e quando um achado possível passa a quebrado.',
  'Null if there is no path; left out without the grant `hunt_details`.':
    'Null se não há caminho; omitido sem a permissão `hunt_details`.',
  'Left out without the grant `hunt_details`.': 'Omitido sem a permissão `hunt_details`.',
  'Null if none was proved.': 'Null se nenhuma foi provada.',
  'A rule that a graph breaks, or may break.': 'Uma regra que um grafo quebra, ou pode quebrar.',
  'The share of rules about which something was shown; 0 if there were no rules.':
    'A parte das regras sobre as quais algo foi mostrado; 0 se não havia regras.',
  'Tools of the graph.': 'Ferramentas do grafo.',
  'Rules that were verified.': 'Regras que foram verificadas.',
  'How much of the graph was examined.': 'Quanto do grafo foi examinado.',
  'Broken first, then possible; each by severity.':
    'Primeiro as que falham, depois as possíveis; cada uma por gravidade.',
  'Every class that was verified, and the results of its rules.':
    'Cada classe que foi verificada, e os resultados das suas regras.',
  'Classes whose findings are complete: an earlier finding that is missing now is fixed.':
    'Classes cujos achados estão completos: um achado anterior que agora falta está corrigido.',
  'Fingerprints of the rules that no run breaks: an earlier finding about one of them is fixed.':
    'Impressões digitais das regras que nenhuma execução quebra: um achado anterior sobre uma delas está corrigido.',
  'What a hunt found in a graph, and what it examined.': 'O que uma procura encontrou num grafo, e o que examinou.',
  'Null without `compare_with`.': 'Nulo sem `compare_with`.',
  'The finding.': 'O achado.',
  'The first edge of its path that the previous version does not have.':
    'A primeira aresta do seu caminho que a versão anterior não tem.',
  'A finding that changed.': 'Um achado que mudou.',
  'Found in this version, but not in the one that it is compared with.':
    'Achado nesta versão, mas não naquela com que se compara.',
  'Fingerprints of what is found only in the version that it is compared with.':
    'Impressões digitais do que só se acha na versão com que se compara.',
  'Found in both, with another verdict or another path.': 'Achado em ambas, com outro veredito ou outro caminho.',
  'Fingerprints of what is found in both, by the same path.':
    'Impressões digitais do que se acha em ambas, pelo mesmo caminho.',
  'How the findings changed since the version in `compare_with`.':
    'Como os achados mudaram desde a versão em `compare_with`.',
};
