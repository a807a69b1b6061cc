import { error } from '../declare.js';

/** The clocks of time zones. */
export const clocks = {
  zone_not_constant: error(
    'a time zone is a name in quotes, and the same for every call',
    'um fuso horário é um nome entre aspas, e o mesmo para todas as chamadas',
    'write `now("Europe/Berlin").hour`',
    'escreva `now("Europe/Berlin").hour`',
  ),
  zone_unknown: error(
    'this runtime knows no time zone `{zone}`',
    'este ambiente de execução não conhece o fuso horário `{zone}`',
    'nearest names: {nearest}',
    'nomes mais próximos: {nearest}',
  ),
  zone_without_place: error(
    '`{zone}` is no area and place: an offset, an abbreviation or a country does not say whose clock it is, or when it is changed',
    '`{zone}` não é uma área e um lugar: um desvio, uma abreviatura ou um país não diz de quem é o relógio, nem quando muda a hora',
    'write an area and a place, as in `Europe/Berlin`, or `UTC`',
    'escreva uma área e um lugar, como em `Europe/Berlin`, ou `UTC`',
  ),
  zone_date: error(
    '`{path}` is a day of the calendar, and stands beside dates only: when it began is not said by it',
    '`{path}` é um dia do calendário, e só fica ao lado de datas: não diz quando esse dia começou',
    'compare it with a constant such as `"2026-03-01"`, a list of such, or another `date` of `now`; for instants use `now.time`',
    'compare-o com uma constante como `"2026-03-01"`, uma lista delas, ou outra `date` de `now`; para instantes use `now.time`',
  ),
  zones_too_many: error(
    'a policy reads the clocks of at most {limit} time zones',
    'uma política lê os relógios de no máximo {limit} fusos horários',
  ),
};
