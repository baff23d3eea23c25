import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { useMethodName } from '../../../shared/i18n/method-name.js';
import { clockOf, noonOf } from '../../parts/calendar.js';
import { useStatusText } from '../../parts/tag.js';
import { type Key, useT } from '../../texts/index.js';
import type { Kind } from './reports.js';

/** Formats a figure of a report. */
export function useFigure(currency: string | undefined): (value: unknown, kind: Kind) => string {
  const t = useT();
  const format = useFormat();
  const { locale } = useI18n();
  const statusText = useStatusText();
  const methodName = useMethodName();
  return (value, kind) => {
    if (value === null || value === undefined) return '—';
    switch (kind) {
      case 'money':
        return format.money(String(value), currency);
      case 'count':
        return format.number(Number(value), 0);
      case 'number':
        return format.number(Number(value), 1);
      case 'percent':
        return format.percent(Number(value) / 100, 1);
      case 'hour':
        return clockOf(`${String(value).padStart(2, '0')}:00`, locale);
      case 'status':
        return statusText(String(value));
      case 'method':
        return methodName(String(value));
      case 'origin':
        return t(`reports.origin.${String(value)}` as Key);
      case 'day':
        return format.date(noonOf(String(value)));
      case 'segment':
        return t(`reports.segment.${String(value)}` as Key);
      default:
        return String(value);
    }
  };
}

/** The label of a report field. */
export function useFieldText(): (key: string) => string {
  const t = useT();
  return key => t(`reports.field.${key}` as Key);
}
