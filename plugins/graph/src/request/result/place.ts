import { z } from 'zod';

export const GraphPlace = z
  .strictObject({
    pointer: z.string().describe('A JSON pointer into the document.'),
    line: z.int().min(1).optional().describe('Its line, if the document is text.'),
    column: z.int().min(1).optional().describe('Its column.'),
  })
  .meta({ id: 'GraphPlace', description: 'A place in the document.' });
