import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Supplier, SupplierArticle } from '../../types.js';
import { ArticleForm } from '../suppliers/article-form.js';
import { useCostText } from '../suppliers/cost-fields.js';
import type { Product } from './calls.js';
import { NewSupplier } from './new-supplier.js';

type Loaded = { articles: SupplierArticle[]; suppliers: Supplier[] };

/** Who delivers the variants of a product, with which number, in which packs and how fast. */
export function Suppliers({ product }: { product: Product }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [edited, setEdited] = useState<SupplierArticle | 'new'>();
  const mayWrite = may('catalog.chain');
  const query = useQuery({
    queryKey: ['supplier-articles', 'of product', product.id],
    queryFn: async (): Promise<Loaded> => {
      const [articles, suppliers] = await Promise.all([
        all(cursor =>
          api.GET('/supplier-articles/', {
            params: { query: { product: product.id, cursor, limit: 200 } },
          }),
        ),
        all(cursor => api.GET('/suppliers/', { params: { query: { cursor, limit: 200 } } })),
      ]);
      return { articles, suppliers };
    },
    enabled: may('delivery.manage'),
  });
  if (!may('delivery.manage')) return null;
  return (
    <Panel
      title={t('products.suppliers')}
      isFlush
      aside={
        mayWrite && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setEdited('new')}
          >
            {t('products.suppliers.add')}
          </Button>
        )
      }
    >
      <Show query={query}>
        {loaded => (
          <>
            <Table {...loaded} onEdit={mayWrite ? setEdited : undefined} />
            {edited === 'new' && (
              <NewSupplier
                product={product}
                suppliers={loaded.suppliers}
                onClose={() => setEdited(undefined)}
              />
            )}
          </>
        )}
      </Show>
      {edited !== undefined && edited !== 'new' && (
        <ArticleForm
          supplier={{ id: edited.supplier }}
          article={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

function Table(
  props: Loaded & { onEdit: ((article: SupplierArticle) => void) | undefined },
): ReactNode {
  const { articles, suppliers, onEdit } = props;
  const t = useT();
  const quantity = useQuantityText();
  const costText = useCostText();
  const leadOf = (id: string): number | null =>
    suppliers.find(supplier => supplier.id === id)?.lead_days ?? null;
  const leadText = (days: number | null): string =>
    days === null ? '—' : t('suppliers.days', { count: days });
  const columns: Column<SupplierArticle>[] = [
    {
      head: t('products.supplier'),
      cell: one => <Item name={one.supplier_name} sku={one.sku} />,
    },
    { head: t('suppliers.sku'), from: 'xs', cell: one => one.supplier_sku || '—' },
    {
      head: t('suppliers.pack'),
      from: 'sm',
      isFigure: true,
      cell: one => quantity(one.pack_size, one.unit),
    },
    {
      head: t('suppliers.lead'),
      isFigure: true,
      cell: one => leadText(leadOf(one.supplier)),
    },
    { head: t('suppliers.cost'), isFigure: true, cell: costText },
    {
      head: t('suppliers.preferred'),
      from: 'sm',
      cell: one => one.is_preferred && <Tag tone="good">{t('suppliers.preferred')}</Tag>,
    },
  ];
  if (articles.length === 0) return <Empty title={t('products.suppliers.none')} />;
  return (
    <DataTable
      label={t('products.suppliers')}
      rows={articles}
      columns={columns}
      keyOf={({ id }) => id}
      onOpen={onEdit}
    />
  );
}
