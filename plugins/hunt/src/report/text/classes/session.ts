import type { ClassText } from './class-text.js';

export const SESSION_CLASSES = {
  H01: {
    name: { en: 'A limit passed by splitting', pt: 'Um limite contornado por divisão' },
    meaning: {
      en: 'Several smaller calls may do what one call may not. Each is within the limit, but their sum is not.',
      pt: 'Várias chamadas mais pequenas podem fazer o que uma só não pode. Cada uma está dentro do limite, mas a soma não.',
    },
    advice: {
      en: 'Limit the sum over a day, over every tool that spends, `including this` call.',
      pt: 'Limite a soma num dia, sobre todas as ferramentas que gastam, incluindo a chamada atual (`including this`).',
    },
  },
  H02: {
    name: { en: 'A step that can be skipped', pt: 'Um passo que se pode saltar' },
    meaning: {
      en: 'The call goes through although the step that should come before it never happened.',
      pt: 'A chamada passa embora o passo que devia vir antes nunca tenha acontecido.',
    },
    advice: { en: 'Require the step with `formerly`.', pt: 'Exija o passo com `formerly`.' },
  },
  H03: {
    name: { en: 'A step taken for something else', pt: 'Um passo feito para outra coisa' },
    meaning: {
      en: 'A step for one customer, order or account lets a call for another one through.',
      pt: 'Um passo para um cliente, uma encomenda ou uma conta deixa passar uma chamada para outro.',
    },
    advice: {
      en: 'Name the field in the event, so that both are about the same invoice, order or customer.',
      pt: 'Nomeie o campo no evento, para que os dois tratem da mesma fatura, da mesma encomenda ou do mesmo cliente.',
    },
  },
  H04: {
    name: { en: 'An attempt counted as a success', pt: 'Uma tentativa contada como êxito' },
    meaning: {
      en: 'The rule counts calls that were attempted as if they had succeeded, or attempts that never ran use up a limit.',
      pt: 'A regra conta chamadas tentadas como se tivessem tido êxito, ou tentativas que nunca foram executadas gastam um limite.',
    },
    advice: {
      en: 'Choose the state that is meant: `ok` for what succeeded, `open` for what succeeded or may still succeed.',
      pt: 'Escolha o estado que se pretende: `ok` para o que teve êxito, `open` para o que teve êxito ou ainda o pode ter.',
    },
  },
  H05: {
    name: { en: 'Calls at the same time', pt: 'Chamadas ao mesmo tempo' },
    meaning: {
      en: 'Calls that run at the same time all see the counter as it was before. Together they exceed the limit.',
      pt: 'Chamadas executadas ao mesmo tempo veem o contador como estava antes. Juntas, excedem o limite.',
    },
    advice: {
      en: 'Count with the state `open`, which includes calls that are still running.',
      pt: 'Conte com o estado `open`, que inclui chamadas ainda em execução.',
    },
  },
  H06: {
    name: { en: 'Two bursts around the edge of a window', pt: 'Duas rajadas à volta do fim de uma janela' },
    meaning: {
      en: 'The limit holds in each window, but twice as much fits into a slightly longer time.',
      pt: 'O limite vale em cada janela, mas o dobro cabe num tempo pouco maior.',
    },
    advice: {
      en: 'Add a second limit over the longer time that matters.',
      pt: 'Acrescente um segundo limite sobre o tempo mais longo que importa.',
    },
  },
  H07: {
    name: { en: 'A limit that ignores the current call', pt: 'Um limite que ignora a chamada atual' },
    meaning: {
      en: 'The rule sums earlier calls but not the current one. One call too many goes through.',
      pt: 'A regra soma as chamadas anteriores, mas não a atual. Passa uma chamada a mais.',
    },
    advice: { en: 'Write `including this`.', pt: 'Escreva `including this`.' },
  },
  H08: {
    name: { en: 'Confirmed, then changed', pt: 'Confirmada e depois alterada' },
    meaning: {
      en: 'A person approved one call, and a different one runs.',
      pt: 'Uma pessoa aprovou uma chamada, e outra é executada.',
    },
    advice: {
      en: 'Tie the approval to every argument that matters.',
      pt: 'Prenda a aprovação a todos os argumentos que importam.',
    },
  },
  H09: {
    name: { en: 'An approval used again', pt: 'Uma aprovação usada de novo' },
    meaning: { en: 'One approval lets several calls through.', pt: 'Uma aprovação deixa passar várias chamadas.' },
    advice: { en: 'Make each call use up its approval.', pt: 'Faça com que cada chamada gaste a sua aprovação.' },
  },
  H10: {
    name: {
      en: 'Untrusted data reaches a dangerous tool',
      pt: 'Dados não fiáveis chegam a uma ferramenta perigosa',
    },
    meaning: {
      en: 'Data from outside, which an attacker may have written, can reach a tool that acts or sends, without confirmation.',
      pt: 'Dados de fora, que um atacante pode ter escrito, podem chegar sem confirmação a uma ferramenta que age ou envia.',
    },
    advice: {
      en: 'Ask for confirmation where the session or the argument has the label `untrusted`.',
      pt: 'Peça confirmação quando a sessão ou o argumento tem o rótulo `untrusted`.',
    },
  },
  H11: {
    name: { en: 'A fact that has changed since', pt: 'Um facto que mudou desde então' },
    meaning: {
      en: 'The rule relies on something that was read earlier and may have changed since.',
      pt: 'A regra confia em algo que foi lido antes e pode ter mudado desde então.',
    },
    advice: {
      en: 'Use `since`: the fact was read, and nothing has changed it since.',
      pt: 'Use `since`: o facto foi lido, e nada o mudou desde então.',
    },
  },
  H12: {
    name: { en: 'A limit that the caller can reset', pt: 'Um limite que quem chama pode repor a zero' },
    meaning: {
      en: 'The limit is counted by something that the caller chooses, such as the session. A new session starts at zero.',
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
      en: 'Allow the step that it waits for, or correct the state.',
      pt: 'Permita o passo pelo qual ela espera, ou corrija o estado.',
    },
  },
  H14: {
    name: { en: 'A dead end', pt: 'Um beco sem saída' },
    meaning: {
      en: 'After one call a tool is refused for the rest of the session, and nothing makes it available again.',
      pt: 'Depois de uma chamada, uma ferramenta fica recusada pelo resto da sessão, e nada a torna disponível de novo.',
    },
    advice: {
      en: 'Give the refusal an end: a window, or a step that lifts it.',
      pt: 'Dê um fim à recusa: uma janela, ou um passo que a levante.',
    },
  },
  H15: {
    name: { en: 'Changing what a rule trusts', pt: 'Alterar aquilo em que uma regra confia' },
    meaning: {
      en: 'The agent can create or change what the rule trusts, and then use it.',
      pt: 'O agente pode criar ou alterar aquilo em que a regra confia, e depois usá-lo.',
    },
    advice: { en: 'Ask for confirmation of one of the two calls.', pt: 'Peça confirmação de uma das duas chamadas.' },
  },
  H16: {
    name: { en: "Somebody else's event", pt: 'Um evento de outra pessoa' },
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
