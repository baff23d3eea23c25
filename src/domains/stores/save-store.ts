import { countryCodeOf } from '../../platform/countries.js';
import { fitsCurrency } from '../../platform/currencies.js';
import { brokenConstraint, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound, refuseFields } from '../../platform/http/failure.js';
import { refuseFractions } from '../../platform/http/refuse-fractions.js';
import type { Static } from '../../platform/http/schemas.js';
import { newId } from '../../platform/ids.js';
import { formatMoney, minor } from '../../platform/money.js';
import { record } from '../../platform/work/events/outbox.js';
import { MONEY_FIELDS, POLICY_AMOUNTS } from './amount-fields.js';
import { storeSaved } from './events.js';
import { problemsOfHours } from './hours.js';
import { checkPrinterNetworks } from './printer-networks.js';
import {
  findStore,
  insertStore,
  knowsTimeZone,
  type StoreWithTaxes,
  setStoreJurisdictions,
  updateStore,
} from './repository.js';
import { type ApprovalPolicy, isTimeZone, readCashRounding, type TipSettings } from './rules.js';
import type { StoreBody } from './schemas.js';

export type StoreChange = Partial<Static<typeof StoreBody>>;

/** Creates a store if `id` is undefined, or changes it. */
export async function saveStore(
  tx: Tx,
  id: string | undefined,
  change: StoreChange,
): Promise<StoreWithTaxes> {
  if (
    change.time_zone !== undefined &&
    !(isTimeZone(change.time_zone) && (await knowsTimeZone(tx, change.time_zone)))
  ) {
    throw invalidField('time_zone', 'Must be a time zone such as Europe/Berlin.');
  }
  refuseHours(change);
  refuseDays(change.shipping_rates);
  checkPrinterNetworks(change.printer_networks);
  const storeId = id ?? newId();
  const { tax_jurisdiction_ids: taxes, ...columns } = toColumns(
    change,
    await currencyAfter(tx, id, change),
  );
  try {
    if (id === undefined) {
      await insertStore(tx, {
        ...columns,
        id: storeId,
        code: columns.code ?? '',
        name: columns.name ?? '',
      });
    } else await updateStore(tx, id, columns);
    if (taxes !== undefined) await setStoreJurisdictions(tx, storeId, taxes);
  } catch (error) {
    throw refusal(error);
  }
  const store = await findStore(tx, storeId);
  if (store === undefined) throw notFound('Store');
  refuseCurrency(store);
  refuseLanguages(store);
  refuseSourcing(store);
  await record(tx, storeSaved(store));
  return store;
}

async function currencyAfter(tx: Tx, id: string | undefined, change: StoreChange): Promise<string> {
  if (change.currency !== undefined) return change.currency;
  return id === undefined ? '' : ((await findStore(tx, id))?.currency ?? '');
}

function refuseHours(change: StoreChange): void {
  refuseFields(problemsOfHours(change));
}

/** The web shop speaks the language of the store's receipts as well. */
function refuseLanguages({ languages, language }: StoreWithTaxes): void {
  if (languages.length > 0 && !languages.includes(language)) {
    throw invalidField('languages', 'Must contain the language of the store.');
  }
}

/** Orders within the country of the store have its taxes, so that country must be known. */
function refuseSourcing({ tax_sourcing: sourcing, country }: StoreWithTaxes): void {
  if (sourcing === 'destination' && countryCodeOf(country) === undefined) {
    throw invalidField('tax_sourcing', 'Enter the country of the store first.');
  }
}

function refuseDays(rates: StoreChange['shipping_rates'] = []): void {
  const index = rates.findIndex(({ days_min: least, days_max: most }) => {
    return least != null && most != null && most < least;
  });
  if (index >= 0)
    throw invalidField(`shipping_rates.${index}.days_max`, 'Must not be below days_min.');
}

