/** What makes digits a card number: check digit, issuer and length. */

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 1) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  return sum % 10 === 0;
}

export const MIN_DIGITS = 13;
export const MAX_DIGITS = 19;

/** First digits of all issuers: Visa, Mastercard (two ranges), Mir, Amex, Diners, JCB, Discover, UnionPay, Maestro. */
const ISSUER = /^(4|5[0-8]|2[2-7]|3[04-9]|6\d|81)/;

/**
 * Issuers with the lengths they really use. Digits cut out of a longer number, or joined over
 * different separators, count as a card only if they fit here; lists of amounts would match often otherwise.
 */
const ISSUER_AND_LENGTH =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|220[0-4]\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17})$/;

export const hasIssuer = (digits: string): boolean => ISSUER.test(digits);
export const hasKnownLength = (digits: string): boolean => ISSUER_AND_LENGTH.test(digits);

/** Any issuer, any length. */
export const isPlausible = (digits: string): boolean => hasIssuer(digits) && passesLuhn(digits);
/** A known issuer with a length that it uses. */
export const isCertain = (digits: string): boolean => hasKnownLength(digits) && passesLuhn(digits);
