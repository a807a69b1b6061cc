import type { Words } from '@ostiary/report';
import type { ReadProblem, ReadProblemSlug } from './source/problems.js';

/** Why a model is refused, in both languages. `{name}` stands for a parameter. */
export const PROBLEM_TEXTS: Readonly<Record<ReadProblemSlug, Words>> = {
  forest_format_unknown: {
    en: 'This is no model that is read: {formats}.',
    pt: 'Este não é um modelo que se lê: {formats}.',
  },
  forest_too_large: {
    en: 'Too large: at most {limit} ({what}).',
    pt: 'Grande demais: no máximo {limit} ({what}).',
  },
  forest_protobuf: { en: 'Not valid protobuf: {reason}.', pt: 'Protobuf inválido: {reason}.' },
  forest_onnx_missing: { en: 'The ONNX file has no {what}.', pt: 'O ficheiro ONNX não tem {what}.' },
  forest_onnx_refused: { en: 'ONNX with {what} is not read.', pt: 'Não se lê ONNX com {what}.' },
  forest_operator: {
    en: 'The operator {operator} is not one whose meaning is known here.',
    pt: 'O operador {operator} não é dos que aqui têm significado conhecido.',
  },
  forest_operator_use: {
    en: '{operator} is not read in this use: {why}.',
    pt: '{operator} não se lê neste uso: {why}.',
  },
  forest_attribute: { en: 'The attribute `{attribute}`: {why}.', pt: 'O atributo `{attribute}`: {why}.' },
  forest_wiring: { en: '`{name}`: {why}.', pt: '`{name}`: {why}.' },
  forest_array_length: {
    en: '`{array}` has {found} elements where {expected} are needed.',
    pt: '`{array}` tem {found} elementos onde são precisos {expected}.',
  },
  forest_node_missing: { en: 'Tree {tree} has no node {id}.', pt: 'A árvore {tree} não tem o nó {id}.' },
  forest_node_doubled: { en: 'Tree {tree} has node {id} twice.', pt: 'A árvore {tree} tem o nó {id} duas vezes.' },
  forest_node_range: {
    en: 'Tree {tree} points at node {id}; the runtime takes ids from 0 to below {nodes} only.',
    pt: 'A árvore {tree} aponta para o nó {id}; o motor só aceita números de 0 até abaixo de {nodes}.',
  },
  forest_cycle: {
    en: 'Tree {tree}: node {id} can be reached from itself.',
    pt: 'Árvore {tree}: chega-se ao nó {id} a partir dele próprio.',
  },
  forest_child_shared: {
    en: 'Tree {tree}: node {id} is reached in two ways, in a manner that the runtime refuses.',
    pt: 'Árvore {tree}: alcança-se o nó {id} por dois caminhos, de um modo que o motor recusa.',
  },
  forest_too_deep: {
    en: 'Tree {tree} is deeper than {limit}.',
    pt: 'A árvore {tree} tem mais de {limit} níveis.',
  },
  forest_feature_range: {
    en: 'A test asks for column {feature} of an input of {width} columns.',
    pt: 'Um teste pede a coluna {feature} de uma entrada com {width} colunas.',
  },
  forest_target_range: {
    en: 'A leaf votes for {target} where there are {targets} targets.',
    pt: 'Uma folha vota em {target} onde há {targets} alvos.',
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
    en: 'Tree {tree}: the tests from node {id} send a missing value different ways, and the runtime joins them into one.',
    pt: 'Árvore {tree}: os testes a partir do nó {id} levam um valor em falta por caminhos diferentes, e o motor junta-os num só.',
  },
  forest_votes_mixed: {
    en: 'Tree {tree}: the runtime joins the tests from node {id} into one, and then counts votes of leaves that are not reached.',
    pt: 'Árvore {tree}: o motor junta os testes a partir do nó {id} num só, e depois conta votos de folhas a que não se chega.',
  },
  forest_votes_vary: {
    en: 'Class {class} does not get a vote on every record; where it gets none the runtime follows another rule.',
    pt: 'A classe {class} não recebe um voto em todos os registos; onde não recebe, o motor segue outra regra.',
  },
  forest_labels: { en: 'The labels of the classes: {why}.', pt: 'Os rótulos das classes: {why}.' },
  forest_ensemble_count: {
    en: 'The graph has {found} tree ensembles; one is read.',
    pt: 'O grafo tem {found} conjuntos de árvores; lê-se um.',
  },
  forest_aggregate: {
    en: 'The aggregate {aggregate} is not read; SUM and AVERAGE are.',
    pt: 'A agregação {aggregate} não se lê; SUM e AVERAGE, sim.',
  },
  forest_post_transform: {
    en: 'The post transform {post} is not read.',
    pt: 'A transformação final {post} não se lê.',
  },
  forest_source_syntax: { en: 'Not valid {format}: {reason}.', pt: '{format} inválido: {reason}.' },
  forest_source_value: {
    en: '{format}: expected {expected}, found {found}.',
    pt: '{format}: esperado {expected}, encontrado {found}.',
  },
  forest_source_refused: { en: '{format} with {what} is not read.', pt: 'Não se lê {format} com {what}.' },
};

/** The sentence of a problem, with its parameters. */
export function problemText({ slug, params }: ReadProblem): Words {
  const { en, pt } = PROBLEM_TEXTS[slug];
  return { en: filled(en, params), pt: filled(pt, params) };
}

const filled = (text: string, params: ReadProblem['params']): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole));

/** Every reason for which a model can be refused. */
export const PROBLEM_SLUGS: readonly string[] = Object.keys(PROBLEM_TEXTS);
