/**
 * Card numbers are cut to their last four digits before anything validates, logs, hashes or
 * stores a body, and secrets never reach a log. Both rules live here.
 */
const CARD_KEY =
  /^(card_?(number|no)|pan|account_?number|primary_?account_?number|cc_?(number|num)?)$/i;

/** Keys whose long digit strings are article, tracking or document numbers, or secrets typed by people. */
const NOT_CARD_KEY =
  /(barcode|sku|gtin|ean|upc|tracking_?number|_?id|token|signature|hash|password|pin_code|otp)$/i;

/** 14 to 19 digits, with the spaces or dashes people type between groups. */
const DIGIT_RUN = /(?<![\d.])\d(?:[ -]?\d){13,18}(?![\d.])/g;

/** First digits of the card schemes: Visa, Mastercard (two ranges), Amex, Diners, Discover, JCB, UnionPay, Maestro. */
const SCHEME = /^(4|5[0-8]|2[2-7]|3[04-9]|6[0-9])/;

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

const lastFour = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length <= 4 ? digits : `****${digits.slice(-4)}`;
};

export function maskCardsInText(text: string): string {
  if (text.length < 14) return text;
  return text.replaceAll(DIGIT_RUN, run => {
    const digits = run.replaceAll(/\D/g, '');
    return SCHEME.test(digits) && passesLuhn(digits) ? lastFour(run) : run;
  });
}

function maskValue(key: string, value: unknown): unknown {
  if (CARD_KEY.test(key)) {
    return typeof value === 'string' || typeof value === 'number' ? lastFour(String(value)) : null;
  }
  if (typeof value === 'string') return NOT_CARD_KEY.test(key) ? value : maskCardsInText(value);
  if (typeof value === 'number' && value > 1e13) {
    const masked = maskCardsInText(String(value));
    return masked === String(value) ? value : masked;
  }
  maskCards(value);
  return value;
}

/** Masks card numbers in a parsed JSON value, in place; even a name may be one. */
export function maskCards(value: unknown): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) value[i] = maskValue('', value[i]);
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>;
    for (const key of Object.keys(record)) {
      const masked = maskValue(key, record[key]);
      const name = maskCardsInText(key);
      if (name !== key) delete record[key];
      if (name !== key || masked !== record[key]) record[name] = masked;
    }
  }
}

/** The path of a URL as it may be logged: no query (tokens travel there), no long digit runs. */
export function loggablePath(url: string): string {
  const query = url.indexOf('?');
  return maskCardsInText(query === -1 ? url : url.slice(0, query));
}
