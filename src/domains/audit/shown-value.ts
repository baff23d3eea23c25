import type { ShowValue } from '../../platform/audit/changes.js';
import {
  hashOfText,
  isFreeText,
  isPlaceholder,
  type KeepText,
  keepTexts,
} from '../../platform/audit/free-text.js';
import type { SecretKeys } from '../../platform/seal.js';
import { USUAL_REASONS } from '../returns/index.js';
import { DIFFERENCE_REASONS } from '../transfers/index.js';

/** Shown instead of a value that must not be kept. */
const SECRET = '[secret]';
const PERSONAL = '[personal]';

const SECRET_NAME =
  /pass(word|phrase)|(^|_)pins?(_code)?$|secret|token|(^|_)otp$|(^|_)cv[cv]2?$|card_?number|private_?key|api_?key|signature$|(gift_card|store_credit)_code|pairing_code|credential$/i;

/** Records, and parts of other records, whose code can be spent. */
const CODE_IS_MONEY = /^(value[-_]account|gift[-_]card|store[-_]credit)s?$/;

/** Records about customers. Entries outlive the erasure of a customer, so they name ids only. */
const ABOUT_CUSTOMERS = new Set([
  'accounts',
  'age-checks',
  'age-verification',
  'approvals',
  'compliance',
  'credentials',
  'customers',
  'exchanges',
  'fulfillments',
  'held-sales',
  'kyc',
  'layaways',
  'orders',
  'pay-outs',
  'payments',
  'quotes',
  'refunds',
  'returns',
  'transactions',
  'value-accounts',
]);

/** Ids and states; every other field of a customer is personal, or a text that may be. */
const STATES_OF_CUSTOMERS = new Set(['id', 'customer_id', 'is_active', 'merged_into', 'role']);

/** Names whose values describe a person, in records about customers. */
const PERSONAL_NAME =
  /mail|phone|address|(first|last|full|customer|pickup|contact|recipient|company|holder)_?name|birth|street|city|postal|zip|notes?$|message|details|document|exemption|tax_id|card_last|signature|^name$|reference$|purchases|consent/i;

/** What staff call their own records, and search for, may be the name of a customer. */
const OWN_TEXTS: Record<string, readonly string[]> = {
  'saved-views': ['name', 'query'],
  tasks: ['title', 'description'],
};

/** Chosen from a list, so they name nobody. */
const CODES = new Set<unknown>([...USUAL_REASONS, ...DIFFERENCE_REASONS]);

const isText = (recordType: string, path: readonly string[]): boolean =>
  path.some(isFreeText) || OWN_TEXTS[recordType]?.includes(path[0] ?? '') === true;

const isHidden = (value: unknown): boolean => value !== null && value !== undefined;

function isPersonal(recordType: string, path: readonly string[]): boolean {
  const [top = ''] = path;
  if (recordType === 'customers') return !STATES_OF_CUSTOMERS.has(top);
  // Staff write the reason themselves, and it may name the customer.
  if (recordType === 'value-accounts' && path.includes('reason')) return true;
  // The names of goods in a line are no names of people.
  const names = path.length > 1 ? path.filter(name => name !== 'name') : path;
  return ABOUT_CUSTOMERS.has(recordType) && names.some(name => PERSONAL_NAME.test(name));
}

/** The value as the log keeps it: without secrets and personal data, and of free texts a hash. */
export const shownInLog = (secrets: SecretKeys): ShowValue => {
  const keep: KeepText = hashOfText(secrets);
  const keepUnlessCode: KeepText = text => (CODES.has(text) ? text : keep(text));
  return (recordType, field, value, hidden) =>
    shownValue(recordType, field, value, hidden, keepUnlessCode);
};

/**
 * The value without secrets and personal data, for whoever decides about it. `null` stays, so that
 * setting and clearing can be told apart. With `keep`, free texts stand as it says.
 */
export function shownValue(
  recordType: string,
  field: string,
  value: unknown,
  secrets: ReadonlySet<string>,
  keep?: KeepText,
): unknown {
  if (!isHidden(value)) return null;
  if (isPlaceholder(value)) return value;
  const path = field.split('.');
  const isMoney = [recordType, ...path].some(name => CODE_IS_MONEY.test(name));
  const isSecret = path.some(name => SECRET_NAME.test(name) || secrets.has(name));
  if (isSecret || (isMoney && path.at(-1) === 'code')) return SECRET;
  if (isPersonal(recordType, path)) return PERSONAL;
  if (keep && isText(recordType, path)) return keepTexts(value, keep);
  return hideWithin(value, { isMoney, secrets, keep });
}

type Hiding = {
  isMoney: boolean;
  secrets: ReadonlySet<string>;
  keep: KeepText | undefined;
};

/** Lists and objects that are compared as a whole. */
function hideWithin(value: unknown, hiding: Hiding): unknown {
  if (Array.isArray(value)) return value.map(item => hideWithin(item, hiding));
  if (typeof value !== 'object' || value === null) return value;
  const { isMoney, secrets, keep } = hiding;
  const shown = ([name, item]: [string, unknown]): [string, unknown] => {
    const isNamed = SECRET_NAME.test(name) || secrets.has(name);
    const isSecret = isNamed || (isMoney && name === 'code');
    if (isSecret && isHidden(item)) return [name, SECRET];
    if (keep && isFreeText(name)) return [name, keepTexts(item, keep)];
    return [name, hideWithin(item, { ...hiding, isMoney: isMoney || CODE_IS_MONEY.test(name) })];
  };
  return Object.fromEntries(Object.entries(value).map(shown));
}
