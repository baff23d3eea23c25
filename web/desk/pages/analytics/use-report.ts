import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { saveFile } from '../../../shared/save-file.js';
import { useDesk } from '../../state/desk.js';
import type { GetResponse } from '../../types.js';
import type { Filters } from './discount-filters.js';
import type { Row } from './figure-links.js';
import type { ReportPage } from './reports.js';

export type ReportData = {
  meta: GetResponse<'/analytics/commerce/overview/'>['meta'];
  data: { totals: Row; series: Row[]; breakdown: Row[] };
};

/** The last n days, or a date range. */
export type Range = { days: number } | { from: string; to: string };
export type Asked = { store?: string; currency?: string } & Partial<
  Record<'from' | 'to', string>
> & {
    days?: number;
  } & Filters;

export function useReport(
  report: ReportPage,
  range: Range,
  currency: string | undefined,
  filters: Filters,
) {
  const api = useApi();
  const { store } = useDesk();
  const asked: Asked = { store: store?.code, currency, ...range, ...filters };
  const query = useQuery({
    queryKey: ['report', report.path, asked],
    // All reports have the same shape; the page selects the fields it shows.
    queryFn: () =>
      answer(api.GET(report.path, { params: { query: asked } })) as unknown as Promise<ReportData>,
    placeholderData: keepPreviousData,
  });
  return { query, asked };
}

/** Downloads one part of a report as CSV. */
export async function downloadCsv(
  api: Tillhouse,
  report: ReportPage,
  asked: Asked,
  part: 'series' | 'breakdown',
): Promise<void> {
  await saveFile(
    api.GET(report.path, {
      params: { query: { ...asked, format: 'csv', part } },
      parseAs: 'blob',
    }),
    `${report.id}.csv`,
  );
}
