/** The value of each decimal digit outside ASCII, such as full-width or Arabic ones. */
let otherDigits: Map<number, number> | undefined;

function readOtherDigits(): Map<number, number> {
  const values = new Map<number, number>();
  let value = 0;
  for (let code = 0x80; code <= 0x1ffff; code += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code))) value = 0;
    else {
      values.set(code, value);
      // Every script lists its digits from 0 to 9 without a gap.
      value = (value + 1) % 10;
    }
  }
  return values;
}

/** The value of a decimal digit of any script; -1 for other characters. */
export const digitOf = (code: number): number => {
  if (code < 0x80) return code >= 48 && code <= 57 ? code - 48 : -1;
  otherDigits ??= readOtherDigits();
  return otherDigits.get(code) ?? -1;
};

const LETTER = /\p{L}/u;

export const isLetter = (code: number): boolean =>
  code < 0x80
    ? (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
    : LETTER.test(String.fromCodePoint(code));

export const isAsciiWord = (code: number): boolean =>
  code < 0x80 && (isLetter(code) || (code >= 48 && code <= 57));

const INVISIBLE = /[\p{Cf}\p{Cc}]/u;

/** Characters without a width, such as a soft hyphen; tabs and line breaks are spaces. */
export const isInvisible = (code: number): boolean =>
  code < 0x80
    ? (code < 32 && (code < 9 || code > 13)) || code === 127
    : INVISIBLE.test(String.fromCodePoint(code));
