import type { Words } from '@ostiary/report';
import type { EnumeratedRecord } from '../../audit/index.js';

/** What came of a record, with the colour that it has in reports. */
export const STATUSES: Readonly<
  Record<EnumeratedRecord['status'], { readonly words: Words; readonly colour: 'allow' | 'confirm' | 'refuse' }>
> = {
  complete: { words: { en: 'Complete', pt: 'Completo' }, colour: 'allow' },
  partial: { words: { en: 'Partial', pt: 'Parcial' }, colour: 'confirm' },
  vacuous: { words: { en: 'Nothing there', pt: 'Nada aí' }, colour: 'confirm' },
  input_error: { words: { en: 'Wrong input', pt: 'Entrada errada' }, colour: 'confirm' },
  unsupported: { words: { en: 'Not modelled', pt: 'Não modelado' }, colour: 'confirm' },
  internal_error: { words: { en: 'Internal error', pt: 'Erro interno' }, colour: 'refuse' },
};

export const BOX_TEXTS = {
  title: { en: 'Around the records of {name}', pt: 'Em redor dos registos de {name}' },
  kind: { en: 'Enumeration report', pt: 'Relatório de enumeração' },
  none: {
    en: 'No input around the records has another answer',
    pt: 'Nenhuma entrada em redor dos registos tem outra resposta',
  },
  some: {
    en: 'Around {n} of {all} records there is another answer',
    pt: 'Em redor de {n} de {all} registos há outra resposta',
  },
  open: {
    en: 'What lies around {n} of {all} records is not known in full',
    pt: 'O que há em redor de {n} de {all} registos não se conhece por inteiro',
  },
  boxes: { en: '{n} boxes', pt: '{n} caixas' },
  records: { en: '{n} records', pt: '{n} registos' },
  contents: { en: 'Records to look at', pt: 'Registos a ver' },
  holds: {
    en: '{n} boxes hold {share} of the inputs within the radius.',
    pt: '{n} caixas contêm {share} das entradas dentro do raio.',
  },
  holdsOne: {
    en: 'One box holds {share} of the inputs within the radius.',
    pt: 'Uma caixa contém {share} das entradas dentro do raio.',
  },
  nearestAt: { en: 'The nearest is at {n} of the radius.', pt: 'A mais próxima está a {n} do raio.' },
  below: {
    en: 'Up to {n} of the radius nothing is missing; beyond, there may be more.',
    pt: 'Até {n} do raio não falta nada; para além, pode haver mais.',
  },
  all: { en: 'There are no others.', pt: 'Não há outras.' },
  nearest: { en: 'The nearest boxes', pt: 'As caixas mais próximas' },
  nearestNote: {
    en: 'Each holds only inputs with another answer. Marked is what the record itself does not have.',
    pt: 'Cada uma só contém entradas com outra resposta. Está marcado o que o próprio registo não tem.',
  },
  others: {
    en: 'The record itself lies in all of these boxes by: {names}.',
    pt: 'O próprio registo está em todas estas caixas por: {names}.',
  },
  feature: { en: 'Feature', pt: 'Característica' },
  record: { en: 'Record', pt: 'Registo' },
  box: { en: 'Box {n}', pt: 'Caixa {n}' },
  distance: { en: 'Distance', pt: 'Distância' },
  score: { en: 'Score', pt: 'Pontuação' },
  answer: { en: 'Answer', pt: 'Resposta' },
  missing: { en: 'missing', pt: 'em falta' },
  orMissing: { en: 'or missing', pt: 'ou em falta' },
  anyOther: { en: 'any other', pt: 'qualquer outro' },
  spread: { en: 'How far its boxes are', pt: 'A que distância estão as suas caixas' },
  spreadNote: { en: '{n} boxes, from {low} to {high} of the radius', pt: '{n} caixas, de {low} a {high} do raio' },
  plane: { en: 'Where its boxes lie', pt: 'Onde estão as suas caixas' },
  planeNote: {
    en: 'The two features that tell most. Other features differ from box to box: the stronger the colour, the more boxes lie there.',
    pt: 'As duas características que mais dizem. As outras diferem de caixa para caixa: quanto mais forte a cor, mais caixas há aí.',
  },
  planeLabel: {
    en: '{n} boxes over {x} and {y}; the record is at {at}',
    pt: '{n} caixas sobre {x} e {y}; o registo está em {at}',
  },
  left: { en: 'Of the nearest boxes; {n} are not drawn.', pt: 'Das caixas mais próximas; {n} não estão desenhadas.' },
  distances: {
    en: 'Distances of the nearest boxes of all records',
    pt: 'Distâncias das caixas mais próximas de todos os registos',
  },
  list: { en: 'All records', pt: 'Todos os registos' },
  listNote: {
    en: 'What came of each record; boxes.csv has every box.',
    pt: 'O que resultou de cada registo; boxes.csv tem todas as caixas.',
  },
  status: { en: 'Status', pt: 'Estado' },
  count: { en: 'Boxes', pt: 'Caixas' },
  share: { en: 'Share of inputs', pt: 'Parte das entradas' },
  near: { en: 'Nearest', pt: 'Mais próxima' },
  complete: { en: 'Complete below', pt: 'Completo abaixo de' },
  more: { en: 'and {n} more records, which summary.csv has', pt: 'e mais {n} registos, que estão em summary.csv' },
  asked: { en: 'What was asked', pt: 'O que se perguntou' },
  radius: { en: 'Radius', pt: 'Raio' },
  ownRadius: { en: 'as each record says', pt: 'como cada registo diz' },
  vary: { en: 'May change', pt: 'Pode mudar' },
  free: { en: 'every feature with a radius', pt: 'cada característica com raio' },
  output: { en: 'Looked at', pt: 'Observado' },
  expect: { en: 'Must be', pt: 'Deve ser' },
  same: { en: 'as in the record', pt: 'como no registo' },
} as const satisfies Readonly<Record<string, Words>>;
