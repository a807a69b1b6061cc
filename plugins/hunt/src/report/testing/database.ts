import type { HuntReport } from '../../search/index.js';
import { checksOf, findingIn, stepsIn } from './build.js';

export const DATABASE = `dialect 1;
policy "database";
default refuse;
tool run_sql @write (verb: text, table: text, rows?: int 0..);
tool mail_rows @write (to: text, table: text);

@id("danger") refuse run_sql when verb in ["drop", "truncate"];
@id("changes") confirm run_sql when rows > 100;
@id("run") allow run_sql;
@id("inside") allow mail_rows when to matches ".*@corp.example";
`;

const step = stepsIn(DATABASE);
const sql = (verb: string) => ({ tool: 'run_sql', args: { verb, table: 'orders', rows: 1 } });
const mail = (to: string) => ({ tool: 'mail_rows', args: { to, table: 'orders' } });

/** Calls that are alike but for one thing: its case, a letter, a type, a dot. */
export const databaseReport: HuntReport = report();

function report(): HuntReport {
  const lower = step(sql('drop'), {}, { en: 'as the rule writes it', pt: 'como a regra o escreve' });
  const findings = [
    findingIn(DATABASE, {
      class: 'B01',
      severity: 'high',
      rules: ['danger', 'run'],
      tool: 'run_sql',
      attribute: 'args.verb',
      title: {
        en: '`DROP` in capitals passes the rule against `drop`',
        pt: '`DROP` em maiúsculas passa a regra contra `drop`',
      },
      detail: {
        en: 'Rule `danger` compares `args.verb` letter by letter. The database takes `DROP` for `drop`, and `run` allows it.',
        pt: 'A regra `danger` compara `args.verb` letra a letra. A base de dados toma `DROP` por `drop`, e `run` permite-o.',
      },
      witness: {
        kind: 'calls',
        steps: [lower, step(sql('DROP'), {}, { en: 'in capitals', pt: 'em maiúsculas' })],
      },
      repair: {
        title: {
          en: 'Declare `verb` as a keyword: it has one spelling.',
          pt: 'Declare `verb` como keyword: tem uma só grafia.',
        },
        text: DATABASE.replace('verb: text', 'verb: keyword'),
      },
    }),
    findingIn(DATABASE, {
      class: 'B02',
      severity: 'high',
      rules: ['danger', 'run'],
      tool: 'run_sql',
      attribute: 'args.verb',
      title: {
        en: 'A letter that looks alike passes the rule against `drop`',
        pt: 'Uma letra parecida passa a regra contra `drop`',
      },
      detail: {
        en: 'The third letter is Cyrillic. People read `drop`, and so do tools that fold look-alikes.',
        pt: 'A terceira letra é cirílica. As pessoas leem `drop`, e também as ferramentas que juntam letras parecidas.',
      },
      witness: {
        kind: 'calls',
        steps: [
          lower,
          step(sql('dr\u043ep'), {}, { en: 'with a Cyrillic letter', pt: 'com uma letra cirílica' }),
          step(sql('drop\u200b'), {}, { en: 'with a space that is not seen', pt: 'com um espaço que não se vê' }),
        ],
      },
    }),
    findingIn(DATABASE, {
      class: 'B05',
      severity: 'medium',
      rules: ['inside'],
      tool: 'mail_rows',
      attribute: 'args.to',
      title: { en: 'The dot of `corp.example` is any character', pt: 'O ponto de `corp.example` é qualquer carácter' },
      detail: {
        en: 'The pattern also matches an address at `corpXexample`, which anybody can own.',
        pt: 'O padrão também aceita um endereço em `corpXexample`, que qualquer um pode ter.',
      },
      witness: { kind: 'call', steps: [step(mail('ann@corpxexample'))] },
      evidence: { benign: step(mail('ann@corpx.example')) },
    }),
  ];
  return {
    findings,
    checks: checksOf(findings),
    coverage: { decided: 1, tools: ['mail_rows', 'run_sql'], rules: 4 },
  };
}
