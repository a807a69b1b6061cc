import { defineMode, definePlugin } from '@ostiary/plugin-api';
import { z } from 'zod';

const Request = z.strictObject({
  tools: z.array(z.string().min(1).max(200)).min(1).max(5000).describe('Names of the tools an agent is offered.'),
});

const Result = z.strictObject({
  clashes: z
    .array(
      z.array(z.string().describe('The name of a tool.')).describe('Names that a person could take for each other.'),
    )
    .describe('Groups of names that differ only in case, in `-`, `_` or spaces.'),
});

/** What a person remembers of a name. */
const gist = (name) => name.toLowerCase().replaceAll(/[-_\s]/g, '');

const toolNames = defineMode({
  name: 'tool_names',
  title: 'Find tools that are easily mistaken',
  grant: 'tool_names',
  request: Request,
  result: Result,
  limits: { inlineBytes: 500_000, seconds: 10 },
  example: { tools: ['send_mail', 'SendMail', 'read_mail'] },
  async solve({ tools }, ctx) {
    const groups = Map.groupBy(tools, gist);
    ctx.progress({ phase: 'compare', done: tools.length, total: tools.length, unit: 'names' });
    return { clashes: [...groups.values()].filter((names) => new Set(names).size > 1) };
  },
});

export default definePlugin({
  id: 'tool-names',
  grants: ['tool_names'],
  modes: [toolNames],
  translations: {
    pt: {
      'Find tools that are easily mistaken': 'Encontrar ferramentas que se confundem',
      'Names of the tools an agent is offered.': 'Nomes das ferramentas oferecidas a um agente.',
      'The name of a tool.': 'O nome de uma ferramenta.',
      'Names that a person could take for each other.': 'Nomes que uma pessoa poderia confundir.',
      'Groups of names that differ only in case, in `-`, `_` or spaces.':
        'Grupos de nomes que só diferem em maiúsculas, em `-`, `_` ou espaços.',
    },
  },
});
