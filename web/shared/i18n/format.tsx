import { createContext, type ReactNode, useContext } from 'react';
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

/** Formatters by what they were made from: making one takes longer than a hundred uses. */
const made = new Map<string, unknown>();

function once<Value>(key: readonly unknown[], make: () => Value): Value {
  const name = key.join();
  const value = (made.get(name) as Value | undefined) ?? make();
  made.set(name, value);
  return value;
}

const numbers = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once(['number', locale, ...Object.values(options)], () => new Intl.NumberFormat(locale, options));

/** Formatters for the reader's locale and the store's currency and time zone. */
export function useFormat(): Format {
  const { locale } = useI18n();
  const { currency, timeZone } = useContext(PlaceContext);
  return once(['format', locale, currency, timeZone], () => formatFor(locale, currency, timeZone));
}

function formatFor(locale: string, storeCurrency: string, timeZone: string): Format {
  const times = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (value: string | Date) => format.format(new Date(value));
  };
  const money = (amount: string | number, currency = storeCurrency): string =>
    numbers(locale, { style: 'currency', currency }).format(Number(amount));
  const relativeTime = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    money,
    cents: (minor, currency = storeCurrency) => money(minor / minorPerUnit(currency), currency),
    number: (value, digits) =>
      numbers(locale, { style: 'decimal', maximumFractionDigits: digits ?? 2 }).format(value),
    percent: (fraction, digits = 2) =>
      numbers(locale, { style: 'percent', maximumFractionDigits: digits }).format(fraction),
    date: times({ dateStyle: 'medium' }),
    time: times({ timeStyle: 'short' }),
    dateTime: times({ dateStyle: 'medium', timeStyle: 'short' }),
    relative: (value, now = new Date()) => {
      const seconds = (new Date(value).getTime() - now.getTime()) / 1_000;
      const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
      if (step === undefined) return relativeTime.format(Math.round(seconds), 'second');
      return relativeTime.format(Math.round(seconds / step[1]), step[0]);
    },
  };
}
