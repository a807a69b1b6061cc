import { describe, expect, it } from 'vitest';
import { proposeClasses } from './index.js';

const classes = (annotations: unknown): readonly string[] => proposeClasses(annotations).map((each) => each.class);

describe('proposeClasses', () => {
  it.each([
    [{ readOnlyHint: true, openWorldHint: false }, ['read']],
    [{ readOnlyHint: true }, ['read', 'source', 'sink']],
    [{ readOnlyHint: true, destructiveHint: true, idempotentHint: true, openWorldHint: false }, ['read']],
    [{ readOnlyHint: false, destructiveHint: false, openWorldHint: false }, ['write']],
    [{ destructiveHint: true, openWorldHint: false }, ['write', 'irreversible']],
    [{ idempotentHint: true }, ['write', 'irreversible', 'idempotent', 'source', 'sink']],
    [{}, []],
    [{ title: 'Pay' }, []],
    [{ readOnlyHint: 'yes' }, []],
    [null, []],
    [[true], []],
    [Object.create({ readOnlyHint: true }), []],
  ])('%j -> %j', (annotations, expected) => {
    expect(classes(annotations)).toEqual(expected);
  });

  it('says why, and whether the server said it', () => {
    expect(proposeClasses({ readOnlyHint: false, openWorldHint: false })).toEqual([
      {
        class: 'write',
        hint: 'readOnlyHint',
        value: false,
        stated: true,
        reason: {
          en: 'the server says `readOnlyHint: false`: it may change something',
          pt: 'o servidor diz `readOnlyHint: false`: pode mudar alguma coisa',
        },
      },
      {
        class: 'irreversible',
        hint: 'destructiveHint',
        value: true,
        stated: false,
        reason: {
          en: 'the server leaves it out, which means `destructiveHint: true`: it may overwrite or delete',
          pt: 'o servidor omite-o, o que significa `destructiveHint: true`: pode sobrescrever ou apagar',
        },
      },
    ]);
  });
});
