/** Names that people or programs take for one another. */
const LOOK = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ь: 'b',
  в: 'b',
  к: 'k',
  м: 'm',
  н: 'h',
  т: 't',
  г: 'r',
  п: 'n',
  α: 'a',
  ο: 'o',
  ν: 'v',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  ι: 'i',
  κ: 'k',
  χ: 'x',
  ε: 'e',
  β: 'b',
  η: 'n',
  ω: 'w',
  γ: 'y',
  ɑ: 'a',
  ɡ: 'g',
  ı: 'i',
  ꓲ: 'l',
};

export function foldName(name) {
  const plain = name
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu, '');
  return [...plain.toLowerCase()]
    .map((char) => LOOK[char] ?? char)
    .join('')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .normalize('NFKC');
}

/** Whether a name has none but the characters that plain names have. */
export const isPlain = (name) => /^[!-~]+$/.test(name);
