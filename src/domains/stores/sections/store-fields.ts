import { countryCodeOf } from '../../../platform/countries.js';
import { canonical } from '../../../platform/http/idempotency-rules.js';
import { POLICY_AMOUNTS, STORE_AMOUNTS } from '../amount-fields.js';
import { presentStore } from '../present.js';
import type { StoreWithTaxes } from '../repository.js';
import type { StoreChange } from '../save-store.js';
import { needsSameCurrency, type Refusal, type SectionName, type StoreSection } from './section.js';

type Presented = ReturnType<typeof presentStore>;
type Field = keyof StoreChange & keyof Presented;

type Fields = {
  name: SectionName;
  fields: readonly Field[];
  /** Whether they contain amounts besides those of `STORE_AMOUNTS` and the approval policy. */
  hasAmounts?: (store: Presented) => boolean;
  /** How a reader sees them, if not as they are. */
  shownAs?: (store: Presented) => Record<string, unknown>;
};

/** Settings that are columns of the store. */
function fieldsSection({ name, fields, hasAmounts, shownAs }: Fields): StoreSection {
  const needsCurrency = (store: Presented): boolean =>
    STORE_AMOUNTS.some(field => fields.includes(field) && isAmount(store[field])) ||
    (fields.includes('approval_policy') && hasPolicyAmount(store)) ||
    hasAmounts?.(store) === true;
  const settingsOf = (store: Presented): StoreChange =>
    Object.fromEntries(fields.map(field => [field, store[field]])) as StoreChange;
  const shownOf = (store: Presented): object => shownAs?.(store) ?? settingsOf(store);
  return {
    name,
    copyOf: async (_reader, from) => {
      const shown = presentStore(from);
      const settings = settingsOf(shown);
      return {
        refusalOf: to => (needsCurrency(shown) ? needsSameCurrency(from, to) : undefined),
        planFor: async (_, to) => ({
          changes: changesOf(to, shownOf(presentStore(to)), shownOf(shown)),
          fields: settings,
        }),
      };
    },
  };
}

const changesOf = ({ id }: StoreWithTaxes, before: object, after: object) =>
  canonical(before) === canonical(after)
    ? []
    : [{ type: 'stores', id, before: { id, ...before }, after: { id, ...after } }];

const isAmount = (amount: string | null): boolean => amount !== null && Number(amount) !== 0;

const hasPolicyAmount = ({ approval_policy: policy }: Presented): boolean =>
  POLICY_AMOUNTS.some(name => policy[name] != null);

const TAX_FIELDS = ['prices_include_tax', 'shipping_tax_class', 'tax_sourcing', 'cash_rounding'];

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

type Span = { opens: string; closes: string };
const spansText = (spans: readonly Span[]): string =>
  spans.map(({ opens, closes }) => `${opens}–${closes}`).join(', ');

type Week = readonly (Span & { day: number })[];

/** `monday: 09:00–12:30, 14:00–18:00` of each day that the store is open. */
const weekOf = (hours: Week): Record<string, string> =>
  Object.fromEntries(
    WEEKDAYS.flatMap((name, index) => {
      const spans = hours.filter(({ day }) => day === index + 1);
      return spans.length === 0 ? [] : [[name, spansText(spans)]];
    }),
  );

/** Without hours of its own, pickup has those of the store; an empty week has none. */
const pickupOf = (hours: Week | null) => (hours?.length === 0 ? 'none' : hours && weekOf(hours));

const hoursOf = (store: Presented): Record<string, unknown> => ({
  opening_hours: weekOf(store.opening_hours),
  special_days: Object.fromEntries(
    store.special_days.map(({ date, name, hours }) => [
      date,
      `${name}: ${spansText(hours) || 'closed'}`,
    ]),
  ),
  pickup_hours: pickupOf(store.pickup_hours),
});

/** What a store charges; the taxes are named by their codes. */
const taxesOf = (store: StoreWithTaxes) => {
  const shown = presentStore(store) as Record<string, unknown>;
  return {
    tax_jurisdictions: store.tax_jurisdictions.map(({ code }) => code),
    ...Object.fromEntries(TAX_FIELDS.map(field => [field, shown[field]])),
  };
};

function taxRefusal(from: StoreWithTaxes, to: StoreWithTaxes): Refusal | undefined {
  const [here, there] = [countryCodeOf(from.country), countryCodeOf(to.country)];
  if (there === undefined && from.tax_sourcing === 'destination') return 'NO_COUNTRY';
  if (here !== undefined && there !== undefined && here !== there) return 'OTHER_COUNTRY';
  return isAmount(from.cash_rounding) ? needsSameCurrency(from, to) : undefined;
}

const taxes: StoreSection = {
  name: 'taxes',
  permission: 'tax.manage',
  copyOf: async (_reader, from) => {
    const { prices_include_tax, shipping_tax_class, tax_sourcing, cash_rounding } =
      presentStore(from);
    const change: StoreChange = {
      prices_include_tax,
      shipping_tax_class,
      tax_sourcing,
      cash_rounding,
      tax_jurisdiction_ids: from.tax_jurisdictions.map(({ id }) => id),
    };
    return {
      refusalOf: to => taxRefusal(from, to),
      planFor: async (_, to) => ({
        changes: changesOf(to, taxesOf(to), taxesOf(from)),
        fields: change,
      }),
    };
  },
};

/** The sections that this domain owns, except shipping. */
export const FIELD_SECTIONS: readonly StoreSection[] = [
  fieldsSection({ name: 'approvals', fields: ['approval_policy'] }),
  fieldsSection({
    name: 'hours',
    fields: ['opening_hours', 'special_days', 'pickup_hours'],
    shownAs: hoursOf,
  }),
  fieldsSection({
    name: 'receipts',
    fields: ['receipt_header', 'receipt_footer', 'receipt_logo_id'],
  }),
  fieldsSection({ name: 'tips', fields: ['tips'] }),
  fieldsSection({
    name: 'tills',
    fields: [
      'require_shift',
      'till_lock_minutes',
      'cash_variance_tolerance',
      'cash_movement_limit',
      'offline_return_limit',
      'offline_return_day_limit',
    ],
  }),
  taxes,
  fieldsSection({
    name: 'loyalty',
    fields: [
      'loyalty_points_per_unit',
      'points_value',
      'points_months',
      'gift_card_months',
      'customer_retention_days',
    ],
    hasAmounts: store => isAmount(store.points_value) || store.loyalty_points_per_unit > 0,
  }),
  fieldsSection({
    name: 'layaways',
    fields: ['layaway_days', 'layaway_fee'],
  }),
];
