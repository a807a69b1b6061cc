import { defineEntity, p } from '@mikro-orm/core';

const AnswersSchema = defineEntity({
  name: 'HuntAnswers',
  schema: 'hunt',
  tableName: 'answers',
  properties: {
    projectId: p.text().primary(),
    accountId: p.text(),
    /** As `KeptAnswers` of search writes them. */
    text: p.text(),
  },
});

/** What scans of a project keep of their answers: made anew when it is gone. */
export class AnswersRow extends AnswersSchema.class {}
AnswersSchema.setClass(AnswersRow);
