import type { Words } from '@ostiary/guard';
import type { Drift } from './drift.js';
import { words } from '../hunt/text.js';

/** What has changed, in a few words. */
export function titleOf(drift: Drift): Words {
  const tool = `\`${drift.tool ?? ''}\``;
  const of = drift.tool === null ? { en: '', pt: '' } : { en: ` of ${tool}`, pt: ` de ${tool}` };
  const what = 'attribute' in drift ? `\`${drift.attribute}\`` : '';
  switch (drift.kind) {
    case 'tool_added':
      return words(`The tool ${tool} was added`, `Foi acrescentada a ferramenta ${tool}`);
    case 'tool_removed':
      return words(`The tool ${tool} was removed`, `Foi retirada a ferramenta ${tool}`);
    case 'tool_renamed':
      return words(`The tool \`${drift.was}\` is called ${tool}`, `A ferramenta \`${drift.was}\` chama-se ${tool}`);
    case 'classes_lost':
      return words(`${tool} is no longer ${drift.classes.join(', ')}`, `${tool} já não é ${drift.classes.join(', ')}`);
    case 'classes_gained':
      return words(`${tool} became ${drift.classes.join(', ')}`, `${tool} passou a ser ${drift.classes.join(', ')}`);
    case 'field_added':
      return words(`${what}${of.en} was added`, `Foi acrescentado ${what}${of.pt}`);
    case 'field_removed':
      return words(`${what}${of.en} was removed`, `Foi retirado ${what}${of.pt}`);
    case 'field_renamed':
      return words(`\`${drift.was}\`${of.en} is called ${what}`, `\`${drift.was}\`${of.pt} chama-se ${what}`);
    case 'field_retyped':
      return words(`${what}${of.en} has another type`, `${what}${of.pt} mudou de tipo`);
    case 'field_optional':
      return words(`${what}${of.en} may be left out`, `${what}${of.pt} pode ser omitido`);
  }
}
