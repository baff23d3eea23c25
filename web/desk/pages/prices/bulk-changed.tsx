import { Alert, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { ApiError } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { NameCell } from '../../parts/row.js';
import { useT } from '../../texts/index.js';
import type { Price } from '../../types.js';
import { type ChangedPrice, changedSince, type Row } from './bulk-changes.js';

/** The prices of a refused change that are not the ones of the preview any more. */
export function changedRows(error: unknown, prices: readonly Price[]): ChangedPrice[] {
  if (!(error instanceof ApiError) || error.code !== 'CHANGED') return [];
  const { rows = [] } = (error.details.current ?? {}) as { rows?: Row[] };
  return changedSince(prices, rows);
}

/** Names the prices that somebody changed since the preview, as shown there and as they are now. */
export function BulkChanged({ rows }: { rows: ChangedPrice[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const money = (amount: string | null, { currency }: Price): string =>
    amount === null ? '—' : format.money(amount, currency);
  const columns: Column<ChangedPrice>[] = [
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
      head: t('bulk.stale.seen'),
      isFigure: true,
      cell: ({ price }) => money(price.amount, price),
    },
    {
      head: t('bulk.stale.now'),
      isFigure: true,
      cell: ({ price, now }) => <strong>{money(now, price)}</strong>,
    },
  ];
  return (
    <Alert
      variant="light"
      color="brass"
      icon={<IconUsers />}
      title={t('bulk.stale.title')}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">{t('bulk.stale.text')}</Text>
        <DataTable
          label={t('bulk.stale.title')}
          rows={rows}
          columns={columns}
          keyOf={({ price }) => price.id}
        />
      </Stack>
    </Alert>
  );
}
