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
      return words(`The tool ${tool} was added`, `A ferramenta ${tool} foi acrescentada`);
    case 'tool_removed':
      return words(`The tool ${tool} was removed`, `A ferramenta ${tool} foi removida`);
    case 'tool_renamed':
      return words(
        `The tool \`${drift.was}\` is now called ${tool}`,
        `A ferramenta \`${drift.was}\` chama-se agora ${tool}`,
      );
    case 'classes_lost':
      return words(
        `${tool} is no longer ${drift.classes.join(', ')}`,
        `${tool} deixou de ser ${drift.classes.join(', ')}`,
      );
    case 'classes_gained':
      return words(`${tool} is now ${drift.classes.join(', ')}`, `${tool} passou a ser ${drift.classes.join(', ')}`);
    case 'field_added':
      return words(`${what}${of.en} was added`, `${what}${of.pt} foi acrescentado`);
    case 'field_removed':
      return words(`${what}${of.en} was removed`, `${what}${of.pt} foi removido`);
    case 'field_renamed':
      return words(`\`${drift.was}\`${of.en} is now called ${what}`, `\`${drift.was}\`${of.pt} agora se chama ${what}`);
    case 'field_retyped':
      return words(`${what}${of.en} has another type`, `${what}${of.pt} mudou de tipo`);
    case 'field_optional':
      return words(`${what}${of.en} is now optional`, `${what}${of.pt} é agora opcional`);
  }
}
