/**
 * What a reader says of a file within the sentence of a problem, in Portuguese. `{}` stands for what is shown as it is: names, numbers,
 * texts of the file. `{*}` stands for what is itself a reason. Names of fields and formats are not here: they are the same.
 */
const REASONS: Readonly<Record<string, string>> = {
  // Counted things.
  attributes: 'atributos',
  bytes: 'octetos',
  columns: 'colunas',
  'comparisons of subtrees': 'comparações de subárvores',
  dimensions: 'dimensões',
  elements: 'elementos',
  names: 'nomes',
  nodes: 'nós',
  'nodes of all trees': 'nós de todas as árvores',
  tensors: 'tensores',
  trees: 'árvores',
  // Bytes that are no protobuf, texts that are no text.
  'a field has number 0': 'um campo tem o número 0',
  'a field is cut off': 'um campo está cortado',
  'a length is negative or too large': 'um comprimento é negativo ou grande demais',
  'a tag is too large': 'uma etiqueta é grande demais',
  'a text is not valid UTF-8': 'um texto não é UTF-8 válido',
  'a varint is cut off': 'um varint está cortado',
  'a varint of more than ten bytes': 'um varint de mais de dez octetos',
  'wire type {} is not supported': 'o tipo de codificação {} não é suportado',
  '{} has wire type {}': '{} tem o tipo de codificação {}',
  'not valid': 'não se lê',
  'the text is not valid': 'o texto não se lê',
  'there is no line `end of trees`': 'não há a linha `end of trees`',
  // Parts of an ONNX file.
  'external data': 'dados externos',
  functions: 'funções',
  graph: 'grafo',
  'operators of "{}"': 'operadores de "{}"',
  'quantization annotations': 'anotações de quantização',
  'references to attributes': 'referências a atributos',
  'segments of tensors': 'segmentos de tensores',
  'sparse initializers': 'inicializadores esparsos',
  'sparse tensors': 'tensores esparsos',
  'sub-graphs': 'subgrafos',
  'two graphs': 'dois grafos',
  'two versions of the operators of "{}"': 'duas versões dos operadores de "{}"',
  'version of the operators of "{}"': 'versão dos operadores de "{}"',
  'version {} of the format': 'a versão {} do formato',
  'version {} of {}': 'a versão {} de {}',
  '{} in version {} of {}': '{} na versão {} de {}',
  // What an attribute is not.
  'a large set must hold whole numbers of 32 bits': 'um conjunto grande tem de ter números inteiros de 32 bits',
  'expected numbers': 'esperavam-se números',
  'expected {*}': 'esperava-se {*}',
  'a number': 'um número',
  'a tensor': 'um tensor',
  'a text': 'um texto',
  texts: 'textos',
  'a whole number': 'um número inteiro',
  'another type': 'outro tipo',
  'floating point numbers': 'números de vírgula flutuante',
  'numbers of one size': 'números de um só tamanho',
  'whole numbers': 'números inteiros',
  'whole numbers of 32 bits': 'números inteiros de 32 bits',
  'whole numbers up to 2^53': 'números inteiros até 2^53',
  'it appears twice': 'aparece duas vezes',
  'it appears twice, as numbers and as a tensor': 'aparece duas vezes, como números e como tensor',
  'it has no name': 'não tem nome',
  'it holds two kinds of values': 'tem dois tipos de valores',
  'its dimensions are negative or too large': 'as suas dimensões são negativas ou grandes demais',
  'its type {} is not supported': 'o seu tipo {} não é suportado',
  'its value is not of its declared type': 'o seu valor não é do tipo declarado',
  'not from 1 to 10000': 'não está entre 1 e 10000',
  'the runtime takes leaf {} for leaf {}': 'o motor toma a folha {} pela folha {}',
  'the set of node {} is empty': 'o conjunto do nó {} está vazio',
  'thresholds and weights are not both float or double':
    'os limiares e os pesos não são todos de precisão simples nem todos de dupla',
  'unknown: {}': 'desconhecido: {}',
  '{} has no such attribute': '{} não tem esse atributo',
  'nothing leads to node {} of tree {}, and the runtime gives its votes to the first leaf':
    'nada leva ao nó {} da árvore {}, e o motor dá os seus votos à primeira folha',
  // Names between nodes.
  'an input of type {} is not supported': 'uma entrada do tipo {} não é suportada',
  'an input of {} dimensions': 'uma entrada de {} dimensões',
  'it does not say how many columns it has': 'não diz quantas colunas tem',
  'it is produced twice': 'é produzido duas vezes',
  'no value is allowed here': 'aqui não se admite nenhum valor',
  'nothing produces it, or it depends on itself': 'nada o produz, ou depende de si próprio',
  'nothing produces this output': 'nada produz esta saída',
  'this output does not have type {}': 'esta saída não tem o tipo {}',
  'this output is neither scores nor a label': 'esta saída não é nem pontuações nem uma classe',
  'two initializers have this name': 'dois inicializadores têm este nome',
  // Labels, and numbers that are not finite.
  'one is beyond 2^53': 'um está além de 2^53',
  'there are {}': 'são {}',
  'there is none for class {}': 'não há nenhum para a classe {}',
  'a base value': 'um valor de base',
  'a sum of weights': 'uma soma de pesos',
  'a weight': 'um peso',
  '{}: {*}': '{}: {*}',
  'the constant': 'a constante',
  // Uses of operators.
  'a bound is not a constant of its type': 'um limite não é uma constante do seu tipo',
  'a category appears twice': 'uma categoria aparece duas vezes',
  'a constant comes first': 'uma constante vem primeiro',
  'a constant of {}': 'uma constante de {}',
  'a factor is 0': 'um fator é 0',
  'a key appears twice': 'uma chave aparece duas vezes',
  'a key or a value is NaN': 'uma chave ou um valor é NaN',
  'a scale is 0': 'uma escala é 0',
  'categories of another type': 'categorias de outro tipo',
  'columns are not chosen by a constant': 'as colunas não são escolhidas por uma constante',
  'columns become texts': 'as colunas tornam-se textos',
  'it casts texts': 'converte textos',
  'it casts to type {}': 'converte para o tipo {}',
  'it casts truths to type {}': 'converte valores lógicos para o tipo {}',
  'it compares several columns': 'compara várias colunas',
  'it does not choose among columns': 'não escolhe entre colunas',
  'it does not choose the first largest of each record': 'não escolhe o primeiro maior de cada registo',
  'it does not compare a column with numbers': 'não compara uma coluna com números',
  'it does not compare with numbers': 'não compara com números',
  'it does not join columns of one type': 'não junta colunas de um só tipo',
  'it fails on the root of a negative number': 'falha na raiz de um número negativo',
  'it fails on unknown categories, in a column with steps before it':
    'falha em categorias desconhecidas, numa coluna com passos antes',
  'it has {} outputs': 'tem {} saídas',
  'it is given no scores': 'não recebe pontuações',
  'it is given three dimensions': 'recebe três dimensões',
  'it is given type {}': 'recebe o tipo {}',
  'it is not given columns': 'não recebe colunas',
  'it joins columns': 'junta colunas',
  'it joins columns and scores': 'junta colunas e pontuações',
  'it needs two bounds': 'precisa de dois limites',
  'it stands before the trees': 'está antes das árvores',
  'it takes more than one score': 'toma mais do que uma pontuação',
  'its axis is {}': 'o seu eixo é {}',
  'its bounds are crossed': 'os seus limites estão trocados',
  'its indices are no list': 'os seus índices não são uma lista',
  'its input does not end in a 1': 'a sua entrada não termina em 1',
  'its input has type {}': 'a sua entrada tem o tipo {}',
  'its input is not the bins of one column': 'a sua entrada não são os intervalos de uma coluna',
  'its value is no tensor': 'o seu valor não é um tensor',
  'keys and values do not go together': 'as chaves e os valores não combinam',
  'keys of another type': 'chaves de outro tipo',
  'keys or values are a tensor': 'as chaves ou os valores são um tensor',
  'keys or values are not said once': 'as chaves ou os valores não são ditos uma só vez',
  'labels are cast to another type': 'as classes são convertidas para outro tipo',
  'labels are not looked up in a constant': 'as classes não são procuradas numa constante',
  'nothing of a record goes in': 'não entra nada de um registo',
  'scores are cast to another type': 'as pontuações são convertidas para outro tipo',
  'scores are changed': 'as pontuações são alteradas',
  'scores are moved': 'as pontuações são deslocadas',
  'the edges do not rise': 'as margens não são crescentes',
  'the label is changed': 'a classe é alterada',
  'the shape {} is not records x {}': 'a forma {} não é registos x {}',
  'thresholds and the input are of different types': 'os limiares e a entrada são de tipos diferentes',
  'thresholds of double precision with an input of single precision':
    'limiares de precisão dupla com uma entrada de precisão simples',
  'types {} and {}': 'tipos {} e {}',
  // Files of XGBoost and LightGBM, and of others.
  'a list': 'uma lista',
  'a list of numbers': 'uma lista de números',
  'a multiple of {} trees': 'um múltiplo de {} árvores',
  'a number, or a list of categories': 'um número, ou uma lista de categorias',
  'a probability': 'uma probabilidade',
  'a set of categories': 'um conjunto de categorias',
  'a whole number from 0 to {}': 'um número inteiro de 0 a {}',
  nothing: 'nada',
  'numbers as {}': 'números em {}',
  'one number for each target': 'um número para cada alvo',
  'the number of a child': 'o número de um filho',
  'two children': 'dois filhos',
  'whole numbers, as many as are said': 'números inteiros, tantos quantos se diz',
  '{} from 0 to {}': '{} de 0 a {}',
  'averages of several classes': 'médias de várias classes',
  'a base score whose logarithm depends on the processor':
    'uma pontuação de base cujo logaritmo depende do processador',
  'categories that it encodes itself': 'categorias que ele próprio codifica',
  'leaves of several values': 'folhas de vários valores',
  'linear trees': 'árvores lineares',
  'objectives of square roots': 'objetivos de raízes quadradas',
  'several targets': 'vários alvos',
  'the booster {}': 'o booster {}',
  'the objective {}': 'o objetivo {}',
  'trees behind the best iteration (save booster[: booster.best_iteration + 1])':
    'árvores para além da melhor iteração (guarde booster[: booster.best_iteration + 1])',
  'JSON (save it with format="onnx")': 'JSON (guarde-o com format="onnx")',
  'JSON (save it with save_model)': 'JSON (guarde-o com save_model)',
  'UBJSON, its binary form (save it as model.json)': 'UBJSON, a sua forma binária (guarde-o como model.json)',
  'its own binary form (save it with format="onnx")': 'a sua própria forma binária (guarde-o com format="onnx")',
  'pickled objects, which run code when they are read (save ONNX)':
    'objetos de pickle, que executam código ao ser lidos (guarde ONNX)',
  'the binary form of old versions (save it as model.json)':
    'a forma binária de versões antigas (guarde-o como model.json)',
};

