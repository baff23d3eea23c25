import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { minorPerUnit } from '../../../src/platform/currencies.js';
import { useI18n } from './index.js';

/** The store's currency and time zone. */
export type Place = { currency: string; timeZone: string };

const PlaceContext = createContext<Place>({ currency: 'USD', timeZone: 'UTC' });

export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export const usePlace = (): Place => useContext(PlaceContext);

export type Format = {
  /** Formats an amount from the API (`"12.50"`). */
  money(amount: string | number, currency?: string): string;
  /** Formats an amount in minor units of its currency. */
  cents(minor: number, currency?: string): string;
  number(value: number, digits?: number): string;
  /** A weight, volume or length with all three decimals. */
  measure(value: number): string;
  /** Formats a fraction: 0.0825 is 8.25 %. */
  percent(fraction: number, digits?: number): string;
  date(value: string | Date): string;
  time(value: string | Date): string;
  dateTime(value: string | Date): string;
  /** "3 minutes ago", "in 2 days". */
  relative(value: string | Date, now?: Date): string;
};

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formatters of the platform are slow to make, and every price on a page needs one. */
const kept = new Map<string, Format>();
/** A service that draws pages meets many locales. */
const MOST_KEPT = 100;

/** Formatters for the reader's locale and the store's currency and time zone. */
export function useFormat(): Format {
  const { locale } = useI18n();
  const { currency, timeZone } = useContext(PlaceContext);
  return useMemo(() => {
    const key = `${locale} ${currency} ${timeZone}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = makeFormat(locale, currency, timeZone);
    kept.set(key, made);
    return made;
  }, [locale, currency, timeZone]);
}

/** Makes each value once, when it is first needed. */
function lazily<Value>(make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return key => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}

function makeFormat(locale: string, storeCurrency: string, timeZone: string): Format {
  const times = (options: Intl.DateTimeFormatOptions) => {
    const format = lazily(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
    return (value: string | Date) => format('').format(new Date(value));
  };
  const amounts = lazily(
    currency => new Intl.NumberFormat(locale, { style: 'currency', currency }),
  );
  const numbers = lazily(
    digits => new Intl.NumberFormat(locale, { maximumFractionDigits: Number(digits) }),
  );
  const measures = lazily(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
  );
  const relativeTimes = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const money = (amount: string | number, currency = storeCurrency): string =>
    amounts(currency).format(Number(amount));
  return {
    money,
    cents: (minor, currency = storeCurrency) => money(minor / minorPerUnit(currency), currency),
    number: (value, digits) => numbers(String(digits ?? 2)).format(value),
    measure: value => measures('').format(value),
    percent: (fraction, digits = 2) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(
        fraction,
      ),
    date: times({ dateStyle: 'medium' }),
    time: times({ timeStyle: 'short' }),
    dateTime: times({ dateStyle: 'medium', timeStyle: 'short' }),
    relative: (value, now = new Date()) => {
      const seconds = (new Date(value).getTime() - now.getTime()) / 1_000;
      const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
      const format = relativeTimes('');
      if (step === undefined) return format.format(Math.round(seconds), 'second');
      return format.format(Math.round(seconds / step[1]), step[0]);
    },
  };
}
