import { z } from 'zod';
import { FIX_KINDS, NO_FIX_CODES } from '../../model/index.js';

export const GraphFix = z
  .strictObject({
    kind: z
      .enum(FIX_KINDS)
      .meta({ id: 'GraphFixKind', description: 'What is missing; `endorsement`: a person who writes the value.' }),
    name: z.string().nullable().describe('The tool to call; null: ask a person.'),
    cleans: z
      .array(z.string())
      .describe(
        'The variables, and the arguments that come over data edges, that it writes anew; empty if the fix is about a call.',
      ),
    insert_on: z.array(z.string()).describe('Edges to insert it on.'),
    insert_before: z.array(z.string()).describe('Nodes to insert it before, because a run or a body begins there.'),
    cut_size: z.int().min(0).describe('The number of these places; 0 if it only works right before the tool.'),
    smallest: z.boolean().describe('True: no smaller set of places works. False: no part of this set works.'),
    refusal: z
      .enum(['fail', 'end'])
      .meta({ id: 'GraphRefusal', description: '`fail`: the run fails; `end`: its lane ends.' })
      .describe(
        'What happens in the graph that was verified with the fix if the tool does not pass or the person says no.',
      ),
    before_tool: z
      .array(z.string())
      .describe('The nodes that call the tool, if inserting it right before each call works too; otherwise empty.'),
    also: z.array(z.string()).describe('Ids of other rules that become proved with it.'),
    proof: z
      .literal('re-verified')
      .describe('The graph was verified again with the fix: the rule was proved, and no rule got worse.'),
    text: z.string().describe('What to insert, and where.'),
  })
  .meta({ id: 'GraphFix', description: 'A fix for a rule that is broken or possible.' });

export const GraphNoFix = z
  .strictObject({
    code: z.enum(NO_FIX_CODES).meta({ id: 'GraphNoFixCode', description: 'Why there is no fix.' }),
    text: z.string().describe('A sentence.'),
  })
  .meta({ id: 'GraphNoFix', description: 'Why the answer has no fix.' });
