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
  'What kind of rule it is about, e.g. `check_before`: each has a page in docs/graph/findings.':
    'De que tipo de regra trata, p. ex. `check_before`: cada um tem uma página em docs/graph/findings.',
  'Its number.': 'O seu número.',
  'The node that ran; in a sub-graph `<node>/<id>`.': 'O nó executado; num subgrafo `<node>/<id>`.',
  'The edge by which the path leaves it; null at the end.': 'A aresta por onde o caminho o deixa; null no fim.',
  'Which lane, where the run has several.': 'Qual via, onde a execução tem várias.',
  'What happened, in a sentence.': 'O que aconteceu, numa frase.',
  'What the step changed for the rule, in a sentence.': 'O que o passo mudou para a regra, numa frase.',
  'What the rule may count on after it.': 'Com o que a regra pode contar depois dele.',
  'A step of a path through a graph.': 'Um passo de um caminho por um grafo.',
  'Always `path`.': 'Sempre `path`.',
  'A shortest run that shows it, from the start.': 'Uma das execuções mais curtas que o mostram, desde o início.',
  'The step from which the path goes round for ever.': 'O passo a partir do qual o caminho anda às voltas para sempre.',
  'A path that shows a finding of a graph.': 'Um caminho que mostra um achado de um grafo.',
  'The node at which the path ends.': 'O nó em que o caminho acaba.',
  'A JSON pointer into the document.': 'Um ponteiro JSON para o documento.',
  'Its line, where the document is text.': 'A sua linha, onde o documento é texto.',
  'Its column.': 'A sua coluna.',
  'Where a finding of a graph is.': 'Onde está um achado de um grafo.',
  'Null if there is no path.': 'Null se não há caminho.',
  'A variable.': 'Uma variável.',
  'From this step on.': 'A partir deste passo.',
  'Its value.': 'O seu valor.',
  'A value of the input, or of what a node wrote.': 'Um valor da entrada, ou do que um nó escreveu.',
  'Values for which the path is taken.': 'Valores para os quais se toma o caminho.',
  'Of what is possible: what would decide it.': 'Do que é possível: o que o decidiria.',
  'Codes of the assumptions that it rests on.': 'Códigos das suposições em que assenta.',
  'Why this is a finding of the graph.': 'Porque isto é um achado do grafo.',
  'What is inserted.': 'O que se insere.',
  'The edges on which it is inserted.': 'As arestas em que se insere.',
  'The nodes in front of which it is inserted, where no edge leads to them.':
    'Os nós antes dos quais se insere, onde nenhuma aresta leva a eles.',
  'A change that was tried: with it the rule is proved.':
    'Uma alteração que foi experimentada: com ela a regra fica provada.',
  'Rules asked; 1 for a class of hygiene.': 'Regras perguntadas; 1 para uma classe de higiene.',
  'Rules that are broken or possible; findings, for a class of hygiene.':
    'Regras que falham ou são possíveis; achados, para uma classe de higiene.',
  'Rules about which nothing was shown.': 'Regras sobre as quais nada foi mostrado.',
  'The result for the rules of one class.': 'O resultado das regras de uma classe.',
  'What it was exported from.': 'De onde foi exportado.',
  'Its name in the document.': 'O nome no documento.',
  'Nodes, each body once.': 'Nós, cada corpo uma vez.',
  'Edges, each body once.': 'Arestas, cada corpo uma vez.',
  'The same for the same graph, however its document is laid out.':
    'O mesmo para o mesmo grafo, disponha-se o documento como se dispuser.',
  'The graph as it was read.': 'O grafo tal como foi lido.',
  'Null without recorded runs.': 'Nulo sem execuções gravadas.',
  'Recorded runs that name nodes or tools.': 'Execuções gravadas que nomeiam nós ou ferramentas.',
  'Those of them that are runs of the graph.': 'Os que são execuções do grafo.',
  'Edges that a recorded run takes.': 'Arestas que uma execução gravada segue.',
  'Nodes that recorders show.': 'Nós que as gravações mostram.',
  'Those of them that ran in a recorded run.': 'Os executados numa execução gravada.',
  'Things that were recorded and the graph has not; then nothing is called proved.':
    'Coisas que foram gravadas e que o grafo não tem; então nada se diz provado.',
  'How much of a graph was recorded; the reports name what was not.':
    'Quanto de um grafo foi gravado; os relatórios nomeiam o que não foi.',
};

