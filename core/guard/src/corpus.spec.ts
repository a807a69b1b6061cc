import { parseJson } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { decide } from './decide/decide.js';
import type { ActionInput, ContextInput } from './request/inputs.js';
import { callOf, contextOf } from './request/to-evaluator.js';
import { callCorpus, prepared } from './testing/index.js';

describe.each(callCorpus)('the corpus, asked of the guard: $policy', ({ policy: text, catalogue, tool, calls }) => {
  const policy = prepared(text, catalogue);
  it.each(calls)('$title', ({ args, principal, answer, slug, pointer }) => {
    const call = callOf({ tool, arguments: parseJson(args) as ActionInput['arguments'] });
    const context = contextOf(principal === undefined ? {} : ({ principal: parseJson(principal) } as ContextInput));
    const decision = decide(policy, call, context);
    expect([decision.answer, decision.slug, decision.pointer]).toEqual([answer, slug, pointer]);
  });
});
