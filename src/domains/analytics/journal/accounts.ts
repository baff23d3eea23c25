import type { EntryKind, Posting } from './rules.js';

export const CHARTS = ['skr03', 'skr04'] as const;
export type Chart = (typeof CHARTS)[number];

/** An account without a tax account computes the tax itself from the gross (in DATEV: automatic). */
export type RevenueAccount = { rate: string; account: string; tax_account: string | null };

/** Accounts that a store can change: one for each kind, and the one that all bookings pass through. */
export type AccountName =
  | Exclude<EntryKind, 'revenue'>
  | 'revenue_other'
  | 'revenue_abroad'
  | 'tax_abroad'
  | 'revenue_export'
  | 'clearing';

type Defaults = { accounts: Record<AccountName, string>; revenue: readonly RevenueAccount[] };

/** The usual accounts of German retailers, as the two charts number them. */
const CHART_DEFAULTS: Record<Chart, Defaults> = {
  skr03: {
    accounts: {
      cash: '1000',
      card: '1360',
      other_tender: '1360',
      gift_cards: '1700',
      store_credits: '1700',
      points: '8769',
      deposits: '1710',
      revenue_other: '8200',
      revenue_abroad: '8320',
      revenue_export: '8120',
      tax: '1770',
      tax_abroad: '1767',
      rounding: '2709',
      tips: '1740',
      cash_surplus: '2709',
      cash_shortage: '2309',
      cash_transit: '1360',
      layaway_fees: '2700',
      expired_vouchers: '2700',
      given_vouchers: '8700',
      returns_without_receipt: '8200',
      clearing: '1590',
    },
    revenue: [
      { rate: '0.19', account: '8400', tax_account: null },
      { rate: '0.07', account: '8300', tax_account: null },
    ],
  },
  skr04: {
    accounts: {
      cash: '1600',
      card: '1460',
      other_tender: '1460',
      gift_cards: '3500',
      store_credits: '3500',
      points: '4769',
      deposits: '3250',
      revenue_other: '4200',
      revenue_abroad: '4320',
      revenue_export: '4120',
      tax: '3800',
      tax_abroad: '3817',
      rounding: '4839',
      tips: '3720',
      cash_surplus: '4839',
      cash_shortage: '6969',
      cash_transit: '1460',
      layaway_fees: '4830',
      expired_vouchers: '4830',
      given_vouchers: '4700',
      returns_without_receipt: '4200',
      clearing: '1370',
    },
    revenue: [
      { rate: '0.19', account: '4400', tax_account: null },
      { rate: '0.07', account: '4300', tax_account: null },
    ],
  },
};

export const ACCOUNT_NAMES = Object.keys(CHART_DEFAULTS.skr03.accounts) as AccountName[];

export type JournalSettings = {
  chart: Chart;
  account_digits: number;
  accounts: Partial<Record<AccountName, string>>;
  method_accounts: Record<string, string>;
  revenue_accounts: readonly RevenueAccount[];
  consultant_number: number | null;
  client_number: number | null;
  fiscal_year_month: number;
};

export const DEFAULT_SETTINGS: JournalSettings = {
  chart: 'skr03',
  account_digits: 4,
  accounts: {},
  method_accounts: {},
  revenue_accounts: [],
  consultant_number: null,
  client_number: null,
  fiscal_year_month: 1,
};

type Booked = Pick<Posting, 'kind' | 'rate' | 'country' | 'method'>;

/** The account of each entry, by the settings of a store. */
export function accountsOf(settings: JournalSettings) {
  const chart = CHART_DEFAULTS[settings.chart];
  // A longer number of the same account has zeros at its end: 1000 is 10000 with five digits.
  const inDigits = (account: string): string => account.padEnd(settings.account_digits, '0');
  const named = (name: AccountName): string =>
    settings.accounts[name] ?? inDigits(chart.accounts[name]);
  // Tax of another country is never that of the rate at home, even if the percentage is the same.
  const ofRate = (rate: string | null, country: string | null): RevenueAccount => {
    if (country !== null) {
      const account = named(Number(rate) === 0 ? 'revenue_export' : 'revenue_abroad');
      return { rate: rate ?? '0', account, tax_account: named('tax_abroad') };
    }
    const own = settings.revenue_accounts.find(one => one.rate === rate);
    const usual = chart.revenue.find(one => one.rate === rate);
    return (
      own ??
      (usual && { ...usual, account: inDigits(usual.account) }) ?? {
        rate: rate ?? '0',
        account: named('revenue_other'),
        tax_account: named('tax'),
      }
    );
  };
  return {
    clearing: named('clearing'),
    named,
    /** Revenue and tax of a rate whose account computes the tax itself are booked together. */
    isGross: ({ rate, country }: Pick<Posting, 'rate' | 'country'>): boolean =>
      ofRate(rate, country).tax_account === null,
    of: ({ kind, rate, country, method }: Booked): string => {
      const { account, tax_account } = ofRate(rate, country);
      if (kind === 'revenue') return account;
      if (kind === 'tax') return tax_account ?? account;
      return (method === null ? undefined : settings.method_accounts[method]) ?? named(kind);
    },
  };
}

export type Accounts = ReturnType<typeof accountsOf>;
