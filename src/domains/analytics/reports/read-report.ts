import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { withoutCosts } from '../../access/index.js';
import type { ListedStore } from '../../stores/index.js';
import { cover } from '../rollup/cover.js';
import { csvOf, fileName } from './csv.js';
import type { Report } from './report.js';
import type { Meta, Part, ReportQuery } from './schemas.js';
import { mainCurrency, todayOf } from './scope.js';
import { windowOf } from './window.js';

const YEAR = { minDays: 1, maxDays: 366 };

/** The parameters of a report, and those of its own filters. */
export type ReportRequest = Static<typeof ReportQuery> & Record<string, unknown>;

type Rows = Record<Part, Record<string, unknown>[]>;
export type ReportAnswer = { meta: Static<typeof Meta>; data: unknown };

/** Reads a report about the given stores, which the reader of the report may see. */
export async function readReport(
  platform: Platform,
  report: Report,
  stores: readonly ListedStore[],
  query: ReportRequest,
): Promise<ReportAnswer> {
  const now = platform.clock.now();
  const { timeZone, today } = todayOf(stores, now);
  const window = windowOf(query, today, report.limits ?? YEAR);
  const currency = query.currency ?? mainCurrency(stores);
  const currencies = new Set(stores.map(store => store.currency));
  const coverage = await cover(platform.replica, stores, window, now);
  const data = await report.read({
    reader: platform.replica,
    now,
    stores,
    window,
    currency: currency ?? '',
    coverage,
    filters: query as Record<string, string | undefined>,
  });
  const [store] = query.store === undefined ? [] : stores;
  const meta = {
    generated_at: now.toISOString(),
    ...window,
    store: store?.id ?? null,
    store_code: store?.code ?? null,
    currency: currency ?? null,
    other_currencies: [...currencies].filter(other => other !== currency).sort(),
    time_zone: timeZone,
  };
  return { meta, data };
}

/** The report for somebody who may not read costs. */
export const reportWithoutCosts = ({ data }: Report, answer: ReportAnswer): ReportAnswer => ({
  ...answer,
  data: withoutCosts(data, answer.data),
});

/** One part of a report as a CSV file. */
export function csvFile(
  report: Report,
  { meta, data }: ReportAnswer,
  part: Part = report.table,
): { name: string; content: string } {
  return {
    name: fileName(report.path, meta.store_code, meta),
    content: csvOf(columnsOf(report, part), (data as Rows)[part]),
  };
}

/** Taken from the schema, so that an empty report has a header too. */
function columnsOf(report: Report, part: Part): string[] {
  const { properties } = report.data as unknown as {
    properties: Record<Part, { items: { properties: object } }>;
  };
  return Object.keys(properties[part].items.properties);
}
