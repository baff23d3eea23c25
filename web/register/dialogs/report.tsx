import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import type { GetResponse } from '../../shared/api/responses.js';
import { Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { Paper, RULE, row } from '../parts/paper.js';
import { formatMoney } from '../state/till-money.js';
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
  const linesOf = useReportLines();
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
          <Paper text={linesOf(data).join('\n')} />
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

function useReportLines(): (report: Report) => string[] {
  const t = useT();
  const { dateTime } = useFormat();
  const nameOf = useMethodName();
  const cashLines = useCashLines();
  const figures = useFigures();
  return report => {
    const title =
      report.report === 'Z' ? t('report.z', { number: report.number ?? 0 }) : t('report.x');
    const { sales } = report;
    return [
      report.store_name,
      `*** ${title} ***`,
      row(t('login.terminal'), report.terminal_id),
      row(t('report.opened'), dateTime(report.opened_at)),
      row('', report.opened_by_name ?? ''),
      ...(report.closed_at === null
        ? [row(t('report.asOf'), dateTime(report.generated_at))]
        : [
            row(t('report.closed'), dateTime(report.closed_at)),
            row('', report.closed_by_name ?? ''),
          ]),
      RULE,
      row(`${t('report.sales')} (${sales.count})`, sales.amount ?? ''),
      ...report.payments.map(one => row(`  ${nameOf(one.name)} (${one.count})`, one.amount)),
      ...report.refunds.map(one =>
        row(`  ${t('report.refund')}: ${t(refundKey(one))} (${one.count})`, negative(one.amount)),
      ),
      ...figures(report),
      ...(report.cash === null ? [] : cashLines(report.cash, report.currency)),
      ...(report.movements.length === 0 ? [] : [RULE]),
      ...report.movements.map(one =>
        row(one.reason, one.kind === 'paid_out' ? negative(one.amount) : one.amount),
      ),
      ...(report.variance_reason === '' ? [] : [RULE, report.variance_reason]),
    ];
  };
}

/** Discounts, voids, tax by rate, rounding and the range of numbers; earlier reports lack some. */
function useFigures(): (report: Report) => string[] {
  const t = useT();
  const nameOf = useMethodName();
  const counted = (key: Key, one: { count: number; amount: string } | null): string[] =>
    one === null ? [] : [row(`${t(key)} (${one.count})`, negative(one.amount))];
  const layawayLines = (one: Layaways): string[] => [
    RULE,
    row(t('report.layaways'), one.received),
    row(`  ${t('report.layawaysDone')}`, one.completed),
    row(`  ${t('report.layawaysBack')}`, one.refunded),
  ];
  const tipLines = ({ methods, total }: NonNullable<Report['tips']>): string[] => [
    RULE,
    row(t('tip.payOut'), total),
    ...methods.map(one => row(`  ${nameOf(one.name)}`, one.amount)),
  ];
  return ({ discounts, voids, taxes, rounding, numbers, layaways, tips }) => [
    ...counted('report.discounts', discounts),
    ...counted('report.voids', voids),
    ...(rounding === null ? [] : [row(t('report.rounding'), rounding)]),
    ...(tips === undefined ? [] : tipLines(tips)),
    ...(layaways === undefined ? [] : layawayLines(layaways)),
    ...(taxes === null || taxes.length === 0 ? [] : [RULE]),
    ...(taxes ?? []).flatMap(tax => [
      `${tax.jurisdiction} ${percent(tax.rate)}`,
      row(`  ${t('report.taxable')} ${tax.taxable}`, tax.tax),
    ]),
    ...(numbers === null || numbers.first === null
      ? []
      : [RULE, row(t('report.numbers'), numbers.first), row('', numbers.last ?? '')]),
  ];
}

/** "0.0825" is 8.25 %. */
const percent = (rate: string): string => `${Number((Number(rate) * 100).toFixed(4))} %`;

function useCashLines(): (cash: NonNullable<Report['cash']>, currency: string) => string[] {
  const t = useT();
  const differenceLines = (cash: NonNullable<Report['cash']>): string[] => {
    const difference = differenceOf(cash.counted, cash.expected);
    if (difference === null) return [];
    return [row(t(differenceLabel(difference)), formatMoney(difference))];
  };
  return (cash, currency) => [
    RULE,
    row(t('shift.float'), cash.opening_float),
    row(t('report.cashSales'), cash.sales),
    row(t('report.cashRefunds'), negative(cash.refunds)),
    row(t('shift.paidIn'), cash.paid_in),
    row(t('shift.paidOut'), negative(cash.paid_out)),
    row(`${t('shift.expected')} ${currency}`, cash.expected),
    ...(cash.counted === null ? [] : [row(t('shift.counted'), cash.counted)]),
    ...differenceLines(cash),
  ];
}
