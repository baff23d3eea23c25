/**
 * Card numbers are cut to their last four digits before anything validates, logs, hashes or
 * stores a body, and secrets never reach a log. Both rules live here.
 */
const CARD_KEY =
  /^(card_?(number|no)|pan|account_?number|primary_?account_?number|cc_?(number|num)?)$/i;

/** Fields whose long digit strings are article or tracking numbers, ids of processors, or secrets typed by people. */
const NOT_CARD_KEY =
  /^(barcode|(variant_)?sku|gtin|ean|upc|tracking_?number|processor_?transaction_?id|payment_?intent_?id|password|pin_code|otp)$/i;

/** In what a partner signed, an id is what the partner calls its record; it has to be found again. */
const PARTNER_ID_KEY = /(^|[_-])id$|Id$/;

/** 14 to 19 digits, with the spaces or dashes people type between groups. */
const DIGIT_RUN = '(?<![\\d.])\\d(?:[ -]?\\d){13,18}(?![\\d.])';
/** UUIDs and digests have digits enough to look like a card now and then. */
const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const DIGEST = '[\\da-f]{32,}';
const CANDIDATE = new RegExp(`\\b(?:${UUID}|${DIGEST})\\b|(${DIGIT_RUN})`, 'gi');

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
  return text.replaceAll(CANDIDATE, (found, run?: string) =>
    run !== undefined && isCard(run.replaceAll(/\D/g, '')) ? lastFour(run) : found,
  );
}

const isCard = (digits: string): boolean => SCHEME.test(digits) && passesLuhn(digits);

/** Whether a whole text is a card number and nothing else, as 13 to 19 digits. */
export const isCardNumber = (text: string): boolean =>
  /^\s*\d(?:[ -]?\d){12,18}\s*$/.test(text) && isCard(text.replaceAll(/\D/g, ''));

/** Whose body it is: anybody's, or one that a partner has signed. */
export type Source = 'anybody' | 'partner';

const mayHoldDigits = (key: string, source: Source): boolean =>
  NOT_CARD_KEY.test(key) || (source === 'partner' && PARTNER_ID_KEY.test(key));

function maskValue(key: string, value: unknown, source: Source): unknown {
  if (CARD_KEY.test(key)) {
    return typeof value === 'string' || typeof value === 'number' ? lastFour(String(value)) : null;
  }
  if (typeof value === 'string') return mayHoldDigits(key, source) ? value : maskCardsInText(value);
  if (typeof value === 'number' && value > 1e13) {
    const masked = maskCardsInText(String(value));
    return masked === String(value) ? value : masked;
  }
  maskCards(value, source);
  return value;
}

/** Masks card numbers in a parsed JSON value, in place; even a name may be one. */
export function maskCards(value: unknown, source: Source = 'anybody'): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) value[i] = maskValue('', value[i], source);
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>;
    for (const key of Object.keys(record)) {
      const masked = maskValue(key, record[key], source);
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
