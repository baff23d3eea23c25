import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import { formatsFor } from '../../../platform/local-formats.js';
import type { Mail } from '../../../platform/mail/queue-mail.js';
import { renderMail } from '../../../platform/mail/render-mail.js';
import { clean } from '../../../platform/plain-text.js';
import type { Platform } from '../../../platform/platform.js';
import type { ListedStore } from '../../stores/index.js';
import { textsIn } from '../../texts/index.js';
import {
  csvFile,
  type ReportAnswer,
  readReport,
  reportWithoutCosts,
} from '../reports/read-report.js';
import type { Day } from '../rollup/rules.js';
import type { Schedule } from './repository.js';
import { REPORTS } from './rules.js';

type Period = { from: Day; to: Day };
type Subject = Pick<Schedule, 'name' | 'report' | 'group_by' | 'compared_with' | 'store_id'>;

/** The report of a schedule for these stores. Dead stock has no period: it is counted up to now. */
export function readScheduled(
  platform: Platform,
  schedule: Subject,
  stores: readonly ListedStore[],
  period: Period,
): Promise<ReportAnswer> {
  const { report } = REPORTS[schedule.report];
  const [store] = schedule.store_id === null ? [] : stores;
  return readReport(platform, report, stores, {
    ...(store && { store: store.code }),
    ...(schedule.report === 'dead_stock' ? {} : period),
    ...(schedule.report === 'comparison' && {
      by: schedule.group_by,
      compared_with: schedule.compared_with,
    }),
  });
}

/** The language of the stores, if they share one. */
function languageOf(stores: readonly ListedStore[]): Language {
  const [language, ...others] = new Set(stores.map(store => store.language as Language));
  return language === undefined || others.length > 0 ? DEFAULT_LANGUAGE : language;
}

/** A mail with the totals in its text and all rows in a CSV file. */
export function reportMail(
  platform: Pick<Platform, 'config'>,
  schedule: Subject,
  full: ReportAnswer,
  recipient: {
    email: string;
    language: Language | null;
    stores: readonly ListedStore[];
    readsCosts: boolean;
    /** Somebody without a login of the desk. */
    isOutside?: boolean;
  },
): Mail {
  const { stores } = recipient;
  const language = recipient.language ?? languageOf(stores);
  const texts = textsIn(language).report;
  const { meta } = full;
  const currency = meta.currency ?? '';
  const formats = formatsFor(language, currency);
  const { report, page, totals } = REPORTS[schedule.report];
  const answer = recipient.readsCosts ? full : reportWithoutCosts(report, full);
  const figures = (answer.data as { totals: Record<string, string | number | null> }).totals;
  const shown = (value: string | number | null | undefined): string => {
    if (value === null || value === undefined) return '–';
    return typeof value === 'number' ? formats.quantity(value) : formats.money(value);
  };
  const days =
    meta.from === meta.to
      ? formats.day(meta.from)
      : texts.days(formats.day(meta.from), formats.day(meta.to));
  const { name, content } = csvFile(report, answer);
  return {
    to: recipient.email,
    purpose: 'report',
    about: { storeId: schedule.store_id },
    subject: texts.subject(clean(schedule.name), days),
    ...renderMail({
      language,
      before: [texts.intro(clean(schedule.name))],
      facts: [
        [texts.period, days],
        [texts.stores, stores.map(store => store.name).join(', ')],
        ...totals.map(key => [texts.figures[key], shown(figures[key])] as const),
      ],
      after: [
        ...(meta.other_currencies.length === 0
          ? []
          : [texts.otherCurrencies(currency, meta.other_currencies.join(', '))]),
        texts.attached,
        ...(recipient.isOutside
          ? []
          : [texts.open(`${platform.config.publicUrl}/app/desk/${page}`)]),
      ],
    }),
    attachment: { name, content: Buffer.from(content) },
  };
}
