import type { Selectable } from 'kysely';
import type { CheckoutAttempts } from '../../../../platform/database/tables.js';
import { byteaText, packingWith } from '../../../../platform/packing.js';
import type { AttemptDraft, NewDraft } from './draft.js';

/** What most drafts contain. Drafts of earlier releases need it, so it never changes. */
const COMMON_1 =
  '{"values":[{"paymentId":"","accountId":"","methodId":"","amount":""}],"processorType":"stripe' +
  '"subject_keys":["promotion_id":"amount":"currency":"EUR","GBP","CHF","language":"de"' +
  '"unit":"kg","is_tax_exempt":true,"tax_class":"reduced","tax_rates":[],"minimum_age":18' +
  '"value_account_id":""{"sale":{"id":"01a1eb4e-d2bc-7","storeId":"00000000-0000-4000-8000-0000' +
  '00000001","customerId":null,"currency":"USD","pricesIncludeTax":false,"taxExemption":null,"s' +
  'ubtotal":".00","promotionDiscount":"0.00","taxAmount":".","shippingAmount":"5.00","shippingT' +
  'ax":"0.00","totalAmount":".","attribution":{"applied_promotions":[],"subject_keys":["01"]},"' +
  'adjustments":[],"customerEmail":"@example.com","createdAt":"2026-11-17T00:00:00.000Z"},"line' +
  's":[{"id":"01","position":0,"variant_id":"","product_id":1,"sku":"","name":"","product_name"' +
  ':"","variant_name":"","quantity":1,"unit":"piece","unit_price":".00","catalog_price":".00","' +
  'subtotal":".00","discount":"0.00","tax":".","is_tax_exempt":false,"tax_class":"standard","ta' +
  'x_rates":[{"jurisdiction":"US-NY-NYC","tax_class":"standard","rate":"0.0825"}],"minimum_age"' +
  ':null,"cost_at_sale":".","cost_currency":"USD"}],"language":"en","payment":{"id":"01","metho' +
  'dId":"","methodCode":"card","processorType":"primary","cardLastFour":null}}';

/** As the first, with the form of the order. */
const COMMON_2 =
  COMMON_1.slice(0, COMMON_1.indexOf('"lines":[')) +
  '"form":{"email":"@example.com","shipping_address":{"firstName":"","lastName":"","company":"","ad' +
  'dress":" Street","apartment":"","city":"","region":"","postalCode":"","country":"US","phone":""' +
  '},"billing_address":null,"contact":{"name":"","phone":""},"delivery_method":"standard","save_to' +
  '_profile":false,"create_account":false},' +
  COMMON_1.slice(COMMON_1.indexOf('"lines":['));

/** As the second, with the chosen shipping rate and without what few orders have. */
const COMMON_3 = COMMON_2.replace(
  '"create_account":false}',
  '"create_account":false,"delivery":{"title":"Standard","turnaround":" days","days_min":3,' +
    '"days_max":5}}',
)
  .replace('"country":"US","phone":""}', '"country":"US"}')
  .replace('"language":"en","payment"', '"language":null,"payment"');

const packing = packingWith(COMMON_1, COMMON_2, COMMON_3);

/** The draft as a parameter of a statement. */
export const packDraft = (draft: NewDraft): string =>
  byteaText(packing.pack(JSON.stringify(draft)));

type Stored = Pick<Selectable<CheckoutAttempts>, 'draft' | 'number' | 'opened_at'>;

/** The draft of a stored attempt; null once sale and payment have rows. */
export function draftIn({ draft, number, opened_at }: Stored): AttemptDraft | null {
  if (draft === null) return null;
  const unpacked = JSON.parse(packing.unpack(draft)) as NewDraft;
  if (number === null || opened_at === null) throw new Error('a draft without number or time');
  return { ...unpacked, number, openedAt: opened_at.toISOString() };
}
