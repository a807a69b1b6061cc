import { error } from '../declare.js';

/** The clocks of time zones. */
export const clocks = {
  zone_not_constant: error(
    {
      en: 'a time zone is a name in quotes, and the same for every call',
      pt: 'um fuso horário é um nome entre aspas, e o mesmo para todas as chamadas',
    },
    { en: 'write `now("Europe/Berlin").hour`', pt: 'escreva `now("Europe/Berlin").hour`' },
  ),
  zone_unknown: error(
    {
      en: 'this runtime knows no time zone `{zone}`',
      pt: 'este ambiente de execução não conhece o fuso horário `{zone}`',
    },
    { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  ),
  zone_without_place: error(
    {
      en: '`{zone}` is no area and place: an offset, an abbreviation or a country does not say whose clock it is, or when it is changed',
      pt: '`{zone}` não é uma área e um lugar: um desvio, uma abreviatura ou um país não diz de quem é o relógio, nem quando muda a hora',
    },
    {
      en: 'write an area and a place, as in `Europe/Berlin`, or `UTC`',
      pt: 'escreva uma área e um lugar, como em `Europe/Berlin`, ou `UTC`',
    },
  ),
  zone_date: error(
    {
      en: '`{path}` is a day of the calendar, and stands beside dates only: when it began is not said by it',
      pt: '`{path}` é um dia do calendário, e só fica ao lado de datas: não diz quando esse dia começou',
    },
    {
      en: 'compare it with a constant such as `"2026-03-01"`, a list of such, or another `date` of `now`; for instants use `now.time`',
      pt: 'compare-o com uma constante como `"2026-03-01"`, uma lista delas, ou outra `date` de `now`; para instantes use `now.time`',
    },
  ),
  zones_too_many: error({
    en: 'a policy reads the clocks of at most {limit} time zones',
    pt: 'uma política lê os relógios de no máximo {limit} fusos horários',
  }),
};
