import { error, warning } from '../declare.js';

/** Events, windows, keys, counts and sums. */
export const history = {
  event_field_unknown: error(
    { en: '`{tool}` has no argument `{field}`', pt: '`{tool}` não tem o argumento `{field}`' },
    { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  ),
  event_class_empty: error({
    en: 'no tool is in class `@{name}`, so there are no such events',
    pt: 'nenhuma ferramenta está na classe `@{name}`, logo não há tais eventos',
  }),
  event_field_repeated: error({ en: 'the field `{field}` is named twice', pt: 'o campo `{field}` aparece duas vezes' }),
  event_field_types: error(
    {
      en: '`{field}` is {left} of `{first}` and {right} of `{second}`',
      pt: '`{field}` é {left} em `{first}` e {right} em `{second}`',
    },
    { en: 'write one condition for each of the tools', pt: 'escreva uma condição para cada ferramenta' },
  ),
  history_key_unknown: error(
    { en: '`{key}` cannot tell callers apart', pt: '`{key}` não distingue quem chama' },
    {
      en: 'use `by principal`, `by session`, `by customer`, `by args.<name>`, or `by anyone` for the calls of all',
      pt: 'use `by principal`, `by session`, `by customer`, `by args.<nome>`, ou `by anyone` para as chamadas de todos',
    },
  ),
  window_empty: warning({
    en: 'a window of no length sees only events of this very instant',
    pt: 'uma janela sem duração só vê eventos deste mesmo instante',
  }),
  sum_field_type: error(
    { en: '`{field}` is {type}, which does not add up', pt: '`{field}` é {type}, que não se soma' },
    { en: 'sums are of money, numbers or durations', pt: 'somam-se dinheiro, números ou durações' },
  ),
  sum_currency: error(
    { en: 'the sum is in {field}, its bound in {bound}', pt: 'a soma é em {field}, o limite em {bound}' },
    { en: 'name one currency on both sides', pt: 'use a mesma moeda nos dois lados' },
  ),
  sum_including_this: error({
    en: '`including this` needs `{field}` on the call, and {tools} has no such argument',
    pt: '`including this` precisa de `{field}` na chamada, e {tools} não tem esse argumento',
  }),
  cap_scope: warning(
    {
      en: 'the rule is also about {tools}, whose calls this does not count',
      pt: 'a regra também é sobre {tools}, cujas chamadas isto não conta',
    },
    {
      en: 'what is limited can be split over the tools; name them all, e.g. `[a, b].{state}`',
      pt: 'o que é limitado pode ser repartido pelas ferramentas; indique todas, p. ex. `[a, b].{state}`',
    },
  ),
  count_bound: error({
    en: 'a count is compared with a whole number, not with `{literal}`',
    pt: 'uma contagem compara-se com um número inteiro, não com `{literal}`',
  }),
  count_constant: warning({
    en: 'a count is never negative, so this is always {result}',
    pt: 'uma contagem nunca é negativa, logo isto é sempre {result}',
  }),
};
