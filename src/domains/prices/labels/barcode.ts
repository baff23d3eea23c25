/** Widths of bars and spaces in turn, beginning with a bar. */
export type Bars = { widths: number[]; kind: 'ean13' | 'code128' };

const weighted = (digits: string): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);

/** Thirteen digits of which the last one checks the others. */
export const isEan13 = (code: string): boolean =>
  /^\d{13}$/.test(code) && (10 - (weighted(code.slice(0, 12)) % 10)) % 10 === Number(code[12]);

const LEFT = '3211 2221 2122 1411 1132 1231 1114 1312 1213 3112'.split(' ');
/** For each first digit: which of the six left digits are mirrored. */
const PARITY = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ');

const widthsOf = (text: string): number[] => [...text].map(Number);

function ean13(code: string): Bars {
  const parity = PARITY[Number(code[0])] ?? '';
  const left = [...code.slice(1, 7)].flatMap((digit, index) => {
    const widths = widthsOf(LEFT[Number(digit)] ?? '');
    return parity[index] === 'G' ? widths.reverse() : widths;
  });
  const right = [...code.slice(7)].flatMap(digit => widthsOf(LEFT[Number(digit)] ?? ''));
  return { kind: 'ean13', widths: [1, 1, 1, ...left, 1, 1, 1, 1, 1, ...right, 1, 1, 1] };
}

/** The 106 symbols of Code 128 and the stop. */
export const CODE_128 =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132
  122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212
  322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311
  112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321
  331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
  112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212
  124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113
  411311 113141 114131 311141 411131 211412 211214 211232 2331112`.split(/\s+/);
const START_B = 104;
const STOP = 106;

/** Code set B: printable ASCII. */
function code128(code: string): Bars {
  const values = [...code].map(character => character.charCodeAt(0) - 32);
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), START_B) % 103;
  const symbols = [START_B, ...values, check, STOP];
  return { kind: 'code128', widths: symbols.flatMap(value => widthsOf(CODE_128[value] ?? '')) };
}

/** EAN-13 where the code is one, else Code 128; undefined for characters that neither has. */
export function barsOf(code: string): Bars | undefined {
  if (isEan13(code)) return ean13(code);
  return /^[ -~]+$/.test(code) ? code128(code) : undefined;
}
