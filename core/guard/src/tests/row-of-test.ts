import type { PolicyTest } from '@ostiary/policy';

/** A `test` block of a policy as the row that asks the same. What confirms is no part of a row: `confirmed` says it. */
export function rowOfTest({ title, call, context, expect }: PolicyTest): {
  readonly row: object;
  readonly confirmed: boolean;
} {
  const { principal, session, history, labels, now, rates, confirmed } = context;
  const inSession = history === undefined ? session : { ...(session as object | undefined), history };
  const around = { principal, session: inSession, labels, now, rates };
  return {
    row: {
      custom_id: title.slice(0, 128),
      action: { tool: call.tool, arguments: call.arguments },
      context: Object.fromEntries(Object.entries(around).filter(([, value]) => value !== undefined)),
      expected: expect,
    },
    confirmed: confirmed === true,
  };
}
