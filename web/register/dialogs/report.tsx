import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import type { GetResponse } from '../../shared/api/responses.js';
import { Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Paper, RULE, row } from '../parts/paper.js';
import { useT } from '../texts/index.js';
import { differenceLabel, differenceOf } from './variance.js';

type Report = GetResponse<'/cash-management/shifts/{id}/x-report/'>;

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

function useReportLines(): (report: Report) => string[] {
  const t = useT();
  const { dateTime } = useFormat();
  const cashLines = useCashLines();
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
      ...report.payments.map(one => row(`  ${one.name} (${one.count})`, one.amount)),
      ...report.refunds.map(one =>
        row(`  ${t('report.refund')}: ${t(`return.to.${one.paid_as}`)}`, negative(one.amount)),
      ),
      ...(report.cash === null ? [] : cashLines(report.cash, report.currency)),
      ...(report.movements.length === 0 ? [] : [RULE]),
      ...report.movements.map(one =>
        row(one.reason, one.kind === 'paid_out' ? negative(one.amount) : one.amount),
      ),
      ...(report.variance_reason === '' ? [] : [RULE, report.variance_reason]),
    ];
  };
}

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
