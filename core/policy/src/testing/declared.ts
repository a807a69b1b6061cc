import { type Catalogue, normalClasses, type RecordType, type Type } from '@ostiary/catalogue';
import { nameText } from '../syntax/print/expressions.js';
import { quoteString } from '../text/escapes.js';
import { decimalText } from '../values/numbers/decimal.js';
import { numText } from '../values/numbers/num.js';
import { minorDigits } from '../values/currencies.js';

/** The catalogue without what a declaration cannot say (lengths, units, currencies elsewhere, examples, and what people read). */
export function declarable(catalogue: Catalogue): Catalogue {
  return {
    name: 'policy',
    tools: catalogue.tools.map(({ name, args, classes }) => ({
      name,
      args: plainRecord(args),
      classes: normalClasses(classes.length === 0 ? ['write'] : classes),
    })),
    ...(catalogue.principal && { principal: plainRecord(catalogue.principal) }),
    ...(catalogue.session && { session: plainRecord(catalogue.session) }),
    ...(catalogue.groups && { groups: catalogue.groups }),
  };
}

function plainRecord({ fields, open }: RecordType): RecordType {
  const plain = Object.create(null) as Record<string, RecordType['fields'][string]>;
  for (const [name, { type, required }] of Object.entries(fields)) plain[name] = { type: plainType(type), required };
  return { kind: 'record', fields: plain, ...(open === true && { open }) };
}

function plainType(type: Type): Type {
  switch (type.kind) {
    case 'string':
      return { kind: 'string', format: type.format, ...(type.enum && { enum: type.enum }) };
    case 'int':
    case 'decimal': {
      const { unit: _unit, ...rest } = type;
      return rest;
    }
    case 'money':
      return type.currencies?.length === 1 || type.currency !== undefined
        ? { kind: 'money', ...fixedMoney(type.currency ?? type.currencies?.[0] ?? 'EUR', type) }
        : { kind: 'money', ...(type.currencies && { currencies: type.currencies }) };
    case 'duration':
      return { kind: 'duration' };
    case 'list':
    case 'map':
      return { kind: type.kind, of: plainType(type.of) };
    case 'record':
      return plainRecord(type);
    default:
      return type;
  }
}

function fixedMoney(currency: string, { min, max }: { readonly min?: number; readonly max?: number }): object {
  return { currency, currencies: [currency], ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** The declarations that say what a {@link declarable} catalogue says. */
export function declarationsOf(catalogue: Catalogue): string {
  const lines = catalogue.tools.map(
    ({ name, classes, args }) =>
      `tool ${nameText(name)}${classes.map((each) => ` @${each}`).join('')} (${fieldsText(args)});`,
  );
  if (catalogue.principal) lines.push(`principal (${fieldsText(catalogue.principal)});`);
  if (catalogue.session) lines.push(`session (${fieldsText(catalogue.session)});`);
  for (const [name, parents] of Object.entries(catalogue.groups ?? {}))
    lines.push(`group ${nameText(name)} in [${parents.map(nameText).join(', ')}];`);
  return lines.map((line) => `${line}\n`).join('');
}

function fieldsText({ fields, open }: RecordType): string {
  const each = Object.entries(fields).map(
    ([name, { type, required }]) => `${nameText(name)}${required ? '' : '?'}: ${typeText(type)}`,
  );
  return [...each, ...(open === true ? ['...'] : [])].join(', ');
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'string':
      return type.enum ? `${type.format} in [${type.enum.map(quoteString).join(', ')}]` : type.format;
    case 'int':
      return `int${boundsText(type, 0)}`;
    case 'decimal':
      return `decimal${type.scale ?? ''}${boundsText(type, type.scale ?? null)}`;
    case 'money': {
      if (type.currency !== undefined)
        return `money ${type.currency}${boundsText(type, minorDigits(type.currency) ?? 0)}`;
      return type.currencies ? `money in [${type.currencies.map(quoteString).join(', ')}]` : 'money';
    }
    case 'list':
      return `[${typeText(type.of)}]`;
    case 'map':
      return `map ${typeText(type.of)}`;
    case 'record':
      return `{ ${fieldsText(type)} }`;
    default:
      return type.kind;
  }
}

function boundsText({ min, max }: { readonly min?: number; readonly max?: number }, scale: number | null): string {
  if (min === undefined && max === undefined) return '';
  const text = (units: number | undefined): string =>
    units === undefined ? '' : scale === null ? numText(units) : decimalText(units, scale);
  return ` ${text(min)}..${text(max)}`;
}