const SEVERITY = 'From bugs that let an attacker act to those that only make the policy hard to read.';

/** Portuguese of the result of whatever hunts graphs, for its plugin. */
export const huntedGraphPt: Readonly<Record<string, string>> = {
  ...graphsPt,
  [SEVERITY]: huntPt[SEVERITY] ?? SEVERITY,
  'Some run does it, or some run may: that hangs on what is not known.':
    'Alguma execução o faz, ou alguma o pode fazer: depende do que não se sabe.',
  'Id of the rule.': 'Id da regra.',
  'The tool it is about.': 'A ferramenta de que trata.',
  'What is wrong, in one line.': 'O que está errado, numa linha.',
  'The same for the same question, however nodes are numbered, ordered and drawn.':
    'A mesma para a mesma pergunta, numerem-se, ordenem-se e desenhem-se os nós como se quiser.',
  'A finding of a graph.': 'Um achado de um grafo.',
  'Always null.': 'Sempre nulo.',
  'What is wrong, and what to do about it.': 'O que está errado, e o que fazer.',
  'The fingerprint once more: a finding of a graph has no other name.':
    'A impressão digital mais uma vez: um achado de um grafo não tem outro nome.',
  'Changes when the path goes another way, and when what is possible is broken.':
    'Muda quando o caminho vai por outro lado, e quando o que é possível passa a falhar.',
  'Null where there is no path; left out without the grant `hunt_details`.':
    'Nulo onde não há caminho; omitido sem a permissão `hunt_details`.',
  'Left out without the grant `hunt_details`.': 'Omitido sem a permissão `hunt_details`.',
  'Null where none was proved.': 'Nulo onde nenhuma foi provada.',
  'A rule that a graph breaks, or may break.': 'Uma regra que um grafo quebra, ou pode quebrar.',
  'Share of rules of which something was shown; 0 when none was asked.':
    'Parte das regras de que algo se mostrou; 0 quando nenhuma foi perguntada.',
  'Tools of the graph.': 'Ferramentas do grafo.',
  'Rules that were asked.': 'Regras que foram perguntadas.',
  'How much of the graph was looked at.': 'Quanto do grafo foi visto.',
  'Broken first, then possible; each by severity.':
    'Primeiro as que falham, depois as possíveis; cada uma por gravidade.',
  'Every class that was asked, and what became of its rules.':
    'Cada classe que foi perguntada, e o que foi feito das suas regras.',
  'Classes of which all that there is was found: what was found of them before, and is not now, is fixed.':
    'Classes de que se encontrou tudo o que há: o que delas se encontrou antes, e agora não, está corrigido.',
  'Fingerprints of the rules that no run breaks: what was found of them before is fixed.':
    'Impressões digitais das regras que nenhuma execução quebra: o que delas se achou antes está corrigido.',
  'What a hunt found in a graph, and what it looked at.': 'O que uma análise encontrou num grafo, e o que viu.',
  'Null without `compare_with`.': 'Nulo sem `compare_with`.',
  'The finding.': 'O achado.',
  'The first edge of its path that the version before has not.':
    'A primeira aresta do seu caminho que a versão anterior não tem.',
  'A finding that changed.': 'Um achado que mudou.',
  'Found in this version, and not in the one that it is compared with.':
    'Achado nesta versão, e não na que com ela se compara.',
  'Fingerprints of what is found in that version alone.': 'Impressões digitais do que só se acha nessa versão.',
  'Found in both, in another way or by another path.': 'Achado em ambas, de outra forma ou por outro caminho.',
  'Fingerprints of what is found in both, by the same path.':
    'Impressões digitais do que se acha em ambas, pelo mesmo caminho.',
  'What became of the findings of the version in `compare_with`.':
    'O que foi feito dos achados da versão em `compare_with`.',
};
