import type { RecordType, Type } from '@ostiary/catalogue';

/** A value of the call that leads somewhere or is worth something. */
export interface FieldPlace {
  readonly path: readonly string[];
  /** `money`, or the format of a string. */
  readonly kind: string;
  readonly type: Type;
  /** Of the argument it lies in, around the value. */
  readonly around: (raw: unknown) => unknown;
}

/** A value no policy means to let through. */
export const STRANGERS: Readonly<Record<string, string>> = {
  email: 'eve@attacker.example',
  domain: 'attacker.example',
  url: 'https://attacker.example/',
  iban: 'GB33BUKB20201555555555',
  ip: '203.0.113.7',
};

/** Such values in the arguments of a tool, or in items and records in them. */
export function placesOf({ fields }: RecordType, inside = false): readonly FieldPlace[] {
  return Object.entries(fields).flatMap(([name, { type }]): readonly FieldPlace[] => {
    if (type.kind === 'list')
      return placesIn(name, type.of, inside).map((place) => ({ ...place, around: (raw) => [place.around(raw)] }));
    return placesIn(name, type, inside);
  });
}

function placesIn(name: string, type: Type, inside: boolean): readonly FieldPlace[] {
  const kind = type.kind === 'string' ? type.format : type.kind;
  if (kind === 'money' || kind in STRANGERS) return [{ path: [name], kind, type, around: (raw) => raw }];
  if (type.kind !== 'record' || inside) return [];
  return placesOf(type, true).flatMap((place) => {
    const [first = ''] = place.path;
    const others = Object.entries(type.fields).filter(([each, { required }]) => required && each !== first);
    if (others.length > 0) return [];
    return [{ ...place, path: [name, ...place.path], around: (raw: unknown) => ({ [first]: place.around(raw) }) }];
  });
}
