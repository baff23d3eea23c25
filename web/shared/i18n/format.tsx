import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useI18n } from './index.js';

/** The store whose money and clock a screen shows. */
export type Place = { currency: string; timeZone: string };

const PlaceContext = createContext<Place>({ currency: 'USD', timeZone: 'UTC' });

export function PlaceProvider({ place, children }: { place: Place; children: ReactNode }) {
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

export const usePlace = (): Place => useContext(PlaceContext);

export type Format = {
  /** An amount as the API sends it (`"12.50"`). */
  money(amount: string | number, currency?: string): string;
  /** An amount in whole cents. */
  cents(minor: number, currency?: string): string;
  number(value: number, digits?: number): string;
  /** A fraction: 0.0825 is 8.25 %. */
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

/** Numbers, money and times in the reader's locale, the store's currency and its time zone. */
export function useFormat(): Format {
  const { locale } = useI18n();
  const { currency: own, timeZone } = useContext(PlaceContext);
  return useMemo(() => {
    const times = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
      return (value: string | Date) => format.format(new Date(value));
    };
    const money = (amount: string | number, currency = own): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
    const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    return {
      money,
      cents: (minor, currency) => money(minor / 100, currency),
      number: (value, digits) =>
        new Intl.NumberFormat(locale, { maximumFractionDigits: digits ?? 2 }).format(value),
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
        if (step === undefined) return ago.format(Math.round(seconds), 'second');
        return ago.format(Math.round(seconds / step[1]), step[0]);
      },
    };
  }, [locale, own, timeZone]);
}
