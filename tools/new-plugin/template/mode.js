import { defineMode, ProblemError } from '@ostiary/plugin-api';
import { z } from 'zod';
import { Config } from './config.js';

const WORD = /\p{Letter}+/gu;

const Request = z.strictObject({
  text: z.string().max(100_000).describe('The text to look at.'),
});

const RepeatedWord = z
  .strictObject({
    word: z.string().describe('The word, in lower case.'),
    times: z.int().describe('How often it stands in the text.'),
  })
  .meta({ id: 'NewPluginRepeatedWord' });

const Result = z.strictObject({
  repeated: z.array(RepeatedWord).describe('Words that stand in the text more than once, the most frequent first.'),
});

/** Finds the words that a text repeats. */
export const newPlugin = defineMode({
  name: 'new_plugin',
  title: 'Find the words that a text repeats',
  grant: 'new_plugin',
  request: Request,
  result: Result,
  limits: { inlineBytes: 500_000, seconds: 10 },
  example: { text: 'the cat and the dog' },

  // What a caller got wrong is said here: the request is refused, is not stored and costs nothing.
  prepare(request) {
    if (request.text.match(WORD) === null) throw new ProblemError('new_plugin_no_words');
    return request;
  },

  async solve({ text }, ctx) {
    const { least } = ctx.config(Config);
    const counts = new Map();
    for (const [word] of text.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
    ctx.progress({ phase: 'count', done: counts.size, total: counts.size, unit: 'words' });
    // A job may be cancelled at any time: work that takes long looks at the signal on its way.
    ctx.signal.throwIfAborted();
    const repeated = [...counts]
      .filter(([, times]) => times >= least)
      .map(([word, times]) => ({ word, times }))
      .toSorted((a, b) => b.times - a.times || (a.word < b.word ? -1 : 1));
    return { repeated };
  },
});
