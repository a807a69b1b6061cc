import type { Call, Context, Effect } from '@ostiary/policy';

export interface ReadAnswer {
  readonly answer: Effect;
  readonly slug: string;
  readonly deciding: readonly { readonly rule: string; readonly cause: 'true' | 'undefined' }[];
}
export declare function readPolicy(
  text: string,
  catalogue?: unknown,
  dialect?: 1 | 2,
): { decide(call: Call, context?: Context): ReadAnswer };
