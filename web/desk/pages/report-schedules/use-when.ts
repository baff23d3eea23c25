import { useI18n } from '../../../shared/i18n/index.js';
import { clockOf } from '../../parts/calendar.js';
import { useT } from '../../texts/index.js';
import type { ReportSchedule } from '../../types.js';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
export const HOURS = [...Array(24).keys()];

/** 1 is Monday; 5 January 1970 was one. */
export const weekdayName = (weekday: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + weekday)),
  );

export const hourName = (hour: number, locale: string): string =>
  clockOf(`${String(hour).padStart(2, '0')}:00`, locale);

/** "Monday at 7:00 AM". */
export function useWhen(): (schedule: ReportSchedule) => string {
  const t = useT();
  const { locale } = useI18n();
  return ({ frequency, weekday, hour }) =>
    t(`schedules.when.${frequency}`, {
      time: hourName(hour, locale),
      weekday: weekdayName(weekday, locale),
    });
}
