/**
 * Masks card numbers to their last four digits before a body is validated, logged, hashed or
 * stored.
 */
const CARD_KEY =
  /^(card_?(number|no)|pan|account_?number|primary_?account_?number|cc_?(number|num)?)$/i;

/** Fields whose digits are article or tracking numbers, processor ids or passwords. */
const NOT_CARD_KEY =
  /^(barcode|(variant_)?sku|gtin|ean|upc|tracking_?number|processor_?transaction_?id|payment_?intent_?id|password|pin_code|otp)$/i;

/** In a body signed by a partner, ids identify the partner's records and must stay intact. */
const PARTNER_ID_KEY = /(^|[_-])id$|Id$/;

/** 14 to 19 digits, with the spaces or dashes people type between groups. */
const DIGIT_RUN = '(?<![\\d.])\\d(?:[ -]?\\d){13,18}(?![\\d.])';
/** UUIDs and digests can contain runs of digits that look like a card number. */
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

/** Whether the whole text is a card number of 13 to 19 digits. */
export const isCardNumber = (text: string): boolean =>
  /^\s*\d(?:[ -]?\d){12,18}\s*$/.test(text) && isCard(text.replaceAll(/\D/g, ''));

/** The origin of a body: any caller, or a partner who signed it. */
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

/** Masks card numbers in a parsed JSON value in place, also in property names. */
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

/** The path of a URL for the log: no query, which may hold tokens, and no card numbers. */
export function loggablePath(url: string): string {
  const query = url.indexOf('?');
  return maskCardsInText(query === -1 ? url : url.slice(0, query));
}
