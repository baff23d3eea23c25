import { Button, Group, Title } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Supplier, SupplierArticle } from '../../types.js';
import { ArticleForm } from './article-form.js';
import { useCostText } from './cost-fields.js';

/** What the supplier delivers, with its own numbers and pack sizes. */
export function Articles({ supplier }: { supplier: Supplier }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [edited, setEdited] = useState<SupplierArticle | 'new'>();
  const columns = useColumns();
  const isManager = may('catalog.chain');
  const pages = usePages(['supplier-articles', supplier.id], cursor =>
    api.GET('/supplier-articles/', {
      params: { query: { supplier: supplier.id, cursor, etags: true } },
    }),
  );
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('suppliers.articles')}
        </Title>
        {isManager && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setEdited('new')}
          >
            {t('orders.addItem')}
          </Button>
        )}
      </Group>
      <PagedTable
        label={t('suppliers.articles')}
        pages={pages}
        columns={columns}
        keyOf={article => article.id}
        onOpen={isManager ? setEdited : undefined}
        empty={
          <Empty
            icon={<IconPackage size={28} />}
            title={t('suppliers.articles.none')}
            text={t('suppliers.articles.none.text')}
          />
        }
      />
      {edited !== undefined && (
        <ArticleForm
          supplier={supplier}
          article={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function useColumns(): Column<SupplierArticle>[] {
  const t = useT();
  const quantity = useQuantityText();
  const costText = useCostText();
  return [
    { head: t('stock.item'), cell: one => <Item name={one.description} sku={one.sku} /> },
    { head: t('suppliers.sku'), from: 'xs', cell: one => one.supplier_sku || '—' },
    {
      head: t('suppliers.pack'),
      isFigure: true,
      cell: one => quantity(one.pack_size, one.unit),
    },
    { head: t('suppliers.cost'), isFigure: true, cell: costText },
    {
      head: t('suppliers.preferred'),
      from: 'sm',
      cell: one => one.is_preferred && <Tag tone="good">{t('suppliers.preferred')}</Tag>,
    },
  ];
}
