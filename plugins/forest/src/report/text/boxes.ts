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
    en: 'Another answer lies around {n} of {all} records',
    pt: 'Em redor de {n} de {all} registos há outra resposta',
  },
  open: {
    en: 'The search around {n} of {all} records is not complete',
    pt: 'A procura em redor de {n} de {all} registos não está completa',
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
  nearestAt: { en: 'The nearest box is at {n} of the radius.', pt: 'A caixa mais próxima está a {n} do raio.' },
  below: {
    en: 'All boxes nearer than {n} of the radius were found. There may be more beyond.',
    pt: 'Encontraram-se todas as caixas a menos de {n} do raio. Para além, pode haver mais.',
  },
  all: { en: 'There are no others.', pt: 'Não há outras.' },
  nearest: { en: 'The nearest boxes', pt: 'As caixas mais próximas' },
  nearestNote: {
    en: 'All inputs in these boxes have another answer. The record lies outside the marked sides.',
    pt: 'Todas as entradas destas caixas têm outra resposta. O registo fica fora dos lados marcados.',
  },
  others: {
    en: 'In these features, the record lies within all boxes shown: {names}.',
    pt: 'Nestas características, o registo fica dentro de todas as caixas mostradas: {names}.',
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
  spread: { en: 'Distances of its boxes', pt: 'Distâncias das suas caixas' },
  spreadNote: { en: '{n} boxes, from {low} to {high} of the radius', pt: '{n} caixas, de {low} a {high} do raio' },
  plane: { en: 'Where its boxes lie', pt: 'Onde estão as suas caixas' },
  planeNote: {
    en: 'The two features that best tell the boxes from the record. The boxes may also differ in other features. The stronger the colour, the more boxes lie there.',
    pt: 'As duas características que melhor distinguem as caixas do registo. As caixas podem diferir também noutras características. Quanto mais forte a cor, mais caixas há aí.',
  },
  planeLabel: {
    en: '{n} boxes over {x} and {y}; the record is at {at}',
    pt: '{n} caixas sobre {x} e {y}; o registo está em {at}',
  },
  left: {
    en: 'Only the nearest boxes are drawn. {n} are left out.',
    pt: 'Só estão desenhadas as caixas mais próximas. {n} ficaram de fora.',
  },
  distances: {
    en: 'Distances of the nearest boxes of all records',
    pt: 'Distâncias das caixas mais próximas de todos os registos',
  },
  list: { en: 'All records', pt: 'Todos os registos' },
  listNote: {
    en: 'The result for each record. All boxes are in boxes.csv.',
    pt: 'O resultado de cada registo. Todas as caixas estão em boxes.csv.',
  },
  status: { en: 'Status', pt: 'Estado' },
  count: { en: 'Boxes', pt: 'Caixas' },
  share: { en: 'Share of inputs', pt: 'Parte das entradas' },
  near: { en: 'Nearest', pt: 'Mais próxima' },
  complete: { en: 'Complete below', pt: 'Completo abaixo de' },
  more: { en: 'and {n} more records: see summary.csv', pt: 'e mais {n} registos: ver summary.csv' },
  asked: { en: 'What was asked', pt: 'O que se perguntou' },
  radius: { en: 'Radius', pt: 'Raio' },
  ownRadius: { en: 'given by each record', pt: 'indicado por cada registo' },
  vary: { en: 'May change', pt: 'Pode mudar' },
  free: { en: 'every feature with a radius', pt: 'cada característica com raio' },
  output: { en: 'Output', pt: 'Saída' },
  expect: { en: 'Must be', pt: 'Deve ser' },
  same: { en: 'as in the record', pt: 'como no registo' },
} as const satisfies Readonly<Record<string, Words>>;
