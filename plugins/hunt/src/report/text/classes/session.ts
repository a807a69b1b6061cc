import type { ClassText } from './class-text.js';

export const SESSION_CLASSES = {
  H01: {
    name: { en: 'A limit passed by splitting', pt: 'Um limite contornado por divisão' },
    meaning: {
      en: 'What one call may not do, several smaller calls may. Each is within the limit, and their sum is not.',
      pt: 'O que uma chamada não pode fazer, várias mais pequenas podem. Cada uma está dentro do limite, e a soma não.',
    },
    advice: {
      en: 'Limit the sum over a window, over every tool that spends, `including this` call.',
      pt: 'Limite a soma numa janela, sobre todas as ferramentas que gastam, com a chamada atual (`including this`).',
    },
  },
  H02: {
    name: { en: 'A step that can be left out', pt: 'Um passo que se pode saltar' },
    meaning: {
      en: 'The call goes through although the step that should come before it never happened.',
      pt: 'A chamada passa embora o passo que devia vir antes nunca tenha acontecido.',
    },
    advice: { en: 'Ask for the step with `formerly`.', pt: 'Exija o passo com `formerly`.' },
  },
  H03: {
    name: { en: 'A step done for another', pt: 'Um passo feito para outro' },
    meaning: {
      en: 'A step for one customer, order or account opens the way for another one.',
      pt: 'Um passo para um cliente, encomenda ou conta abre o caminho para outro.',
    },
    advice: {
      en: 'Name the field in the event, so that both speak of the same invoice, order or customer.',
      pt: 'Nomeie o campo no evento, para que ambos falem da mesma fatura, encomenda ou cliente.',
    },
  },
  H04: {
    name: { en: 'An attempt counted as a success', pt: 'Uma tentativa contada como êxito' },
    meaning: {
      en: 'The rule looks at calls that were made, not at those that succeeded, or the reverse.',
      pt: 'A regra olha para chamadas feitas, e não para as que tiveram êxito, ou o contrário.',
    },
    advice: {
      en: 'Choose the state that is meant: `ok` for what happened, `open` for what may still happen.',
      pt: 'Escolha o estado que se pretende: `ok` para o que aconteceu, `open` para o que ainda pode acontecer.',
    },
  },
  H05: {
    name: { en: 'Calls at the same time', pt: 'Chamadas ao mesmo tempo' },
    meaning: {
      en: 'Calls that run at once each see the counter as it was before the others. Together they pass the limit.',
      pt: 'Chamadas que correm ao mesmo tempo veem o contador como estava antes das outras. Juntas passam o limite.',
    },
    advice: {
      en: 'Count with the state `open`, which holds what is still running.',
      pt: 'Conte com o estado `open`, que inclui o que ainda está a correr.',
    },
  },
  H06: {
    name: { en: 'Two bursts around the edge of a window', pt: 'Duas rajadas à volta do fim de uma janela' },
    meaning: {
      en: 'The limit holds in each window, and twice as much fits into a little more than one.',
      pt: 'O limite vale em cada janela, e o dobro cabe em pouco mais do que uma.',
    },
    advice: {
      en: 'Add a second limit over the longer time that you care about.',
      pt: 'Acrescente um segundo limite sobre o tempo mais longo que lhe importa.',
    },
  },
  H07: {
    name: { en: 'A limit that forgets the present call', pt: 'Um limite que esquece a chamada atual' },
    meaning: {
      en: 'The rule adds up what was before, without the call that is asked for. One call more goes through.',
      pt: 'A regra soma o que houve antes, sem a chamada que é pedida. Passa uma chamada a mais.',
    },
    advice: { en: 'Write `including this`.', pt: 'Escreva `including this`.' },
  },
  H08: {
    name: { en: 'Confirmed, then changed', pt: 'Confirmado, depois alterado' },
    meaning: {
      en: 'A person confirmed one call and another one is executed.',
      pt: 'Uma pessoa confirmou uma chamada e é executada outra.',
    },
    advice: {
      en: 'Bind the approval to every argument that matters.',
      pt: 'Prenda a aprovação a todos os argumentos que importam.',
    },
  },
  H09: {
    name: { en: 'A confirmation used again', pt: 'Uma confirmação usada outra vez' },
    meaning: {
      en: 'One approval serves for several calls, or for one long after it was given.',
      pt: 'Uma aprovação serve para várias chamadas, ou para uma muito depois de ter sido dada.',
    },
    advice: {
      en: 'Let each call use up its approval, and let approvals end.',
      pt: 'Faça com que cada chamada gaste a sua aprovação, e que as aprovações acabem.',
    },
  },
  H10: {
    name: { en: 'Untrusted data reaches a dangerous tool', pt: 'Dados não fiáveis chegam a uma ferramenta perigosa' },
    meaning: {
      en: 'What came from outside, and may have been written by an attacker, goes into a tool that acts or sends, without a person.',
      pt: 'O que veio de fora, e pode ter sido escrito por um atacante, entra numa ferramenta que age ou envia, sem ninguém a ver.',
    },
    advice: {
      en: 'Ask for a confirmation where the session or the argument has the label `untrusted`.',
      pt: 'Peça uma confirmação quando a sessão ou o argumento tem o rótulo `untrusted`.',
    },
  },
  H11: {
    name: { en: 'A fact that has changed since', pt: 'Um facto que mudou entretanto' },
    meaning: {
      en: 'The rule relies on something that was read earlier and was changed after that.',
      pt: 'A regra conta com algo que foi lido antes e alterado depois disso.',
    },
    advice: {
      en: 'Use `since`: the fact was read, and nothing changed it after that.',
      pt: 'Use `since`: o facto foi lido, e nada o alterou depois disso.',
    },
  },
  H12: {
    name: { en: 'A limit that the caller can leave', pt: 'Um limite de que quem chama pode sair' },
    meaning: {
      en: 'The limit is counted by something that the caller chooses, such as the session. A new session starts from nothing.',
      pt: 'O limite é contado por algo que quem chama escolhe, como a sessão. Uma sessão nova começa do zero.',
    },
    advice: { en: 'Count `by principal`.', pt: 'Conte por principal (`by principal`).' },
  },
  H13: {
    name: { en: 'An event that can never happen', pt: 'Um evento que nunca pode acontecer' },
    meaning: {
      en: 'The rule waits for an event that the policy itself makes impossible.',
      pt: 'A regra espera por um evento que a própria política torna impossível.',
    },
    advice: {
      en: 'Allow the step that it waits for, or mend the state or the window.',
      pt: 'Permita o passo de que ela está à espera, ou corrija o estado ou a janela.',
    },
  },
  H14: {
    name: { en: 'A dead end', pt: 'Um beco sem saída' },
    meaning: {
      en: 'After some calls a tool is refused for ever, and nothing brings it back.',
      pt: 'Depois de algumas chamadas uma ferramenta fica recusada para sempre, e nada a traz de volta.',
    },
    advice: {
      en: 'Give the refusal an end: a window, or a step that lifts it.',
      pt: 'Dê um fim à recusa: uma janela, ou um passo que a levante.',
    },
  },
  H15: {
    name: { en: 'Changing what the limit is about', pt: 'Alterar aquilo de que o limite trata' },
    meaning: {
      en: 'The agent makes or changes the very thing that the rule trusts, and then uses it.',
      pt: 'O agente cria ou altera aquilo em que a regra confia, e depois usa-o.',
    },
    advice: {
      en: 'Refuse or confirm for some time after such a change.',
      pt: 'Recuse ou peça confirmação durante algum tempo depois dessa alteração.',
    },
  },
  H16: {
    name: { en: 'An event of somebody else', pt: 'Um evento de outra pessoa' },
    meaning: {
      en: 'An event of another principal, or of another session, satisfies the rule.',
      pt: 'Um evento de outro principal, ou de outra sessão, satisfaz a regra.',
    },
    advice: {
      en: 'Say whose event is meant: `by principal`, `by session`.',
      pt: 'Diga de quem é o evento: `by principal`, `by session`.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
