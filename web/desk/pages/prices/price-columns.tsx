import { Stack } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import type { Column } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { NameCell } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Price } from '../../types.js';

export function usePriceColumns(): Column<Price>[] {
  const t = useT();
  const format = useFormat();
  const { may } = useDesk();
  const columns: Column<Price>[] = [
    {
      head: t('stock.item'),
      cell: price => <NameCell name={price.description} about={[price.sku]} />,
    },
    {
      head: t('prices.minimum'),
      isFigure: true,
      from: 'xs',
      cell: price => format.number(price.min_quantity, 3),
    },
    {
      head: t('list.amount'),
      isFigure: true,
      cell: price => format.money(price.amount, price.currency),
    },
    { head: t('prices.from'), from: 'sm', cell: price => <Start at={price.valid_from} /> },
    {
      head: t('prices.margin'),
      isFigure: true,
      from: 'md',
      cell: ({ margin }) => (margin === null ? '—' : format.percent(Number(margin))),
    },
  ];
  if (!may('catalog.chain')) return columns;
  const cell = (price: Price): ReactNode => <Remove price={price} />;
  return [...columns, { head: t('list.actions'), isFigure: true, cell }];
}

function Start({ at }: { at: string | null }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (at === null) return t('campaigns.always');
  return (
    <Stack gap={2} align="flex-start">
      {format.dateTime(at)}
      {new Date(at) > new Date() && <StatusTag status="scheduled" />}
    </Stack>
  );
}

function Remove({ price }: { price: Price }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { id, sku, min_quantity: quantity } = price;
  return (
    <div className="desk-above">
      <DeleteButton
        name={t('prices.name', { sku, quantity: format.number(quantity, 3) })}
        text={t('prices.delete.text')}
        run={() => answer(api.DELETE('/prices/{id}/', { params: { path: { id } } }))}
        changes={[['prices'], ['gaps']]}
      />
    </div>
  );
}
