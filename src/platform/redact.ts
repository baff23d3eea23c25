import { isCertain } from './cards/digits.js';
import { isCardNumber, lastFour, maskCardsInText, maskInSteps } from './cards/numbers.js';
import { Failure } from './http/failure.js';
import { runAtOnce, type Steps } from './in-steps.js';

/**
 * Masks card numbers to their last four digits before a body is validated, logged, hashed or
 * stored.
 */
const CARD_KEY =
  /^(card_?(number|no)|pan|account_?number|primary_?account_?number|cc_?(number|num)?)$/i;
const CVC_KEY = /^(cvc|cvv|csc|cid)2?$|^(card_?)?(security|verification)_?code$/i;

/** Fields whose digits are article or tracking numbers: one in ten passes the check of a card. */
const ARTICLE_KEY = /^(barcode|(variant_)?sku|gtin|ean|upc|tracking_?number)$/i;
/** Fields that are hashed, never stored. */
const SECRET_KEY = /^(current_)?(password|pin|pin_code)$|^otp$/i;
const BARE_NUMBER = /^\p{Nd}*$/u;
const PHONE_KEY = /(^|_)(phone|mobile|fax)(_?number)?$|Phone$/;
const PHONE = /^\+?[\d ()./-]{5,25}$/;
/** The longest telephone number, with its country code. */
const MAX_PHONE_DIGITS = 15;

/** A telephone number in a field for one; 14 and 15 digits of a card are none. */
function isTypedNumber(key: string, text: string): boolean {
  if (!PHONE_KEY.test(key) || !PHONE.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '');
  return digits.length <= MAX_PHONE_DIGITS && (text.startsWith('+') || !isCertain(digits));
}

/** Ids are never rewritten, because a rewritten id would name another record, or the same one as a second id. */
const ID_KEY = /(^|[_-])ids?$|Ids?$/;

/**
 * The origin of a body: any caller, a partner who signed it, or the journal of a till, whose entries
 * are kept in any case: there an id is masked instead of refused.
 */
export type Source = 'anybody' | 'partner' | 'journal';

function refuse(key: string, message: string): never {
  throw new Failure('invalid', 'CARD_NUMBER_REFUSED', `${key}: ${message}`, {
    fields: { [key]: [message] },
  });
}

/** As programs write ids. A long one may contain a valid card number by chance. */
const PLAIN_ID = /^[\w-]*$/;

/** A partner's ids stay intact: its payments are looked up by them. */
function keepId(key: string, value: unknown, source: Source): unknown {
  if (source === 'partner') return value;
  const id = String(value);
  const isCard = isCardNumber(id) || (!PLAIN_ID.test(id) && maskCardsInText(id) !== id);
  if (!isCard) return value;
  if (source === 'journal') return lastFour(id);
  return refuse(key, 'This looks like a card number; send the id of the record.');
}

/** Whether a text under this name carries a card number; a bare article or tracking number does not. */
export function holdsCardNumber(key: string, text: string): boolean {
  if (SECRET_KEY.test(key) || (ARTICLE_KEY.test(key) && BARE_NUMBER.test(text))) return false;
  return maskCardsInText(text) !== text;
}

function* maskText(key: string, text: string, source: Source): Steps<string> {
  if (SECRET_KEY.test(key) || isTypedNumber(key, text)) return text;
  if (!ARTICLE_KEY.test(key)) return yield* maskInSteps(text);
  if (source === 'journal' && holdsCardNumber(key, text)) return maskCardsInText(text);
  if (holdsCardNumber(key, text)) refuse(key, 'This looks like a card number.');
  return text;
}

function* maskValue(key: string, value: unknown, source: Source): Steps<unknown> {
  const isText = typeof value === 'string' || typeof value === 'number';
  if (CARD_KEY.test(key)) return isText ? lastFour(String(value)) : null;
  if (CVC_KEY.test(key)) return null;
  if (isText && ID_KEY.test(key)) return keepId(key, value, source);
  if (typeof value === 'string') return yield* maskText(key, value, source);
  if (typeof value === 'number' && value > 1e12) {
    const masked = maskCardsInText(String(value));
    return masked === String(value) ? value : masked;
  }
  yield* maskCardsInSteps(value, source, key);
  return value;
}

/**
 * Masks card numbers in a parsed value in place, also in property names. Refuses an id that is a
 * card number. `key` is the name of the list whose items are masked.
 */
export const maskCards = (value: unknown, source: Source = 'anybody', key = ''): void =>
  runAtOnce(maskCardsInSteps(value, source, key));

/** The same with pauses, for a value that may be large. */
export function* maskCardsInSteps(value: unknown, source: Source, key = ''): Steps<void> {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) value[i] = yield* maskValue(key, value[i], source);
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>;
    for (const name of Object.keys(record)) {
      const masked = yield* maskValue(name, record[name], source);
      const shown = yield* maskInSteps(name);
      if (shown !== name) delete record[name];
      if (shown !== name || masked !== record[name]) record[shown] = masked;
      yield;
    }
  }
}

/** No path of the service is longer. */
const MAX_LOGGED_PATH = 1000;
/** Read beyond it, so that a card number at the cut is still seen whole. */
const MAX_READ_PATH = 1200;

/** The path of a URL for the log: no query, which may hold tokens, and no card numbers. */
export const loggablePath = (url: string): string =>
  maskedPath(url.slice(0, MAX_READ_PATH)).slice(0, MAX_LOGGED_PATH);

function maskedPath(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const masked = maskCardsInText(path);
  if (!path.includes('%')) return masked;
  const read = path.replaceAll(/(?:%[\da-f]{2})+/gi, decoded);
  const shown = maskCardsInText(read);
  return shown === read ? masked : shown;
}

/** Escapes that are no UTF-8 stay as they are. */
function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
