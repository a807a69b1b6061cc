import { parseJson } from '@ostiary/json';
import { ProblemError } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validateBody } from './validate.js';

const schema = z.strictObject({
  name: z.string().min(2).max(5),
  count: z.int().min(1).max(9).multipleOf(2).optional(),
  note: z.string().min(1).optional(),
  color: z.enum(['red', 'blue']).optional(),
  tags: z.array(z.string()).max(2).optional(),
  when: z.iso.datetime().optional(),
  shape: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('dot') }),
      z.strictObject({ kind: z.literal('line'), length: z.number() }),
    ])
    .optional(),
  either: z
    .union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.strictObject({ c: z.number() }) })])
    .optional(),
  other: z
    .union([z.strictObject({ text: z.string(), dialect: z.number().optional() }), z.strictObject({ file: z.string() })])
    .optional(),
  told: z
    .unknown()
    .refine((value) => value === undefined, { error: 'Not so.', params: { pt: 'Assim não.', slug: 'form_foreign' } })
    .optional(),
  labels: z.record(z.string().max(3), z.number()).optional(),
});

function errorsOf(value: unknown): readonly string[] {
  try {
    validateBody(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return (error.options.errors ?? []).map(
      ({ pointer, slug, detail }) =>
        `${pointer} ${slug}: ${typeof detail === 'string' ? detail : `${detail.en} | ${detail.pt}`}`,
    );
  }
}

describe('what is wrong with a body', () => {
  it.each([
    [{}, ['/name required: Is required. | É obrigatório.']],
    [{ name: 5 }, ['/name invalid_type: Must be a string. | Tem de ser texto.']],
    [{ name: 'a' }, ['/name out_of_range: Must be at least 2 characters long. | Tem de ser pelo menos 2 caracteres.']],
    [
      { name: 'abc', 'a/b~c': 1 },
      [
        '/a~1b~0c unknown_field: There is no such field; the fields here are `name`, `count`, `note`, `color`, `tags`, `when`, `shape`, `either`, `other`, `told`, `labels`. | Não existe tal campo; os campos aqui são `name`, `count`, `note`, `color`, `tags`, `when`, `shape`, `either`, `other`, `told`, `labels`.',
      ],
    ],
    [
      { name: 'abc', colour: 'red' },
      [
        '/colour unknown_field: There is no such field; did you mean `color`? | Não existe tal campo; queria dizer `color`?',
      ],
    ],
    [
      { name: 'abc', shape: { kind: 'line', length: 1, lenght: 2 } },
      [
        '/shape/lenght unknown_field: There is no such field; did you mean `length`? | Não existe tal campo; queria dizer `length`?',
      ],
    ],
    [
      { name: 'abc', either: { b: { c: 1, [`c${'x'.repeat(100)}`]: 1 } } },
      [
        `/either/b/c${'x'.repeat(100)} unknown_field: There is no such field; the fields here are \`c\`. | Não existe tal campo; os campos aqui são \`c\`.`,
      ],
    ],
    [
      { name: 'abc', other: { text: 'x', dialct: 1 } },
      [
        '/other/dialct unknown_field: There is no such field; did you mean `dialect`? | Não existe tal campo; queria dizer `dialect`?',
      ],
    ],
    [{ name: 'abc', count: 1.5 }, ['/count invalid_type: Must be a whole number. | Tem de ser um número inteiro.']],
    [{ name: 'abc', count: '2' }, ['/count invalid_type: Must be a number. | Tem de ser um número.']],
    [{ name: 'abc', count: 3 }, ['/count out_of_range: Must be a multiple of 2. | Tem de ser múltiplo de 2.']],
    [{ name: 'abc', count: 10 }, ['/count out_of_range: Must be at most 9. | Tem de ser no máximo 9.']],
    [
      { name: 'abc', color: 'green' },
      ['/color invalid_value: Must be one of: red, blue. | Tem de ser um de: red, blue.'],
    ],
    [{ name: 'abc', tags: ['a', 2] }, ['/tags/1 invalid_type: Must be a string. | Tem de ser texto.']],
    [
      { name: 'abc', tags: ['a', 'b', 'c'] },
      ['/tags out_of_range: Must be at most 2 entries long. | Tem de ser no máximo 2 entradas.'],
    ],
    [
      { name: 'abc', when: 'today' },
      [
        '/when invalid_format: Must be a time as in 2026-01-31T12:00:00Z. | Tem de ser um instante como 2026-01-31T12:00:00Z.',
      ],
    ],
    [{ name: 'abc', shape: {} }, ['/shape/kind required: Is required. | É obrigatório.']],
    [
      { name: 'abc', shape: { kind: 'cube' } },
      ['/shape/kind invalid_value: Is none of the values known here. | Não é nenhum dos valores aqui conhecidos.'],
    ],
    [
      { name: 'abc', either: { b: { c: 'x' } } },
      ['/either/b/c invalid_type: Must be a number. | Tem de ser um número.'],
    ],
    [
      { name: 'abc', labels: { long_name: 1 } },
      [
        '/labels/long_name invalid_value: The name is not valid: Must be at most 3 characters long. | O nome não é válido: Tem de ser no máximo 3 caracteres.',
      ],
    ],
    [
      { name: 'abc', count: parseJson('1e400') },
      ['/count number_too_large: The number is too large to be one. | O número é grande demais para o ser.'],
    ],
    [
      { name: 'abc', count: parseJson('1.00000000000000000001') },
      [
        '/count invalid_value: The number has more digits than this field takes. | O número tem mais dígitos do que este campo aceita.',
      ],
    ],
    [{ name: 'abc', note: '' }, ['/note out_of_range: Must not be empty. | Não pode estar vazio.']],
    [{ name: 'abc', told: 1 }, ['/told form_foreign: Not so. | Assim não.']],
    [[], [' invalid_type: Must be an object. | Tem de ser um objeto.']],
    [null, [' invalid_type: Must be an object. | Tem de ser um objeto.']],
    [undefined, [' required: Is required. | É obrigatório.']],
  ])('%j', (value, expected) => {
    expect(errorsOf(value)).toEqual(expected);
  });

  it('is compared with the known names only while it may be a typing error', () => {
    const told = errorsOf(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`nam${index}`, 1])));
    expect(told.filter((text) => text.includes('did you mean `name`'))).toHaveLength(20);
    expect(told.filter((text) => text.endsWith('There is no such field. | Não existe tal campo.'))).toHaveLength(80);
  });

  it('is told all at once', () => {
    expect(errorsOf({ color: 1, count: 'x', extra: true })).toHaveLength(4);
  });
});
