import { Divider, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { PlaceProvider, useFormat } from '../../../shared/i18n/format.js';
import { History } from '../../parts/history/index.js';
import { negative } from '../../parts/negative.js';
import { LabelledValue } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Report, Shift } from '../../types.js';

/** The X report of an open shift or the Z report of a closed one. */
export function ShiftReport({ shift }: { shift: Shift }): ReactNode {
  const api = useApi();
  const { storeOf } = useDesk();
  const kind = shift.status === 'closed' ? 'z-report' : 'x-report';
  const report = useQuery({
    queryKey: ['shifts', shift.id, kind],
    queryFn: () =>
      answer(
        api.GET(`/cash-management/shifts/{id}/${kind}/`, { params: { path: { id: shift.id } } }),
      ),
  });
  const timeZone = storeOf(shift.store)?.time_zone ?? 'UTC';
  return (
    <PlaceProvider place={{ currency: shift.currency, timeZone }}>
      <Stack>
        <Show query={report}>{data => <Sheet report={data} />}</Show>
        <History type="shifts" id={shift.id} />
      </Stack>
    </PlaceProvider>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Sheet({ report }: { report: Report }): ReactNode {
  const t = useT();
  const format = useFormat();
  const title =
    report.report === 'Z' ? t('shifts.z', { number: report.number ?? 0 }) : t('shifts.x');
  return (
    <Stack>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {[report.store_name, report.terminal_id, report.opened_by_name]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {format.dateTime(report.opened_at)}
          {report.closed_at !== null && ` – ${format.dateTime(report.closed_at)}`}
        </Text>
      </div>
      {report.is_blind && <Text size="sm">{t('shifts.blind')}</Text>}
      <Part title={t('shifts.sales')}>
        <LabelledValue label={t('shifts.sales.count')}>
          {format.number(report.sales.count)}
        </LabelledValue>
        {report.sales.amount !== null && (
          <LabelledValue label={t('list.amount')}>
            {format.money(report.sales.amount)}
          </LabelledValue>
        )}
      </Part>
      {report.payments.length > 0 && (
        <Part title={t('sales.tab.payments')}>
          {report.payments.map(one => (
            <LabelledValue key={one.code} label={`${one.name} (${format.number(one.count)})`}>
              {format.money(one.amount)}
            </LabelledValue>
          ))}
        </Part>
      )}
      {report.refunds.length > 0 && (
        <Part title={t('void.refunds')}>
          {report.refunds.map(one => (
            <LabelledValue
              key={`${one.paid_as} ${one.way}`}
              label={`${t(`refund.way.${one.way ?? 'open'}`)} (${format.number(one.count)})`}
            >
              {format.money(negative(one.amount))}
            </LabelledValue>
          ))}
        </Part>
      )}
      <Figures report={report} />
      {report.cash && (
        <>
          <Divider />
          <Cash cash={report.cash} />
        </>
      )}
      {report.variance_reason !== '' && (
        <LabelledValue label={t('list.reason')} isText>
          {report.variance_reason}
        </LabelledValue>
      )}
      <LateAndSigned report={report} />
    </Stack>
  );
}

/** Late sales, which are in no other figure, and the signer of the till. */
function LateAndSigned({ report: { late, fiscal } }: { report: Report }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {late && (
        <Part title={t('shifts.late')}>
          <Text size="sm" c="dimmed">
            {t('shifts.late.text')}
          </Text>
          <LabelledValue label={t('shifts.sales.count')}>{format.number(late.count)}</LabelledValue>
          <LabelledValue label={t('list.amount')}>{format.money(late.amount)}</LabelledValue>
          <LabelledValue label={t('shifts.late.cash')}>{format.money(late.cash)}</LabelledValue>
          {late.tips !== undefined && (
            <LabelledValue label={t('shifts.late.tips')}>{format.money(late.tips)}</LabelledValue>
          )}
        </Part>
      )}
      {fiscal && (
        <Part title={t('shifts.signed', { count: fiscal.count })}>
          <LabelledValue label={t('shifts.signed.serial')} isText>
            <span style={{ overflowWrap: 'anywhere' }}>{fiscal.serial}</span>
          </LabelledValue>
          <LabelledValue label={t('shifts.numbers.first')}>{fiscal.first}</LabelledValue>
          <LabelledValue label={t('shifts.numbers.last')}>{fiscal.last}</LabelledValue>
        </Part>
      )}
    </>
  );
}

/** Tax by rate, discounts, voids, rounding and numbers; older Z reports lack them. */
function Figures({ report }: { report: Report }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { taxes, discounts, voids, rounding, tips, layaways, numbers } = report;
  return (
    <>
      {taxes !== null && taxes.length > 0 && (
        <Part title={t('shifts.taxes')}>
          {taxes.map(tax => (
            <LabelledValue
              key={`${tax.jurisdiction} ${tax.rate}`}
              label={t('shifts.tax', {
                name: tax.jurisdiction,
                rate: format.percent(Number(tax.rate)),
                base: format.money(tax.taxable),
              })}
            >
              {format.money(tax.tax)}
            </LabelledValue>
          ))}
        </Part>
      )}
      {discounts !== null && voids !== null && rounding !== null && (
        <Part title={t('shifts.more')}>
          <LabelledValue label={`${t('shifts.discounts')} (${format.number(discounts.count)})`}>
            {format.money(negative(discounts.amount))}
          </LabelledValue>
          <LabelledValue label={`${t('shifts.voids')} (${format.number(voids.count)})`}>
            {format.money(negative(voids.amount))}
          </LabelledValue>
          <LabelledValue label={t('shifts.rounding')}>{format.money(rounding)}</LabelledValue>
        </Part>
      )}
      {tips && (
        <Part title={t('tips.payOut')}>
          {tips.methods.map(one => (
            <LabelledValue key={one.code} label={one.name}>
              {format.money(one.amount)}
            </LabelledValue>
          ))}
          <LabelledValue label={t('tips.total')} isStrong>
            {format.money(tips.total)}
          </LabelledValue>
        </Part>
      )}
      {layaways && (
        <Part title={t('shifts.layaways')}>
          {(['received', 'completed', 'refunded'] as const).map(sum => (
            <LabelledValue key={sum} label={t(`shifts.layaways.${sum}`)}>
              {format.money(sum === 'refunded' ? negative(layaways[sum]) : layaways[sum])}
            </LabelledValue>
          ))}
        </Part>
      )}
      {numbers !== null && numbers.first !== null && numbers.last !== null && (
        <Part title={t('shifts.numbers', { count: numbers.count })}>
          <LabelledValue label={t('shifts.numbers.first')}>{numbers.first}</LabelledValue>
          <LabelledValue label={t('shifts.numbers.last')}>{numbers.last}</LabelledValue>
        </Part>
      )}
    </>
  );
}

function Cash({ cash }: { cash: NonNullable<Report['cash']> }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Part title={t('shifts.cash')}>
      <LabelledValue label={t('shifts.float')}>{format.money(cash.opening_float)}</LabelledValue>
      <LabelledValue label={t('shifts.sales')}>{format.money(cash.sales)}</LabelledValue>
      <LabelledValue label={t('void.refunds')}>
        {format.money(negative(cash.refunds))}
      </LabelledValue>
      <LabelledValue label={t('shifts.paidIn')}>{format.money(cash.paid_in)}</LabelledValue>
      <LabelledValue label={t('shifts.paidOut')}>
        {format.money(negative(cash.paid_out))}
      </LabelledValue>
      <LabelledValue label={t('shifts.expected')} isStrong>
        {format.money(cash.expected)}
      </LabelledValue>
      {cash.counted !== null && (
        <LabelledValue label={t('shifts.counted')}>{format.money(cash.counted)}</LabelledValue>
      )}
      {cash.variance !== null && (
        <LabelledValue label={t('shifts.variance')} isStrong>
          {format.money(cash.variance)}
        </LabelledValue>
      )}
    </Part>
  );
}
