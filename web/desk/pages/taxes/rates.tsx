import { Button, Group, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { dayOf } from '../../../shared/clock.js';
import { usePlace } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { LongText } from '../../parts/row.js';
import { Tag, type Tone } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useNow } from '../../state/use-now.js';
import { useT } from '../../texts/index.js';
import type { TaxClass, TaxRate } from '../../types.js';
import { EndForm } from './end-form.js';
import { type Period, periodOf, useDaysText, usePercent } from './rate.js';
import type { Tax } from './use-taxes.js';

const MINUTE_MS = 60_000;
const TONES: Record<Period, Tone> = { current: 'good', coming: 'busy', past: 'calm' };

type Row = TaxRate & { period: Period; className: string; title: string };

export function Rates({ tax, classes }: { tax: Tax; classes: TaxClass[] }): ReactNode {
  const t = useT();
  const rows = useRows(tax, classes);
  const [ended, setEnded] = useState<Row>();
  const columns = useColumns(setEnded);
  return (
    <>
      <DataTable label={tax.name} rows={rows} columns={columns} keyOf={rate => rate.id} />
      {ended && (
        <EndForm
          rate={ended}
          title={t('taxes.end.title', { name: ended.title })}
          onClose={() => setEnded(undefined)}
        />
      )}
    </>
  );
}

/** The rates of a tax by class, the latest first. */
function useRows(tax: Tax, classes: TaxClass[]): Row[] {
  const percent = usePercent();
  const place = usePlace();
  const { storeOf } = useDesk();
  const now = useNow(MINUTE_MS);
  const [first = ''] = tax.store_ids;
  const today = dayOf(now, storeOf(first)?.time_zone ?? place.timeZone);
  const rankOf = ({ tax_class }: TaxRate): number =>
    classes.findIndex(({ code }) => code === tax_class);
  return tax.rates
    .toSorted(
      (one, other) =>
        rankOf(one) - rankOf(other) || (other.valid_from ?? '').localeCompare(one.valid_from ?? ''),
    )
    .map(rate => {
      const className = classes[rankOf(rate)]?.name ?? rate.tax_class;
      const title = `${className} ${percent(rate.rate)}`;
      return { ...rate, className, title, period: periodOf(rate, today) };
    });
}

function useColumns(onEnd: (rate: Row) => void): Column<Row>[] {
  const t = useT();
  const percent = usePercent();
  const daysText = useDaysText();
  const { may } = useDesk();
  return [
    {
      head: t('taxes.class'),
      cell: rate => (
        <>
          <strong>{rate.className}</strong>
          <Text hiddenFrom="xs" size="xs" c="dimmed">
            {daysText(rate)}
          </Text>
        </>
      ),
    },
    { head: t('taxes.rate'), isFigure: true, cell: ({ rate }) => percent(rate) },
    { head: t('taxes.days'), from: 'xs', cell: rate => <LongText>{daysText(rate)}</LongText> },
    {
      head: t('list.status'),
      from: 'xs',
      cell: ({ period }) => <Tag tone={TONES[period]}>{t(`taxes.period.${period}`)}</Tag>,
    },
    ...(may('store.manage')
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: (rate: Row) => <RateActions rate={rate} onEnd={() => onEnd(rate)} />,
          },
        ]
      : []),
  ];
}

/** A rate that has begun ends; one that has not may also be deleted. */
function RateActions({ rate, onEnd }: { rate: Row; onEnd: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  if (rate.period === 'past') return null;
  const params = { path: { id: rate.id } };
  return (
    <Group gap={6} justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('taxes.end')}: ${rate.title}`}
        onClick={onEnd}
      >
        {t('taxes.end')}
      </Button>
      {rate.period === 'coming' && (
        <DeleteButton
          name={rate.title}
          text={t('taxes.delete.text')}
          run={() => answer(api.DELETE('/tax-rates/{id}/', { params }))}
          changes={[['taxes'], ['desk']]}
        />
      )}
    </Group>
  );
}
