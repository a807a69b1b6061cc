import { describe, expect, it } from 'vitest';
import { nameJudge } from './names.js';

describe('nameJudge', () => {
  const judge = nameJudge(['refund_order', 'drop_table', 'löschen']);
  it.each([
    ['refund_order', 'exact'],
    ['löschen', 'exact'],
    ['send_email', 'other'],
    ['refund_0rder', 'deceptive'],
    ['Refund_Order', 'deceptive'],
    ['refund_\u043erder', 'deceptive'],
    ['ｒefund_order', 'deceptive'],
    ['refund_order\u200b', 'deceptive'],
    ['refund_order ', 'deceptive'],
    ['größe', 'deceptive'],
    ['', 'deceptive'],
    ['dr0p_tab1e', 'deceptive'],
  ])('%j is %s', (name, standing) => expect(judge(name)).toBe(standing));
});
