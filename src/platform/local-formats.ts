import { printedAmount } from './currencies.js';
import type { Language } from './language.js';

/** Amounts, quantities and times as people of a country write them. */
export type Formats = {
  /** Without its currency, for columns of amounts. */
  amount(amount: string): string;
  /** With its currency. */
  money(amount: string): string;
  /** A total below a label that names the currency, if the language puts it there. */
  total(amount: string): string;
  /** With all three decimals of goods by measure. */
  measure(quantity: number): string;
  quantity(quantity: number): string;
  /** Millionths: 82500 is 8.25 %. */
  percent(rateMicros: number): string;
  dateTime(at: Date, timeZone: string): string;
  /** An ISO day such as `2026-03-02`. */
  day(day: string): string;
  /** Day of the week, date and time with its zone. */
  appointment(at: Date, timeZone: string): string;
};

/** Francs stand for Switzerland and Liechtenstein, which write German numbers their own way. */
export const formatsFor = (language: Language, currency: string): Formats =>
  language === 'en' ? english(currency) : german(currency);

const MICROS_PER_PERCENT = 10_000;

const english = (currency: string): Formats => {
  const amount = (text: string): string => printedAmount(text, currency);
  return {
    amount,
    money: text => `${amount(text)} ${currency}`,
    total: amount,
    measure: quantity => quantity.toFixed(3),
    quantity: String,
    percent: rateMicros => `${rateMicros / MICROS_PER_PERCENT}%`,
    // The Swedish locale formats dates like ISO 8601.
    dateTime: (at, timeZone) =>
      timeText('sv-SE', at, { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    day: day => day,
    appointment: (at, timeZone) =>
      timeText('en-US', at, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  };
};

const SWISS = { group: '’', point: '.' };
const GERMAN = { group: '.', point: ',' };

function german(currency: string): Formats {
  const isSwiss = currency === 'CHF';
  const { group, point } = isSwiss ? SWISS : GERMAN;
  const decimal = (text: string): string => {
    const [whole = '', fraction] = text.split('.');
    const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
    return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
  };
  const amount = (text: string): string => decimal(printedAmount(text, currency));
  const money = (text: string): string =>
    isSwiss ? `${currency} ${amount(text)}` : `${amount(text)} ${symbolOf(currency)}`;
  return {
    amount,
    money,
    total: money,
    measure: quantity => decimal(quantity.toFixed(3)),
    quantity: quantity => decimal(String(quantity)),
    percent: rateMicros => `${decimal(String(rateMicros / MICROS_PER_PERCENT))} %`,
    dateTime: (at, timeZone) =>
      timeText('de-DE', at, { ...DATE, hour: '2-digit', minute: '2-digit', timeZone }).replace(
        ', ',
        ' ',
      ),
    day: day => day.split('-').reverse().join('.'),
    appointment: (at, timeZone) =>
      timeText('de-DE', at, {
        weekday: 'short',
        ...DATE,
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  };
}

const DATE = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** Spaces of any kind become the one that every printer has. */
const timeText = (locale: string, at: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, options).format(at).replaceAll(/\s/gu, ' ');

/** `€`, or the code of a currency without a sign of its own. */
const symbolOf = (currency: string): string =>
  new Intl.NumberFormat('de-DE', { style: 'currency', currency })
    .formatToParts(0)
    .find(part => part.type === 'currency')?.value ?? currency;