/** Amounts of a store are in its currency, also those that were saved before the currency. */
function refuseCurrency(store: StoreWithTaxes): void {
  const { currency } = store;
  const policy = store.approval_policy as ApprovalPolicy;
  const rates = store.shipping_rates as unknown as { price: string }[];
  refuseFractions(currency, {
    cash_variance_tolerance: store.cash_variance_tolerance,
    cash_movement_limit: store.cash_movement_limit,
    layaway_fee: store.layaway_fee,
    offline_return_limit: store.offline_return_limit ?? undefined,
    offline_return_day_limit: store.offline_return_day_limit ?? undefined,
    cash_rounding: store.cash_rounding,
    ...Object.fromEntries(
      POLICY_AMOUNTS.map(name => [`approval_policy.${name}`, policy[name]] as const),
    ),
    ...Object.fromEntries(
      rates.map(({ price }, index) => [`shipping_rates.${index}.price`, price]),
    ),
    ...Object.fromEntries(zoneAmounts(store).map(amount => ['currency', amount])),
  });
}

/** Shipping zones have a route of their own, so the field to correct here is the currency. */
function zoneAmounts({ shipping_zones: zones, currency }: StoreWithTaxes): string[] {
  const amounts = zones.flatMap(({ rates }) =>
    rates.flatMap(({ free_from, bands }) => [free_from ?? '0', ...bands.map(({ price }) => price)]),
  );
  return amounts.filter(amount => !fitsCurrency(amount, currency)).slice(0, 1);
}

/** JSON columns are written as text, with normalized amounts. */
function toColumns(change: StoreChange, currency: string) {
  const { approval_policy, shipping_rates, cash_rounding, opening_hours, special_days, ...others } =
    change;
  const { pickup_hours, tips, ...rest } = others;
  const normalizeMoney = (fields: object) => withNormalMoney(fields, currency);
  return {
    ...withNormalMoney(rest, currency),
    ...(cash_rounding !== undefined && { cash_rounding: readCashRounding(cash_rounding) }),
    ...(approval_policy && { approval_policy: JSON.stringify(normalizeMoney(approval_policy)) }),
    ...(tips && { tips: JSON.stringify(withTipLimit(tips)) }),
    ...(opening_hours && { opening_hours: JSON.stringify(opening_hours) }),
    ...(special_days && { special_days: JSON.stringify(special_days) }),
    ...(pickup_hours !== undefined && {
      pickup_hours: pickup_hours === null ? null : JSON.stringify(pickup_hours),
    }),
    ...(shipping_rates && { shipping_rates: JSON.stringify(shipping_rates.map(normalizeMoney)) }),
  };
}

const DEFAULT_TIP_LIMIT_PERCENT = 50;

function withTipLimit({
  enabled,
  percentages = [],
  max_percent = DEFAULT_TIP_LIMIT_PERCENT,
}: NonNullable<StoreChange['tips']>): TipSettings {
  if (percentages.some(percent => percent > max_percent)) {
    throw invalidField('tips.percentages', `Tips are at most ${max_percent} % of a sale.`);
  }
  return { enabled, percentages, max_percent };
}

/** Amounts with the digits of the currency; those that are too fine are refused later, by name. */
const withNormalMoney = <T extends object>(fields: T, currency: string): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      MONEY_FIELDS.has(name) && value !== null && fitsCurrency(value, currency)
        ? formatMoney(minor(value, currency), currency)
        : value,
    ]),
  ) as T;

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'stores_code_key':
    case 'stores_sanity_id_key':
      return conflict('DUPLICATE', 'Another store has this code or content id.');
    case 'open_shift_keeps_currency':
      return conflict('SHIFT_OPEN', 'A shift is open in the old currency; close it first.');
    case 'stores_site_id_fkey':
      return invalidField('site_id', 'There is no such site.');
    case 'store_tax_jurisdictions_jurisdiction_id_fkey':
      return invalidField('tax_jurisdiction_ids', 'One of these tax jurisdictions does not exist.');
    case 'stores_offline_return_limit':
      return invalidField('offline_return_limit', 'Must be greater than 0, or null.');
    case 'stores_offline_return_day_limit':
      return invalidField('offline_return_day_limit', 'Must be greater than 0, or null.');
    case 'stores_receipt_logo_id_fkey':
      return invalidField('receipt_logo_id', 'There is no such picture.');
    case 'stores_shipping_tax_class_fkey':
      return invalidField('shipping_tax_class', 'There is no such tax class.');
    default:
      return error;
  }
}
