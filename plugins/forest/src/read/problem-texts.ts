import type { Words } from '@ostiary/report';
import { reasonInPortuguese } from './reason-texts.js';
import type { ReadProblem, ReadProblemSlug } from './source/problems.js';

/** Why a model is refused, in both languages. `{name}` stands for a parameter. */
export const PROBLEM_TEXTS: Readonly<Record<ReadProblemSlug, Words>> = {
  forest_format_unknown: {
    en: 'This is not a model in a known format: {formats}.',
    pt: 'Este não é um modelo num formato conhecido: {formats}.',
  },
  forest_too_large: {
    en: 'Too large: at most {limit} ({what}).',
    pt: 'Grande demais: no máximo {limit} ({what}).',
  },
  forest_protobuf: { en: 'Not valid protobuf: {reason}.', pt: 'Protobuf inválido: {reason}.' },
  forest_onnx_missing: { en: 'The ONNX file has no {what}.', pt: 'O ficheiro ONNX não tem {what}.' },
  forest_onnx_refused: { en: 'ONNX with {what} is not supported.', pt: 'ONNX com {what} não é suportado.' },
  forest_operator: {
    en: 'The operator {operator} is not supported.',
    pt: 'O operador {operator} não é suportado.',
  },
  forest_operator_use: {
    en: '{operator} is not supported in this use: {why}.',
    pt: '{operator} não é suportado neste uso: {why}.',
  },
  forest_attribute: { en: 'The attribute `{attribute}`: {why}.', pt: 'O atributo `{attribute}`: {why}.' },
  forest_wiring: { en: '`{name}`: {why}.', pt: '`{name}`: {why}.' },
  forest_array_length: {
    en: '`{array}` has {found} elements, but needs {expected}.',
    pt: '`{array}` tem {found} elementos, mas precisa de {expected}.',
  },
  forest_node_missing: { en: 'Tree {tree} has no node {id}.', pt: 'A árvore {tree} não tem o nó {id}.' },
  forest_node_doubled: { en: 'Tree {tree} has node {id} twice.', pt: 'A árvore {tree} tem o nó {id} duas vezes.' },
  forest_node_range: {
    en: 'Tree {tree} points at node {id}, but the runtime takes only ids from 0 to below {nodes}.',
    pt: 'A árvore {tree} aponta para o nó {id}, mas o motor só aceita números de 0 até abaixo de {nodes}.',
  },
  forest_cycle: {
    en: 'Tree {tree}: node {id} can be reached from itself.',
    pt: 'Árvore {tree}: chega-se ao nó {id} a partir dele próprio.',
  },
  forest_child_shared: {
    en: 'Tree {tree}: two paths lead to node {id}, in a way that the runtime refuses.',
    pt: 'Árvore {tree}: dois caminhos levam ao nó {id}, de um modo que o motor recusa.',
  },
  forest_too_deep: {
    en: 'Tree {tree} is deeper than {limit}.',
    pt: 'A árvore {tree} tem mais de {limit} níveis.',
  },
  forest_feature_range: {
    en: 'A test reads column {feature}, but the input has {width} columns.',
    pt: 'Um teste lê a coluna {feature}, mas a entrada tem {width} colunas.',
  },
  forest_target_range: {
    en: 'A leaf votes for target {target}, but there are {targets} targets.',
    pt: 'Uma folha vota no alvo {target}, mas há {targets} alvos.',
  },
  forest_target_doubled: {
    en: 'A leaf of tree {tree} votes for target {target} twice.',
    pt: 'Uma folha da árvore {tree} vota duas vezes no alvo {target}.',
  },
  forest_not_finite: {
    en: '{what} is not a finite number, or sums of it are not.',
    pt: '{what} não é um número finito, ou as somas não o são.',
  },
  forest_missing_mixed: {
    en: 'Tree {tree}: the runtime joins the tests from node {id} into one, but they send a missing value different ways.',
    pt: 'Árvore {tree}: o motor junta os testes a partir do nó {id} num só, mas eles levam um valor em falta por caminhos diferentes.',
  },
  forest_votes_mixed: {
    en: 'Tree {tree}: the runtime joins the tests from node {id} into one, and then counts the votes of leaves that it does not reach.',
    pt: 'Árvore {tree}: o motor junta os testes a partir do nó {id} num só, e depois conta votos de folhas a que não se chega.',
  },
  forest_votes_vary: {
    en: 'Class {class} does not get a vote on every record. If it gets none, the runtime follows another rule.',
    pt: 'A classe {class} não recebe um voto em todos os registos. Se não recebe, o motor segue outra regra.',
  },
  forest_labels: { en: 'The labels of the classes: {why}.', pt: 'Os rótulos das classes: {why}.' },
  forest_ensemble_count: {
    en: 'The graph has {found} tree ensembles, but only one is supported.',
    pt: 'O grafo tem {found} conjuntos de árvores, mas só um é suportado.',
  },
  forest_aggregate: {
    en: 'The aggregate {aggregate} is not supported. SUM and AVERAGE are.',
    pt: 'A agregação {aggregate} não é suportada. SUM e AVERAGE são.',
  },
  forest_post_transform: {
    en: 'The post transform {post} is not supported.',
    pt: 'A transformação final {post} não é suportada.',
  },
  forest_source_syntax: { en: 'Not valid {format}: {reason}.', pt: '{format} inválido: {reason}.' },
  forest_source_value: {
    en: '{format}: expected {expected}, found {found}.',
    pt: '{format}: esperado {expected}, encontrado {found}.',
  },
  forest_source_refused: { en: '{format} with {what} is not supported.', pt: '{format} com {what} não é suportado.' },
};

/** The sentence of a problem, with its parameters. */
export function problemText({ slug, params }: ReadProblem): Words {
  const { en, pt } = PROBLEM_TEXTS[slug];
  return { en: filled(en, params), pt: filled(pt, inPortuguese(params)) };
}

/** Parameters that are reasons, and not names or numbers of the file. */
const REASONS: ReadonlySet<string> = new Set(['why', 'reason', 'what', 'expected', 'found']);

const inPortuguese = (params: ReadProblem['params']): ReadProblem['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      REASONS.has(name) && typeof value === 'string' ? reasonInPortuguese(value) : value,
    ]),
  );

const filled = (text: string, params: ReadProblem['params']): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));

/** Every reason for which a model can be refused. */
export const PROBLEM_SLUGS: readonly string[] = Object.keys(PROBLEM_TEXTS);
