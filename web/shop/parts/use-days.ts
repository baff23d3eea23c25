import { useT } from '../texts/index.js';

type Rate = { days_min?: number | null; days_max?: number | null; turnaround?: string };

/** "2–4 working days", or what the store writes. */
export function useDays(): (rate: Rate) => string | undefined {
  const t = useT();
  return ({ days_min: least, days_max: most, turnaround }) => {
    const from = least ?? most ?? undefined;
    if (from === undefined) return turnaround;
    const to = most ?? from;
    return from === to
      ? t('checkout.rate.days', { count: to })
      : t('checkout.rate.range', { from, to });
  };
}
