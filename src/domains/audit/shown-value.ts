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

/** The value as the log keeps it. `null` stays, so that setting and clearing can be told apart. */
export function shownValue(
  recordType: string,
  field: string,
  value: unknown,
  secrets: ReadonlySet<string>,
): unknown {
  if (!isHidden(value)) return null;
  const path = field.split('.');
  const isMoney = [recordType, ...path].some(name => CODE_IS_MONEY.test(name));
  const isSecret = path.some(name => SECRET_NAME.test(name) || secrets.has(name));
  if (isSecret || (isMoney && path.at(-1) === 'code')) return SECRET;
  return isPersonal(recordType, path) ? PERSONAL : hideWithin(value, isMoney, secrets);
}

/** Lists and objects that are compared as a whole. */
function hideWithin(value: unknown, isMoney: boolean, secrets: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(item => hideWithin(item, isMoney, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const shown = ([name, item]: [string, unknown]): [string, unknown] => {
    const isNamed = SECRET_NAME.test(name) || secrets.has(name);
    const isSecret = isNamed || (isMoney && name === 'code');
    if (isSecret && isHidden(item)) return [name, SECRET];
    return [name, hideWithin(item, isMoney || CODE_IS_MONEY.test(name), secrets)];
  };
  return Object.fromEntries(Object.entries(value).map(shown));
}
