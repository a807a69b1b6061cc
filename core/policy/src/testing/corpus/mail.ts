import type { Field } from '@ostiary/catalogue';
import type { CorpusEntry } from './entry.js';

const addresses = (required: boolean): Field => ({
  type: { kind: 'list', of: { kind: 'string', format: 'email' }, maxItems: 50 },
  required,
  examples: [['ann@corp.example']],
});
const text: Field = { type: { kind: 'string', format: 'text', maxLength: 100_000 }, required: false };
const labels: Field = {
  type: { kind: 'list', of: { kind: 'string', format: 'keyword' } },
  required: false,
  examples: [['pii']],
};

export const mail: CorpusEntry = {
  name: 'mail',
  dialect: 2,
  text: `dialect 2;
policy "mail";
catalogue "mail@3";
default refuse;
define ours(a: email) = a.domain in ["corp.example", "mail.corp.example"];
@id("internal") allow (tool == "send_email")
  when { args.to.all(a, ours(a)) && (!(args has cc) || args.cc.all(a, ours(a))) };
@id("external") confirm (tool in ["send_email", "forward_email"]) when { args.to.size() <= 5 };
@id("pii-out") refuse (tool in ["send_email", "forward_email"])
  when { args.labels.contains("pii") && args.to.any(a, !ours(a)) };
@id("taint") refuse (tool in @write) when { session.label("untrusted") };
@id("burst") refuse (tool == "send_email") when history { count(send_email.open) within 1h by principal >= 20 };
never "tainted body leaves unconfirmed": answer == "allow" && label(args.body, "untrusted");
`,
  catalogue: {
    name: 'mail',
    version: '3',
    tools: [
      {
        name: 'send_email',
        classes: ['sink', 'write'],
        args: {
          kind: 'record',
          fields: { to: addresses(true), cc: addresses(false), subject: text, body: text, labels },
        },
        examples: [{ to: ['ann@corp.example'], subject: 'Minutes', body: 'See below.' }],
      },
      {
        name: 'forward_email',
        classes: ['sink', 'write'],
        args: { kind: 'record', fields: { message_id: { ...text, required: true }, to: addresses(true), labels } },
      },
      {
        name: 'read_inbox',
        classes: ['read', 'source'],
        labels: ['untrusted'],
        args: { kind: 'record', fields: { limit: { type: { kind: 'int', min: 1, max: 100 }, required: false } } },
      },
      {
        name: 'delete_email',
        classes: ['irreversible', 'write'],
        args: { kind: 'record', fields: { message_id: { ...text, required: true } } },
      },
    ],
  },
};
