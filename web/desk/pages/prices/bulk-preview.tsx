import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { fieldTexts } from '../../../shared/i18n/refusals.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { BulkPrices, Price } from '../../types.js';

export type PreviewRow = { price: Price; planned: BulkPrices['changes'][number] };

const SHOWN = 200;

/** Each price before and after; those that cannot change come first. */
export function BulkPreview(props: {
  rows: PreviewRow[];
  changed: number;
  errors: number;
}): ReactNode {
  const { rows, changed, errors } = props;
  const t = useT();
  const format = useFormat();
  const columns = useColumns();
  const isFailing = ({ planned }: PreviewRow): boolean => planned.error !== null;
  const sorted = [...rows.filter(isFailing), ...rows.filter(row => !isFailing(row))];
  return (
    <>
      <Text size="sm" role="status">
        {t('bulk.changed', { count: changed })} {errors > 0 && t('bulk.errors', { count: errors })}
      </Text>
      <DataTable
        label={t('bulk.preview')}
        rows={sorted.slice(0, SHOWN)}
        columns={columns}
        keyOf={({ price }) => price.id}
      />
      {rows.length > SHOWN && (
        <Text size="sm" c="dimmed" ta="center">
          {t('bulk.narrow', { shown: SHOWN, all: format.number(rows.length) })}
        </Text>
      )}
    </>
  );
}

function useColumns(): Column<PreviewRow>[] {
  const t = useT();
  const format = useFormat();
  const money = (amount: string | null, { currency }: Price): string =>
    amount === null ? '—' : format.money(amount, currency);
  return [
    {
      head: t('stock.item'),
      cell: ({ price }) => <NameCell name={price.description} about={[price.sku]} />,
    },
    {
      head: t('prices.minimum'),
      isFigure: true,
      from: 'sm',
      cell: ({ price }) => format.number(price.min_quantity, 3),
    },
    {
      head: t('prices.from'),
      from: 'md',
      cell: ({ price }) =>
        price.valid_from === null ? t('campaigns.always') : format.dateTime(price.valid_from),
    },
    {
      head: t('bulk.before'),
      isFigure: true,
      cell: ({ price, planned }) => money(planned.before, price),
    },
    {
      head: t('bulk.after'),
      isFigure: true,
      cell: ({ price, planned }) =>
        planned.error === null ? (
          <strong>{money(planned.after, price)}</strong>
        ) : (
          <RowError {...planned.error} />
        ),
    },
  ];
}

function RowError({ field, message }: { field: string; message: string }): ReactNode {
  const { language } = useI18n();
  const texts = fieldTexts(language, { code: 'INVALID', message, fields: { [field]: [message] } });
  return <Tag tone="bad">{texts[field] ?? message}</Tag>;
}
