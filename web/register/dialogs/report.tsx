import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { formatsFor } from '../../../src/domains/pricing/index.js';
import { useApi } from '../../shared/api/index.js';
import type { GetResponse } from '../../shared/api/responses.js';
import { Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { Paper } from '../parts/paper.js';
import { pair, RULE, text } from '../state/paper/head.js';
import { fiscalRows, lateRows } from '../state/paper/report-rows.js';
import { type PaperRow, textOf } from '../state/paper/rows.js';
import { formatMoney, tillCurrency } from '../state/till-money.js';
import { type Key, useT } from '../texts/index.js';
import { differenceLabel, differenceOf } from './variance.js';

/** Of a shift with layaways: what customers have paid, and what became of it. */
type Layaways = { received: string; completed: string; refunded: string };

type Report = GetResponse<'/cash-management/shifts/{id}/x-report/'> & { layaways?: Layaways };

/** The X report of an open shift or the Z report of a closed one. */
export function ShiftReport(props: { shift: string; kind: 'x' | 'z' }): ReactNode {
  const { shift, kind } = props;
  const t = useT();
  const api = useApi();
  const rowsOf = useReportRows();
  const report = useQuery({
    queryKey: ['report', shift, kind],
    // Not cached, so that an outdated report is never printed.
    gcTime: 0,
    queryFn: () =>
      answer(
        api.GET(`/cash-management/shifts/{id}/${kind}-report/`, {
          params: { path: { id: shift } },
        }),
      ),
  });
  return (
    <Show query={report}>
      {data => (
        <Stack>
          {data.is_blind && (
            <Alert color="brass" variant="light">
              {t('report.blind')}
            </Alert>
          )}
          <Paper text={textOf(rowsOf(data))} />
        </Stack>
      )}
    </Show>
  );
}

const negative = (amount: string): string => (Number(amount) === 0 ? amount : `-${amount}`);

type Refunds = Report['refunds'][number];

/** By the way the money went back; a refund that is still open is named as such. */
const refundKey = ({ way }: Refunds): Key =>
  way === null ? 'report.way.open' : `report.way.${way}`;

/** Amounts as the language of the screen writes them. */
function useAmount(): (amount: string) => string {
  const { language } = useI18n();
  return formatsFor(language, tillCurrency()).amount;
}

function useReportRows(): (report: Report) => PaperRow[] {
  const t = useT();
  const { dateTime } = useFormat();
  const nameOf = useMethodName();
  const amount = useAmount();
  const cashRows = useCashRows();
  const figures = useFigures();
  return report => {
    const title =
      report.report === 'Z' ? t('report.z', { number: report.number ?? 0 }) : t('report.x');
    const { sales } = report;
    return [
      text(report.store_name),
      text(`*** ${title} ***`),
      pair(t('login.terminal'), report.terminal_id),
      pair(t('report.opened'), dateTime(report.opened_at)),
      pair('', report.opened_by_name ?? ''),
      ...(report.closed_at === null
        ? [pair(t('report.asOf'), dateTime(report.generated_at))]
        : [
            pair(t('report.closed'), dateTime(report.closed_at)),
            pair('', report.closed_by_name ?? ''),
          ]),
      RULE,
      pair(`${t('report.sales')} (${sales.count})`, amount(sales.amount ?? '')),
      ...report.payments.map(one =>
        pair(`  ${nameOf(one.name)} (${one.count})`, amount(one.amount)),
      ),
      ...report.refunds.map(one =>
        pair(
          `  ${t('report.refund')}: ${t(refundKey(one))} (${one.count})`,
          amount(negative(one.amount)),
        ),
      ),
      ...figures(report),
      ...(report.cash === null ? [] : cashRows(report.cash, report.currency)),
      ...(report.movements.length === 0 ? [] : [RULE]),
      ...report.movements.map(one =>
        pair(one.reason, amount(one.kind === 'paid_out' ? negative(one.amount) : one.amount)),
      ),
      ...(report.variance_reason === '' ? [] : [RULE, text(report.variance_reason)]),
      ...lateRows(report.late, { t, amount }),
      ...fiscalRows(report.fiscal, t),
    ];
  };
}

/** Discounts, voids, tax by rate, rounding and the range of numbers; earlier reports lack some. */
function useFigures(): (report: Report) => PaperRow[] {
  const t = useT();
  const amount = useAmount();
  const nameOf = useMethodName();
  const { percent } = useFormat();
  const counted = (key: Key, one: { count: number; amount: string } | null): PaperRow[] =>
    one === null ? [] : [pair(`${t(key)} (${one.count})`, amount(negative(one.amount)))];
  const layawayRows = (one: Layaways): PaperRow[] => [
    RULE,
    pair(t('report.layaways'), amount(one.received)),
    pair(`  ${t('report.layawaysDone')}`, amount(one.completed)),
    pair(`  ${t('report.layawaysBack')}`, amount(one.refunded)),
  ];
  const tipRows = ({ methods, total }: NonNullable<Report['tips']>): PaperRow[] => [
    RULE,
    pair(t('tip.payOut'), amount(total)),
    ...methods.map(one => pair(`  ${nameOf(one.name)}`, amount(one.amount))),
  ];
  return ({ discounts, voids, taxes, rounding, numbers, layaways, tips }) => [
    ...counted('report.discounts', discounts),
    ...counted('report.voids', voids),
    ...(rounding === null ? [] : [pair(t('report.rounding'), amount(rounding))]),
    ...(tips === undefined ? [] : tipRows(tips)),
    ...(layaways === undefined ? [] : layawayRows(layaways)),
    ...(taxes === null || taxes.length === 0 ? [] : [RULE]),
    ...(taxes ?? []).flatMap(tax => [
      text(`${tax.jurisdiction} ${percent(Number(tax.rate), 4)}`),
      pair(`  ${t('report.taxable')} ${amount(tax.taxable)}`, amount(tax.tax)),
    ]),
    ...(numbers === null || numbers.first === null
      ? []
      : [RULE, pair(t('report.numbers'), numbers.first), pair('', numbers.last ?? '')]),
  ];
}

function useCashRows(): (cash: NonNullable<Report['cash']>, currency: string) => PaperRow[] {
  const t = useT();
  const amount = useAmount();
  const differenceRows = (cash: NonNullable<Report['cash']>): PaperRow[] => {
    const difference = differenceOf(cash.counted, cash.expected);
    if (difference === null) return [];
    return [pair(t(differenceLabel(difference)), amount(formatMoney(difference)))];
  };
  return (cash, currency) => [
    RULE,
    pair(t('shift.float'), amount(cash.opening_float)),
    pair(t('report.cashSales'), amount(cash.sales)),
    pair(t('report.cashRefunds'), amount(negative(cash.refunds))),
    pair(t('shift.paidIn'), amount(cash.paid_in)),
    pair(t('shift.paidOut'), amount(negative(cash.paid_out))),
    pair(`${t('shift.expected')} ${currency}`, amount(cash.expected)),
    ...(cash.counted === null ? [] : [pair(t('shift.counted'), amount(cash.counted))]),
    ...differenceRows(cash),
  ];
}
