/**
 * ISO 4217 (list one, active codes), by the number of digits after the point. Metals, testing and fund codes are left
 * out: nobody pays in them, and a wrong minor unit is worse than an unknown currency.
 */
const BY_DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC
    CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD
    KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
    NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const MINOR_DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** Digits after the point of an upper-case ISO 4217 code, or null when the code is unknown. */
export function minorDigits(currency: string): number | null {
  return MINOR_DIGITS.get(currency) ?? null;
}

/** Every known code, sorted. */
export const CURRENCIES: readonly string[] = [...MINOR_DIGITS.keys()].toSorted();
