import type { Language } from '../../platform/language.js';
import { formatHundredths, hundredths } from '../../platform/money.js';
import type { MailTemplates } from '../texts/index.js';
import type { Hours } from './hours.js';
import type { Store, StoreTax, StoreWithTaxes } from './repository.js';
import { storeAddressLines } from './store-address.js';

/** The store data that sales need; plain JSON, so that it can be cached. */
export type SellingStore = {
  id: string;
  code: string;
  name: string;
  currency: string;
  /** Language of receipts and mails. */
  language: Language;
  timeZone: string;
  isActive: boolean;
  taxes: readonly StoreTax[];
  pricesIncludeTax: boolean;
  /** Null: shipping is untaxed. */
  shippingTaxClass: string | null;
  approvalPolicy: ApprovalPolicy;
  loyaltyPointsPerUnit: number;
  /** What one point pays, with four decimals; 0.0000: points do not pay here. */
  pointsValue: string;
  /** The step that cash is rounded to; 0.00 is none. */
  cashRounding: string;
  tips: TipSettings;
  /** Where its customers pick up, as the post of its country writes it. */
  addressLines: readonly string[];
  /** The store's own texts of order confirmations. */
  mailTemplates: MailTemplates;
};

/** Whether tills take tips, and which they offer. */
export type TipSettings = {
  enabled: boolean;
  /** Percentages of the sale, in the order in which tills offer them. */
  percentages: readonly number[];
  /** The tips of a sale are at most this much of its total. */
  max_percent: number;
};

export type ApprovalPolicy = {
  price_override?: boolean;
  tax_variance?: boolean;
  discount_above?: string;
  /** Staff without the right to approve may not take more off a line. */
  discount_percent_above?: number;
  /** Whether cashiers need an approval to sell a line below its cost. */
  below_cost?: boolean;
  /** A manager may not give or correct more stored value than this alone. */
  value_above?: string;
  supervisor_limit?: string;
  /** False: cancelling a partly paid sale at a till needs no approval. */
  void?: boolean;
  /** Permissions with which programs change something without an approval. */
  agent_writes?: readonly string[];
  /** Up to this amount. */
  agent_limit?: string;
};

export const sellingStore = (store: StoreWithTaxes): SellingStore => ({
  id: store.id,
  code: store.code,
  name: store.name,
  currency: store.currency,
  language: storeLanguage(store),
  timeZone: store.time_zone,
  isActive: store.is_active,
  taxes: store.tax_jurisdictions,
  pricesIncludeTax: store.prices_include_tax,
  shippingTaxClass: store.shipping_tax_class,
  approvalPolicy: store.approval_policy as ApprovalPolicy,
  loyaltyPointsPerUnit: store.loyalty_points_per_unit,
  pointsValue: store.points_value,
  cashRounding: store.cash_rounding,
  tips: storeTips(store),
  addressLines: storeAddressLines(store),
  mailTemplates: orderTemplates(store),
});

/** `saveMailTemplate` has checked what the column holds. */
export const mailTemplates = (store: Pick<Store, 'mail_templates'>): MailTemplates =>
  store.mail_templates as unknown as MailTemplates;

/** Only what every web order needs, because this is cached. */
function orderTemplates(store: Store): MailTemplates {
  const { order_confirmation: own } = mailTemplates(store);
  return own === undefined ? {} : { order_confirmation: own };
}

/** `saveStore` has checked what the columns hold. */
export const storeHours = (
  store: Pick<Store, 'opening_hours' | 'special_days' | 'pickup_hours'>,
): Hours => ({
  opening_hours: store.opening_hours as unknown as Hours['opening_hours'],
  special_days: store.special_days as unknown as Hours['special_days'],
  pickup_hours: store.pickup_hours as unknown as Hours['pickup_hours'],
});

/** `saveStore` has checked what the column holds. */
export const storeTips = (store: Pick<Store, 'tips'>): TipSettings =>
  store.tips as unknown as TipSettings;

/** The database allows no other. */
export const storeLanguage = (store: Pick<Store, 'language'>): Language =>
  store.language as Language;

/** Steps of cash rounding by their names in the API. */
export const CASH_ROUNDINGS = ['none', '0.05', '0.10', '0.50', '1.00'] as const;
export type CashRounding = (typeof CASH_ROUNDINGS)[number];

const NO_ROUNDING = '0.00';

export const showCashRounding = (step: string): CashRounding =>
  step === NO_ROUNDING ? 'none' : (step as CashRounding);

/** A number such as 0.05 counts like its text. */
export const readCashRounding = (shown: string | number): string =>
  shown === 'none' ? NO_ROUNDING : formatHundredths(hundredths(shown));

/** When a till prints the receipt of a sale by itself: never, after a question, or always. */
export const RECEIPT_PRINTING = ['off', 'ask', 'always'] as const;
export type ReceiptPrinting = (typeof RECEIPT_PRINTING)[number];

/** Where orders that are shipped are taxed. */
export const TAX_SOURCINGS = ['origin', 'destination'] as const;
export type TaxSourcing = (typeof TAX_SOURCINGS)[number];

/** Rules of the pricing know these by name. */
export const BUILT_IN_TAX_CLASSES: ReadonlySet<string> = new Set([
  'standard',
  'reduced',
  'zero',
  'exempt',
]);

/** An IANA name that Node knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
