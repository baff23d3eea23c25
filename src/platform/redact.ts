import { isCardNumber, lastFour, maskCardsInText } from './card-numbers.js';
import { Failure } from './http/failure.js';

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

function maskText(key: string, text: string, source: Source): string {
  if (SECRET_KEY.test(key)) return text;
  if (!ARTICLE_KEY.test(key)) return maskCardsInText(text);
  if (source === 'journal' && holdsCardNumber(key, text)) return maskCardsInText(text);
  if (holdsCardNumber(key, text)) refuse(key, 'This looks like a card number.');
  return text;
}

function maskValue(key: string, value: unknown, source: Source): unknown {
  const isText = typeof value === 'string' || typeof value === 'number';
  if (CARD_KEY.test(key)) return isText ? lastFour(String(value)) : null;
  if (CVC_KEY.test(key)) return null;
  if (isText && ID_KEY.test(key)) return keepId(key, value, source);
  if (typeof value === 'string') return maskText(key, value, source);
  if (typeof value === 'number' && value > 1e12) {
    const masked = maskCardsInText(String(value));
    return masked === String(value) ? value : masked;
  }
  maskCards(value, source, key);
  return value;
}

/**
 * Masks card numbers in a parsed value in place, also in property names. Refuses an id that is a
 * card number. `key` is the name of the list whose items are masked.
 */
export function maskCards(value: unknown, source: Source = 'anybody', key = ''): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) value[i] = maskValue(key, value[i], source);
  } else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>;
    for (const name of Object.keys(record)) {
      const masked = maskValue(name, record[name], source);
      const shown = maskCardsInText(name);
      if (shown !== name) delete record[name];
      if (shown !== name || masked !== record[name]) record[shown] = masked;
    }
  }
}

/** The path of a URL for the log: no query, which may hold tokens, and no card numbers. */
export function loggablePath(url: string): string {
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