const HOLE = /(\{\*?\})/;

/** Reasons with holes, those that say most by themselves first. */
const PATTERNS = Object.entries(REASONS)
  .filter(([en]) => HOLE.test(en))
  .map(([en, pt]) => {
    const parts = en.split(HOLE);
    const escaped = parts.map((part) => (HOLE.test(part) ? '(.*)' : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')));
    const fixed = parts.filter((part) => !HOLE.test(part)).join('').length;
    return { match: new RegExp(`^${escaped.join('')}$`, 's'), nested: en.match(/\{\*?\}/g) ?? [], pt, fixed };
  })
  .toSorted((one, other) => other.fixed - one.fixed);

/** A reason in Portuguese; what nobody translated stays as it is: a name of a field, what a library says. */
export function reasonInPortuguese(en: string): string {
  if (Object.hasOwn(REASONS, en)) return REASONS[en] ?? en;
  for (const { match, nested, pt } of PATTERNS) {
    const found = match.exec(en);
    if (found === null) continue;
    const held = found.slice(1).map((text, at) => (nested[at] === '{*}' ? reasonInPortuguese(text) : text));
    let at = 0;
    return pt.replaceAll(/\{\*?\}/g, () => held[at++] ?? '');
  }
  return en;
}

/** The English of all reasons. */
export const REASON_TEXTS: readonly string[] = Object.keys(REASONS);
