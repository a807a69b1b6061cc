import { declare } from '../declare.js';

/** Events, windows, keys, counts and sums. */
export const history = declare({
  event_field_unknown: {
    severity: 'error',
    message: { en: '`{tool}` has no argument `{field}`', pt: '`{tool}` não tem o argumento `{field}`' },
    hint: { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  },
  event_class_empty: {
    severity: 'error',
    message: {
      en: 'no tool is in class `@{name}`, so there are no such events',
      pt: 'nenhuma ferramenta está na classe `@{name}`, logo não há tais eventos',
    },
    hint: null,
  },
  event_field_repeated: {
    severity: 'error',
    message: { en: 'the field `{field}` is named twice', pt: 'o campo `{field}` aparece duas vezes' },
    hint: null,
  },
  event_field_types: {
    severity: 'error',
    message: {
      en: '`{field}` is {left} of `{first}` and {right} of `{second}`',
      pt: '`{field}` é {left} em `{first}` e {right} em `{second}`',
    },
    hint: { en: 'write one condition for each of the tools', pt: 'escreva uma condição para cada ferramenta' },
  },
  history_key_unknown: {
    severity: 'error',
    message: { en: '`{key}` cannot tell callers apart', pt: '`{key}` não distingue quem chama' },
    hint: {
      en: 'use `by principal`, `by session`, `by customer`, `by args.<name>`, or `by anyone` for the calls of all',
      pt: 'use `by principal`, `by session`, `by customer`, `by args.<nome>`, ou `by anyone` para as chamadas de todos',
    },
  },
  window_empty: {
    severity: 'warning',
    message: {
      en: 'a window of no length sees only events of this very instant',
      pt: 'uma janela sem duração só vê eventos deste mesmo instante',
    },
    hint: null,
  },
  sum_field_type: {
    severity: 'error',
    message: { en: '`{field}` is {type}, which does not add up', pt: '`{field}` é {type}, que não se soma' },
    hint: { en: 'sums are of money, numbers or durations', pt: 'somam-se dinheiro, números ou durações' },
  },
  sum_currency: {
    severity: 'error',
    message: { en: 'the sum is in {field}, its bound in {bound}', pt: 'a soma é em {field}, o limite em {bound}' },
    hint: { en: 'name one currency on both sides', pt: 'use a mesma moeda nos dois lados' },
  },
  sum_including_this: {
    severity: 'error',
    message: {
      en: '`including this` needs `{field}` on the call, and {tools} has no such argument',
      pt: '`including this` precisa de `{field}` na chamada, e {tools} não tem esse argumento',
    },
    hint: null,
  },
  cap_scope: {
    severity: 'warning',
    message: {
      en: 'the rule is also about {tools}, whose calls this does not count',
      pt: 'a regra também é sobre {tools}, cujas chamadas isto não conta',
    },
    hint: {
      en: 'what is limited can be split over the tools; name them all, e.g. `[a, b].{state}`',
      pt: 'o que é limitado pode ser repartido pelas ferramentas; indique todas, p. ex. `[a, b].{state}`',
    },
  },
  count_bound: {
    severity: 'error',
    message: {
      en: 'a count is compared with a whole number, not with `{literal}`',
      pt: 'uma contagem compara-se com um número inteiro, não com `{literal}`',
    },
    hint: null,
  },
  count_constant: {
    severity: 'warning',
    message: {
      en: 'a count is never negative, so this is always {result}',
      pt: 'uma contagem nunca é negativa, logo isto é sempre {result}',
    },
    hint: null,
  },
});
