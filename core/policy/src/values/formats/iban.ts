/**
 * The normal form of `iban`: spaces removed, upper case, ASCII only (`ſ` is no spelling of `S`). Null unless it has the shape of ISO 13616 (two letters, two
 * check digits, 11 to 30 letters and digits) and its check digits hold (ISO 7064 MOD 97-10).
 */
export function normaliseIban(text: string): string | null {
  if (!/^[A-Za-z0-9 ]*$/.test(text)) return null;
  const iban = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
  return remainder97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : null;
}

function remainder97(text: string): number {
  let rest = 0;
  for (const char of text) {
    const digits = Number.parseInt(char, 36);
    rest = (rest * (digits < 10 ? 10 : 100) + digits) % 97;
  }
  return rest;
}
