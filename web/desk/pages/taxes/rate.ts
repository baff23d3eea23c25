import { useFormat } from '../../../shared/i18n/format.js';
import { noonOf } from '../../parts/calendar.js';
import type { Typed } from '../../parts/fields.js';
import { useT } from '../../texts/index.js';
import type { TaxRate } from '../../types.js';

/** A rate has up to six decimals, so its percentage has four. */
export const RATE_DIGITS = 4;

/** The API takes a fraction: 8.25 % is 0.082500. */
export const fractionOf = (percent: Typed): string => (Number(percent) / 100).toFixed(6);

/** The fraction 0.0825 is 8.25 in a field. */
export const percentOf = (rate: string): string =>
  String(Number((Number(rate) * 100).toFixed(RATE_DIGITS)));

export function usePercent(): (rate: string) => string {
  const format = useFormat();
  return rate => format.percent(Number(rate), RATE_DIGITS);
}

export type Period = 'current' | 'coming' | 'past';

/** Both days belong to the period; null is no limit. */
export function periodOf({ valid_from, valid_to }: TaxRate, today: string): Period {
  if (valid_from !== null && valid_from > today) return 'coming';
  return valid_to !== null && valid_to < today ? 'past' : 'current';
}

export function useDaysText(): (rate: TaxRate) => string {
  const t = useT();
  const format = useFormat();
  const dayText = (day: string): string => format.date(noonOf(day));
  return ({ valid_from, valid_to }) => {
    const from = valid_from === null ? '' : dayText(valid_from);
    const to = valid_to === null ? '' : dayText(valid_to);
    if (from !== '' && to !== '') return t('taxes.days.both', { from, to });
    if (from !== '') return t('taxes.days.from', { from });
    return to === '' ? t('taxes.days.always') : t('taxes.days.to', { to });
  };
}
