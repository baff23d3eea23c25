import { Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { LongText, NameCell, RowActions } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useNotify } from '../../state/use-notify.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { PriceGap, PriceList } from '../../types.js';
import { PriceForm } from './price-form.js';

type Priced = { gap: PriceGap; lists: PriceList[] };

/** Articles that a store cannot sell because they have no price in its currency. */
export function Gaps(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [priced, setPriced] = useState<Priced>();
  const columns = useColumns(setPriced);
  const pages = usePages(['gaps', store?.code], cursor =>
    api.GET('/prices/gaps/', { params: { query: { store: store?.code, cursor } } }),
  );
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {store === undefined ? t('gaps.text') : t('gaps.text.store', { store: store.name })}
      </Text>
      <Panel isFlush>
        <PagedTable
          label={t('gaps.title')}
          pages={pages}
          columns={columns}
          keyOf={gap => `${gap.variant} ${gap.store_id}`}
          empty={
            <Empty
              icon={<IconCircleCheck size={28} />}
              title={t('gaps.none')}
              text={t('gaps.none.text')}
            />
          }
        />
      </Panel>
      {priced && (
        <PriceForm
          lists={priced.lists}
          article={articleOf(priced.gap)}
          onClose={() => setPriced(undefined)}
        />
      )}
    </Stack>
  );
}

const articleOf = ({ variant, description, sku }: PriceGap) => ({
  value: variant,
  label: `${description} (${sku})`,
});

function useColumns(onPrice: (priced: Priced) => void): Column<PriceGap>[] {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { may, storeOf } = useDesk();
  const base = useQuery({
    queryKey: ['prices', 'base'],
    queryFn: () => answer(api.GET('/prices/base/')),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const columns: Column<PriceGap>[] = [
    {
      head: t('stock.item'),
      cell: gap => <NameCell name={gap.description} about={[gap.sku]} />,
    },
    {
      head: t('store.one'),
      cell: gap => <LongText>{storeOf(gap.store_id)?.name ?? gap.store_code}</LongText>,
    },
    { head: t('gaps.currency'), from: 'xs', cell: gap => gap.currency },
    {
      head: t('gaps.base'),
      isFigure: true,
      from: 'sm',
      cell: gap =>
        base.data === undefined ? '…' : format.money(gap.base_price, base.data.currency),
    },
  ];
  if (!may('catalog.chain')) return columns;
  const cell = (gap: PriceGap): ReactNode => <AddPrice gap={gap} onPrice={onPrice} />;
  return [...columns, { head: t('list.actions'), isFigure: true, cell }];
}

/** Looks for the lists that apply to every customer of the store; only their prices close a gap. */
function AddPrice({
  gap,
  onPrice,
}: {
  gap: PriceGap;
  onPrice: (priced: Priced) => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const { store_code: store, currency } = gap;
  const load = useAction(
    () => all(cursor => api.GET('/price-lists/', { params: { query: { store, cursor } } })),
    {
      changes: [],
      onDone: found => {
        const lists = found.filter(list => list.customer_group === null);
        if (lists.length > 0) onPrice({ gap, lists });
        else notify({ message: t('gaps.noList', { currency }), tone: 'warn' });
      },
    },
  );
  return (
    <RowActions
      actions={['add']}
      pending={load.isPending ? 'add' : undefined}
      subject={`${gap.sku} ${store}`}
      nameOf={() => t('prices.new')}
      onAct={() => load.mutate(undefined)}
    />
  );
}
